import { beforeEach, expect, test } from 'vitest';
import { readToken } from '../../netlify/identity/tokens.ts';
import { storeConsent } from '../../netlify/services/consents.ts';
import { userKey } from '../../netlify/storage/keys.ts';
import { changeUser, readUser, type StoredUser, type User } from '../../netlify/storage/accounts.ts';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import type { Consent } from '../../src/domain/user.ts';
import { useGoogle } from '../support/google-issuer.ts';
import { connect, flush } from '../support/redis.ts';
import { call, newEmail, roundTrips } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const password = 'warp and weft';
const issuer = useGoogle();
beforeEach(flush);

const ofThisDeploy: Consent = { ...policyVersions, at: expect.any(Number) as number };
const older: Consent = { terms: '2025-01-31', privacy: '2025-01-31', at: 7 };

const register = async (email: string) =>
  (await call('user.register', { body: { name: 'Asha', email, password } })).body.token;
const logIn = (email: string) => call('user.login', { body: { email, password } });

const googleLogIn = async (email: string) => {
  const credential = await issuer.credentialOf({ sub: `1${email}`, email });
  const { status, body } = await call('user.google', { body: { token: credential } });
  expect(status).toBe(200);
  return body.token;
};

const idOf = (token: string) => readToken(token)?.userId ?? '';
const stored = async (token: string): Promise<StoredUser> => {
  const found = await readUser(idOf(token));
  if (!found) throw new Error('There is no such account');
  return found;
};
const consentsOf = async (token: string) => (await stored(token)).user.consents;

/** As if the account had accepted other texts, or had been created before the shop stored consents. */
async function rewrite(token: string, change: Partial<User> & { consents?: Consent[] }): Promise<void> {
  const found = await stored(token);
  await redis.set(userKey(found.user.id), JSON.stringify({ ...found.user, ...change }));
}

test.each([
  ['a sign-up', register],
  ['a first login with Google', googleLogIn],
])('%s stores which texts were accepted, and when', async (_title, enter) => {
  const before = Date.now();
  const token = await enter(newEmail());
  const { consents, termsAcceptedAt } = (await stored(token)).user;
  expect(consents).toEqual([ofThisDeploy]);
  expect(consents[0]?.at).toBe(termsAcceptedAt);
  expect(termsAcceptedAt).toBeGreaterThanOrEqual(before);
});

const WAYS = [
  ['a login', register, async (email: string) => (await logIn(email)).body.token],
  ['a login with Google', googleLogIn, googleLogIn],
] as const;

test.each(WAYS)('%s accepts a changed text once and keeps the old acceptance', async (_, make, enter) => {
  const email = newEmail();
  const first = await make(email);
  const { terms, privacy } = policyVersions;
  for (const changed of [older, { ...older, terms }, { ...older, privacy }]) {
    await rewrite(first, { consents: [changed], name: 'Asha Rao' });
    const second = await enter(email);
    expect(await consentsOf(second)).toEqual([changed, ofThisDeploy]);
    await enter(email);
    expect(await consentsOf(second)).toEqual([changed, ofThisDeploy]);
    expect((await stored(second)).user).toMatchObject({ email, name: 'Asha Rao' });
    expect((await call('user.profile', { token: second })).status).toBe(200);
  }
});

test('a login needs another round trip only if a text has changed', async () => {
  const email = newEmail();
  const token = await register(email);
  expect(await roundTrips(() => logIn(email))).toBe(2);
  await rewrite(token, { consents: [older] });
  expect(await roundTrips(() => logIn(email))).toBe(3);
  expect(await roundTrips(() => logIn(email))).toBe(2);
});

test('storing a consent does not overwrite a concurrent change', async () => {
  const token = await register(newEmail());
  await rewrite(token, { consents: [older] });
  const before = await stored(token);
  await changeUser(null, before, { ...before.user, name: 'Asha Rao' }, []);
  await storeConsent(before, 9);
  expect((await stored(token)).user).toMatchObject({
    name: 'Asha Rao',
    consents: [older, { ...policyVersions, at: 9 }],
  });
});

test('storing a consent does not recreate an account that was deleted meanwhile', async () => {
  const token = await register(newEmail());
  await rewrite(token, { consents: [older] });
  const before = await stored(token);
  await redis.del(userKey(before.user.id));
  await storeConsent(before, 9);
  expect(await redis.exists(userKey(before.user.id))).toBe(0);
});
