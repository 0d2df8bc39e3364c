import { beforeEach, expect, test } from 'vitest';
import { runCleanup } from '../../netlify/services/cleanup.ts';
import { countOldOrders } from '../../netlify/services/order-sums.ts';
import { deliverOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import { orderKey } from '../../netlify/storage/keys.ts';
import { sumsCountedUntilKey, sumsKey } from '../../netlify/storage/order-keys.ts';
import { readSums } from '../../netlify/storage/order-sums.ts';
import { dayOf } from '../../src/domain/days.ts';
import { sellersFrom, SUMS_EDITION } from '../../src/domain/order-sums.ts';
import { storeOrder } from '../support/orders.ts';
import { expectRunningSumsHold } from '../support/payments.ts';
import { packShipAndDeliver, parcel } from '../support/placed-orders.ts';
import { connect, flush } from '../support/redis.ts';

const redis = connect({ automaticDeserialization: false });
beforeEach(flush);

const soon = () => Date.now() + 60_000;

/** Restores the state before the shop had running sums. */
async function forgetSums(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { isCounted, ...document } = JSON.parse((await redis.get<string>(orderKey(id))) ?? '') as Record<
      string,
      unknown
    >;
    expect(isCounted).toBe(SUMS_EDITION);
    await redis.set(orderKey(id), JSON.stringify(document));
  }
  const books = await redis.keys(sumsKey('*'));
  await redis.del(...books, sumsCountedUntilKey());
}

test('the sums of the shop equal the total of its orders at every step of an order', async () => {
  const { id } = await storeOrder();
  const other = await storeOrder();
  await expectRunningSumsHold();
  await processOrder(id);
  await processOrder(other.id);
  await expectRunningSumsHold();
  await shipOrder(id, parcel);
  await expectRunningSumsHold();
  await deliverOrder(id);
  await expectRunningSumsHold();
});

test('orders from before the running sums are counted once, however often they change meanwhile', async () => {
  const old = [await storeOrder(), await storeOrder(), await storeOrder()];
  await forgetSums(old.map(({ id }) => id));
  await processOrder(old[0]?.id ?? '');
  const [states] = await readSums(['states']);
  expect(states).toEqual(new Map([['Processing', 1]]));
  await runCleanup(60_000);
  expect(await countOldOrders(soon())).toBe(true);
  const [after] = await readSums(['states']);
  expect(after).toEqual(
    new Map([
      ['Processing', 1],
      ['Order Placed', 2],
    ]),
  );
  await expectRunningSumsHold();
});

test('orders whose sums are older than best sellers are added there once, and stay in the others', async () => {
  const old = [await storeOrder(), await storeOrder()];
  const book = `sellers:${dayOf(Date.now()).slice(0, 7)}` as const;
  for (const { id } of old) {
    const text = (await redis.get<string>(orderKey(id))) ?? '';
    await redis.set(orderKey(id), text.replace(`"isCounted":${SUMS_EDITION}`, '"isCounted":true'));
  }
  await redis.del(sumsKey(book), sumsCountedUntilKey());
  await expectRunningSumsHold();
  await processOrder(old[0]?.id ?? '');
  await expectRunningSumsHold();
  expect(await countOldOrders(soon())).toBe(true);
  await expectRunningSumsHold();
  const [sellers = new Map<string, number>()] = await readSums([book]);
  expect(sellersFrom(sellers)).toEqual([{ productId: 'tee', pieces: 2, grossPaise: 18_000 }]);
});

test('delivered cash orders whose sums are older than collected cash are added there once', async () => {
  const { id, totalPaise } = await storeOrder();
  await packShipAndDeliver(id);
  const text = (await redis.get<string>(orderKey(id))) ?? '';
  await redis.set(orderKey(id), text.replace(`"isCounted":${SUMS_EDITION}`, '"isCounted":2'));
  await redis.del(sumsKey('collected'), sumsCountedUntilKey());
  await expectRunningSumsHold();
  expect(await countOldOrders(soon())).toBe(true);
  expect(await countOldOrders(soon())).toBe(true);
  await expectRunningSumsHold();
  const [collected] = await readSums(['collected']);
  expect(collected).toEqual(
    new Map([
      ['orders Delhivery', 1],
      ['paise Delhivery', totalPaise],
    ]),
  );
});

test('a run that is out of time reports it, and the next one finishes', async () => {
  const old = [await storeOrder(), await storeOrder()];
  await forgetSums(old.map(({ id }) => id));
  expect(await countOldOrders(0)).toBe(false);
  expect(await countOldOrders(soon())).toBe(true);
  await expectRunningSumsHold();
});

test('more orders of one millisecond than a page has are all counted', async () => {
  const own = { placedAt: Date.now() };
  const old = await Promise.all(Array.from({ length: 105 }, () => storeOrder(own, 200)));
  await forgetSums(old.map(({ id }) => id));
  expect(await countOldOrders(Date.now() + 20_000)).toBe(true);
  await expectRunningSumsHold();
});

test('an order that cannot be read does not stop the others', async () => {
  const old = [await storeOrder(), await storeOrder()];
  await forgetSums(old.map(({ id }) => id));
  await redis.set(orderKey(old[0]?.id ?? ''), 'not an order');
  expect(await countOldOrders(soon())).toBe(true);
  const [states] = await readSums(['states']);
  expect(states).toEqual(new Map([['Order Placed', 1]]));
});
