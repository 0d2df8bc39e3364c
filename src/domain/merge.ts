import { type Cart, entriesOf, quantityOf, setQuantity } from './cart.ts';
import type { Wishlist } from './wishlist.ts';

/** Union of lines; if both carts have a line, the larger quantity counts. */
export function mergeCarts(one: Cart, other: Cart): Cart {
  return entriesOf(other).reduce(
    (merged, { productId, size, quantity }) =>
      setQuantity(merged, productId, size, Math.max(quantity, quantityOf(merged, productId, size))),
    one,
  );
}

/** Union, in the order of the first list. */
export function mergeWishlists(one: Wishlist, other: Wishlist): Wishlist {
  return [...new Set([...one, ...other])];
}
