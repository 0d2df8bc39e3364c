/** Messages about the listing, its search and its filter. */
export const collectionMessages = {
  none: 'No products found',
  searching: 'Searching...',
  searchHint: 'Hoodie, black cargo, kite print',
  count: (products: number) => `${products} ${products === 1 ? 'product' : 'products'}`,
  types: 'Shop by type',
  kindsFound: 'Narrow to a type',
  everything: 'Everything',
  highestPrice: 'THE HIGHEST PRICE IS ₹12,500.00 INR',
} as const;
