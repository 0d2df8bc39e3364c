import { type Cart, type CartEntry, entriesOf } from './cart.ts';
import { discountOf } from './discount.ts';
import { shop } from './config.ts';

/** A cart entry with its product. */
export interface LineItem<P> extends CartEntry {
  product: P;
}

/** The rows whose product is still in the catalogue. */
export function lineItems<P>(cart: Cart, productById: (id: string) => P | undefined): LineItem<P>[] {
  return entriesOf(cart).flatMap((entry) => {
    const product = productById(entry.productId);
    return product ? [{ ...entry, product }] : [];
  });
}

export interface Totals {
  subtotalPaise: number;
  /** The discount of a code; 0 without one. */
  discountPaise: number;
  feePaise: number;
  totalPaise: number;
}

/**
 * Subtotal, discount, fee and total in paise. The total is 0 for an empty cart, else subtotal minus discount plus one
 * fee.
 * @param percent discount of the code
 */
export function totalsOf(
  lines: readonly { quantity: number; product: { pricePaise: number } }[],
  percent = 0,
): Totals {
  const subtotalPaise = lines.reduce((sum, line) => sum + line.product.pricePaise * line.quantity, 0);
  const discountPaise = discountOf(subtotalPaise, percent);
  const feePaise = checkoutFee(subtotalPaise);
  return { subtotalPaise, discountPaise, feePaise, totalPaise: subtotalPaise - discountPaise + feePaise };
}

/**
 * The checkout fee in paise for a subtotal in paise. It is flat today. It takes the subtotal because the Delivery page
 * promises tiers that the owner has to choose before launch (docs/behaviour.md#money).
 */
export function checkoutFee(subtotalPaise: number): number {
  return subtotalPaise > 0 ? shop.checkoutFeePaise : 0;
}
