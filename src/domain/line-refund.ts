import { allocatePaise } from './allocate-paise.ts';
import type { Order, ReturnedPieces } from './order.ts';
import { refundStateOf } from './refund.ts';

/** How many pieces of each line have been refunded, or will be: nobody gets money twice for one piece. */
export function refundedPieces({ items, refunds }: Pick<Order, 'items' | 'refunds'>): number[] {
  const pieces = refunds
    .filter((refund) => refundStateOf(refund) !== 'replaced')
    .flatMap((refund) => refund.pieces ?? []);
  return items.map((_, at) =>
    pieces.filter(({ line }) => line === at).reduce((sum, { quantity }) => sum + quantity, 0),
  );
}

/**
 * What pieces of an order cost, in paise: their prices less their share of the discount, rounded down, without the
 * delivery fee. All pieces of a line together cost what was paid for it, however they are divided. Null if the order has
 * not so many that are not refunded yet.
 * @param refunded pieces of each line
 */
export function paidForPieces(
  { items, discount }: Pick<Order, 'items' | 'discount'>,
  pieces: readonly ReturnedPieces[],
  refunded: readonly number[],
): number | null {
  const costs = items.map(({ pricePaise, quantity }) => pricePaise * quantity);
  const discounts = allocatePaise(discount?.paise ?? 0, costs);
  let sum = 0;
  for (const { line, quantity } of pieces) {
    const [item, cost = 0, off = 0, before = 0] = [items[line], costs[line], discounts[line], refunded[line]];
    if (!item || quantity < 1 || before + quantity > item.quantity) return null;
    const paidFor = (count: number) => Math.floor(((cost - off) * count) / item.quantity);
    sum += paidFor(before + quantity) - paidFor(before);
  }
  return pieces.length === 0 || new Set(pieces.map(({ line }) => line)).size < pieces.length ? null : sum;
}
