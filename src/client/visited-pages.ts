import { cacheNames } from '../contract/offline.ts';

/**
 * Removes cached pages and pictures that this device has visited (src/offline). Pages that every device caches stay.
 */
export function forgetVisitedPages(): void {
  // Missing on an address without HTTPS.
  const device: CacheStorage | undefined = globalThis.caches;
  for (const name of [cacheNames.seen, cacheNames.pictures]) device?.delete(name).catch(() => undefined);
}
