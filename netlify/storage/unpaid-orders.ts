import { namedCounts, piecesIn, sizeOf } from '../../src/domain/cash-order.ts';
import { hasExpired, isReserved, lapsedCounts } from '../../src/domain/unpaid-order.ts';
import { isOrderConfirmed, isUnpaid, type Order } from '../../src/domain/order.ts';
import { newShoppers, unpaidOnline } from '../../src/domain/order-limits.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import type { OrderLimits, Write } from './transaction.ts';
import { hasPaidKey, paidOrdersKey, reservedPiecesKey, lapsedKey, userKey } from './keys.ts';
import { countsOf, ownSubjectsOf } from './order-counts.ts';

/**
 * Counts stock reservations for online payments, and orders whose reservation ended unpaid, by everything that could
 * have many of them (unpaidOnline in src/domain/order-limits.ts).
 */

const WINDOW_MS = unpaidOnline.hours * HOUR_MS;

/** The parts of this name do not change while the order's pieces are reserved. */
const memberOf = (order: Order) => `${order.id}:${piecesIn(order)}:${order.totalPaise}`;

function heldCountsOf(order: Order) {
  return countsOf(order, unpaidOnline.held).map(({ subject, ...count }) => ({
    ...count,
    key: reservedPiecesKey(count.by, subject),
  }));
}

function lapsedKeysOf(order: Order) {
  const subjects = ownSubjectsOf(order);
  return lapsedCounts.map((by) => ({ by, key: lapsedKey(by, subjects[by]) }));
}

/** One order before and after a change, as in storage/orders. */
interface Step {
  before: { order: Order } | null;
  after: Order;
}

const changedAt = ({ history, placedAt }: Order) => history.at(-1)?.at ?? placedAt;

/**
 * The limits for the first of these orders if its pieces become reserved for a payment; undefined if they do not, or
 * were reserved before. The other orders release theirs in the same step.
 */
export function reservationLimitsOf([{ before, after }, ...others]: readonly [Step, ...Step[]]):
  OrderLimits | undefined {
  if (!isReserved(after) || (before && isReserved(before.order))) return undefined;
  const released = others.flatMap((other) =>
    other.before && isReserved(other.before.order) ? [other.before.order] : [],
  );
  const isNew = before === null;
  return {
    account: userKey(after.userId),
    paid: [paidOrdersKey(after.userId), hasPaidKey(after.userId)],
    needsConfirmed: isNew && sizeOf(after, unpaidOnline.order) !== 'anybody',
    at: changedAt(after),
    openMs: WINDOW_MS,
    ...newShoppers,
    pieces: piecesIn(after),
    counts: [
      ...heldCountsOf(after).map((count) => ({
        ...count,
        members: [memberOf(after)],
        released: released.map(memberOf),
      })),
      // Only for a new order: a shopper may still pay an existing one.
      ...(isNew ? lapsedKeysOf(after) : []).map(({ by, key }) => ({
        by: `lapsed-${by}` as const,
        key,
        members: [after.id],
        isOnlyRead: true as const,
        most: { ...unpaidOnline.lapsed[by], paid: unpaidOnline.lapsed[by].confirmed },
        isNamed: namedCounts.includes(by),
      })),
    ],
  };
}

/**
 * Writes that remove an order from the counts when its pieces are released, and record it if the reservation ended
 * unpaid.
 */
export function reservationEndWrites(before: Order | null, after: Order): Write[] {
  if (!before || !isUnpaid(before)) return [];
  const isReleased = isReserved(before) && !isReserved(after);
  const at = changedAt(after);
  return [
    ...(isReleased ? heldCountsOf(before) : []).map(({ key }): Write => {
      return ['ZREM', key, memberOf(before)];
    }),
    ...lapsedKeysOf(before).flatMap(({ key }): Write[] => {
      // An order that is tried again from another network counts there.
      const isMoved = after.network !== undefined && !lapsedKeysOf(after).some((now) => now.key === key);
      if (isOrderConfirmed(after) || isMoved) return [['ZREM', key, before.id]];
      if (!hasExpired(before, after)) return [];
      return [
        ['ZADD', key, at, before.id],
        ['ZREMRANGEBYSCORE', key, '-inf', at - WINDOW_MS],
        ['PEXPIRE', key, WINDOW_MS],
      ];
    }),
  ];
}
