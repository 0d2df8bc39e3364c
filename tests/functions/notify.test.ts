import { beforeEach, expect, test } from 'vitest';
import { backInStockKey } from '../../netlify/storage/keys.ts';
import { notifyMessages } from '../../src/contract/messages/catalogue.ts';
import { connect, flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, cap, hoodie, newShopper, setExpiry, setStock } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const wish = { productId: hoodie.id, size: 'M', email: 'asha@example.com' };

beforeEach(async () => {
  await flush();
  owners.clear();
  await setStock(hoodie.id, 'M', 0);
});

const save = (body: unknown = wish) => call('notify', { body });
const confirmed = { emailConfirmedAt: 1 };

/** What the call answers in a session of this account. */
const checkAs = async (token: string | undefined, body: unknown = wish) => {
  const answer = await call('notify.check', { body, token });
  expect([answer.status, answer.body.success]).toEqual([200, true]);
  return answer.body.alreadyNotified;
};

/** The sessions of those who have confirmed their email. */
const owners = new Map<string, string>();

/** What it answers to the owner of the email. */
async function check(body: typeof wish = wish): Promise<boolean> {
  const token = owners.get(body.email) ?? (await newShopper(body.email, confirmed)).token;
  owners.set(body.email, token);
  return checkAs(token, body);
}

test('a subscription for a sold-out size is found by product, size and email', async () => {
  expect(await check()).toBe(false);
  const { status, headers, body } = await save();
  expect([status, body]).toEqual([200, { success: true, message: notifyMessages.saved }]);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(await check()).toBe(true);
  expect(await check({ ...wish, size: 'L' })).toBe(false);
  expect(await check({ ...wish, productId: cap.id, size: 'default' })).toBe(false);
  expect(await check({ ...wish, email: 'ravi@example.com' })).toBe(false);
});

test('one mailbox is one subscriber, in any spelling of its address', async () => {
  await save({ ...wish, email: ' Asha@Example.COM ' });
  expect(await check()).toBe(true);
  await save();
  expect(await redis.zcard(backInStockKey(hoodie.id, 'M'))).toBe(1);
});

test('a subscription for a product without sizes has its default size', async () => {
  await setStock(cap.id, 'default', 0);
  const body = { ...wish, productId: cap.id, size: 'default' };
  expect((await save(body)).status).toBe(200);
  expect(await check(body)).toBe(true);
});

test.each([
  ['in the database', 'M'],
  ['in the catalogue', 'L'],
])('a size in stock accepts no subscription: %s', async (_title, size) => {
  await setStock(hoodie.id, 'M', 1);
  expectRefused(await save({ ...wish, size }), 400, 'invalid', notifyMessages.inStock, 'size');
  expect(await check({ ...wish, size })).toBe(false);
});

test('nobody reads what a mailbox waits for except its owner', async () => {
  const stranger = await newShopper('mallory@example.com', confirmed);
  const squatter = await newShopper(wish.email);
  await save();
  for (const token of [undefined, 'x', squatter.token, stranger.token]) {
    expect(await checkAs(token)).toBe(false);
  }
  // A repetition says nothing either, and changes nothing.
  expect((await save()).body).toEqual({ success: true, message: notifyMessages.saved });
  expect(await redis.zcard(backInStockKey(hoodie.id, 'M'))).toBe(1);
});

test('an ended session is answered like a visitor', async () => {
  const { token, session } = await newShopper(wish.email, confirmed);
  await save();
  expect(await checkAs(token)).toBe(true);
  await setExpiry(session, Date.now() - 1);
  expect(await checkAs(token)).toBe(false);
});

test('a subscription stays until its email is sent', async () => {
  await save();
  await setStock(hoodie.id, 'M', 3);
  expect(await check()).toBe(true);
});
