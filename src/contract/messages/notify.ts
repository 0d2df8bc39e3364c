/** Messages about back-in-stock subscriptions. */
export const notifyMessages = {
  saved: "We'll notify you once it comes back!",
  failed: 'Failed to save notify request',
  already: 'You are already on the list',
  inStock: 'This size is in stock: you can order it now',
} as const;
