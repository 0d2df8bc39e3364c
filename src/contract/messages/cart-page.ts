/** Messages of the cart page. */
export const cartPageMessages = {
  empty: 'Your cart is empty',
  unread: 'Your cart could not be loaded',
  goneName: 'Product no longer sold',
  gone: 'No longer available',
  onlyLeft: (left: number) => `Only ${left} left. Please lower the quantity.`,
  blocked: 'Some lines cannot be ordered as they are. Please change or remove the ones marked.',
  stale: 'Prices and stock could not be refreshed. You are seeing the last ones we loaded.',
  unknownPrices: 'The details of your cart could not be loaded.',
  loadFailed: 'Your cart could not be refreshed. You are seeing the copy on this device.',
} as const;
