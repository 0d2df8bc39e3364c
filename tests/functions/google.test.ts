import { beforeEach, expect, test, vi } from 'vitest';
import { readToken } from '../../netlify/identity/tokens.ts';
import { windowsFor } from '../../netlify/http/rate-limit-windows.ts';
import { googleKey, loginKey } from '../../netlify/storage/keys.ts';
import { authMessages } from '../../src/contract/messages/account.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { tokenMailed } from '../support/accounts.ts';
import { CLIENT_ID, claims, KEY_ID, newKeys, sign, useGoogle } from '../support/google-issuer.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, confirmEmail, newEmail, roundTrips, workDone } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const issuer = useGoogle();
const mailServer = useMailServer();

beforeEach(flush);

const now = () => Math.floor(Date.now() / 1_000);

const good = { alg: 'RS256', kid: KEY_ID } as const;
const credentialOf = (changed: Record<string, unknown> = {}) => issuer.credentialOf(changed);
const logIn = (token: string, ip = '192.0.2.1') => call('user.google', { body: { token }, ip });

/** The content of the database except counters. */
const kept = async () => (await redis.keys('*')).filter((key) => !key.startsWith('limit:')).sort();

test('a first Google login creates an account without a password', async () => {
  const email = newEmail();
  const { status, body } = await logIn(await credentialOf({ email: email.toUpperCase() }));
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    token: expect.any(String) as string,
    user: { email },
    message: authMessages.googleWelcome,
  });
  const profile = await call('user.profile', { token: body.token });
  expect(profile.body.user).toMatchObject({ email, name: 'आशा Rao', hasPassword: false, pendingEmail: null });
  expect(profile.body.user.emailConfirmed).toBe(true);
});

test('an account is found by its Google id if its email at Google changes', async () => {
  const [sub, email] = [`1${Date.now()}`, newEmail()];
  const first = await logIn(await credentialOf({ sub, email }));
  const second = await logIn(await credentialOf({ sub, email: newEmail() }));
  expect(second.body.user.email).toBe(email);
  expect(readToken(second.body.token)?.userId).toBe(readToken(first.body.token)?.userId);
  expect(second.body.token).not.toBe(first.body.token);
});

test.each(['https://accounts.google.com', 'accounts.google.com'])(
  'the issuer spelled %s is accepted',
  async (iss) => {
    expect((await logIn(await credentialOf({ iss }))).status).toBe(200);
  },
);

test('a Google login does not take over an email with a confirmed password account', async () => {
  const [email, password, sub] = [newEmail(), 'warp and weft', '1234567890'];
  const owner = await call('user.register', { body: { name: 'Asha', email, password } });
  await confirmEmail(readToken(owner.body.token)?.userId ?? '');
  expectRefused(await logIn(await credentialOf({ email, sub })), 409, 'taken', authMessages.googleTaken);
  expect(await redis.exists(googleKey(sub))).toBe(0);
  expect((await call('user.profile', { token: owner.body.token })).body.user.hasPassword).toBe(true);
  expect((await call('user.login', { body: { email, password } })).status).toBe(200);
});

test('an account without a password refuses password logins and a second sign-up', async () => {
  const email = newEmail();
  await logIn(await credentialOf({ email }));
  for (const password of [' ', 'null', 'undefined', 'warp and weft']) {
    const { status, body } = await call('user.login', { body: { email, password } });
    expect([status, body.message]).toEqual([401, authMessages.wrongPair]);
  }
  const again = await call('user.register', { body: { name: 'Asha', email, password: 'warp and weft' } });
  expect([again.status, again.body.code]).toEqual([409, 'taken']);
});

test('an emailed link adds a password to a Google account', async () => {
  const [sub, email, password] = ['77', newEmail(), 'weft and warp'];
  const first = await logIn(await credentialOf({ sub, email }));
  await call('user.forgot', { body: { email } });
  await workDone();
  const token = tokenMailed(mailServer, email, 'reset-password');
  expect((await call('user.reset', { body: { token, password } })).status).toBe(200);
  const byPassword = await call('user.login', { body: { email, password } });
  const byGoogle = await logIn(await credentialOf({ sub, email }));
  expect([byPassword.status, byGoogle.status]).toEqual([200, 200]);
  const userOf = (given: string) => readToken(given)?.userId;
  expect(userOf(byPassword.body.token)).toBe(userOf(first.body.token));
  expect(userOf(byGoogle.body.token)).toBe(userOf(first.body.token));
  const profile = await call('user.profile', { token: byGoogle.body.token });
  expect(profile.body.user.hasPassword).toBe(true);
});

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const FORGERIES: [title: string, make: () => Promise<string> | string][] = [
  ['is expired', () => credentialOf({ iat: now() - 7_200, exp: now() - 3_600 })],
  ['never expires', () => credentialOf({ exp: undefined })],
  ['is for another shop', () => credentialOf({ aud: 'other.apps.googleusercontent.example' })],
  ['is for nobody', () => credentialOf({ aud: undefined })],
  ['has another issuer', () => credentialOf({ iss: 'https://accounts.google.com.evil.example' })],
  ['has no issuer', () => credentialOf({ iss: undefined })],
  ['is not valid yet', () => credentialOf({ nbf: now() + 3_600 })],
  ['has no subject', () => credentialOf({ sub: undefined })],
  ['has an empty subject', () => credentialOf({ sub: '' })],
  ['has no email', () => credentialOf({ email: undefined })],
  ['has no usable email', () => credentialOf({ email: 'asha' })],
  ['is not signed (alg none)', () => `${base64({ alg: 'none' })}.${base64(claims())}.`],
  ['is not signed and claims to be', () => `${base64(good)}.${base64(claims())}.`],
  [
    'is signed with the public key as a shared secret (HS256)',
    () => {
      const key = Buffer.from(issuer.publicKey.export({ type: 'spki', format: 'pem' }));
      return sign(claims(), { alg: 'HS256', kid: KEY_ID }, key);
    },
  ],
  ['is signed with a foreign key under a known id', () => sign(claims(), good, newKeys().privateKey)],
  [
    'is signed with a foreign key under its own id',
    () => sign(claims(), { alg: 'RS256', kid: 'mine' }, newKeys().privateKey),
  ],
  [
    'is signed with another algorithm (PS256)',
    () => sign(claims(), { ...good, alg: 'PS256' }, issuer.privateKey),
  ],
  [
    'was changed after it was signed',
    async () => {
      const [header, , signature] = (await credentialOf()).split('.');
      return [header, base64(claims()), signature].join('.');
    },
  ],
  ['is a text', () => 'not a credential'],
  ['is three dots', () => '...'],
];

test.each(FORGERIES)('a credential that %s creates no account and no session', async (_title, make) => {
  const before = await kept();
  expectRefused(await logIn(await make()), 401, 'unauthorised', authMessages.googleFailed);
  expect(await kept()).toEqual(before);
});

test.each([false, undefined, 'true', 1])(
  'an email that Google has not confirmed is refused: %j',
  async (is) => {
    const before = await kept();
    const { status, body } = await logIn(await credentialOf({ email_verified: is }));
    expect([status, body.message]).toEqual([401, authMessages.googleUnverified]);
    expect(await kept()).toEqual(before);
  },
);

test('a credential works once, for a new and for a known account', async () => {
  const sub = '815';
  for (let round = 0; round < 2; round += 1) {
    const credential = await credentialOf({ sub });
    expect((await logIn(credential)).status).toBe(200);
    const again = await logIn(credential, '198.51.100.9');
    expect([again.status, again.body.message]).toEqual([401, authMessages.googleFailed]);
  }
});

test('a used credential stays used with another spelling of its signature', async () => {
  const credential = await credentialOf();
  await logIn(credential);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(credential.at(-1) ?? '');
  // 256 bytes leave four bits of the last character unused.
  const respelled = credential.slice(0, -1) + alphabet[last ^ 1];
  const bytes = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url');
  expect(bytes(respelled)).toEqual(bytes(credential));
  expect((await logIn(respelled)).status).toBe(401);
});

test('one of several parallel uses of a credential logs in', async () => {
  const sub = '99';
  await logIn(await credentialOf({ sub }));
  const credential = await credentialOf({ sub });
  const all = await Promise.all(Array.from({ length: 6 }, () => logIn(credential)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
});

test('parallel first logins from several devices create one account', async () => {
  const [sub, email] = ['100', newEmail()];
  const credentials = await Promise.all(Array.from({ length: 4 }, () => credentialOf({ sub, email })));
  const all = await Promise.all(credentials.map((credential) => logIn(credential)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(all.map(({ body }) => readToken(body.token)?.userId)).size).toBe(1);
  expect(await redis.hget(loginKey(email), 'passwordHash')).toBe('');
});

test('no key name contains a credential or a Google id', async () => {
  const sub = '118999881999119725';
  const credential = await credentialOf({ sub });
  await logIn(credential);
  const keys = (await redis.keys('*')).join();
  expect(keys).not.toContain(sub);
  expect(keys).not.toContain(credential.split('.')[1]);
});

test('a login works again after Google’s keys were unreachable', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const credential = await credentialOf();
  for (const url of ['http://127.0.0.1:1/certs', 'not an address']) {
    vi.stubEnv('GOOGLE_JWKS_URL', url);
    expectRefused(await logIn(credential), 503, 'unavailable', requestMessages.unavailable);
  }
  vi.stubEnv('GOOGLE_JWKS_URL', issuer.jwksUrl);
  expect((await logIn(credential)).status).toBe(200);
});

test('Google’s keys are cached, and a login takes two round trips to the database', async () => {
  const sub = '31';
  await logIn(await credentialOf({ sub }));
  const asked = issuer.asked();
  for (const credential of [await credentialOf({ sub }), await credentialOf()]) {
    expect(await roundTrips(() => logIn(credential))).toBe(2);
  }
  expect(issuer.asked()).toBe(asked);
});

test('forged credentials are counted by address, for a limited time', async () => {
  const [window] = windowsFor('user.google', { address: '198.51.100.7' });
  await redis.set(window?.key ?? '', window?.limit ?? 0, { px: 60_000 });
  expect((await logIn('not a credential', '198.51.100.7')).status).toBe(429);
  expect((await logIn('not a credential', '198.51.100.8')).status).toBe(401);
});

test('a shop without a client id offers no Google button and accepts no credential', async () => {
  const credential = await credentialOf();
  expect((await call('user.options')).body).toEqual({
    success: true,
    google: { clientId: CLIENT_ID, scriptUrl: 'https://accounts.google.com/gsi/client' },
  });
  vi.stubEnv('GOOGLE_CLIENT_ID', '');
  expect((await call('user.options')).body).toEqual({ success: true, google: null });
  const { status, body } = await logIn(credential);
  expect([status, body.message]).toEqual([400, authMessages.googleNotOffered]);
  expect(await kept()).toEqual([]);
});
