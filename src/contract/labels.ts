/** Words on controls and badges that appear in several places. */
export const labels = {
  earlyOrder: 'EARLY ORDER',
  addToCart: 'ADD TO CART',
  addToWishlist: 'Add to Wishlist',
  removeFromWishlist: 'Remove from Wishlist',
  notifyMe: 'NOTIFY ME',
} as const;
