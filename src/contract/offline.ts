import type { paths } from './paths.ts';

/** The worker of src/offline: a name that never changes, so that the browser always finds what replaces it. */
export const workerPath = '/service-worker.js';

/** What stands in for a page that this device has not seen. Not among `paths`, which every page carries to the browser. */
export const offlinePath = '/offline';

/**
 * Pages that change with the shopper alone: their HTML has no price to grow old, and they open without having been seen. As
 * texts, because the offline page needs no other path.
 */
export const ownPages: readonly string[] = ['/cart', '/wishlist', '/login'] satisfies (typeof paths)[
  'cart' | 'wishlist' | 'login'][];

/** The setting SHOP_OFFLINE: `off` ships a worker that ends itself and throws away what was kept. */
export const OFFLINE_OFF = 'off';

/**
 * What is kept on a device. The number is that of the cache's shape: a cache of another name is thrown away.
 * `own` has pages that open on every device, seen or not; `seen` those that somebody looked at.
 */
export const keptIn = {
  own: 'taana-own-1',
  seen: 'taana-seen-1',
  build: 'taana-build-1',
  pictures: 'taana-pictures-1',
} as const;

/** Headers of a kept page: when it came (ms since 1970 UTC), a hash of its HTML, and its title, URI-encoded. */
export const keptHeaders = { at: 'x-kept-at', hash: 'x-kept-hash', title: 'x-kept-title' } as const;

/** What a page asks of the worker. */
export type WorkerTask =
  /** Keep the page that is open, with the files that it has loaded. */
  | { task: 'keep'; page: string; files: readonly string[] }
  /** Have a shopper's own pages ready, unless they are. */
  | { task: 'ready'; isSignedIn: boolean }
  /** Fetch a page again. The answer, on the port that came along, is the hash of its HTML, or null without a network. */
  | { task: 'renew'; page: string };
