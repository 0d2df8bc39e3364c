import { shop } from '../../domain/config.ts';

/** Above a cached page. Times are ms since 1970, shown in the device's time zone. */
export const keptPageMessages = {
  asOf: (at: number) =>
    `You are offline. This page is from ${moment(at)}; prices and stock may have changed since.`,
  /** For the shopper's own pages. */
  own: 'You are offline. Your changes are kept on this device.',
  slowAsOf: (at: number) =>
    `The network is slow. This page is from ${moment(at)}; prices and stock may have changed since.`,
  slowOwn: 'The network is slow. You are seeing the copy on this device.',
} as const;

/** In the same place, if the network has a newer version. */
export const changedPageMessages = {
  changed: 'There is a newer version of this page.',
  showNew: 'Show the new version',
} as const;

/** The page that replaces a page without a cached copy. */
export const offlinePageMessages = {
  title: 'The thread is cut',
  text: 'You are offline, and this page has not been opened on this device before. It will open when you are back online.',
  tryAgain: 'Try again',
  seen: 'Pages you can open now',
  seenPage: 'A page you have opened',
  yours: 'Cart and wishlist',
  yoursText: 'Both are kept on this device, with your latest changes.',
} as const;

function moment(at: number): string {
  const format = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(shop.currency.locale, format).format(at);
}
