import type { Order } from '../../src/domain/order.ts';
import { allOrdersKey, addressCheckedUntilKey, addressChecksKey } from './keys.ts';
import { readReadableOrders } from './orders.ts';
import { pairsOf, redis } from './redis.ts';

/**
 * Orders that may lose their address. A job checks each order once after some time, in the order of their placement.
 */

/** Orders that are checked for the first time. */
export interface UncheckedOrders {
  orders: Order[];
  /** Ids of orders that cannot be read. */
  unreadable: string[];
  /** When (ms) the newest of these orders was placed. */
  until: number;
  /** There may be more. */
  isFull: boolean;
}

/** The oldest unchecked orders that were placed before this time (ms); null if there are none. */
export async function readUncheckedOrders(before: number, most: number): Promise<UncheckedOrders | null> {
  const from = Number((await redis().get<string>(addressCheckedUntilKey())) ?? 0);
  const flat = await redis().zrange<(string | number)[]>(allOrdersKey(), `(${from}`, before, {
    byScore: true,
    withScores: true,
    offset: 0,
    count: most,
  });
  if (flat.length === 0) return null;
  const ids = pairsOf(flat).map(([id]) => id);
  const orders = await readReadableOrders(ids);
  const known = new Set(orders.map(({ id }) => id));
  return {
    orders,
    unreadable: ids.filter((id) => !known.has(id)),
    until: Number(flat.at(-1)),
    isFull: ids.length === most,
  };
}

/** Records that orders up to this time (ms) were checked, and when (ms) to check the given ones again. */
export async function markChecked(
  until: number,
  orders: readonly { id: string; at: number }[],
): Promise<void> {
  const multi = redis().multi().set(addressCheckedUntilKey(), until);
  for (const { id, at } of orders) multi.zadd(addressChecksKey(), { score: at, member: id });
  await multi.exec();
}

/** Ids of orders whose next check is due at this time (ms). */
export async function readDueChecks(at: number, most: number): Promise<string[]> {
  return redis().zrange<string[]>(addressChecksKey(), 0, at, { byScore: true, offset: 0, count: most });
}

/** Sets when (ms) to check an order next; null for never. */
export async function scheduleCheck(id: string, at: number | null): Promise<void> {
  if (at === null) await redis().zrem(addressChecksKey(), id);
  else await redis().zadd(addressChecksKey(), { score: at, member: id });
}
