import { keptIn } from '../contract/offline.ts';

/** Forgets which pages and pictures were looked at on this device (src/offline). Those of every device stay. */
export function forgetVisitedPages(): void {
  // Not there on an address without encryption.
  const device: CacheStorage | undefined = globalThis.caches;
  for (const name of [keptIn.seen, keptIn.pictures]) device?.delete(name).catch(() => undefined);
}
