import 'astro';

declare global {
  /** Values that the build passes to the shop's modules. */
  interface ImportMetaEnv {
    /** src/integrations/service-worker.ts */
    readonly SHOP_OFFLINE: string;
    /** src/integrations/web-vitals.ts */
    readonly WEB_VITALS_SAMPLE: number;
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates after the page has loaded, or on interaction: src/client/hydrate-after-load.ts. */
    'client:after-load'?: boolean;
  }
}
