/** On the wishlist page and what it shows. */
export const wishlistPageMessages = {
  empty: 'Your Wishlist is Empty',
  outOfStock: 'Out of Stock',
  stale: 'Prices and stock could not be refreshed. They are shown as this device last knew them.',
} as const;
