import type { Order } from '../../src/domain/order.ts';
import { allOrdersKey, fadedKey, fadingKey } from './keys.ts';
import { readOrdersById } from './orders.ts';
import { redis } from './redis.ts';

/** Orders that may lose their address. Who is placed before a time is looked at once, in the order of their placing. */

/** The oldest orders, placed before this time (ms), that were not looked at yet. */
export async function readUnseen(before: number, most: number): Promise<Order[]> {
  const from = Number((await redis().get<string>(fadedKey())) ?? 0);
  const ids = await redis().zrange<string[]>(allOrdersKey(), `(${from}`, before, {
    byScore: true,
    offset: 0,
    count: most,
  });
  return readOrdersById(ids);
}

/** Orders up to this time (ms) were looked at; these are to be asked about again, each at its time (ms). */
export async function markSeen(until: number, orders: readonly { id: string; at: number }[]): Promise<void> {
  const multi = redis().multi().set(fadedKey(), until);
  for (const { id, at } of orders) multi.zadd(fadingKey(), { score: at, member: id });
  await multi.exec();
}

/** Ids of orders that are to be asked about by now (ms). */
export async function readFading(at: number, most: number): Promise<string[]> {
  return redis().zrange<string[]>(fadingKey(), 0, at, { byScore: true, offset: 0, count: most });
}

/** When (ms) an order is to be asked about next; null for never. */
export async function setFading(id: string, at: number | null): Promise<void> {
  if (at === null) await redis().zrem(fadingKey(), id);
  else await redis().zadd(fadingKey(), { score: at, member: id });
}
