import { invoicePath } from '../contract/invoice-path.ts';
import { newsletterPaths } from '../contract/newsletter-paths.ts';
import { paths } from '../contract/paths.ts';

/**
 * Which way a request goes.
 * - `page`: the network first, then the page as it was seen before, then the page that says so.
 * - `live`: the network alone: an order is placed, and looked at, in the shop as it is now. Without it, the page that says so.
 * - `build`: files whose names carry a hash of what is in them, from the cache first.
 * - `picture`: from the cache first, some of them, for some time.
 * - `drawing`: from the cache, which is renewed behind it: their names never change.
 * - `alone`: as if there were no worker.
 */
export type Way = 'page' | 'live' | 'build' | 'picture' | 'drawing' | 'alone';

export interface Asked {
  method: string;
  address: URL;
  /** Of the shop itself. */
  isOwn: boolean;
  /** Opens a page, and is no fetch of one. */
  isNavigation: boolean;
}

const live: readonly string[] = [paths.placeOrder, paths.orders, paths.profile];

/** Their address carries a secret or a person's business, or they are no pages of the shop. */
const left: readonly string[] = [
  paths.verify,
  paths.resetPassword,
  paths.confirmEmail,
  new URL(invoicePath(''), 'https://shop').pathname,
  newsletterPaths.confirm,
  newsletterPaths.leave,
];
const LEFT = /^\/(?:api|admin|feeds|\.netlify)(?:\/|$)|^\/__|\.\w+$/;

const BUILD = /^\/_astro\//;
const DRAWING = /^\/icons\/[^/]+\.svg$/;
const PICTURE = /^\/(?:products|campaign)\/|^\/\.netlify\/images$/;

export function wayOf({ method, address: { pathname }, isOwn, isNavigation }: Asked): Way {
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
 * The name under which a page is kept. What stands behind `?` and `#` is the shopper's own (a filter, a token) and the
 * page's HTML does not depend on it.
 */
export function pageName({ pathname }: URL): string {
  // The specification names the page both ways.
  return pathname === '/Login' ? paths.login : pathname;
}
