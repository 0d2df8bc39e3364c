/**
 * The client directive `client:after-load`: React loads after HTML that already works. The page names the island's
 * modules without fetching them (src/integrations/page-modules); src/client/hydrate-after-load fetches and starts them.
 */
import type { AstroIntegration } from 'astro';

export function afterLoad(): AstroIntegration {
  return {
    name: 'after-load',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'after-load', entrypoint: './src/client/hydrate-after-load.ts' });
      },
    },
  };
}
