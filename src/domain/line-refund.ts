import { allocatePaise } from './allocate-paise.ts';
import type { Order } from './order.ts';

/** Pieces of one line that come back. `line` is its place in the order. */
export interface ReturnedPieces {
  line: number;
  quantity: number;
}

/**
 * What pieces of an order cost, in paise: their prices less their share of the discount, rounded down, without the
 * delivery fee. Null if the order has not so many.
 */
export function paidForPieces(
  { items, discount }: Pick<Order, 'items' | 'discount'>,
  pieces: readonly ReturnedPieces[],
): number | null {
  const costs = items.map(({ pricePaise, quantity }) => pricePaise * quantity);
  const discounts = allocatePaise(discount?.paise ?? 0, costs);
  let sum = 0;
  for (const { line, quantity } of pieces) {
    const [item, cost = 0, off = 0] = [items[line], costs[line], discounts[line]];
    if (!item || quantity < 1 || quantity > item.quantity) return null;
    sum += Math.floor(((cost - off) * quantity) / item.quantity);
  }
  return pieces.length === 0 || new Set(pieces.map(({ line }) => line)).size < pieces.length ? null : sum;
}
