import { shop } from '../../domain/shop.ts';

/** Above a page that was kept on this device. Moments are ms since 1970 UTC, told in the device's own time. */
export const keptPageMessages = {
  asOf: (at: number) =>
    `You are offline. This page is as of ${moment(at)}; prices and stock may have changed since.`,
  /** Of pages that are the shopper's own. */
  own: 'You are offline. What you change is kept on this device.',
  slowAsOf: (at: number) =>
    `The network is slow. This page is as of ${moment(at)}; prices and stock may have changed since.`,
  slowOwn: 'The network is slow. This page is shown as this device knows it.',
} as const;

/** In the same place, when the network has told otherwise. */
export const changedPageMessages = {
  changed: 'This page has changed since.',
  showNew: 'Show it as it is now',
} as const;

/** The page that stands in for one that this device has not seen. */
export const offlinePageMessages = {
  title: 'The thread is cut',
  text: 'You are offline, and this page has not been opened on this device before. It comes by itself when the network is back.',
  tryAgain: 'Try again',
  seen: 'What you can open now',
  seenPage: 'A page that you have seen',
  yours: 'Cart and wishlist',
  yoursText: 'Both are kept on this device, with what you change in them.',
} as const;

function moment(at: number): string {
  const format = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(shop.currency.locale, format).format(at);
}
