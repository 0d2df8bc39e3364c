/** A wishlist: product ids, in the order in which they were added. */
export type Wishlist = readonly string[];

export function isWished(wishlist: Wishlist, productId: string): boolean {
  return wishlist.includes(productId);
}

export function toggleWish(wishlist: Wishlist, productId: string): Wishlist {
  return isWished(wishlist, productId) ? wishlist.filter((id) => id !== productId) : [...wishlist, productId];
}
