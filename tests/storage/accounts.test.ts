import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newToken, newUserId } from '../../netlify/identity/tokens.ts';
import { read, SessionEnded, type Session } from '../../netlify/storage/session-and-limits.ts';
import { loginKey, sessionsKey } from '../../netlify/storage/keys.ts';
import { openSession } from '../../netlify/storage/sessions.ts';
import { createUser, findLogin } from '../../netlify/storage/accounts.ts';
import { connect } from '../support/redis.ts';
import { newEmail, setExpiry } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const stands = (session: Session) =>
  read({ session, windows: [] }, () => {}).then(
    () => true,
    (error: unknown) => (error instanceof SessionEnded ? false : Promise.reject(error as Error)),
  );

async function account(email = newEmail(), id = newUserId()) {
  const { session } = newToken(id);
  const user = { id, name: 'आशा', email, createdAt: 1, updatedAt: 1, termsAcceptedAt: 1 };
  return { email, user, session, created: await createUser(user, 'hash', session) };
}

test('a sign-up repeated after a lost reply is the same sign-up', async () => {
  const first = await account();
  expect((await account(first.email, first.user.id)).created).toBe(true);
});

const kept = { verified: 'hash', renewed: 'hash' };
const origin = { network: '198.51.100.1', device: 'phone' };
const from = { origin, known: null, windows: [] };

test('a password that changed during its verification is refused', async () => {
  const { email, user } = await account();
  const { session } = newToken(user.id);
  await redis.hset(loginKey(email), { passwordHash: 'changed' });
  expect(await openSession(email, session, { verified: 'hash', renewed: 'renewed' }, from)).toBeNull();
  expect(await stands(session)).toBe(false);
  expect((await findLogin([], email))?.passwordHash).toBe('changed');
});

test('a login stores a renewed hash and removes its attempt from the given counters', async () => {
  const { email, user } = await account();
  const counter = { key: `limit:${randomUUID()}`, limit: 1, windowMs: 60_000, forgiven: true };
  const lowered = { ...counter, key: `limit:${randomUUID()}`, limit: 9, forgiven: 'lowered' as const };
  for (let tries = 0; tries < 2; tries += 1) await findLogin([{ ...counter, limit: 9 }, lowered], email);
  const better = { verified: 'hash', renewed: 'better' };
  await openSession(email, newToken(user.id).session, better, { ...from, windows: [counter, lowered] });
  expect((await findLogin([], email))?.passwordHash).toBe('better');
  expect(await redis.exists(counter.key)).toBe(0);
  expect(Number(await redis.get(lowered.key))).toBe(1);
});

test('an account knows the twenty networks and the twenty devices that were used last', async () => {
  const { email, user } = await account();
  for (let at = 0; at < 22; at += 1) {
    const own = { network: `198.51.100.${at}`, device: `device-${at}` };
    await openSession(email, newToken(user.id).session, kept, { ...from, origin: own });
  }
  const fields = await redis.hkeys(loginKey(email));
  expect(fields.filter((field) => field.startsWith('network:'))).toHaveLength(20);
  expect(fields.filter((field) => field.startsWith('device:'))).toHaveLength(20);
  expect(fields).toContain('device:device-21');
  expect(fields).not.toContain('device:device-0');
});

test('a login removes expired sessions', async () => {
  const { email, user, session } = await account();
  await setExpiry(session, Date.now() - 1);
  await openSession(email, newToken(user.id).session, kept, from);
  expect(await redis.hlen(sessionsKey(user.id))).toBe(1);
});

test('the twenty-first device replaces the least recently used one', async () => {
  const { email, user, session } = await account();
  await setExpiry(session, Date.now() + 60_000);
  for (let device = 0; device < 20; device += 1)
    await openSession(email, newToken(user.id).session, kept, from);
  expect(await redis.hlen(sessionsKey(user.id))).toBe(20);
  expect(await stands(session)).toBe(false);
});
