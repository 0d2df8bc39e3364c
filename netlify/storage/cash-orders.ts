import { isOpenCash, piecesIn, sizeOf } from '../../src/domain/cash-order.ts';
import type { Order } from '../../src/domain/order.ts';
import { cashOnDelivery, newShoppers } from '../../src/domain/order-limits.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import type { OrderLimits, Write } from './transaction.ts';
import { cashKey, hasPaidKey, paidOrdersKey, userKey } from './keys.ts';
import { countsOf } from './order-counts.ts';

/**
 * Counts open cash-on-delivery orders by everything that could place many of them (cashOnDelivery in
 * src/domain/order-limits.ts).
 */

const WINDOW_MS = cashOnDelivery.hours * HOUR_MS;

/** The sorted sets in which an order counts, and its members there: the order for its shopper, else its pieces. */
function entriesOf(order: Order): OrderLimits['counts'] {
  const { id } = order;
  const pieces = Array.from({ length: piecesIn(order) }, (_, number) => `${id}:${number}`);
  return countsOf(order, cashOnDelivery.open).map(({ subject, ...count }) => ({
    ...count,
    key: cashKey(count.by, subject),
    members: ['account', 'phone', 'address'].includes(count.by) ? [id] : pieces,
  }));
}

/** The limits for a newly placed cash-on-delivery order; undefined for other orders, and if it was one before. */
export function cashLimitsOf(before: Order | null, after: Order): OrderLimits | undefined {
  if (!isOpenCash(after) || (before && isOpenCash(before))) return undefined;
  return {
    account: userKey(after.userId),
    paid: [paidOrdersKey(after.userId), hasPaidKey(after.userId)],
    needsConfirmed: sizeOf(after) !== 'anybody',
    at: after.history.at(-1)?.at ?? after.placedAt,
    openMs: WINDOW_MS,
    ...newShoppers,
    pieces: piecesIn(after),
    counts: entriesOf(after),
  };
}

/** Writes that remove an order from the counts when it is no longer an open cash-on-delivery order. */
export function cashEndWrites(before: Order | null, after: Order): Write[] {
  if (!before || !isOpenCash(before) || isOpenCash(after)) return [];
  return entriesOf(before)
    .filter(({ isOnlyRead }) => !isOnlyRead)
    .map(({ key, members }) => ['ZREM', key, ...members]);
}
