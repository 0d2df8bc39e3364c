/** A wishlist: product ids, in the order in which they were added. */
export type Wishlist = readonly string[];

export function toggleInWishlist(wishlist: Wishlist, productId: string): Wishlist {
  return wishlist.includes(productId) ? wishlist.filter((id) => id !== productId) : [...wishlist, productId];
}
