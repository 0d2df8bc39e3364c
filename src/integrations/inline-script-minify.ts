/**
 * Minifies the inline scripts (layouts/*.js and components/shop/*.js, imported as text), because every page contains
 * them.
 */
import { transform } from 'esbuild';
import type { Plugin } from 'vite';

const INLINE = /\/src\/(?:layouts|components\/shop)\/[\w-]+\.js\?raw$/;

export function minifyInlineScripts(): Plugin {
  return {
    name: 'small-inline',
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { id: INLINE },
      async handler(module) {
        const text = JSON.parse(/^export default (".*?");?\s*$/s.exec(module)?.[1] ?? 'null') as
          string | null;
        if (text === null) throw new Error('Vite no longer hands a text over as `export default "…"`.');
        const { code } = await transform(text, { minify: true, target: 'es2022' });
        return { code: `export default ${JSON.stringify(code.trim())}`, map: null };
      },
    },
  };
}
