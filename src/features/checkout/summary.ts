import type { Totals } from '../../domain/order-totals.ts';
import { formatListPrice } from '../../domain/money.ts';
import { ONE_SIZE } from '../../domain/product.ts';
import type { CartRow } from '../../stores/cart/cart-rows.ts';

/** What the summary shows. React starts with exactly this state. */
export interface Summary {
  rows: readonly CartRow[];
  totals: Totals;
}

export function quantityTextOf({ quantity }: CartRow): string {
  return `Quantity: ${quantity}`;
}

/** Empty if the product has one size. */
export function sizeTextOf({ size }: CartRow): string {
  return size === ONE_SIZE ? '' : `Size: ${size}`;
}

/** The amounts as texts; `…` if a price is not known yet. */
export function amountsOf({ rows, totals }: Summary) {
  const isKnown = rows.length > 0 && rows.every((row) => row.product !== null || row.problem !== null);
  const text = (paise: number) => (isKnown ? formatListPrice(paise) : '…');
  return {
    subtotal: text(totals.subtotalPaise),
    fee: text(totals.feePaise),
    total: text(totals.totalPaise),
    discountPaise: isKnown ? totals.discountPaise : null,
  };
}
