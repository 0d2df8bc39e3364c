import type { Order } from '../../src/domain/order.ts';
import { allOrdersKey, addressCheckedUntilKey, addressChecksKey } from './keys.ts';
import { readReadableOrders } from './orders.ts';
import { redis } from './redis.ts';

/** Orders that may lose their address. Who is placed before a time is looked at once, in the order of their placing. */

/** Orders that are looked at for the first time. */
export interface UncheckedOrders {
  orders: Order[];
  /** Those that cannot be read. */
  unreadable: string[];
  /** When (ms) the last of all was placed. */
  until: number;
  /** There may be more. */
  isFull: boolean;
}

/** The oldest orders, placed before this time (ms), that were not looked at yet; null where there are none. */
export async function readUncheckedOrders(before: number, most: number): Promise<UncheckedOrders | null> {
  const from = Number((await redis().get<string>(addressCheckedUntilKey())) ?? 0);
  const flat = await redis().zrange<(string | number)[]>(allOrdersKey(), `(${from}`, before, {
    byScore: true,
    withScores: true,
    offset: 0,
    count: most,
  });
  if (flat.length === 0) return null;
  const ids = flat.filter((_, at) => at % 2 === 0).map(String);
  const orders = await readReadableOrders(ids);
  const known = new Set(orders.map(({ id }) => id));
  return {
    orders,
    unreadable: ids.filter((id) => !known.has(id)),
    until: Number(flat.at(-1)),
    isFull: ids.length === most,
  };
}

/** Orders up to this time (ms) were looked at; these are to be asked about again, each at its time (ms). */
export async function markChecked(
  until: number,
  orders: readonly { id: string; at: number }[],
): Promise<void> {
  const multi = redis().multi().set(addressCheckedUntilKey(), until);
  for (const { id, at } of orders) multi.zadd(addressChecksKey(), { score: at, member: id });
  await multi.exec();
}

/** Ids of orders that are to be asked about by now (ms). */
export async function readDueChecks(at: number, most: number): Promise<string[]> {
  return redis().zrange<string[]>(addressChecksKey(), 0, at, { byScore: true, offset: 0, count: most });
}

/** When (ms) an order is to be asked about next; null for never. */
export async function scheduleCheck(id: string, at: number | null): Promise<void> {
  if (at === null) await redis().zrem(addressChecksKey(), id);
  else await redis().zadd(addressChecksKey(), { score: at, member: id });
}
