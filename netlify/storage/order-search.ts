import { chunksOf } from '../../src/domain/chunks.ts';
import type { PaymentMethod } from '../../src/domain/order.ts';
import { type OrderTab, orderTabs } from '../../src/domain/order-tabs.ts';
import { networkWord, searchWordsOf } from '../../src/domain/order-search-terms.ts';
import { allOrdersKey } from './keys.ts';
import { orderGroupKey, orderIndexKey, orderRowsKey, orderWordsKey } from './order-keys.ts';
import { backwards, groups, type OrderRow, rowFrom, wordHash } from './order-index.ts';
import { progressFrom, type IndexProgress } from './order-index-backfill.ts';
import { readOrderPage } from './order-index.lua.ts';
import { redis, run } from './redis.ts';

/** What staff look for; every field narrows the list. */
export interface OrderQuery {
  tab?: OrderTab | undefined;
  method?: PaymentMethod | undefined;
  size?: string | undefined;
  /** Placed from and to, in ms, both included. */
  from?: number | undefined;
  to?: number | undefined;
  /** The end of an id, a name, phone, email or tracking number. */
  search?: string | undefined;
  /** A network's hash, or its beginning (domain/order-search-terms). */
  network?: string | undefined;
  most: number;
  /** `next` of the page before. */
  after?: OrderPlace | undefined;
}

/** A place in the list: when (ms) its order was placed, and the order. */
export interface OrderPlace {
  placedAt: number;
  id: string;
}

export interface OrderPage {
  orders: (OrderRow & { id: string })[];
  counts: Record<OrderTab | 'all', number>;
  /** Where the list goes on; null at its end. */
  next: OrderPlace | null;
  /** How many of the older orders the list knows. */
  index: IndexProgress;
}

const FIXED_KEYS = 4;
const FIXED_REPLIES = 5;
const ROW_PARTS = 3;
const EVER = Number.MAX_SAFE_INTEGER;

/** A page of the shop's orders, newest first, with the numbers of every tab. One round trip. */
export async function readOrders(query: OrderQuery): Promise<OrderPage> {
  const { tab, method, size, from = 0, to = EVER, search = '', network, most, after } = query;
  const filters = [
    ...(tab ? [groups.tab(tab)] : []),
    ...(method ? [groups.payment(method)] : []),
    ...(size === undefined ? [] : [groups.size(size)]),
  ];
  const counted = orderTabs.map(groups.tab);
  const places = [...counted, ...filters].map((_, at) => FIXED_KEYS + 1 + at);
  const words = [
    ...searchWordsOf(search).map(({ words: each, idEnding }) => [
      ...each.map(wordHash),
      ...(idEnding === null ? [] : [`#${backwards(idEnding)}`]),
    ]),
    ...(network === undefined ? [] : [[wordHash(networkWord(network))]]),
  ];
  const asked = {
    counted: places.slice(0, counted.length),
    filters: places.slice(counted.length),
    from: String(from),
    to: String(to),
    words,
    most,
    before: after ? [String(after.placedAt), after.id] : ['', ''],
  };
  const keys = [
    orderRowsKey(),
    orderWordsKey(),
    allOrdersKey(),
    orderIndexKey(),
    ...[...counted, ...filters].map(orderGroupKey),
  ];
  const [reply] = (await run(readOrderPage, keys, [JSON.stringify(asked)])) as [unknown[]];
  return pageFrom(reply);
}

function pageFrom(reply: unknown[]): OrderPage {
  const [counts, progress, more, time, id] = reply as [number[], string, string, string, string];
  const flat = reply.slice(FIXED_REPLIES) as string[];
  const orders: OrderPage['orders'] = [];
  for (const [orderId = '', , row = ''] of chunksOf(flat, ROW_PARTS)) {
    // An order that another build wrote, before this one has made its line.
    if (row !== '') orders.push({ id: orderId, ...rowFrom(row) });
  }
  const [all = 0, ...ofTabs] = counts;
  const tabs = Object.fromEntries(orderTabs.map((tab, at) => [tab, ofTabs[at] ?? 0]));
  return {
    orders,
    counts: { all, ...tabs } as OrderPage['counts'],
    next: more === 'more' ? { placedAt: Number(time), id } : null,
    index: progressFrom(progress, all),
  };
}

/** Ids of orders that end with these characters: shoppers and the owner use the last six. */
export async function findOrderIds(ending: string): Promise<string[]> {
  const word = `#${backwards(ending)}`;
  const [progress, all, entries] = await redis()
    .pipeline()
    .get(orderIndexKey())
    .zcard(allOrdersKey())
    .zrange(orderWordsKey(), `[${word}`, `[${word}\u00ff`, { byLex: true })
    .exec<[string | null, number, string[]]>();
  const { done, of } = progressFrom(progress ?? '', all);
  if (done === of && entries.length > 0) return entries.map((entry) => backwards(entry.slice(1)));
  // An index that is not complete could hide a second order, and no index has an order that was never readable.
  const ids = await redis().zrange<string[]>(allOrdersKey(), 0, -1);
  return ids.filter((id) => id.endsWith(ending));
}
