/** About early-order products. */
export const earlyOrderMessages = {
  registered: 'Interest registered!',
  failed: 'Failed to register interest',
  notEarly: (name: string) => `${name} can already be ordered`,
} as const;
