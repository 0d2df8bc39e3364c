/**
 * The constants of `shop` (domain/config) that every page's script needs, in a file of their own so that these alone travel
 * with it.
 */
export const maxQuantityPerLine = 10;
/** From so many pieces down a product page says how many are left. */
export const fewLeftAt = 3;
/** The size that a product without sizes has in carts, orders and stock (decisions, Small points). */
export const ONE_SIZE = 'default';
export const toastMs = 5_000;

/** Browser storage keys (decisions, Brand). */
export const storageKeys = {
  token: 'token',
  userEmail: 'userEmail',
  wishlist: 'wishlist',
  cart: 'cart',
  theme: 'taana-theme',
  /** Set once this browser has the text font. */
  textFont: 'taana-text-font',
} as const;
