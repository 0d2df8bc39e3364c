import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import scheduledCleanup from '../../netlify/functions/cleanup.ts';
import { readToken } from '../../netlify/identity/tokens.ts';
import type { CleanupResult } from '../../netlify/services/cleanup.ts';
import {
  pendingDeletionsKey,
  noticedKey,
  lastActiveKey,
  sessionsKey,
  userKey,
} from '../../netlify/storage/keys.ts';
import { removeAccount } from '../../netlify/storage/account-deletion.ts';
import { readUser } from '../../netlify/storage/accounts.ts';
import { brand, lifetimes } from '../../src/domain/config.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { sendEmails } from '../support/refunds.ts';
import { call, hoodie, newShopper, orderBody, place, setExpiry, workDone } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const password = 'warp and weft';
const mailServer = useMailServer();
beforeEach(flush);
afterEach(() => void vi.useRealTimers());

const today = new Date();
const inMonths = (months: number, days = 0) =>
  vi.setSystemTime(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1 + days));

/** An account last active on the first of this month; the database's clock does not move. */
async function shopper() {
  const made = await newShopper(undefined, { emailConfirmedAt: 1 });
  const { userId } = made.session;
  const seenAt = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1);
  await redis.zadd(lastActiveKey(), { score: seenAt, member: userId });
  return { ...made, userId, isThere: async () => (await redis.exists(userKey(userId))) === 1 };
}

/** What a run did to accounts; there are no subscriptions and no failed orders here. */
const cleanUp = async () => {
  const { unconfirmed, addresses, ...accounts } = (await (await scheduledCleanup()).json()) as CleanupResult;
  expect([unconfirmed, addresses]).toEqual([0, 0]);
  return accounts;
};
const subjects = () => mailServer.emails.map(({ mail }) => mail.subject ?? '');

test('an account or deletion that only a newer build can read does not block the others', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const [first, second] = [await shopper(), await shopper()];
  const newer = (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), v: 2 });
  await redis.set(userKey(first.userId), newer((await redis.get<string>(userKey(first.userId))) ?? ''));
  await redis.hset(pendingDeletionsKey(), { gone: newer('{"email":"","at":1}') });
  inMonths(23);
  expect(await cleanUp()).toEqual({ noticed: 1, deleted: 0 });
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 0 });
  await sendEmails();
  expect(mailServer.emails.map(({ to }) => to[0]).toSorted()).toEqual(
    [second.email, brand.support.email].toSorted(),
  );
});

test('an unused account gets one notice after 23 months and is deleted after 24', async () => {
  const asha = await shopper();
  inMonths(23, -1);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 0 });
  inMonths(23);
  expect(await cleanUp()).toEqual({ noticed: 1, deleted: 0 });
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 0 });
  expect(mailServer.emails.map(({ to }) => to)).toEqual([[asha.email]]);
  expect(subjects()[0]).toContain('will be deleted on');
  inMonths(24, -1);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 0 });
  expect(await asha.isThere()).toBe(true);
  inMonths(24, 1);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 1 });
  expect(await asha.isThere()).toBe(false);
  expect(subjects()).toHaveLength(2);
  expect(subjects()[1]).toContain('has been deleted');
  expect((await redis.keys('*')).filter((key) => key.includes(asha.userId))).toEqual([]);
  expect(await redis.exists(lastActiveKey(), noticedKey())).toBe(0);
});

test('an account is deleted at the earliest thirty days after its notice', async () => {
  const asha = await shopper();
  inMonths(40);
  expect(await cleanUp()).toEqual({ noticed: 1, deleted: 0 });
  inMonths(40, 29);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 0 });
  expect(await asha.isThere()).toBe(true);
  inMonths(40, 30);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 1 });
});

test('a returning shopper keeps the account until the next notice', async () => {
  const asha = await shopper();
  inMonths(23);
  await cleanUp();
  const backAt = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 23, 10);
  await redis.zadd(lastActiveKey(), { score: backAt, member: asha.userId });
  inMonths(30);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 0 });
  inMonths(47);
  expect(await cleanUp()).toEqual({ noticed: 1, deleted: 0 });
  expect(await asha.isThere()).toBe(true);
  expect(mailServer.emails).toHaveLength(2);
});

test('an account with an order under way stays', async () => {
  const asha = await shopper();
  await place(asha.token, orderBody([hoodie, 'M', 1]));
  await workDone();
  inMonths(23);
  await cleanUp();
  inMonths(25);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 0 });
  expect(await asha.isThere()).toBe(true);
});

test('without a mail server no account gets a notice or is deleted', async () => {
  const asha = await shopper();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubEnv('SMTP_URL', '');
  inMonths(30);
  await cleanUp();
  inMonths(32);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 0 });
  expect(await asha.isThere()).toBe(true);
});

test('an account whose mailbox no longer exists is deleted too', async () => {
  const asha = await shopper();
  vi.spyOn(console, 'error').mockReturnValue();
  mailServer.refused.add(asha.email);
  inMonths(23);
  expect(await cleanUp()).toEqual({ noticed: 1, deleted: 0 });
  inMonths(25);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 1 });
});

test('a run skips waiting accounts on every page and removes ids without an account', async () => {
  const many = await Promise.all(Array.from({ length: 104 }, shopper));
  const waiting = many.slice(0, 98);
  const noticedAt = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 23, 1);
  for (const { userId } of many) await redis.zadd(noticedKey(), { score: noticedAt, member: userId });
  // First in the list, and already noticed: there is nothing to do for them yet.
  const seenAt = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1) - DAY_MS;
  for (const { userId } of waiting) {
    await redis.zadd(lastActiveKey(), { score: seenAt, member: userId });
    await redis.zadd(noticedKey(), { score: noticedAt + 10 * DAY_MS, member: userId });
  }
  await redis.zadd(lastActiveKey(), { score: 1, member: 'nobody' });
  inMonths(24, 1);
  expect(await cleanUp()).toEqual({ noticed: 0, deleted: 6 });
  expect(await Promise.all(waiting.map(({ isThere }) => isThere()))).not.toContain(false);
  expect(await redis.zscore(lastActiveKey(), 'nobody')).toBeNull();
});

test('a login during the deletion keeps the account', async () => {
  const asha = await shopper();
  inMonths(23);
  await cleanUp();
  inMonths(25);
  const found = await readUser(asha.userId);
  const seenAt = Number(await redis.zscore(lastActiveKey(), asha.userId));
  await redis.zadd(lastActiveKey(), { score: Date.now(), member: asha.userId });
  expect(found && (await removeAccount(found, seenAt, Date.now()))).toBe('stale');
  expect(await asha.isThere()).toBe(true);
  expect(await redis.hlen(sessionsKey(asha.userId))).toBe(1);
});

test('sign-ups, logins and extended sessions count as activity', async () => {
  const email = `asha-${randomUUID()}@example.com`;
  const { body } = await call('user.register', { body: { name: 'Asha', email, password } });
  const [userId] = await redis.zrange<string[]>(lastActiveKey(), 0, -1);
  const seen = async () => Number(await redis.zscore(lastActiveKey(), userId ?? ''));
  const forget = () => redis.zadd(lastActiveKey(), { score: 1, member: userId ?? '' });
  expect(await seen()).toBeGreaterThan(Date.now() - 60_000);
  await forget();
  await call('user.login', { body: { email, password } });
  expect(await seen()).toBeGreaterThan(Date.now() - 60_000);
  await forget();
  await call('cart.get', { token: body.token });
  expect(await seen()).toBe(1);
  const session = readToken(body.token) ?? { userId: '', tokenHash: '' };
  await setExpiry(session, Date.now() + lifetimes.sessionMs - 2 * DAY_MS);
  await call('cart.get', { token: body.token });
  expect(await seen()).toBeGreaterThan(Date.now() - 60_000);
});
