import { beforeEach, expect, test } from 'vitest';
import { noteInterest, readInterests } from '../../netlify/storage/early-orders.ts';
import {
  earlyOrdersKey,
  backInStockKey,
  subscriptionsIndexedKey,
  subscriptionsKey,
} from '../../netlify/storage/keys.ts';
import { isWaiting, saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { indexSubscriptions } from '../../netlify/storage/subscription-index.ts';
import { forgetSubscriptions, readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';
import { connect, flush } from '../support/redis.ts';
import { roundTrips } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const [asha, ravi] = ['asha@example.com', 'ravi@example.com'] as const;
const medium = { productId: 'tee', size: 'M', initial: 0 };
const interest = (email: string, at = 5) => ({ email, name: 'Asha', phone: '', at });
const sizesOf = async (email: string) => (await readSubscriptionsOf(email)).sizes.map(({ size }) => size);

/** As earlier versions of the shop stored it: in the lists alone. */
async function keepOldWishes(): Promise<void> {
  await redis.zadd(backInStockKey('tee', 'M'), { score: 7, member: asha }, { score: 8, member: ravi });
  await redis.zadd(backInStockKey('gone-from-the-shop', 'S'), { score: 9, member: asha });
  await redis.hset(earlyOrdersKey('kite'), { [asha]: JSON.stringify(interest(asha)) });
}

const oldWishes = {
  sizes: [
    { productId: 'tee', size: 'M', since: 7 },
    { productId: 'gone-from-the-shop', size: 'S', since: 9 },
  ],
  interests: [{ productId: 'kite', ...interest(asha) }],
};

beforeEach(flush);

test('forgetting an email removes only that email from every list', async () => {
  await saveSubscription([], medium, asha);
  await saveSubscription([], medium, ravi);
  await noteInterest([], 'kite', interest(asha));
  await noteInterest([], 'kite', interest(ravi));
  await forgetSubscriptions(asha, Date.now() + 60_000);
  expect(await redis.zrange(backInStockKey('tee', 'M'), 0, -1)).toEqual([ravi]);
  expect((await readInterests(['kite']))[0]).toEqual([interest(ravi)]);
  expect(await redis.exists(subscriptionsKey(asha))).toBe(0);
  expect(await readSubscriptionsOf(ravi)).toMatchObject({
    sizes: [{ size: 'M' }],
    interests: [{ productId: 'kite' }],
  });
});

test('subscriptions newer than an account deletion stay', async () => {
  const before = Date.now() - 60_000;
  await saveSubscription([], medium, asha);
  await noteInterest([], 'kite', interest(asha, before));
  await forgetSubscriptions(asha, before);
  expect(await isWaiting([], 'tee', 'M', asha)).toBe(true);
  expect(await readSubscriptionsOf(asha)).toMatchObject({ sizes: [{ size: 'M' }], interests: [] });
});

test('subscriptions from before the index are found, also of former products', async () => {
  await keepOldWishes();
  expect(await readSubscriptionsOf(asha)).toEqual(oldWishes);
  expect(await sizesOf(ravi)).toEqual(['M']);
});

test('the cleanup job indexes old subscriptions once', async () => {
  await keepOldWishes();
  await indexSubscriptions();
  expect(await redis.exists(subscriptionsIndexedKey())).toBe(1);
  expect(await roundTrips(indexSubscriptions)).toBe(1);
  expect(await roundTrips(() => readSubscriptionsOf(asha))).toBe(1);
  expect(await readSubscriptionsOf(asha)).toEqual(oldWishes);
});

test('renewing an old subscription keeps its position', async () => {
  await keepOldWishes();
  await redis.set(subscriptionsIndexedKey(), '1');
  await saveSubscription([], medium, asha);
  expect((await readSubscriptionsOf(asha)).sizes).toEqual([{ productId: 'tee', size: 'M', since: 7 }]);
});
