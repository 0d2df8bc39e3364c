import type { Order } from './order.ts';
import { stands } from './order.ts';

/** What pieces and rupees that are kept for an online payment are counted by. */
export const heldCounts = ['account', 'phone', 'address', 'newcomers', 'network'] as const;
export type HeldCount = (typeof heldCounts)[number];

/** What orders are counted by that kept pieces and were not paid. */
export const lapsedCounts = ['account', 'phone', 'address'] as const;
export type LapsedCount = (typeof lapsedCounts)[number];

/** Which limit an order to be paid online reaches: its own size, what is kept already, or what was kept for nothing. */
export type HeldLimit = 'order' | HeldCount | `lapsed-${LapsedCount}`;

/** Its pieces are kept for a payment that has not come. */
export function isHeld({ status }: Pick<Order, 'status'>): boolean {
  return status === 'Payment Pending';
}

/**
 * Its pieces were kept for nothing with this change. An order that its shopper never got a way to pay is not meant:
 * the provider did not answer.
 */
export function hasLapsed(before: Order, after: Order): boolean {
  return isHeld(before) && !isHeld(after) && !stands(after) && before.references.length > 0;
}
