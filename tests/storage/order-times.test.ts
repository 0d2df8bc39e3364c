import { beforeEach, expect, test } from 'vitest';
import { listOrders } from '../../netlify/services/order-lookup.ts';
import { allOrdersKey } from '../../netlify/storage/keys.ts';
import { type PageStart, readPlaced } from '../../netlify/storage/order-times.ts';
import { connect, flush } from '../support/redis.ts';

/** Any number of orders may have the same millisecond. */

const redis = connect({ automaticDeserialization: false });
beforeEach(flush);

/** Places orders at these times. @returns their ids */
async function placed(times: readonly number[]): Promise<string[]> {
  const orders = times.map((score, at) => ({ score, member: `order-${at}` }));
  const [first, ...rest] = orders;
  if (first) await redis.zadd(allOrdersKey(), first, ...rest);
  return orders.map(({ member }) => member);
}

test.each([1, 2, 3, 7, 8])('pages of %i orders have each order once, in both directions', async (most) => {
  const ids = await placed([3, 3, 4, 5, 5, 5, 5]);
  for (const isNewestFirst of [false, true]) {
    const [from, to] = isNewestFirst ? [5, 3] : [3, 5];
    const seen: string[] = [];
    let pages = 0;
    for (let start: PageStart | null = { at: from, skip: 0 }; start; pages += 1) {
      const { page, next } = await readPlaced(start, to, most, isNewestFirst);
      seen.push(...page.map(({ id }) => id));
      start = next;
    }
    expect(seen).toEqual(isNewestFirst ? ids.toReversed() : ids);
    expect(pages).toBe(Math.ceil(ids.length / most));
  }
});

test('a span without orders is one empty page', async () => {
  await placed([1, 9]);
  expect(await readPlaced({ at: 2, skip: 0 }, 8, 10)).toEqual({ page: [], next: null });
});

test('a list has the orders behind more orders of one millisecond than a page has', async () => {
  const ids = await placed([1, ...Array.from({ length: 450 }, () => 2), 3]);
  const seen: string[] = [];
  // None of them can be read, so each is named.
  expect(await listOrders({ most: 1 }, (id) => seen.push(id))).toEqual([]);
  expect(seen.toSorted()).toEqual(ids.toSorted());
});
