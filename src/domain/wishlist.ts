/** A wishlist: product ids, in the order in which they were added. */
export type Wishlist = readonly string[];

export function isInWishlist(wishlist: Wishlist, productId: string): boolean {
  return wishlist.includes(productId);
}

export function toggleInWishlist(wishlist: Wishlist, productId: string): Wishlist {
  return isInWishlist(wishlist, productId)
    ? wishlist.filter((id) => id !== productId)
    : [...wishlist, productId];
}
