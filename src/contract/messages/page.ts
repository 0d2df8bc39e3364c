import { shop } from '../../domain/config.ts';

export const pageMessages = {
  needsScript: 'This page needs JavaScript. Please turn it on and load the page again.',
  notTheShop: 'This is a preview or an old copy of the shop. Nothing can be ordered here.',
  toTheShop: 'Go to the shop',
  faq: 'Questions and answers',
  notFound: {
    title: 'Page not found',
    text: 'We could not find this page. It may have moved, or the link has a typo.',
    search: 'Search the collection',
    searchButton: 'Search',
    types: 'Shop by type',
    help: 'Were you looking for',
  },
} as const;

export const networkMessages = {
  failed: 'No response from server. Please check your connection.',
} as const;

/** Not in `networkMessages`, which every page brings as script; this one stands in the page. */
export const offlineMessages = {
  offline: 'You are offline. Your cart is safe on this device.',
} as const;

export const answerMessages = {
  garbled: 'Something went wrong. Please try again.',
} as const;

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
  title: 'You are offline',
  text: 'This page has not been opened on this device before. It will open when you are back online.',
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

/** The server's messages about a request itself. */
export const requestMessages = {
  notFound: 'No such address',
  method: 'This address does not support that method',
  json: 'The body must be JSON',
  elsewhere: 'This was sent from another site. Please use the page in our shop.',
  forged: 'The signature is invalid or has expired',
  tooLarge: 'The body is too large',
  invalid: (field: string, problem: string) => `${field}: ${problem}`,
  problem: {
    missing: 'is missing',
    type: (expected: string) => `must be of type ${expected}`,
    tooBig: (most: number) => `is too long or too large; the maximum is ${most}`,
    tooSmall: (least: number) => `is too short or too small; the least is ${least}`,
    other: 'is not valid',
  },
  oldRuntime: (version: string, wanted: number) =>
    `The functions run on Node ${version} and need Node ${wanted}: set AWS_LAMBDA_JS_RUNTIME to nodejs${wanted}.x in Netlify's environment variables and deploy again.`,
  notOpen: 'The shop is not open yet.',
  notPublished: (shop: string | undefined) =>
    `This is a preview or an old copy of the shop. Nothing can be ordered or paid here.${shop ? ` Please go to ${shop}.` : ''}`,
  tooMany: 'Too many attempts. Please wait a little and try again.',
  failed: 'Something went wrong. Please try again.',
  unavailable: 'The shop cannot be reached right now. Please try again in a minute.',
} as const;
