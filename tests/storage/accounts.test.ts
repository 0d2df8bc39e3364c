import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newToken, newUserId } from '../../netlify/identity/tokens.ts';
import { read, SessionEnded, type Session } from '../../netlify/storage/guard.ts';
import { loginKey, sessionsKey, userKey } from '../../netlify/storage/keys.ts';
import { endSession, openSession } from '../../netlify/storage/sessions.ts';
import { createUser, findLogin } from '../../netlify/storage/accounts.ts';
import { connect } from '../support/redis.ts';
import { setExpiry } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const newEmail = () => `${randomUUID()}@example.com`;
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

test('a new account has its record, its login and an open session', async () => {
  const { email, user, session, created } = await account();
  expect(created).toBe(true);
  expect(JSON.parse((await redis.get<string>(userKey(user.id))) ?? '')).toEqual({ v: 1, ...user });
  expect(await findLogin([], email)).toEqual({ userId: user.id, passwordHash: 'hash' });
  expect(await stands(session)).toBe(true);
});

test('no key name carries an e-mail', async () => {
  const { email } = await account();
  expect((await redis.keys('*')).join()).not.toContain(email);
});

test('an e-mail without an account has no login', async () => {
  expect(await findLogin([], newEmail())).toBeNull();
});

test('an e-mail that is taken stays with its account', async () => {
  const first = await account();
  const second = await account(first.email);
  expect(second.created).toBe(false);
  expect(await redis.exists(userKey(second.user.id), sessionsKey(second.user.id))).toBe(0);
  expect((await findLogin([], first.email))?.userId).toBe(first.user.id);
});

test('a sign-up that is sent again after a lost answer is the same sign-up', async () => {
  const first = await account();
  expect((await account(first.email, first.user.id)).created).toBe(true);
});

test('of parallel sign-ups with one e-mail one succeeds', async () => {
  const email = newEmail();
  const all = await Promise.all(Array.from({ length: 20 }, () => account(email)));
  expect(all.filter(({ created }) => created)).toHaveLength(1);
});

const kept = { verified: 'hash', renewed: 'hash' };
const from = { network: '198.51.100.1', windows: [] };

test('a log-in opens a session beside the others', async () => {
  const { email, user, session } = await account();
  const { session: second } = newToken(user.id);
  expect((await openSession(email, second, kept, from))?.user).toMatchObject(user);
  expect([await stands(session), await stands(second)]).toEqual([true, true]);
});

test('a password that changed while it was verified opens nothing', async () => {
  const { email, user } = await account();
  const { session } = newToken(user.id);
  await redis.hset(loginKey(email), { passwordHash: 'changed' });
  expect(await openSession(email, session, { verified: 'hash', renewed: 'renewed' }, from)).toBeNull();
  expect(await stands(session)).toBe(false);
  expect((await findLogin([], email))?.passwordHash).toBe('changed');
});

test('an account that is gone is not logged in to', async () => {
  const { email, user } = await account();
  const { session } = newToken(user.id);
  await redis.del(userKey(user.id));
  expect(await openSession(email, session, kept, from)).toBeNull();
  expect(await stands(session)).toBe(false);
});

test('a log-in keeps a renewed hash and takes its try out of the counters it is given', async () => {
  const { email, user } = await account();
  const counter = { key: `limit:${randomUUID()}`, limit: 1, windowMs: 60_000, forgiven: true };
  const lowered = {
    ...{ key: `limit:${randomUUID()}`, limit: 9, windowMs: 60_000 },
    ...({ forgiven: 'lowered' } as const),
  };
  for (let tries = 0; tries < 2; tries += 1) await findLogin([{ ...counter, limit: 9 }, lowered], email);
  await openSession(
    email,
    newToken(user.id).session,
    { verified: 'hash', renewed: 'better' },
    {
      ...from,
      windows: [counter, lowered],
    },
  );
  expect((await findLogin([], email))?.passwordHash).toBe('better');
  expect(await redis.exists(counter.key)).toBe(0);
  expect(Number(await redis.get(lowered.key))).toBe(1);
});

test('a log-in sweeps out expired sessions', async () => {
  const { email, user, session } = await account();
  await setExpiry(session, Date.now() - 1);
  await openSession(email, newToken(user.id).session, kept, from);
  expect(await redis.hlen(sessionsKey(user.id))).toBe(1);
});

test('the twenty-first device takes the place of the one that was used longest ago', async () => {
  const { email, user, session } = await account();
  await setExpiry(session, Date.now() + 60_000);
  for (let device = 0; device < 20; device += 1)
    await openSession(email, newToken(user.id).session, kept, from);
  expect(await redis.hlen(sessionsKey(user.id))).toBe(20);
  expect(await stands(session)).toBe(false);
});

test('a log-out ends one session and leaves the others', async () => {
  const { email, user, session } = await account();
  const { session: second } = newToken(user.id);
  await openSession(email, second, kept, from);
  await endSession({ session, windows: [] });
  expect([await stands(session), await stands(second)]).toEqual([false, true]);
  await expect(endSession({ session, windows: [] })).rejects.toThrow(SessionEnded);
});
