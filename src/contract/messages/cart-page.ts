/** On the cart page and what it shows. */
export const cartPageMessages = {
  empty: 'Your cart is empty',
  goneName: 'A piece that is gone',
  gone: 'No longer in the shop',
  onlyLeft: (left: number) => `Only ${left} left. Please lower the quantity.`,
  blocked: 'Some lines cannot be ordered as they are. Please change or remove the marked ones.',
  stale: 'Prices and stock could not be refreshed. They are shown as this device last knew them.',
  unknownPrices: 'The details of your cart could not be loaded.',
  loadFailed: 'Your cart could not be refreshed. It is shown as this device knows it.',
} as const;
