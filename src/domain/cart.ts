import { maxQuantityPerLine } from './config.ts';

/**
 * The stored cart: product id → size → quantity, the shape of `cartData` on the wire. Quantities are whole numbers of
 * at least 1; a line with 0 does not exist. Screens derive their rows with `lineItems`.
 */
export type Cart = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const emptyCart: Cart = {};

export interface CartEntry {
  productId: string;
  size: string;
  quantity: number;
}

export function quantityOf(cart: Cart, productId: string, size: string): number {
  const sizes = Object.hasOwn(cart, productId) ? cart[productId] : undefined;
  return sizes && Object.hasOwn(sizes, size) ? (sizes[size] ?? 0) : 0;
}

/** Adds to the quantity if the line exists, up to the limit per line. */
export function addItem(cart: Cart, productId: string, size: string, quantity = 1): Cart {
  return setQuantity(cart, productId, size, quantityOf(cart, productId, size) + quantity);
}

/** Sets the quantity of a line; 0 or less removes it, and more than the limit becomes the limit. */
export function setQuantity(cart: Cart, productId: string, size: string, quantity: number): Cart {
  const { [size]: present, ...otherSizes } = cart[productId] ?? {};
  const capped = Math.min(quantity, maxQuantityPerLine);
  // A changed line keeps its place: a row must not move while the shopper taps it.
  const kept = quantity <= 0 ? otherSizes : { ...(present ? cart[productId] : otherSizes), [size]: capped };
  if (Object.keys(kept).length > 0) return { ...cart, [productId]: kept };
  const { [productId]: _emptied, ...others } = cart;
  return others;
}

export function entriesOf(cart: Cart): CartEntry[] {
  return Object.entries(cart).flatMap(([productId, sizes]) =>
    Object.entries(sizes).map(([size, quantity]) => ({ productId, size, quantity })),
  );
}

export function countPieces(cart: Cart): number {
  return entriesOf(cart).reduce((sum, { quantity }) => sum + quantity, 0);
}
