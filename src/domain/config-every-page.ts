/**
 * The constants of `shop` (domain/config) that every page's script needs. A separate file keeps the other constants out
 * of those scripts.
 */
export const maxQuantityPerLine = 10;
/** At this number of pieces or fewer, a product page shows how many are left. */
export const fewLeftAt = 3;
/** The size of a product without sizes in carts, orders and stock. */
export const ONE_SIZE = 'default';
export const toastMs = 5_000;

/** Browser storage keys. */
export const storageKeys = {
  token: 'token',
  userEmail: 'userEmail',
  wishlist: 'wishlist',
  cart: 'cart',
  theme: 'taana-theme',
  /** Set once this browser has loaded the text font. */
  textFont: 'taana-text-font',
} as const;
