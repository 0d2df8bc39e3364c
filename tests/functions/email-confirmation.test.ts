import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCleanup } from '../../netlify/services/cleanup.ts';
import { confirmKey, pendingDeletionsKey, userKey } from '../../netlify/storage/keys.ts';
import { profileMessages } from '../../src/contract/messages/account.ts';
import { lifetimes } from '../../src/domain/config.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { call, earlyProduct, hoodie, newEmail, profileFields, workDone } from '../support/shop-calls.ts';
import { expectSubscribedToEverything, subscribeToEverything } from '../support/account-content.ts';
import { confirm, profileOf, theirs, useSquatter } from '../support/squatter.ts';

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();

beforeEach(flush);
afterEach(workDone);

const { signUp, mailed } = useSquatter(mailServer);

test('a sign-up emails a link, which confirms the email once in that session', async () => {
  const { email, token, userId } = await signUp();
  expect(mailServer.emails.map(({ to, mail }) => [to[0], mail.subject])).toEqual([
    [email, 'Confirm your email for Taana'],
  ]);
  expect((await profileOf(token)).emailConfirmed).toBe(false);
  const link = mailed(email, 'confirm-email');
  expect(await redis.get(confirmKey(userId))).not.toContain(link);
  expect(await redis.pttl(confirmKey(userId))).toBeGreaterThan(lifetimes.confirmLinkMs - 60_000);
  const { status, body } = await confirm(token, link);
  expect([status, body]).toEqual([200, { success: true, email, message: profileMessages.emailConfirmed }]);
  expect((await profileOf(token)).emailConfirmed).toBe(true);
  expect(JSON.parse((await redis.get<string>(userKey(userId))) ?? '')).toMatchObject({
    emailConfirmedAt: expect.any(Number) as number,
  });
  expect((await confirm(token, link)).status).toBe(400);
});

test('another session cannot confirm an email with the link', async () => {
  const { email, token } = await signUp();
  const link = mailed(email, 'confirm-email');
  expect((await call('user.confirm-email', { body: { token: link } })).status).toBe(401);
  const other = await signUp();
  const { status, body } = await confirm(other.token, link);
  expect([status, body.message]).toEqual([400, profileMessages.linkOther]);
  for (const session of [token, other.token]) expect((await profileOf(session)).emailConfirmed).toBe(false);
});

test('a new link can be requested and replaces the previous one, five an hour per mailbox', async () => {
  const { email, token, userId } = await signUp();
  const first = mailed(email, 'confirm-email');
  const asked = await call('user.confirm-again', { token });
  expect([asked.status, asked.body.message]).toEqual([200, profileMessages.confirmAsked(email)]);
  await workDone();
  expect((await confirm(token, first)).status).toBe(400);
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1)
    statuses.push((await call('user.confirm-again', { token })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await workDone();
  expect(mailServer.emails).toHaveLength(5);
  expect((await confirm(token, mailed(email, 'confirm-email'))).status).toBe(200);
  const done = await call('user.confirm-again', { token });
  expect([done.status, done.body.message]).toEqual([200, profileMessages.emailConfirmed]);
  expect(await redis.exists(confirmKey(userId))).toBe(0);
});

test('repeated sign-ups and deletions do not flood a mailbox', async () => {
  const email = newEmail();
  for (let round = 0; round < 8; round += 1) {
    const { token } = await signUp(email);
    const left = await call('user.delete', { token, body: { email, password: theirs } });
    expect(left.status).toBe(200);
    await workDone();
  }
  expect(mailServer.emails).toHaveLength(5);
});

test('a link for the sign-up’s email does not confirm the email that the account changed to', async () => {
  const { email, token } = await signUp();
  const link = mailed(email, 'confirm-email');
  const next = newEmail();
  await call('user.save-profile', { token, body: { ...profileFields, email: next } });
  await workDone();
  expect((await confirm(token, mailed(next, 'confirm-email'))).body.email).toBe(next);
  expect(await profileOf(token)).toMatchObject({ email: next, emailConfirmed: true });
  expect((await confirm(token, link)).status).toBe(400);
});

test('the export of an unconfirmed account omits subscriptions of its email and says so', async () => {
  const email = newEmail();
  await subscribeToEverything(email);
  const { token } = await signUp(email);
  const { body } = await call('user.export', { token });
  expect(body.data).toMatchObject({ emailNotConfirmed: profileMessages.exportUnconfirmed });
  const text = JSON.stringify(body.data);
  for (const secret of ['Raghunathan', '919812345678', hoodie.id, earlyProduct.id, 'Waitlist User']) {
    expect(text).not.toContain(secret);
  }
  await confirm(token, mailed(email, 'confirm-email'));
  expect(JSON.stringify((await call('user.export', { token })).body.data)).toContain('Raghunathan');
});

test('deleting an unconfirmed account keeps subscriptions of its email', async () => {
  const email = newEmail();
  await subscribeToEverything(email);
  const { token } = await signUp(email);
  const { status } = await call('user.delete', { token, body: { email, password: theirs } });
  expect(status).toBe(200);
  await workDone();
  await runCleanup(15_000);
  await expectSubscribedToEverything(email);
  expect(await redis.exists(pendingDeletionsKey())).toBe(0);
  expect(mailServer.emails.map(({ mail }) => mail.subject)).not.toContain('Your account at Taana is deleted');
});
