/** About sharing a product. */
export const shareMessages = {
  copied: 'Link copied to clipboard!',
  copyYourself: (address: string) => `This browser does not copy by itself. The link is ${address}`,
} as const;
