import { afterEach, beforeEach, expect, test } from 'vitest';
import { readToken } from '../../netlify/identity/tokens.ts';
import { emailChangeKey, sessionsKey, userKey } from '../../netlify/storage/keys.ts';
import { authMessages, profileMessages } from '../../src/contract/messages/account.ts';
import { lifetimes } from '../../src/domain/config.ts';
import { openAccount as account, password, tokenMailed } from '../support/accounts.ts';
import { useMailServer } from '../support/mail-server.ts';
import { confirm, profileOf as read } from '../support/squatter.ts';
import { later } from '../support/placed-orders.ts';
import { connect, flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, newEmail, profileFields, workDone } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();

beforeEach(flush);
afterEach(workDone);

const save = (token: string, changed: Partial<typeof profileFields>) =>
  call('user.save-profile', { token, body: { ...profileFields, ...changed } });
const logIn = async (email: string) => (await call('user.login', { body: { email, password } })).status;

/** The token of the newest email to this mailbox. */
async function mailedToken(email: string): Promise<string> {
  await workDone();
  return tokenMailed(mailServer, email, 'confirm-email');
}

test('a new profile has the fields of the sign-up', async () => {
  const email = newEmail();
  const { token } = (await call('user.register', { body: { name: 'Asha', email, password } })).body;
  const user = await read(token);
  expect(user).toEqual({
    _id: readToken(token)?.userId,
    name: 'Asha',
    email,
    phone: '',
    address: '',
    city: '',
    state: '',
    zipcode: '',
    country: '',
    dateOfBirth: '',
    gender: '',
    pendingEmail: null,
    hasPassword: true,
    emailConfirmed: false,
    createdAt: expect.any(Number) as number,
    updatedAt: user.createdAt,
  });
});

test('every field is saved, with the day of the change', async () => {
  const { email, token } = await account();
  const before = await read(token);
  const { status, body } = await save(token, { email });
  expect([status, body.message]).toEqual([200, profileMessages.updated]);
  const updatedAt = expect.any(Number) as number;
  expect(body.user).toEqual({ ...before, ...profileFields, email, updatedAt });
  expect(body.user.updatedAt).toBeGreaterThan(before.updatedAt);
  expect(await read(token)).toEqual(body.user);
  expect(mailServer.emails).toEqual([]);
});

test('concurrent saves of a profile are done one after the other', async () => {
  const { email, token } = await account();
  const names = ['One', 'Two', 'Three', 'Four'];
  const all = await Promise.all(names.map((name) => save(token, { email, name })));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(names).toContain((await read(token)).name);
});

test('a new email waits for its confirmation, and both mailboxes get an email', async () => {
  const { email, token } = await account();
  const wanted = newEmail();
  const { body } = await save(token, { email: ` ${wanted.toUpperCase()}` });
  expect(body.message).toBe(`${profileMessages.updated} ${profileMessages.confirmSent(wanted)}`);
  expect(body.user).toMatchObject({ email, pendingEmail: wanted, name: profileFields.name });
  const link = await mailedToken(wanted);
  expect(link).not.toBe('');
  expect(mailServer.emails.map(({ to }) => to[0])).toEqual([wanted, email]);
  expect(mailServer.emails[1]?.mail.text).not.toContain(link);
  expect([await logIn(email), await logIn(wanted)]).toEqual([200, 401]);
});

test('the emailed link changes the login email once and keeps sessions open', async () => {
  const { email, token, userId } = await account();
  const wanted = newEmail();
  await save(token, { email: wanted });
  const link = await mailedToken(wanted);
  const sessions = await redis.hlen(sessionsKey(userId));
  const { status, body } = await confirm(token, link);
  const done = { success: true, email: wanted, message: profileMessages.emailConfirmed };
  expect([status, body]).toEqual([200, done]);
  expect(await redis.hlen(sessionsKey(userId))).toBe(sessions);
  expect(await read(token)).toMatchObject({ email: wanted, pendingEmail: null });
  expect([await logIn(email), await logIn(wanted)]).toEqual([401, 200]);
  const again = await confirm(token, link);
  expect([again.status, again.body.message]).toEqual([400, profileMessages.linkEnded]);
  // The former email is free again.
  expect((await call('user.register', { body: { name: 'Ravi', email, password } })).status).toBe(200);
});

test('an email of another account is refused, and nothing is saved', async () => {
  const [asha, ravi] = [await account(), await account()];
  const refused = await save(asha.token, { email: ravi.email, name: 'Mallory' });
  expectRefused(refused, 409, 'taken', authMessages.taken, 'email');
  expect(await read(asha.token)).toMatchObject({ name: 'Asha', email: asha.email, pendingEmail: null });
  await workDone();
  expect(mailServer.emails).toEqual([]);
});

test('if another account takes the email meanwhile, it keeps it', async () => {
  const { email, token } = await account();
  const wanted = newEmail();
  await save(token, { email: wanted });
  const link = await mailedToken(wanted);
  await account(wanted);
  const { status, body } = await confirm(token, link);
  expect([status, body.message]).toEqual([409, authMessages.taken]);
  expect((await read(token)).email).toBe(email);
  expect([await logIn(email), await logIn(wanted)]).toEqual([200, 200]);
});

test('entering the present email cancels a pending change', async () => {
  const { email, token } = await account();
  const wanted = newEmail();
  await save(token, { email: wanted });
  const link = await mailedToken(wanted);
  expect((await save(token, { email })).body.user.pendingEmail).toBeNull();
  expect((await confirm(token, link)).status).toBe(400);
  expect((await read(token)).email).toBe(email);
});

test('only the newest link confirms', async () => {
  const { token } = await account();
  const [first, second] = [newEmail(), newEmail()];
  await save(token, { email: first });
  const old = await mailedToken(first);
  await save(token, { email: second });
  expect((await confirm(token, old)).status).toBe(400);
  expect((await confirm(token, await mailedToken(second))).body.email).toBe(second);
});

test('a link is valid for a day; then the pending email is removed', async () => {
  const { token, userId } = await account();
  const wanted = newEmail();
  await save(token, { email: wanted });
  const link = await mailedToken(wanted);
  expect(lifetimes.emailChangeMs).toBe(24 * 3_600_000);
  expect(await redis.pttl(emailChangeKey(userId))).toBeGreaterThan(lifetimes.emailChangeMs - 60_000);
  await redis.del(emailChangeKey(userId));
  await later(lifetimes.emailChangeMs + 1, async () => {
    expect((await read(token)).pendingEmail).toBeNull();
  });
  expect((await confirm(token, link)).status).toBe(400);
});

test('forged links, links of other kinds, and session tokens confirm nothing', async () => {
  const [asha, ravi] = [await account(), await account()];
  const [wanted, other] = [newEmail(), newEmail()];
  await save(asha.token, { email: wanted });
  await save(ravi.token, { email: other });
  const bytes = (token: string) => Buffer.from(token, 'base64url');
  const ravis = await mailedToken(other);
  const mixed = Buffer.concat([bytes(asha.token).subarray(0, 16), bytes(ravis).subarray(16)]);
  for (const forged of ['x', asha.token, mixed.toString('base64url')]) {
    const { status, body } = await confirm(asha.token, forged);
    expect([status, body.message]).toEqual([400, profileMessages.linkEnded]);
  }
  const others = await confirm(asha.token, ravis);
  expect([others.status, others.body.message]).toEqual([400, profileMessages.linkOther]);
  expect((await call('user.confirm-email', { body: { token: ravis } })).status).toBe(401);
  expect((await read(asha.token)).email).toBe(asha.email);
});

test('an email change invalidates a password link that was sent to the former email', async () => {
  const { email, token } = await account();
  await call('user.forgot', { body: { email } });
  await workDone();
  const reset = tokenMailed(mailServer, email, 'reset-password');
  const wanted = newEmail();
  await save(token, { email: wanted });
  await confirm(token, await mailedToken(wanted));
  const { status } = await call('user.reset', { body: { token: reset, password: 'weft and warp' } });
  expect(status).toBe(400);
  expect(await logIn(wanted)).toBe(200);
});

test('an account can send emails to at most thirty new addresses an hour', async () => {
  const { token } = await account();
  const all: number[] = [];
  for (let tries = 0; tries < 31; tries += 1) all.push((await save(token, { email: newEmail() })).status);
  expect(all.slice(0, 30)).toEqual(new Array(30).fill(200));
  expect(all[30]).toBe(429);
  await workDone();
});

test('a profile cannot be saved while its account is deleted', async () => {
  const { token, userId } = await account();
  await redis.del(userKey(userId));
  expect((await call('user.profile', { token })).status).toBe(401);
  expect((await save(token, {})).status).toBe(401);
  expect((await call('user.export', { token })).status).toBe(401);
  expect((await call('user.delete', { token, body: { email: 'a@example.com', password } })).status).toBe(401);
});
