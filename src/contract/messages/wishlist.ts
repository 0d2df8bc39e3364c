/** Messages about the wishlist. */
export const wishlistMessages = {
  added: 'Added to wishlist',
  removed: 'Removed from wishlist',
  savedLocally: 'Wishlist saved locally. Login to sync across devices.',
  notSynced: 'Failed to sync wishlist',
  unreachable: 'Failed to sync wishlist with server',
} as const;
