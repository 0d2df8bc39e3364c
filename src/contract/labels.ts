/** Words on controls and badges that stand in more than one place, in the specification's spelling (§2). */
export const labels = {
  earlyOrder: 'EARLY ORDER',
  addToCart: 'ADD TO CART',
  addToWishlist: 'Add to Wishlist',
  removeFromWishlist: 'Remove from Wishlist',
  notifyMe: 'NOTIFY ME',
} as const;
