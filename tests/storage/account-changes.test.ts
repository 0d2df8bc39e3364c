import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newToken, newUserId } from '../../netlify/identity/tokens.ts';
import { createGoogleUser, openGoogleSession } from '../../netlify/storage/google-accounts.ts';
import { sessionsKey, userKey } from '../../netlify/storage/keys.ts';
import { readPendingDeletion, removeAccount } from '../../netlify/storage/account-deletion.ts';
import {
  emailLinkWrites,
  followEmailLink,
  openResetLink,
  storeResetLink,
  moveEmail,
  setPassword,
} from '../../netlify/storage/mailed-links.ts';
import { changeUser, findLogin, readUser, type StoredUser } from '../../netlify/storage/accounts.ts';
import { connect, dropResponse } from '../support/redis.ts';
import { confirmEmail, newEmail, newShopper } from '../support/shop-calls.ts';

/** Changes of accounts whose reply is lost: the client repeats them, and each must be done once. */

const redis = connect({ automaticDeserialization: false });

async function account(before: (userId: string) => Promise<void> = async () => {}) {
  const email = newEmail();
  const { session } = await newShopper(email);
  await before(session.userId);
  const found = (await readUser(session.userId)) as StoredUser;
  return { email, session, id: session.userId, found };
}

const place = { network: '198.51.100.1', device: 'phone' };
const news = { id: 'n', type: 'account', message: 'Changed', read: false, createdAt: 7 } as const;

test('a profile is saved', async () => {
  const { found, id } = await account();
  dropResponse();
  expect(await changeUser(null, found, { ...found.user, name: 'Ravi' }, [])).toBe('done');
  expect((await readUser(id))?.user.name).toBe('Ravi');
});

test('a profile that another call changed meanwhile is not saved', async () => {
  const { found, id } = await account();
  await changeUser(null, found, { ...found.user, name: 'Ravi' }, []);
  expect(await changeUser(null, found, { ...found.user, name: 'Ravi' }, [])).toBe('stale');
  await redis.del(userKey(id));
  expect(await changeUser(null, found, found.user, [])).toBe('stale');
  expect(await readUser(id)).toBeNull();
});

test('a password is set', async () => {
  const { email, id } = await account();
  const { session } = newToken(id);
  await storeResetLink(session, email);
  const followed = await openResetLink([], session);
  dropResponse();
  expect(followed && (await setPassword(followed, 'hash', place, news))).toBe('done');
  expect((await findLogin([], email))?.passwordHash).toBe('hash');
  expect(followed && (await setPassword(followed, 'other', place, news))).toBe('stale');
});

test('an email is changed', async () => {
  const { email, id, found, session: own } = await account();
  const wanted = newEmail();
  const { session } = newToken(id);
  await changeUser(null, found, found.user, emailLinkWrites(session, wanted));
  const followed = await followEmailLink({ session: own, windows: [] }, session);
  dropResponse();
  expect(followed && (await moveEmail(followed, 8))).toBe('done');
  expect([await findLogin([], email), (await findLogin([], wanted))?.userId]).toEqual([null, id]);
  expect(followed && (await moveEmail(followed, 8))).toBe('stale');
});

test('a Google account is created, for a new and a known shopper', async () => {
  const id = newUserId();
  const credential = () => ({ subject: id, fingerprint: randomUUID(), lifetimeMs: 60_000 });
  const { session } = newToken(id);
  const user = { id, name: 'Asha', email: newEmail(), createdAt: 1, updatedAt: 1, termsAcceptedAt: 1 };
  dropResponse();
  expect(await createGoogleUser(credential(), user, session)).toBe('opened');
  dropResponse();
  expect(await openGoogleSession(credential(), newToken(id).session)).toMatchObject({
    user: { email: user.email },
  });
  expect(await redis.hlen(sessionsKey(id))).toBe(2);
});

test('an account is removed', async () => {
  const { email, id, found } = await account(confirmEmail);
  dropResponse();
  expect(await removeAccount(found, null, 9)).toBe('done');
  expect(await readPendingDeletion(id)).toEqual({ userId: id, email, at: 9 });
  expect(await findLogin([], email)).toBeNull();
  expect(await removeAccount(found, null, 10)).toBe('stale');
});
