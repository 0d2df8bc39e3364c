import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newToken } from '../../netlify/identity/tokens.ts';
import {
  read,
  readLimited,
  SessionEnded,
  TooMany,
  write,
  type Window,
} from '../../netlify/storage/session-and-limits.ts';
import { sessionsKey } from '../../netlify/storage/keys.ts';
import { guarded } from '../../netlify/storage/session-and-limits.lua.ts';
import { lifetimes } from '../../src/domain/config.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { connect } from '../support/redis.ts';
import { newShopper, setExpiry } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const mark = guarded(`redis.call('INCR', keys[1]) return { 'ok', args[1] }`);
const nothing = () => {};

const expiryOf = async ({ userId, tokenHash }: { userId: string; tokenHash: string }) =>
  Number(await redis.hget(sessionsKey(userId), tokenHash));

function window(limit: number, windowMs = 60_000): Window {
  return { key: `limit:${randomUUID()}`, limit, windowMs, forgiven: false };
}

test('a valid session lets a script run', async () => {
  const { session } = await newShopper();
  const key = randomUUID();
  expect(await write({ session, windows: [] }, mark, [key], ['hello'])).toEqual(['hello']);
  expect(await redis.get(key)).toBe('1');
});

test('an invalid session changes nothing', async () => {
  const shopper = await newShopper();
  const key = randomUUID();
  const forged = { ...shopper.session, tokenHash: newToken(shopper.session.userId).session.tokenHash };
  await expect(write({ session: forged, windows: [] }, mark, [key], [''])).rejects.toThrow(SessionEnded);
  expect(await redis.exists(key)).toBe(0);
});

test('an invalid session returns nothing of what was read with it', async () => {
  const { session } = await newShopper();
  await redis.set('secret', 'x');
  await expect(
    read({ session: { ...session, tokenHash: 'no' }, windows: [] }, (p) => p.get('secret')),
  ).rejects.toThrow(SessionEnded);
});

test('a session ends at its expiry', async () => {
  const { session } = await newShopper();
  await setExpiry(session, Date.now() - 1);
  await expect(read({ session, windows: [] }, nothing)).rejects.toThrow(SessionEnded);
});

test('a session of yesterday is extended to its full length', async () => {
  const { session } = await newShopper();
  await setExpiry(session, Date.now() + lifetimes.sessionMs - 2 * DAY_MS);
  await read({ session, windows: [] }, nothing);
  expect(await expiryOf(session)).toBeGreaterThan(Date.now() + lifetimes.sessionMs - DAY_MS);
  expect(await redis.pttl(sessionsKey(session.userId))).toBeGreaterThan(lifetimes.sessionMs - DAY_MS);
});

test('a session that was extended today is not changed', async () => {
  const { session } = await newShopper();
  const expiry = Date.now() + lifetimes.sessionMs - DAY_MS / 2;
  await setExpiry(session, expiry);
  await read({ session, windows: [] }, nothing);
  expect(await expiryOf(session)).toBe(expiry);
});

test('a full rate limit window says when it ends', async () => {
  const full = window(2, 60_000);
  await readLimited([full], nothing);
  await readLimited([full], nothing);
  const error = await readLimited([full], nothing).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TooMany);
  expect((error as TooMany).retryAfterMs).toBeGreaterThan(50_000);
  expect((error as TooMany).retryAfterMs).toBeLessThanOrEqual(60_000);
});

test('a call that one window refuses is counted in none', async () => {
  const [full, other] = [window(0), window(5)];
  await expect(readLimited([other, full], nothing)).rejects.toThrow(TooMany);
  expect(await redis.exists(other.key, full.key)).toBe(0);
});

test('parallel calls never exceed a window', async () => {
  const five = window(5);
  const calls = await Promise.allSettled(Array.from({ length: 40 }, () => readLimited([five], nothing)));
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('a forged session does not use up the limits of the account', async () => {
  const { session } = await newShopper();
  const one = window(1);
  await expect(read({ session: { ...session, tokenHash: 'no' }, windows: [one] }, nothing)).rejects.toThrow(
    SessionEnded,
  );
  await expect(read({ session, windows: [one] }, nothing)).resolves.toEqual([]);
  await expect(read({ session, windows: [one] }, nothing)).rejects.toThrow(TooMany);
});
