/** Words on controls and badges that stand in more than one place, in the specification's spelling (§2). */
export const labels = {
  soldOut: 'SOLD OUT',
  earlyOrder: 'EARLY ORDER',
  addToCart: 'ADD TO CART',
  addFromWishlist: 'Add to Cart',
  addToWishlist: 'Add to Wishlist',
  removeFromWishlist: 'Remove from Wishlist',
  sizingGuide: 'SIZING GUIDE',
  quickView: 'QUICK VIEW',
  notifyMe: 'NOTIFY ME',
} as const;
