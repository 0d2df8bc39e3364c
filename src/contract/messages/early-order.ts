/** Messages about early-order products. */
export const earlyOrderMessages = {
  registered: 'Interest registered!',
  /** The shop stores one size per product: the newest. */
  resized: (before: string, size: string) => `Interest registered! Size ${size} counts now, not ${before}.`,
  failed: 'Failed to register interest',
  notEarly: (name: string) => `${name} can already be ordered`,
} as const;
