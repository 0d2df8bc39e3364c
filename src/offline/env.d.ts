/** What a build says to the shop's modules (scripts/build/service-worker.ts). */
interface ImportMetaEnv {
  readonly SHOP_OFFLINE: string;
}
