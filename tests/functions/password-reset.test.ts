import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newToken } from '../../netlify/identity/tokens.ts';
import { resetKey } from '../../netlify/storage/keys.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import { authMessages } from '../../src/contract/messages/account.ts';
import { lifetimes } from '../../src/domain/config.ts';
import { openAccount as account, password as oldPassword, tokenMailed } from '../support/accounts.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush, storedText } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, newEmail, profileFields, workDone } from '../support/shop-calls.ts';
import { eventually } from '../support/eventually.ts';

const redis = connect({ automaticDeserialization: false });
const newPassword = 'weft and warp';
const mailServer = useMailServer();

beforeEach(flush);
afterEach(workDone);

/** The token of the newest email to this mailbox. */
async function mailedToken(email: string): Promise<string> {
  await call('user.forgot', { body: { email } });
  await workDone();
  return tokenMailed(mailServer, email, 'reset-password');
}

const reset = (token: string, password = newPassword) => call('user.reset', { body: { token, password } });
const logIn = (email: string, password: string) => call('user.login', { body: { email, password } });

const expectEnded = async (token: string) =>
  expectRefused(await reset(token), 400, 'invalid', authMessages.resetEnded);

test('an emailed link sets a new password once and ends every session', async () => {
  const { email, token, userId } = await account();
  const second = (await logIn(email, oldPassword)).body.token;
  const link = await mailedToken(email);
  const { status, body } = await reset(link);
  expect([status, body]).toEqual([200, { success: true, message: authMessages.resetDone }]);
  for (const ended of [token, second]) expect((await call('cart.get', { token: ended })).status).toBe(401);
  expect((await logIn(email, oldPassword)).status).toBe(401);
  expect((await logIn(email, newPassword)).status).toBe(200);
  await expectEnded(link);
  expect((await logIn(email, newPassword)).status).toBe(200);
  await workDone();
  expect(await readNotifications(userId)).toMatchObject([
    { type: 'account', read: false, message: authMessages.passwordChanged },
  ]);
  expect(mailServer.emails.map(({ to, mail }) => [to[0], mail.subject])).toEqual([
    [email, 'Set a new password for Taana'],
    [email, 'Your password for Taana was changed'],
  ]);
});

test('the token is in the URL fragment, which reaches no server, and is stored as a hash', async () => {
  const { email } = await account();
  const token = await mailedToken(email);
  const [{ mail } = { mail: undefined }] = mailServer.emails;
  expect(mail?.html).toContain(`https://shop.example/reset-password#token=${token}`);
  expect(mail?.text).not.toContain('?token');
  expect(await storedText()).not.toContain(token);
});

test('a known and an unknown email get the same answer, and only the known one gets an email', async () => {
  const { email } = await account();
  const known = await call('user.forgot', { body: { email } });
  const unknown = await call('user.forgot', { body: { email: newEmail() } });
  expect(known.status).toBe(200);
  expect(known.body).toEqual({ success: true, message: authMessages.forgotSent });
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect([...unknown.headers]).toEqual([...known.headers]);
  await workDone();
  expect(mailServer.emails.map(({ to }) => to)).toEqual([[email]]);
});

test('the answer does not wait for the email and does not fail with it', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { email } = await account();
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');
  expect((await call('user.forgot', { body: { email } })).status).toBe(200);
  await workDone();
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toEqual([
    { level: 'error', email: 'reset', error: 'MailUnavailable' },
  ]);
});

test('a link is valid for an hour', async () => {
  const { email, userId } = await account();
  const token = await mailedToken(email);
  expect(lifetimes.resetLinkMs).toBe(3_600_000);
  const left = await redis.pttl(resetKey(userId));
  expect(left).toBeGreaterThan(lifetimes.resetLinkMs - 60_000);
  expect(left).toBeLessThanOrEqual(lifetimes.resetLinkMs);
  await redis.pexpire(resetKey(userId), 1);
  await eventually(async () => expect(await redis.exists(resetKey(userId))).toBe(0));
  await expectEnded(token);
  expect((await logIn(email, oldPassword)).status).toBe(200);
});

test('forged links, links of other kinds, and session tokens are refused', async () => {
  const [asha, ravi] = [await account(), await account()];
  const bytes = (token: string) => Buffer.from(token, 'base64url');
  const ravis = await mailedToken(ravi.email);
  await mailedToken(asha.email);
  const mixed = Buffer.concat([bytes(asha.token).subarray(0, 16), bytes(ravis).subarray(16)]);
  const forgeries = [
    'x',
    ' ',
    'null',
    'a'.repeat(64),
    `${ravis}=`,
    newToken(asha.userId).token,
    asha.token,
    mixed.toString('base64url'),
  ];
  for (const token of forgeries) await expectEnded(token);
  expect((await logIn(asha.email, oldPassword)).status).toBe(200);
  expect((await logIn(ravi.email, oldPassword)).status).toBe(200);
});

test('one of several parallel uses of a link sets its password', async () => {
  const { email } = await account();
  const token = await mailedToken(email);
  const passwords = ['first password', 'second password', 'third password', 'fourth password'];
  const all = await Promise.all(passwords.map((password) => reset(token, password)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  const right = passwords[all.findIndex(({ status }) => status === 200)] ?? '';
  expect((await logIn(email, right)).status).toBe(200);
});

test('a refused password does not use up the link', async () => {
  const { email } = await account();
  const token = await mailedToken(email);
  const { status, body } = await reset(token, 'short');
  expect([status, body.fields]).toEqual([400, { password: authMessages.passwordLength }]);
  const common = await reset(token, 'Password1');
  expect([common.status, common.body.fields]).toEqual([400, { password: authMessages.commonPassword }]);
  expect((await reset(token)).status).toBe(200);
});

test('a new password ends a lockout by wrong guesses', async () => {
  const { email } = await account();
  for (let tries = 0; tries < 10; tries += 1) await logIn(email, `guess ${tries}`);
  expect((await logIn(email, oldPassword)).status).toBe(429);
  expect((await reset(await mailedToken(email))).status).toBe(200);
  expect((await logIn(email, newPassword)).status).toBe(200);
});

test('a new password cancels an email change that somebody else started', async () => {
  const { email, token } = await account();
  const wanted = newEmail();
  await call('user.save-profile', { token, body: { ...profileFields, email: wanted } });
  await workDone();
  const link = tokenMailed(mailServer, wanted, 'confirm-email');
  await reset(await mailedToken(email));
  const session = (await logIn(email, newPassword)).body.token;
  expect((await call('user.confirm-email', { token: session, body: { token: link } })).status).toBe(400);
  expect((await call('user.profile', { token: session })).body.user).toMatchObject({
    email,
    pendingEmail: null,
  });
});

test('a mailbox gets five reset emails an hour, known or unknown', async () => {
  const { email } = await account();
  for (const mailbox of [email, newEmail()]) {
    const all: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const ip = `198.51.100.${tries}`;
      all.push((await call('user.forgot', { body: { email: mailbox }, ip })).status);
    }
    expect(all).toEqual([200, 200, 200, 200, 200, 429]);
  }
});
