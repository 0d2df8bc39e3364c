import {
  type CashCount,
  cashCounts,
  deliveryAddressKey,
  isOpenCash,
  namedCounts,
  piecesIn,
  sizeOf,
} from '../../src/domain/cash-order.ts';
import type { Order } from '../../src/domain/order.ts';
import { cashOnDelivery, NEWCOMERS_HOUR_MS } from '../../src/domain/config.ts';
import type { Change, OrderLimits } from './commit.ts';
import { cashKey, markOf, userKey } from './keys.ts';

/**
 * Counts open cash-on-delivery orders by everything that could place many of them (cashOnDelivery in
 * src/domain/config.ts).
 */

const DAY_MS = cashOnDelivery.hours * 60 * 60 * 1_000;

/** The subjects under which an order counts; orders from before the limits have no network. */
export function subjectsOf({ userId, address, network }: Order) {
  // Anybody can name a phone number or an address, so they count for their network alone.
  const named = (text: string) => markOf(network === undefined ? text : `${network} ${text}`);
  return {
    account: userId,
    phone: named(address.phone),
    address: named(deliveryAddressKey(address)),
    newcomers: network,
    network,
  };
}

/** The sorted sets in which an order counts, and its members there. */
function entriesOf(order: Order): { by: CashCount; key: string; members: string[] }[] {
  const { id } = order;
  const subjects = subjectsOf(order);
  const pieces = Array.from({ length: piecesIn(order) }, (_, number) => `${id}:${number}`);
  return cashCounts.flatMap((by) => {
    const subject = subjects[by];
    const members = by === 'newcomers' || by === 'network' ? pieces : [id];
    return subject === undefined ? [] : [{ by, key: cashKey(by, subject), members }];
  });
}

/** The limits for a newly placed cash-on-delivery order; undefined for other orders, and if it was one before. */
export function cashLimitsOf(before: Order | null, after: Order): OrderLimits | undefined {
  if (!isOpenCash(after) || (before && isOpenCash(before))) return undefined;
  const at = after.history.at(-1)?.at ?? after.placedAt;
  return {
    account: userKey(after.userId),
    needsConfirmed: sizeOf(after) !== 'anybody',
    at,
    openMs: DAY_MS,
    counts: entriesOf(after).flatMap(({ by, key, members }) =>
      withHour(
        {
          ...{ by, key, members, ...cashOnDelivery.open[by], isNamed: namedCounts.includes(by) },
          ...(by === 'newcomers' && { nearMs: cashOnDelivery.newcomerMs }),
        },
        cashOnDelivery.open.newcomersInHour,
      ),
    ),
  };
}

type Counted = OrderLimits['counts'][number];

/** A count, and for newcomers the same set once more, for an hour. */
export function withHour(
  count: Counted,
  inHour: Pick<Counted, 'unconfirmed' | 'confirmed'>,
): OrderLimits['counts'] {
  if (count.by !== 'newcomers') return [count];
  return [count, { ...count, ...inHour, nearMs: NEWCOMERS_HOUR_MS, isOnlyRead: true }];
}

/** Writes that remove an order from the counts when it is no longer an open cash-on-delivery order. */
export function cashEndWrites(before: Order | null, after: Order): Change['writes'] {
  if (!before || !isOpenCash(before) || isOpenCash(after)) return [];
  return entriesOf(before).map(({ key, members }) => ['ZREM', key, ...members]);
}
