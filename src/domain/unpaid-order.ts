import type { OpenCount } from './cash-order.ts';
import { isOrderConfirmed, type Order } from './order.ts';

/** The keys by which orders are counted that reserved stock and were not paid. */
export const lapsedCounts = ['account', 'phone', 'address'] as const;

/**
 * The limit that an online order exceeds: `order` is its own size, `lapsed-…` counts earlier unpaid orders, the others
 * count what is reserved now.
 */
export type UnpaidOrderLimit = 'order' | OpenCount | `lapsed-${(typeof lapsedCounts)[number]}`;

/** The order has reserved stock and awaits its payment. */
export function isReserved({ status }: Pick<Order, 'status'>): boolean {
  return status === 'Payment Pending';
}

/**
 * True if this change ends a reservation without payment. Orders without a reference do not count: the provider did not
 * answer, so the shopper could not pay.
 */
export function hasExpired(before: Order, after: Order): boolean {
  return isReserved(before) && !isReserved(after) && !isOrderConfirmed(after) && before.references.length > 0;
}
