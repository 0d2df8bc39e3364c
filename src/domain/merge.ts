import { type Cart, entriesOf, quantityOf, setQuantity } from './cart.ts';
import type { Wishlist } from './wishlist.ts';

/** Union of lines; where both carts have a line the larger quantity stays (decisions, Anonymous to logged in). */
export function mergeCarts(one: Cart, other: Cart): Cart {
  return entriesOf(other).reduce(
    (merged, { productId, size, quantity }) =>
      setQuantity(merged, productId, size, Math.max(quantity, quantityOf(merged, productId, size))),
    one,
  );
}

/** Union, the first list's order first (decisions, Anonymous to logged in). */
export function mergeWishlists(one: Wishlist, other: Wishlist): Wishlist {
  return [...new Set([...one, ...other])];
}
