/** More of these words (labels.ts). A page needs them only on interaction. */
export const cardLabels = {
  soldOut: 'SOLD OUT',
  addFromWishlist: 'Add to Cart',
  sizingGuide: 'SIZING GUIDE',
  quickView: 'QUICK VIEW',
} as const;
