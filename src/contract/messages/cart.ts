import { maxQuantityPerLine, ONE_SIZE } from '../../domain/config-every-page.ts';

/** Messages about the cart. */
export const cartMessages = {
  selectSize: 'Select Product Size',
  added: 'Added to cart',
  lineLimit: `You can order up to ${maxQuantityPerLine} of one size`,
  soldOut: (size: string) => (size === ONE_SIZE ? 'This is sold out' : 'This size is sold out'),
} as const;
