import { atom } from 'nanostores';

/**
 * Whether the server has told this page which lines the account's cart has. Separate from cart-changes.ts, which is in
 * the script of every product page.
 */
export const $isCartRead = atom(false);
