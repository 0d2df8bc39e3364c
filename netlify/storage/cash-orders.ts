import {
  type CashCount,
  cashCounts,
  doorOf,
  isOpenCash,
  piecesIn,
  sizeOf,
} from '../../src/domain/cash-order.ts';
import type { Order } from '../../src/domain/order.ts';
import { cashOnDelivery } from '../../src/domain/config.ts';
import type { Change, OrderLimits } from './commit.ts';
import { cashKey, markOf, userKey } from './keys.ts';

/** Open orders on delivery, counted by whoever could place many of them (domain/config.cashOnDelivery). */

const DAY_MS = cashOnDelivery.hours * 60 * 60 * 1_000;

/** By whom an order counts; orders from before there was a limit have no network. */
export function subjectsOf({ userId, address, network }: Order) {
  return {
    account: userId,
    phone: markOf(address.phone),
    address: markOf(doorOf(address)),
    newcomers: network,
    network,
  };
}

/** Where an order counts, and as what. */
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

/** What an order must keep to when it is placed to be paid on delivery; undefined where it is not, or was before. */
export function cashLimitsOf(before: Order | null, after: Order): OrderLimits | undefined {
  if (!isOpenCash(after) || (before && isOpenCash(before))) return undefined;
  const at = after.history.at(-1)?.at ?? after.placedAt;
  return {
    account: userKey(after.userId),
    needsConfirmed: sizeOf(after) !== 'anybody',
    at,
    openMs: DAY_MS,
    counts: entriesOf(after).map(({ by, key, members }) => ({
      ...{ by, key, members, ...cashOnDelivery.open[by] },
      ...(by === 'newcomers' && { nearMs: cashOnDelivery.newcomerMs }),
    })),
  };
}

/** What takes an order out of the counts once it is no open order on delivery any more. */
export function cashEnded(before: Order | null, after: Order): Change['writes'] {
  if (!before || !isOpenCash(before) || isOpenCash(after)) return [];
  return entriesOf(before).map(({ key, members }) => ['ZREM', key, ...members]);
}
