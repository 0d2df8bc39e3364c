import { beforeEach, expect, test } from 'vitest';
import { TooMany, type Window } from '../../netlify/storage/session-and-limits.ts';
import { backInStockClaimsKey, backInStockKey } from '../../netlify/storage/keys.ts';
import {
  releaseSubscriptions,
  saveSubscription,
  claimSubscription,
} from '../../netlify/storage/back-in-stock.ts';
import { commandLine } from '../../netlify/services/desk/order-log.ts';
import { setStock as setInShop } from '../../netlify/services/restock.ts';
import { placeOrder } from '../../netlify/storage/order-changes.ts';
import { anOrder } from '../support/orders.ts';
import { connect, flush } from '../support/redis.ts';
import { hoodie, newKey, newShopper, ownAddress, setStock, stockOf } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const medium = { productId: 'tee', size: 'M', initial: 0 };

const wait = (email: string, of = medium) => saveSubscription([], of, email);
const bringPieces = () => setStock('tee', 'M', 5);

/** The claims of a run that was killed a minute ago. */
async function openHands(): Promise<void> {
  const key = backInStockClaimsKey('tee', 'M');
  for (const email of await redis.hkeys(key)) await redis.hset(key, { [email]: 1 });
}

beforeEach(flush);

test('a full rate limit refuses subscriptions, also concurrent ones', async () => {
  const window: Window = { key: 'limit:test', limit: 3, windowMs: 60_000, forgiven: false };
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => saveSubscription([window], medium, `shopper-${at}@example.com`)),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await redis.zcard(backInStockKey('tee', 'M'))).toBe(3);
  const late = saveSubscription([window], medium, 'late@example.com');
  const error = await late.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TooMany);
  expect((error as TooMany).retryAfterMs).toBeGreaterThan(50_000);
});

test('setting stock during orders loses no stock', async () => {
  await setStock('tee', 'M', 10);
  const buyers = await Promise.all(Array.from({ length: 8 }, () => newShopper()));
  const orders = buyers.map(({ session }) => {
    const after = anOrder({ userId: session.userId, address: ownAddress() });
    const change = { before: null, after, events: { notifications: [], emails: [] } };
    const attempt = { key: newKey(), fingerprint: 'f' };
    return placeOrder({ session, windows: [] }, [change], attempt, { initial: () => 0 });
  });
  const [{ before }] = await Promise.all([
    setInShop(commandLine, { ...hoodie, id: 'tee', initialStock: {} }, 'M', 100),
    ...orders,
  ]);
  const soldBefore = 10 - before;
  const soldAfter = 100 - ((await stockOf('tee', 'M')) ?? Number.NaN);
  expect(soldBefore + soldAfter).toBe(8);
});

test('the oldest subscription is claimed first', async () => {
  for (const [email, score] of Object.entries({ 'late@x.in': 30, 'first@x.in': 10, 'second@x.in': 20 })) {
    await redis.zadd(backInStockKey('tee', 'M'), { score, member: email });
  }
  await bringPieces();
  expect(await claimSubscription(medium)).toEqual({ email: 'first@x.in', since: 10 });
  expect(await claimSubscription(medium)).toEqual({ email: 'second@x.in', since: 20 });
  expect(await claimSubscription(medium)).toEqual({ email: 'late@x.in', since: 30 });
  expect(await claimSubscription(medium)).toBe('nobody');
});

test('forty concurrent runs claim each of a hundred subscriptions once', async () => {
  const emails = Array.from({ length: 100 }, (_, at) => `shopper-${at}@example.com`);
  await Promise.all(emails.map((email) => wait(email)));
  await bringPieces();
  const taken: string[] = [];
  const hand = async () => {
    for (;;) {
      const wish = await claimSubscription(medium);
      if (typeof wish === 'string') return;
      taken.push(wish.email);
    }
  };
  await Promise.all(Array.from({ length: 40 }, hand));
  expect(taken.sort()).toEqual(emails.sort());
});

test('the claims of a killed run expire after a minute', async () => {
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

test('a released subscription keeps its position', async () => {
  await wait('asha@example.com');
  await bringPieces();
  const wish = await claimSubscription(medium);
  expect(await releaseSubscriptions(medium, ['asha@example.com'])).toBe(1);
  expect(await claimSubscription(medium)).toEqual(wish);
});
