/** Values that the build passes to the shop's modules (src/integrations/web-vitals.ts). */
interface ImportMetaEnv {
  readonly WEB_VITALS_SAMPLE: number;
}
