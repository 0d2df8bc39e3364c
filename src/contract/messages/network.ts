/** Messages about the network. */
export const networkMessages = {
  offline: 'You are offline. Your cart is safe on this device.',
  failed: 'No response from server. Please check your connection.',
} as const;
