import { shop, trade } from '../../domain/config.ts';

export const collectionMessages = {
  none: 'No products found',
  searching: 'Searching...',
  searchHint: 'Hoodie, black cargo, kite print',
  count: (products: number) => `${products} ${products === 1 ? 'product' : 'products'}`,
  types: 'Shop by type',
  kindsFound: 'Filter by type',
  everything: 'Everything',
  highestPrice: 'THE HIGHEST PRICE IS ₹12,500.00 INR',
} as const;

/** Messages above search results. Only the server needs them, so no page loads them. */
export const searchMessages = {
  notMade: (typed: string) => `We do not sell “${typed}”. Here are the closest matches.`,
  notAll: (text: string) => `Nothing matches all of “${text}”. Here are the closest matches.`,
  notAtPrice: 'We have nothing like this at that price. Here are the closest matches.',
  notInSize: (sizes: readonly string[]) =>
    `We have nothing like this in size ${sizes.join(' or ')}. Here are the closest matches.`,
} as const;

export const shareMessages = {
  copied: 'Link copied to clipboard!',
  copyYourself: (address: string) => `Your browser could not copy the link. It is ${address}`,
} as const;

const days = (span: { min: number; max: number }, more: { min: number; max: number }) =>
  `${span.min + more.min}-${span.max + more.max} days`;

const returns = {
  icon: 'return',
  title: `${trade.returnDays}-day returns`,
  text: 'Free, if unworn with tags on',
} as const;
const origin = {
  icon: 'spool',
  title: `Made in ${shop.country}`,
  text: 'Cut and sewn in small drops',
} as const;

/** The shop's promises beside every price: they answer a shopper's questions before the first order. */
export const promises = [
  {
    icon: 'box',
    title: `Ships in ${days(trade.transitDays, trade.handlingDays)}`,
    text: 'To any PIN code in India',
  },
  returns,
  { icon: 'wallet', title: 'Cash on delivery', text: 'Or UPI, cards and net banking' },
  origin,
] as const;

/** The promises for a product that is not on sale yet. */
export const earlyPromises = [
  { icon: 'box', title: 'Not on sale yet', text: 'Register your interest today' },
  { icon: 'wallet', title: 'Nothing to pay now', text: 'This is not an order' },
  returns,
  origin,
] as const;

export const earlyOrderMessages = {
  registered: 'Interest registered!',
  /** The shop stores one size per product: the newest. */
  resized: (before: string, size: string) =>
    `Interest registered! Your size is now ${size} instead of ${before}.`,
  failed: 'Failed to register interest',
  notEarly: (name: string) => `${name} is already on sale`,
} as const;

export const notifyMessages = {
  saved: "We'll notify you once it comes back!",
  failed: 'Failed to save notify request',
  already: 'You are already on the list',
  inStock: 'This size is in stock: you can order it now',
} as const;
