/** Values that the build passes to the shop's modules (src/integrations/service-worker.ts). */
interface ImportMetaEnv {
  readonly SHOP_OFFLINE: string;
}
