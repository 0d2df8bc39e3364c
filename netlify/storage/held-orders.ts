import { piecesIn, sizeOf } from '../../src/domain/cash-order.ts';
import { hasLapsed, heldCounts, isHeld, lapsedCounts } from '../../src/domain/held-order.ts';
import { isUnpaid, type Order, stands } from '../../src/domain/order.ts';
import { unpaidOnline } from '../../src/domain/config.ts';
import { subjectsOf } from './cash-orders.ts';
import type { Change, OrderLimits } from './commit.ts';
import { keptKey, lapsedKey, userKey } from './keys.ts';

/**
 * Pieces that are kept for online payments, and orders for which they were kept for nothing, counted by whoever could
 * have many of them (domain/config.unpaidOnline).
 */

const DAY_MS = unpaidOnline.hours * 60 * 60 * 1_000;

/** Nothing of an order that this name has changes while it is kept. */
const memberOf = (order: Order) => `${order.id}:${piecesIn(order)}:${order.totalPaise}`;

function heldKeysOf(order: Order) {
  const subjects = subjectsOf(order);
  return heldCounts.flatMap((by) => {
    const subject = subjects[by];
    return subject === undefined ? [] : [{ by, key: keptKey(by, subject) }];
  });
}

function lapsedKeysOf(order: Order) {
  const subjects = subjectsOf(order);
  return lapsedCounts.map((by) => ({ by, key: lapsedKey(by, subjects[by]) }));
}

/** One order before and after; as storage/orders has it. */
interface Step {
  before: { order: Order } | null;
  after: Order;
}

const changedAt = ({ history, placedAt }: Order) => history.at(-1)?.at ?? placedAt;

/**
 * What the first of these must keep to where its pieces are kept for a payment from now on; undefined where they are not,
 * or were before. The others give theirs back in the same step.
 */
export function heldLimitsOf([{ before, after }, ...others]: readonly [Step, ...Step[]]):
  OrderLimits | undefined {
  if (!isHeld(after) || (before && isHeld(before.order))) return undefined;
  const released = others.flatMap((other) =>
    other.before && isHeld(other.before.order) ? [other.before.order] : [],
  );
  const isNew = before === null;
  return {
    account: userKey(after.userId),
    needsConfirmed: isNew && sizeOf(after, unpaidOnline.order) !== 'anybody',
    at: changedAt(after),
    openMs: DAY_MS,
    counts: [
      ...heldKeysOf(after).map(({ by, key }) => ({
        ...{ by, key, members: [memberOf(after)], released: released.map(memberOf) },
        ...unpaidOnline.held[by],
        ...(by === 'newcomers' && { nearMs: unpaidOnline.newcomerMs }),
      })),
      // Whoever pays an order after all is welcome.
      ...(isNew ? lapsedKeysOf(after) : []).map(({ by, key }) => ({
        ...{ by: `lapsed-${by}` as const, key, members: [after.id], isOnlyRead: true as const },
        ...unpaidOnline.lapsed[by],
      })),
    ],
  };
}

/** What takes an order out of the counts once its pieces are not kept any more, and notes it where that was for nothing. */
export function heldEnded(before: Order | null, after: Order): Change['writes'] {
  if (!before || !isUnpaid(before)) return [];
  const isReleased = isHeld(before) && !isHeld(after);
  const at = changedAt(after);
  return [
    ...(isReleased ? heldKeysOf(before) : []).map(({ key }): Change['writes'][number] => {
      return ['ZREM', key, memberOf(before)];
    }),
    ...lapsedKeysOf(before).flatMap(({ key }): Change['writes'] => {
      if (stands(after)) return [['ZREM', key, before.id]];
      if (!hasLapsed(before, after)) return [];
      return [
        ['ZADD', key, at, before.id],
        ['ZREMRANGEBYSCORE', key, '-inf', at - DAY_MS],
        ['PEXPIRE', key, DAY_MS],
      ];
    }),
  ];
}
