import type { Order, OrderItem } from './order.ts';
import { reservationLimits } from './order-limits.ts';
import { HOUR_MS, MINUTE_MS } from './time-units.ts';

/**
 * How long stock is reserved for a payment. Each payment attempt reserves for some minutes; all attempts together end
 * an hour after the first, else one shopper could reserve the last pieces for days. An order can be paid after that,
 * but only if its pieces are still in stock when the payment arrives.
 */

/** `product:size` → when (ms) the shopper's first reservation of it began. */
export type Reservations = Readonly<Record<string, number>>;

/** When (ms) the stock of an order is released, however many attempts follow. */
export function reservationEnd({ heldSince, placedAt }: Pick<Order, 'heldSince' | 'placedAt'>): number {
  return (heldSince ?? placedAt) + reservationLimits.minutes * MINUTE_MS;
}

/** Until when (ms) stock is reserved for a payment attempt that begins at `at`. */
export function paymentReservedUntil(order: Pick<Order, 'heldSince' | 'placedAt'>, at: number): number {
  return Math.min(at + reservationLimits.attemptMinutes * MINUTE_MS, reservationEnd(order));
}

/** The order with the shopper's earlier reservations: it starts when the first of its pieces was reserved. */
export function withEarlierReservations(order: Order, held: Reservations): Order {
  if (order.reservedUntil === null) return order;
  const { placedAt } = order;
  const heldSince = Math.min(
    placedAt,
    ...order.items.flatMap((item) => {
      const since = held[nameOf(item)];
      return since !== undefined && isRemembered(since, placedAt) ? [since] : [];
    }),
  );
  return { ...order, heldSince, reservedUntil: paymentReservedUntil({ heldSince, placedAt }, placedAt) };
}

/** The reservations to remember after an order is placed, without those that are too old to count. */
export function reservationsAfter(held: Reservations, { items, placedAt }: Order): Reservations {
  const known = Object.entries(held).filter(([, since]) => isRemembered(since, placedAt));
  return {
    ...Object.fromEntries(items.map((item) => [nameOf(item), placedAt])),
    ...Object.fromEntries(known),
  };
}

function isRemembered(since: number, at: number): boolean {
  return at - since < reservationLimits.rememberedHours * HOUR_MS;
}

function nameOf({ productId, size }: OrderItem): string {
  return `${productId}:${size}`;
}
