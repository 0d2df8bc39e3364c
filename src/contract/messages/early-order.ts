/** About early-order products. */
export const earlyOrderMessages = {
  registered: 'Interest registered!',
  /** One size is kept for a product: the newest. */
  resized: (before: string, size: string) => `Interest registered! Size ${size} counts now, not ${before}.`,
  failed: 'Failed to register interest',
  notEarly: (name: string) => `${name} can already be ordered`,
} as const;
