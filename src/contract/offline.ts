import type { paths } from './paths.ts';

/** The service worker of src/offline. Its name never changes, so that browsers always find its updates. */
export const workerPath = '/service-worker.js';

/** Replaces a page that is not cached. It is not in `paths`, because every page sends those to the browser. */
export const offlinePath = '/offline';

/**
 * Pages that depend only on the shopper: their HTML has no prices, so it stays correct, and they open offline without
 * an earlier visit. They are literal texts, because the offline page needs no other path.
 */
export const ownPages: readonly string[] = ['/cart', '/wishlist', '/login'] satisfies (typeof paths)[
  'cart' | 'wishlist' | 'login'][];

/** The value `off` of SHOP_OFFLINE ships a worker that removes itself and its caches. */
export const OFFLINE_OFF = 'off';

/**
 * Cache names. The number is the version of the cache's structure: a cache with another name is deleted. `own` has the
 * shopper's pages, visited or not; `seen` has visited pages.
 */
export const cacheNames = {
  own: 'taana-own-1',
  seen: 'taana-seen-1',
  build: 'taana-build-1',
  pictures: 'taana-pictures-1',
} as const;

/** Headers of a cached page: its time (ms since 1970), a hash of its HTML, and its title, URI-encoded. */
export const keptHeaders = { at: 'x-kept-at', hash: 'x-kept-hash', title: 'x-kept-title' } as const;

/** Tasks that a page gives to the worker. */
export type WorkerTask =
  /** Cache the open page with the files that it has loaded. */
  | { task: 'keep'; page: string; files: readonly string[] }
  /** Cache the shopper's own pages if they are missing. */
  | { task: 'ready'; isSignedIn: boolean }
  /** Fetch a page again. The reply on the sent port is the hash of its HTML, or null without a network. */
  | { task: 'renew'; page: string };
