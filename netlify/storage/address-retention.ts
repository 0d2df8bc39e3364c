import type { Order } from '../../src/domain/order.ts';
import { addressCheckedUntilKey, addressChecksKey } from './keys.ts';
import { type PageStart, readPlaced } from './order-times.ts';
import { readReadableOrders } from './orders.ts';
import { redis } from './redis.ts';

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
  /** Where the next of them begin; null if there are none. */
  next: PageStart | null;
}

/** Where the unchecked orders begin. */
export async function readCheckStart(): Promise<PageStart> {
  const until = Number((await redis().get<string>(addressCheckedUntilKey())) ?? 0);
  return { at: until + 1, skip: 0 };
}

/** The oldest unchecked orders that were placed up to this time (ms); null if there are none. */
export async function readUncheckedOrders(
  start: PageStart,
  before: number,
  most: number,
): Promise<UncheckedOrders | null> {
  const { page, next } = await readPlaced(start, before, most);
  const last = page.at(-1);
  if (!last) return null;
  const ids = page.map(({ id }) => id);
  const orders = await readReadableOrders(ids);
  const known = new Set(orders.map(({ id }) => id));
  return {
    orders,
    unreadable: ids.filter((id) => !known.has(id)),
    until: last.at,
    next,
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
