/** Words on controls and badges that appear in several places. */
export const labels = {
  earlyOrder: 'EARLY ORDER',
  addToCart: 'ADD TO CART',
  addToWishlist: 'Add to Wishlist',
  removeFromWishlist: 'Remove from Wishlist',
  notifyMe: 'NOTIFY ME',
} as const;

/** More of these words, which a page needs only on interaction. */
export const cardLabels = {
  soldOut: 'SOLD OUT',
  addFromWishlist: 'Add to Cart',
  sizingGuide: 'SIZING GUIDE',
  quickView: 'QUICK VIEW',
} as const;
