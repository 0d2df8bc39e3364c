/** Messages about sharing a product. */
export const shareMessages = {
  copied: 'Link copied to clipboard!',
  copyYourself: (address: string) => `Your browser could not copy the link. It is ${address}`,
} as const;
