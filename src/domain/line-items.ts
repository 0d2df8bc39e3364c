import { type Cart, type CartEntry, entriesOf } from './cart.ts';
import { discountOf } from './discount.ts';
import { shop } from './config.ts';

/** A row as shown: the entry beside the product that it names. */
export interface LineItem<P> extends CartEntry {
  product: P;
}

/** The rows whose product the catalogue (still) has. */
export function lineItems<P>(cart: Cart, productById: (id: string) => P | undefined): LineItem<P>[] {
  return entriesOf(cart).flatMap((entry) => {
    const product = productById(entry.productId);
    return product ? [{ ...entry, product }] : [];
  });
}

export interface Totals {
  subtotalPaise: number;
  /** What a code takes off the subtotal; 0 without one. */
  discountPaise: number;
  feePaise: number;
  totalPaise: number;
}

/**
 * Subtotal, discount, fee and total in paise: 0 for an empty cart, else subtotal less discount plus the fee, once
 * (specification §9).
 * @param percent what a code takes off the subtotal
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
 * The checkout fee in paise for a subtotal in paise. Flat today; it takes the subtotal because the Delivery page
 * promises tiers that the owner has to choose before launch (decisions, Money).
 */
export function checkoutFee(subtotalPaise: number): number {
  return subtotalPaise > 0 ? shop.checkoutFeePaise : 0;
}
