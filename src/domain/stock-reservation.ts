import type { Order, OrderItem } from './order.ts';
import { holds, shop } from './config.ts';

/**
 * How long pieces are kept for a payment. Each try to pay keeps them for a while; all tries together end an hour after
 * the first, else one shopper could keep the last pieces from all others for days. An order can be paid after that: then
 * its pieces must still be there when the money comes.
 */
const MINUTE_MS = 60_000;

/** Since when (ms) each variant is kept for one shopper, or was at first, by `product:size`. */
export type Reservations = Readonly<Record<string, number>>;

/** When (ms) the pieces of an order go back on sale, whatever is asked meanwhile. */
export function reservationEnd({ heldSince, placedAt }: Pick<Order, 'heldSince' | 'placedAt'>): number {
  return (heldSince ?? placedAt) + holds.minutes * MINUTE_MS;
}

/** Until when (ms) its pieces are kept for a try to pay that begins at `at`. */
export function paymentReservedUntil(order: Pick<Order, 'heldSince' | 'placedAt'>, at: number): number {
  return Math.min(at + shop.reservationMinutes * MINUTE_MS, reservationEnd(order));
}

/** The order with what its shopper has had kept before: its hold began with the first of its pieces. */
export function heldBefore(order: Order, held: Reservations): Order {
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

/** What is remembered once an order is placed; what is too old to count is forgotten. */
export function heldAfter(held: Reservations, { items, placedAt }: Order): Reservations {
  const known = Object.entries(held).filter(([, since]) => isRemembered(since, placedAt));
  return {
    ...Object.fromEntries(items.map((item) => [nameOf(item), placedAt])),
    ...Object.fromEntries(known),
  };
}

function isRemembered(since: number, at: number): boolean {
  return at - since < holds.rememberedHours * 60 * MINUTE_MS;
}

function nameOf({ productId, size }: OrderItem): string {
  return `${productId}:${size}`;
}
