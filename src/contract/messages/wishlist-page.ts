/** Messages of the wishlist page. */
export const wishlistPageMessages = {
  empty: 'Your Wishlist is Empty',
  unread: 'Your wishlist could not be loaded',
  outOfStock: 'Out of Stock',
  stale: 'Prices and stock could not be refreshed. You are seeing the last ones we loaded.',
} as const;
