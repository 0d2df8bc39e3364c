/** More such words (labels.ts), which no page needs before somebody reaches for something. */
export const cardLabels = {
  soldOut: 'SOLD OUT',
  addFromWishlist: 'Add to Cart',
  sizingGuide: 'SIZING GUIDE',
  quickView: 'QUICK VIEW',
} as const;
