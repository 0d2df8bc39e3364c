import { invoicePath, newsletterPaths, paths } from '../contract/paths.ts';

/**
 * The cache strategy of a request. worker.ts has the timeouts, and how many pictures are kept.
 * - `page`: the network, then the cached page, then the offline page.
 * - `live`: the network, then the offline page. Never cached: an order must use the present state of the shop.
 * - `build`: the cache, then the network. For files with a hash in their names.
 * - `picture`: the cache, then the network. Limited in number and age.
 * - `drawing`: the cache, refreshed in the background: these file names never change.
 * - `alone`: no caching, as if there were no worker.
 */
export type CacheStrategy = 'page' | 'live' | 'build' | 'picture' | 'drawing' | 'alone';

export interface Asked {
  method: string;
  address: URL;
  /** The request goes to the shop's own origin. */
  isOwn: boolean;
  /** The browser opens a page; a fetch of a page does not count. */
  isNavigation: boolean;
}

const live: readonly string[] = [paths.placeOrder, paths.orders, paths.profile];

/** Not cached: the address carries a secret or personal data, or it is not a page of the shop. */
const left: readonly string[] = [
  paths.verify,
  paths.resetPassword,
  paths.confirmEmail,
  new URL(invoicePath(''), 'https://shop').pathname,
  newsletterPaths.confirm,
  newsletterPaths.leave,
];
const LEFT = /^\/(?:api|admin|desk|feeds|\.netlify)(?:\/|$)|^\/__|\.\w+$/;

const BUILD = /^\/_astro\//;
const DRAWING = /^\/icons\/[^/]+\.svg$/;
const PICTURE = /^\/(?:products|campaign)\/|^\/\.netlify\/images$/;

export function strategyOf({ method, address: { pathname }, isOwn, isNavigation }: Asked): CacheStrategy {
  if (method !== 'GET' || !isOwn) return 'alone';
  if (!isNavigation) {
    if (BUILD.test(pathname)) return 'build';
    if (DRAWING.test(pathname)) return 'drawing';
    return PICTURE.test(pathname) ? 'picture' : 'alone';
  }
  if (left.includes(pathname) || LEFT.test(pathname)) return 'alone';
  return live.includes(pathname) ? 'live' : 'page';
}

/**
 * The cache key of a page. It ignores `?` and `#`: they belong to the shopper (a filter, a token), and the page's HTML
 * does not depend on them.
 */
export function pageName({ pathname }: URL): string {
  // Both spellings are valid addresses of the page.
  return pathname === '/Login' ? paths.login : pathname;
}
