/** Reads orders, and says when each is checked next. */
import { chunksOf } from '../../src/domain/chunks.ts';
import type { Order } from '../../src/domain/order.ts';
import type { SumsEdition } from '../../src/domain/order-sums.ts';
import { commit, nothingElse } from './transaction.ts';
import { readDocument } from './document-versions.ts';
import { type OnBehalf, read, type Shopper } from './session-and-limits.ts';
import {
  failedReconciliationsKey,
  needsOwnerKey,
  orderKey,
  ordersKey,
  referenceKey,
  unpaidKey,
  watchKey,
} from './keys.ts';
import { type PageStart, readPlaced } from './order-times.ts';
import { redis } from './redis.ts';

/** An order and the text that it was read from. A change applies only if that text is still stored. */
export interface Stored {
  order: Order;
  text: string;
  /** The running sums that contain it (storage/order-sums); orders from before there were sums are in none yet. */
  counted?: SumsEdition;
}

/** A shopper's orders, newest first. Two round trips, or one if there are none. @throws SessionEnded, TooMany */
export async function readOrders(shopper: Shopper | OnBehalf): Promise<Order[]> {
  const [ids] = await read(shopper, (pipeline) =>
    pipeline.zrange(ordersKey(shopper.session.userId), 0, -1, { rev: true }),
  );
  return readOrdersById(ids as string[]);
}

export async function readOrder(orderId: string): Promise<Stored | null> {
  const text = await redis().get<string>(orderKey(orderId));
  return text === null ? null : stored(text);
}

/** An order of this shopper; null if there is none or it belongs to another. @throws SessionEnded, TooMany */
export async function readOwnOrder(shopper: Shopper, orderId: string): Promise<Stored | null> {
  const [text] = await read(shopper, (pipeline) => pipeline.get(orderKey(orderId)));
  if (typeof text !== 'string') return null;
  const found = stored(text);
  return found.order.userId === shopper.session.userId ? found : null;
}

/** The shopper's order that a provider knows by this reference; null as above. @throws SessionEnded, TooMany */
export async function readOwnOrderByReference(
  shopper: Shopper,
  provider: string,
  id: string,
): Promise<Stored | null> {
  const [orderId] = await read(shopper, (pipeline) => pipeline.get(referenceKey(provider, id)));
  const found = typeof orderId === 'string' ? await readOrder(orderId) : null;
  return found?.order.userId === shopper.session.userId ? found : null;
}

/** The id of a shopper's one unpaid order. */
export async function readUnpaidId(userId: string): Promise<string | null> {
  return redis().get<string>(unpaidKey(userId));
}

/** The id of the order that a provider knows by this reference. */
export async function findByReference(provider: string, id: string): Promise<string | null> {
  return redis().get<string>(referenceKey(provider, id));
}

/** A page of all orders back to this time (ms, included), newest first; null for an order that cannot be read. */
export async function readShopOrders(
  start: PageStart,
  from: number,
  most: number,
): Promise<{ orders: { id: string; order: Order | null }[]; next: PageStart | null }> {
  const { page, next } = await readPlaced(start, from, most, true);
  const orders = await readReadableOrders(page.map(({ id }) => id));
  const known = new Map(orders.map((order) => [order.id, order]));
  return { orders: page.map(({ id }) => ({ id, order: known.get(id) ?? null })), next };
}

/** Ids of orders whose check is due at this time (ms), the oldest due first. */
export async function readDue(at: number, most: number): Promise<string[]> {
  return redis().zrange<string[]>(watchKey(), 0, at, { byScore: true, offset: 0, count: most });
}

/** Ids of orders with a payment problem that only the owner can solve. */
export async function readNeedingOwner(): Promise<string[]> {
  return redis().smembers<string[]>(needsOwnerKey());
}

/** Sets when (ms) to check an order next; null for never. */
export async function scheduleCheck(orderId: string, at: number | null, text: string | null): Promise<void> {
  await commit(null, {
    ...nothingElse,
    expect: text === null ? [] : [{ key: orderKey(orderId), text }],
    writes: [
      at === null ? ['ZREM', watchKey(), orderId] : ['ZADD', watchKey(), at, orderId],
      ['HDEL', failedReconciliationsKey(), orderId],
    ],
  });
}

const AT_ONCE = 200;

/** Orders in the order of the ids; missing ones are left out. */
async function readOrdersById(ids: readonly string[]): Promise<Order[]> {
  return (await readTexts(ids)).map((text) => stored(text).order);
}

/** The same, without orders that this build cannot read: one of them must not hide the others. */
export async function readReadableOrders(ids: readonly string[]): Promise<Order[]> {
  return (await readStored(ids)).map(({ order }) => order);
}

/** The same, with the texts that they were read from. */
export async function readStored(ids: readonly string[]): Promise<Stored[]> {
  return (await readTexts(ids)).flatMap((text) => {
    try {
      const found = stored(text);
      return isOrder(found.order) ? [found] : [];
    } catch {
      return [];
    }
  });
}

function isOrder({ id, items, history, address }: Partial<Order>): boolean {
  return typeof id === 'string' && [items, history].every(Array.isArray) && typeof address === 'object';
}

/** One for each id, null for a missing one. One round trip for up to 200. */
export async function readEach(ids: readonly string[]): Promise<(Stored | null)[]> {
  return (await readAll(ids)).map((text) => (text === null ? null : stored(text)));
}

async function readTexts(ids: readonly string[]): Promise<string[]> {
  return (await readAll(ids)).filter((text) => text !== null);
}

async function readAll(ids: readonly string[]): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for (const part of chunksOf(ids, AT_ONCE)) {
    texts.push(...(await redis().mget<(string | null)[]>(...part.map(orderKey))));
  }
  return texts;
}

/** Reads an order. Orders from before there were codes lack the field `discount`, older ones the mark `isCounted`. */
export function stored(text: string): Stored {
  const { isCounted = 0, ...order } = readDocument<Partial<Order> & { isCounted?: true | SumsEdition }>(
    'order',
    text,
  );
  // The first edition was marked with true.
  return { order: { discount: null, ...order } as Order, text, counted: isCounted === true ? 1 : isCounted };
}
