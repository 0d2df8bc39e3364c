import process from 'node:process';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { commit, nothingElse } from '../../netlify/storage/transaction.ts';
import { allOrdersKey, journalKey, orderKey } from '../../netlify/storage/keys.ts';
import { orderIndexKey, orderRowsKey, orderWordsKey } from '../../netlify/storage/order-keys.ts';
import { indexOrders, indexOrdersAgain } from '../../netlify/storage/order-index-backfill.ts';
import { type OrderQuery, readOrders } from '../../netlify/storage/order-search.ts';
import { changeOrder } from '../../netlify/storage/order-changes.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { openJournal } from '../../netlify/storage/backup-journal.lua.ts';
import { run } from '../../netlify/storage/redis.ts';
import { writeDocument } from '../../netlify/storage/document-versions.ts';
import { type Order, withStatus } from '../../src/domain/order.ts';
import { withoutPerson } from '../../src/domain/retention.ts';
import { anOrder, storeOrder } from '../support/orders.ts';
import { connect, flush } from '../support/redis.ts';

const redis = connect({ automaticDeserialization: false });
const noEvents = { notifications: [], emails: [] };
const EVER = Number.POSITIVE_INFINITY;
/** `ORDERS=100000` measures a large shop (docs/measurements.md). */
const MANY = Number(process.env['ORDERS'] ?? 2_000);

beforeEach(flush);

const stored = (own: Partial<Order> = {}) => storeOrder(own, 1_000);

async function change(id: string, next: (order: Order) => Order): Promise<void> {
  const before = await readOrder(id);
  if (before) await changeOrder({ before, after: next(before.order), events: noEvents }, () => 1_000);
}

const list = async (query: Partial<OrderQuery>) => readOrders({ most: 50, ...query });
const found = async (query: Partial<OrderQuery>) => (await list(query)).orders.map(({ id }) => id);
const named = (firstName: string, lastName: string, email = 'a@example.com', phone = '919876543210') => ({
  ...anOrder().address,
  firstName,
  lastName,
  email,
  phone,
});

test('an order moves from tab to tab in the commit that changes it', async () => {
  const { id } = await stored();
  expect(await found({ tab: 'pack' })).toEqual([id]);
  await change(id, (order) => withStatus(order, 'Processing', Date.now()));
  const page = await list({ tab: 'ship' });
  expect(page.orders).toMatchObject([
    { id, status: 'Processing', pieces: 1, totalPaise: 10_000, city: expect.any(String) },
  ]);
  expect(page.counts).toEqual({
    all: 1,
    pack: 0,
    ship: 1,
    shipped: 0,
    delivered: 0,
    returns: 0,
    unpaid: 0,
    cancelled: 0,
    trouble: 0,
  });
});

test('an order is found by the end of its id, name, phone, email and tracking number, and by all of them together', async () => {
  const asha = await stored({ address: named('Asha', 'Rao', 'asha@example.com', '919876500001') });
  const ravi = await stored({ address: named('Ravi', 'Rao', 'ravi@example.com', '919876500002') });
  const shipment = { courier: 'x', trackingNumber: '1490816273645' };
  await change(ravi.id, (order) => ({ ...order, shipment }));
  expect(await found({ search: asha.id.slice(-6) })).toEqual([asha.id]);
  expect(await found({ search: asha.id })).toEqual([asha.id]);
  expect((await found({ search: 'rao' })).sort()).toEqual([asha.id, ravi.id].sort());
  expect(await found({ search: 'ravi RAO' })).toEqual([ravi.id]);
  expect(await found({ search: 'rav ra' })).toEqual([]);
  expect(await found({ search: 'rav rao' })).toEqual([ravi.id]);
  expect(await found({ search: `rao ${asha.id.slice(-6)}` })).toEqual([asha.id]);
  expect(await found({ search: '98765 00001' })).toEqual([asha.id]);
  expect(await found({ search: 'Ravi@example.com' })).toEqual([ravi.id]);
  expect(await found({ search: '1490816273645' })).toEqual([ravi.id]);
  expect(await found({ search: 'meera' })).toEqual([]);
});

test('filters narrow a search and each other', async () => {
  const day = Date.UTC(2026, 10, 20);
  const cash = await stored({ placedAt: day, address: named('Asha', 'Rao') });
  const card = await stored({ placedAt: day + 1, paymentMethod: 'razorpay', address: named('Asha', 'Rao') });
  const items = anOrder().items.map((item) => ({ ...item, size: 'XL' }));
  const large = await stored({ placedAt: day + 2, items, address: named('Asha', 'Rao') });
  expect(await found({ method: 'cod' })).toEqual([large.id, cash.id]);
  expect(await found({ method: 'cod', size: 'XL' })).toEqual([large.id]);
  expect(await found({ search: 'asha', method: 'razorpay' })).toEqual([card.id]);
  expect(await found({ search: 'asha', from: day + 1 })).toEqual([large.id, card.id]);
  expect(await found({ to: day + 1 })).toEqual([card.id, cash.id]);
  expect(await found({ tab: 'delivered', search: 'asha' })).toEqual([]);
});

test('orders of one network are found by its mark until they end', async () => {
  const [one, other] = [`1.abcdefgh${'x'.repeat(35)}`, `1.zyxwvuts${'x'.repeat(35)}`];
  const cash = await stored({ network: one });
  const card = await stored({ network: one, paymentMethod: 'razorpay' });
  await stored({ network: other });
  expect((await found({ network: '1.abcdef' })).sort()).toEqual([cash.id, card.id].sort());
  expect(await found({ network: one, method: 'cod' })).toEqual([cash.id]);
  // No typed search equals the mark of a network.
  expect(await found({ search: '1.abcdef' })).toEqual([]);
  expect(await found({ search: 'network:1.abcdef' })).toEqual([]);
  await change(cash.id, (order) => withStatus(order, 'Cancelled', Date.now()));
  expect(await found({ network: one })).toEqual([card.id]);
});

test('an order that loses its personal data is no longer found by it', async () => {
  const { id } = await stored({ address: named('Asha', 'Rao', 'asha@example.com') });
  await change(id, (order) => withoutPerson(order, Date.now()));
  expect([await found({ search: 'asha' }), await found({ search: 'asha@example.com' })]).toEqual([[], []]);
  expect(await redis.hget(orderRowsKey(), id)).not.toContain('Asha');
  expect(await found({ search: id.slice(-6) })).toEqual([id]);
});

describe('a list of many orders', () => {
  test('has pages without gaps or duplicates, even if all orders have the same time', async () => {
    const times = [5, 5, 5, 5, 4, 3, 3];
    const ids: string[] = [];
    for (const placedAt of times) ids.push((await stored({ placedAt })).id);
    for (const search of ['', 'lane']) {
      if (search)
        for (const id of ids) await change(id, (order) => ({ ...order, address: named('Lane', 'Rao') }));
      const seen: string[] = [];
      for (let page = await list({ most: 2, search }); ;) {
        seen.push(...page.orders.map(({ id }) => id));
        if (!page.next) break;
        page = await list({ most: 2, search, after: page.next });
      }
      expect(seen.toSorted()).toEqual(ids.toSorted());
      expect(new Set(seen).size).toBe(ids.length);
    }
  });

  test('of a word that fits more than 2,000 orders, finds the newest 2,000', async () => {
    const { id } = await stored({ address: named('Kabir', 'Iyer') });
    const words = await redis.zrange<string[]>(orderWordsKey(), 0, -1);
    const entries = words.filter((entry) => entry.endsWith(id));
    // Later orders with the same words: the mark of a word, the latest time, another id.
    const later = entries.flatMap((entry) =>
      Array.from({ length: 2_000 }, (_, at) => `${entry.slice(0, 16)}${'z'.repeat(9)}${at}`),
    );
    const members = later.map((member) => ({ score: 0, member }));
    for (let from = 0; from < members.length; from += 1_000)
      await redis.zadd(orderWordsKey(), ...(members.slice(from, from + 1_000) as [(typeof members)[number]]));
    expect(await found({ search: 'kabir' })).toEqual([]);
    await redis.zrem(orderWordsKey(), ...later.filter((member) => member.endsWith('z0')));
    expect(await found({ search: 'kabir' })).toEqual([id]);
  });

  test(`of ${MANY} orders takes one round trip a page`, async () => {
    const first = ['Asha', 'Ravi', 'Meera', 'Kabir', 'Zoya'];
    const last = ['Rao', 'Kumar', 'Singh', 'Iyer', 'Khan', 'Das'];
    const STEP = 500;
    for (let from = 0; from < MANY; from += STEP) {
      const pipeline = redis.pipeline();
      for (let at = from; at < Math.min(MANY, from + STEP); at += 1) {
        const person = [first[at % 5] ?? '', last[at % 6] ?? ''] as const;
        const address = named(...person, `s${at}@example.com`, `91${7_000_000_000 + at}`);
        const status = at % 50 === 0 ? 'Order Placed' : 'Delivered';
        const order = anOrder({ placedAt: 1_000 * at, address, status });
        pipeline.set(orderKey(order.id), writeDocument('order', order));
        pipeline.zadd(allOrdersKey(), { score: order.placedAt, member: order.id });
      }
      await pipeline.exec();
    }
    const start = performance.now();
    await indexOrders(EVER);
    const took: Record<string, string> = { index: `${Math.round(performance.now() - start)} ms` };
    const requests = vi.spyOn(globalThis, 'fetch');
    const queries: Partial<OrderQuery>[] = [
      {},
      { tab: 'delivered' },
      { tab: 'pack' },
      { tab: 'delivered', method: 'cod', size: 'M' },
      { search: 'kumar' },
      { search: 'kum' },
      { search: 'ash kum' },
      { search: 'asha kumar' },
      { search: 's7@example.com' },
      { tab: 'delivered', method: 'cod', to: 1_000 * (MANY / 2) },
      { tab: 'pack', after: { placedAt: 1_000 * (MANY / 4), id: '' } },
      { tab: 'delivered', size: 'L' },
    ];
    for (const query of queries) {
      await list(query);
      const times: number[] = [];
      for (let turn = 0; turn < 9; turn += 1) {
        const begun = performance.now();
        requests.mockClear();
        await list(query);
        expect(requests).toHaveBeenCalledTimes(1);
        times.push(performance.now() - begun);
      }
      took[JSON.stringify(query)] = `${times.toSorted((a, b) => a - b)[4]?.toFixed(1)} ms`;
    }
    expect((await list({ search: 's7@example.com' })).orders).toHaveLength(1);
    expect((await list({ search: 'kumar' })).orders).toHaveLength(50);
    expect((await list({})).counts).toMatchObject({ all: MANY, pack: Math.ceil(MANY / 50) });
    if (process.env['ORDERS']) console.log(took, `${await redis.zcard(orderWordsKey())} words`);
  }, 900_000);
});

describe('orders that are older than the index', () => {
  const own = ['order-rows', 'order-words', 'order-index', 'order-group:*'];
  async function withoutIndex(): Promise<void> {
    const names = (await Promise.all(own.map((name) => redis.keys(name)))).flat();
    if (names.length > 0) await redis.del(...names);
  }

  test('are added, and an interrupted run continues', async () => {
    const orders: Order[] = [];
    for (let at = 0; at < 60; at += 1)
      orders.push(await stored({ placedAt: at, address: named('Asha', 'Rao') }));
    const whole = await list({ tab: 'pack' });
    await withoutIndex();
    expect((await list({})).index).toEqual({ done: 0, of: 60 });
    expect(await indexOrders(0)).toBe(false);
    const { fetch } = globalThis;
    const requests = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (String(init?.body).includes(`"${allOrdersKey()}",50`)) throw new Error('broken off');
      return fetch(url, init);
    });
    await expect(indexOrders(EVER)).rejects.toThrow('Redis does not answer');
    requests.mockRestore();
    expect((await list({})).index).toEqual({ done: 50, of: 60 });
    expect(await indexOrders(EVER)).toBe(true);
    expect((await list({ tab: 'pack' })).orders).toEqual(whole.orders);
    expect((await list({ tab: 'pack' })).index).toEqual({ done: 60, of: 60 });
  });

  test('are corrected by the daily run if a function of the previous deploy moved them', async () => {
    const order = await stored();
    await indexOrders(EVER);
    const shipped = withStatus(withStatus(order, 'Processing', 2), 'Shipped', 3);
    await redis.set(orderKey(order.id), writeDocument('order', shipped));
    expect(await found({ tab: 'pack' })).toEqual([order.id]);
    await indexOrdersAgain(EVER);
    expect([await found({ tab: 'pack' }), await found({ tab: 'shipped' })]).toEqual([[], [order.id]]);
    const mark = await redis.get<string>(orderIndexKey());
    await indexOrdersAgain(EVER);
    expect(await redis.get(orderIndexKey())).toBe(mark);
  });

  test('do not stop the others if they are unreadable', async () => {
    const order = await stored();
    await redis.set(orderKey('BROKEN'), '{');
    await redis.zadd(allOrdersKey(), { score: 0, member: 'BROKEN' });
    await withoutIndex();
    expect(await indexOrders(EVER)).toBe(true);
    expect(await found({})).toEqual([order.id]);
  });

  test('are found again after the hash key changes', async () => {
    const { id } = await stored({ address: named('Asha', 'Rao', 'asha@example.com') });
    await indexOrders(EVER);
    const before = await redis.zrange<string[]>(orderWordsKey(), 0, -1);
    vi.stubEnv('PERSON_HASH_KEY', `${process.env['PERSON_HASH_KEY']} ${'k'.repeat(40)}`);
    expect(await found({ search: 'asha@example.com' })).toEqual([]);
    expect(await indexOrders(EVER)).toBe(true);
    expect(await found({ search: 'asha@example.com' })).toEqual([id]);
    const after = await redis.zrange<string[]>(orderWordsKey(), 0, -1);
    expect(after.filter((entry) => before.includes(entry) && !entry.startsWith('#'))).toEqual([]);
  });
});

test('a backup does not copy the index', async () => {
  const { id } = await stored();
  await run(openJournal, [], ['backup', 60_000, '']);
  await change(id, (order) => withStatus(order, 'Processing', Date.now()));
  const noted = await redis.hkeys(journalKey());
  expect(noted).toContain(orderKey(id));
  expect(noted.filter((name) => name.startsWith('order-'))).toEqual([]);
});

test('a change can wait for the score of a member', async () => {
  await redis.zadd('letters', { score: 5, member: 'one' });
  const expecting = (text: string | null, member: string) =>
    commit(null, {
      ...nothingElse,
      expect: [{ key: 'letters', text, member }],
      writes: [['ZREM', 'letters', member]],
    });
  expect(await expecting('4', 'one')).toEqual({ outcome: 'stale', at: 0, found: '5' });
  expect(await expecting('5', 'two')).toMatchObject({ outcome: 'stale', found: null });
  expect(await expecting('5', 'one')).toEqual({ outcome: 'done' });
  expect(await redis.exists('letters')).toBe(0);
});
