import { beforeEach, expect, test } from 'vitest';
import { TooMany, type Window } from '../../netlify/storage/guard.ts';
import { notificationsKey, backInStockClaimsKey, backInStockKey } from '../../netlify/storage/keys.ts';
import type { Notification } from '../../netlify/storage/notifications.ts';
import {
  isWaiting,
  releaseSubscriptions,
  saveSubscription,
  setPieces,
  settleSubscription,
  claimSubscription,
} from '../../netlify/storage/back-in-stock.ts';
import { placeOrder } from '../../netlify/storage/order-changes.ts';
import { anOrder } from '../support/orders.ts';
import { connect, flush } from '../support/redis.ts';
import { newKey, newShopper, ownAddress, roundTrips, setStock, stockOf } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const medium = { productId: 'tee', size: 'M', opening: 0 };
const large = { productId: 'tee', size: 'L', opening: 0 };
const news: Notification = { id: 'one', type: 'restock', message: 'Tee is back', read: false, createdAt: 1 };

const wait = (email: string, of = medium) => saveSubscription([], of, email);
const bringPieces = () => setStock('tee', 'M', 5);

/** The hands of a run that was killed a minute ago. */
async function openHands(): Promise<void> {
  const key = backInStockClaimsKey('tee', 'M');
  for (const email of await redis.hkeys(key)) await redis.hset(key, { [email]: 1 });
}

beforeEach(flush);

test('a wish is kept for its product and size alone', async () => {
  expect(await wait('asha@example.com')).toBe(true);
  expect(await isWaiting([], 'tee', 'M', 'asha@example.com')).toBe(true);
  expect(await isWaiting([], 'tee', 'L', 'asha@example.com')).toBe(false);
  expect(await isWaiting([], 'cap', 'M', 'asha@example.com')).toBe(false);
  expect(await isWaiting([], 'tee', 'M', 'ravi@example.com')).toBe(false);
});

test('who asks again keeps the place of the first time', async () => {
  await wait('asha@example.com');
  await redis.zadd(backInStockKey('tee', 'M'), { score: 7, member: 'asha@example.com' });
  expect(await wait('asha@example.com')).toBe(true);
  expect(await redis.zscore(backInStockKey('tee', 'M'), 'asha@example.com')).toBe('7');
  expect(await redis.zcard(backInStockKey('tee', 'M'))).toBe(1);
});

test('nobody waits for what is there, by the database or by the catalogue', async () => {
  await bringPieces();
  expect(await wait('asha@example.com')).toBe(false);
  expect(await wait('asha@example.com', { ...large, opening: 1 })).toBe(false);
  await setStock('tee', 'L', 0);
  expect(await wait('asha@example.com', { ...large, opening: 1 })).toBe(true);
  expect(await redis.keys('notify:*')).toEqual([backInStockKey('tee', 'L')]);
});

test('a full window keeps a wish out, also many at once', async () => {
  const window: Window = { key: 'limit:test', limit: 3, windowMs: 60_000, forgiven: false };
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => saveSubscription([window], medium, `shopper-${at}@example.com`)),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await redis.zcard(backInStockKey('tee', 'M'))).toBe(3);
  const error = await saveSubscription([window], medium, 'late@example.com').catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TooMany);
  expect((error as TooMany).retryAfterMs).toBeGreaterThan(50_000);
});

test('every step is one round trip', async () => {
  const window: Window = { key: 'limit:test', limit: 99, windowMs: 60_000, forgiven: false };
  const steps = [
    () => saveSubscription([window], medium, 'asha@example.com'),
    () => isWaiting([window], 'tee', 'M', 'asha@example.com'),
    () => setPieces(medium, 5),
    () => claimSubscription(medium),
    () => releaseSubscriptions(medium, ['asha@example.com']),
    () => settleSubscription(medium, 'asha@example.com', 'asha', news),
  ];
  // The first time Redis may not know the scripts yet.
  for (const step of steps) await step();
  for (const step of steps) expect(await roundTrips(step), String(step)).toBe(1);
});

test('no key name carries an e-mail', async () => {
  await wait('asha@example.com');
  await bringPieces();
  await claimSubscription(medium);
  expect((await redis.keys('*')).join()).not.toContain('asha');
});

test('setting stock tells what was left and how many wait', async () => {
  await wait('asha@example.com');
  expect(await setPieces(medium, 4)).toEqual({ before: 0, waiting: 1 });
  expect(await setPieces(medium, 6)).toEqual({ before: 4, waiting: 1 });
  expect(await setPieces({ ...large, opening: 9 }, 0)).toEqual({ before: 9, waiting: 0 });
  expect(await stockOf('tee', 'M')).toBe(6);
});

test('stock that is set among orders loses and invents no piece', async () => {
  await setStock('tee', 'M', 10);
  const buyers = await Promise.all(Array.from({ length: 8 }, () => newShopper()));
  const orders = buyers.map(({ session }) =>
    placeOrder(
      { session, windows: [] },
      [
        {
          before: null,
          after: anOrder({ userId: session.userId, address: ownAddress() }),
          news: { notifications: [], emails: [] },
        },
      ],
      { key: newKey(), fingerprint: 'f' },
      { opening: () => 0 },
    ),
  );
  const [{ before }] = await Promise.all([setPieces(medium, 100), ...orders]);
  const soldBefore = 10 - before;
  const soldAfter = 100 - ((await stockOf('tee', 'M')) ?? Number.NaN);
  expect(soldBefore + soldAfter).toBe(8);
});

test('who has waited longest is written to first', async () => {
  for (const [email, score] of Object.entries({ 'late@x.in': 30, 'first@x.in': 10, 'second@x.in': 20 })) {
    await redis.zadd(backInStockKey('tee', 'M'), { score, member: email });
  }
  await bringPieces();
  expect(await claimSubscription(medium)).toEqual({ email: 'first@x.in', since: 10 });
  expect(await claimSubscription(medium)).toEqual({ email: 'second@x.in', since: 20 });
  expect(await claimSubscription(medium)).toEqual({ email: 'late@x.in', since: 30 });
  expect(await claimSubscription(medium)).toBe('nobody');
});

test('forty hands at once take a hundred shoppers once each', async () => {
  const emails = Array.from({ length: 100 }, (_, at) => `shopper-${at}@example.com`);
  await Promise.all(emails.map((email) => wait(email)));
  await bringPieces();
  const taken: string[] = [];
  const hand = async () => {
    for (
      let wish = await claimSubscription(medium);
      typeof wish !== 'string';
      wish = await claimSubscription(medium)
    ) {
      taken.push(wish.email);
    }
  };
  await Promise.all(Array.from({ length: 40 }, hand));
  expect(taken.sort()).toEqual(emails.sort());
});

test('nobody is taken while there is no piece', async () => {
  await wait('asha@example.com');
  expect(await claimSubscription(medium)).toBe('sold-out');
  await bringPieces();
  expect(await claimSubscription(medium)).toMatchObject({ email: 'asha@example.com' });
});

test('the hand of a run that was killed opens after a minute', async () => {
  await wait('asha@example.com');
  await bringPieces();
  await claimSubscription(medium);
  const left = await redis.pttl(backInStockClaimsKey('tee', 'M'));
  expect(left).toBeGreaterThan(50_000);
  expect(left).toBeLessThanOrEqual(60_000);
  expect(await claimSubscription(medium)).toBe('nobody');
  await openHands();
  expect(await claimSubscription(medium)).toMatchObject({ email: 'asha@example.com' });
});

test('who is let go waits on in the same place', async () => {
  await wait('asha@example.com');
  await bringPieces();
  const wish = await claimSubscription(medium);
  expect(await releaseSubscriptions(medium, ['asha@example.com'])).toBe(1);
  expect(await claimSubscription(medium)).toEqual(wish);
});

test('who is settled waits no more and is in nobody’s hand', async () => {
  await wait('asha@example.com');
  await wait('ravi@example.com');
  await bringPieces();
  await claimSubscription(medium);
  await settleSubscription(medium, 'asha@example.com', null, news);
  expect(await isWaiting([], 'tee', 'M', 'asha@example.com')).toBe(false);
  expect(await releaseSubscriptions(medium, [])).toBe(1);
  expect(await redis.exists(backInStockClaimsKey('tee', 'M'))).toBe(0);
});

test('settled twice is one notification', async () => {
  await wait('asha@example.com');
  await Promise.all([1, 2, 3].map(() => settleSubscription(medium, 'asha@example.com', 'asha', news)));
  expect(await redis.lrange(notificationsKey('asha'), 0, -1)).toEqual([JSON.stringify({ v: 1, ...news })]);
});
