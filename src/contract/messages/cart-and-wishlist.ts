import { brand, maxQuantityPerLine, ONE_SIZE } from '../../domain/config.ts';

export const cartMessages = {
  selectSize: 'Select Product Size',
  added: 'Added to cart',
  lineLimit: `You can order up to ${maxQuantityPerLine} of one size`,
  soldOut: (size: string) => (size === ONE_SIZE ? 'This is sold out' : 'This size is sold out'),
} as const;

export const cartPageMessages = {
  empty: 'Your cart is empty',
  unread: 'Your cart could not be loaded',
  goneName: 'Product no longer sold',
  gone: 'No longer available',
  onlyLeft: (left: number) => `Only ${left} left. Please reduce the quantity.`,
  blocked: 'Some items cannot be ordered. Please change or remove the marked items.',
  stale: 'Prices and stock could not be refreshed. They may be out of date.',
  unknownPrices: 'The details of your cart could not be loaded.',
  loadFailed: 'Your cart could not be refreshed. You are seeing the copy on this device.',
} as const;

export const discountMessages = {
  have: 'Have a code?',
  label: 'Code',
  hint: 'You get it by email. One code per order; each code works once.',
  apply: 'Apply',
  checking: 'Checking',
  remove: 'Remove',
  removeCode: (code: string) => `Remove code ${code}`,
  applied: (code: string, percent: number) => `Code ${code} applied: ${percent}% off`,
  removed: (code: string) => `Code ${code} removed`,
  off: (percent: number) => `${percent}% off your items`,
  line: (code: string) => `Code ${code}`,
  missing: 'Enter the code from our email',
  unknown: 'This code is not valid. Please check our email.',
  used: 'This code has already been used. Each code works for one order.',
  kept: 'This code is already applied to another order that is not paid yet.',
  expired: (day: string) => `This code was valid until ${day}.`,
  /** For an order that was to be paid later. */
  gone: 'The code of this order has since been used for another order. Nothing was charged; please order again.',
  failed: 'The code could not be checked. Please try again.',
} as const;

/** Refusals of a discount code for this shopper. Only the server needs them. */
export const codeUseMessages = {
  account: 'You have already used a code. Each customer can use only one code.',
  phone: `A code has already been used with this phone number. Each customer can use only one code. If that was not you, please write to ${brand.support.email}.`,
} as const;

export const wishlistMessages = {
  added: 'Added to wishlist',
  removed: 'Removed from wishlist',
  savedLocally: 'Wishlist saved locally. Login to sync across devices.',
  notSynced: 'Failed to sync wishlist',
  unreachable: 'Failed to sync wishlist with server',
} as const;

export const wishlistPageMessages = {
  empty: 'Your Wishlist is Empty',
  unread: 'Your wishlist could not be loaded',
  outOfStock: 'Out of Stock',
  stale: 'Prices and stock could not be refreshed. They may be out of date.',
} as const;
