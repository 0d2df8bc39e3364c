/** A wishlist is a list of product ids, in the order in which they were put in (specification §3). */
export type Wishlist = readonly string[];

export function isWished(wishlist: Wishlist, productId: string): boolean {
  return wishlist.includes(productId);
}

/** Adds the id if it is absent, removes it if it is present. */
export function toggleWish(wishlist: Wishlist, productId: string): Wishlist {
  return isWished(wishlist, productId) ? wishlist.filter((id) => id !== productId) : [...wishlist, productId];
}
