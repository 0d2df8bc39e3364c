import { beforeEach, expect, test, vi } from 'vitest';
import { allOrdersKey, orderKey } from '../../netlify/storage/keys.ts';
import { indexOrders } from '../../netlify/storage/order-index-backfill.ts';
import { findOrderIds, readOrders } from '../../netlify/storage/order-search.ts';
import { storeOrder } from '../support/orders.ts';
import { connect, flush } from '../support/redis.ts';

const redis = connect({ automaticDeserialization: false });
const EVER = Number.POSITIVE_INFINITY;

beforeEach(flush);

const stored = (id: string) => storeOrder({ id });
const progress = async () => (await readOrders({ most: 1 })).index;

test('an order that changes at every try is left to the next run', async () => {
  const { id } = await stored('A'.repeat(20));
  await stored('B'.repeat(20));
  const { fetch } = globalThis;
  let changes = 0;
  const requests = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (String(init?.body).includes('order-words') && changes < 100) {
      changes += 1;
      await redis.append(orderKey(id), ' ');
    }
    return fetch(url, init);
  });
  expect(await indexOrders(EVER)).toBe(false);
  requests.mockRestore();
  expect(changes).toBeLessThan(20);
  expect(await progress()).toEqual({ done: 0, of: 2 });
  expect(await indexOrders(EVER)).toBe(true);
  expect(await progress()).toEqual({ done: 2, of: 2 });
});

test('an ending is looked up in the index once that is complete, and else in all ids', async () => {
  for (const id of ['0123456789ABCDE10K3M', '9876543210ABCDE10K3M']) await stored(id);
  /** The ids that were found, and whether all were read. */
  const find = async (ending: string) => {
    const requests = vi.spyOn(globalThis, 'fetch');
    const found = (await findOrderIds(ending)).toSorted();
    const bodies = requests.mock.calls.map(([, init]) => String(init?.body));
    requests.mockRestore();
    return [found, bodies.some((body) => body.includes(`"zrange","${allOrdersKey()}"`))];
  };
  const both = ['0123456789ABCDE10K3M', '9876543210ABCDE10K3M'];
  expect(await find('E10K3M')).toEqual([both, true]);
  expect(await indexOrders(EVER)).toBe(true);
  expect(await find('E10K3M')).toEqual([both, false]);
  expect(await find('9ABCDE10K3M')).toEqual([[both[0]], false]);
  // No index has an order that was never readable.
  await redis.zadd(allOrdersKey(), { score: 1, member: 'BROKEN00000000ZZZZZZ' });
  await indexOrders(EVER);
  expect(await find('ZZZZZZ')).toEqual([['BROKEN00000000ZZZZZZ'], true]);
});
