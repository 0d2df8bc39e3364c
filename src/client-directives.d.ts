import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates after the page has loaded, or on interaction: src/client/hydrate-after-load.ts. */
    'client:after-load'?: boolean;
  }
}
