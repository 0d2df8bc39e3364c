import { beforeEach, expect, test, vi } from 'vitest';
import { isNewer } from '../../netlify/services/newer-documents.ts';
import { alertShopLimit } from '../../netlify/services/order-surge.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { giveUp } from '../../netlify/services/unsent-emails.ts';
import { NewerDocument } from '../../netlify/storage/document-versions.ts';
import { dueEmailOf, emailName } from '../../netlify/storage/email-outbox.ts';
import { allOrdersKey, emailOutboxKey, orderSurgeKey } from '../../netlify/storage/keys.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { sendEmails } from '../support/refunds.ts';

/** A function may end, or fail, at any step between a problem and the email about it to the owner. */

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();
const subjects = () => mailServer.emails.map(({ mail }) => mail.subject);
const unsent = { about: 'A'.repeat(20), kind: 'placed' };

beforeEach(async () => {
  await flush();
  vi.spyOn(console, 'error').mockReturnValue();
});

/** Requests that contain this text fail until the mock is restored. */
function failAt(part: string) {
  const { fetch } = globalThis;
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (String(init?.body).includes(part)) throw new Error('broken off');
    return fetch(url, init);
  });
}

test('an alert whose function failed before its email goes out with the next run', async () => {
  const orders = failAt(`"zcount","${allOrdersKey()}"`);
  await expect(alertShopLimit()).rejects.toThrow('Redis does not answer');
  orders.mockRestore();
  expect(subjects()).toEqual([]);
  await alertShopLimit();
  await sendEmails();
  expect(subjects()).toEqual(['Orders are refused at Taana']);
});

test('an alert waits for a mail server, and comes once however often its problem was found meanwhile', async () => {
  vi.stubEnv('SMTP_URL', '');
  for (let times = 0; times < 3; times += 1) {
    await giveUp('orders', unsent);
    await sendEmails();
  }
  expect(await redis.zcard(emailOutboxKey())).toBe(1);
  vi.stubEnv('SMTP_URL', mailServer.url);
  await sendEmails();
  await sendEmails();
  expect(subjects()).toEqual(['Emails to your shoppers could not be sent']);
});

test('an email is noted as never sent only after its alert is queued', async () => {
  await redis.zadd(emailOutboxKey(), { score: 1, member: `${unsent.about}:${unsent.kind}` });
  const alerts = failAt('owner-alert-never-sent');
  await expect(giveUp('orders', unsent)).rejects.toThrow('Redis does not answer');
  alerts.mockRestore();
  // So the next run gives it up again.
  expect(await redis.zrange(emailOutboxKey(), 0, -1)).toEqual([`${unsent.about}:${unsent.kind}`]);
});

test('an alert has the detail of its problem, also if that contains a colon', async () => {
  expect(await isNewer(new NewerDocument('A document (order) has version 2: use the newer build'))).toBe(
    true,
  );
  expect(await isNewer(new Error('another problem'))).toBe(false);
  await sendEmails();
  expect(mailServer.emails[0]?.mail.text).toContain('has version 2: use the newer build.');
});

test('an alert of a problem that only another build knows is dropped', async () => {
  await redis.zadd(emailOutboxKey(), { score: 1, member: '1:owner-alert-unknown:' });
  await sendEmails();
  expect([subjects(), await redis.zcard(emailOutboxKey())]).toEqual([[], 0]);
});

test('an alert that was sent is not repeated until its problem was not found for some time', async () => {
  for (let times = 0; times < 2; times += 1) {
    await alertShopLimit();
    await sendEmails();
  }
  expect(subjects()).toHaveLength(1);
  await redis.del(orderSurgeKey());
  await alertShopLimit();
  expect(subjects()).toHaveLength(2);
});

test('an alert goes out before the emails that have waited for some minutes', async () => {
  const other = { ...unsent, about: 'B'.repeat(20) };
  await redis.zadd(emailOutboxKey(), { score: Date.now() - 10 * MINUTE_MS, member: emailName(other) });
  await giveUp('orders', unsent);
  const [first] = await redis.zrange<string[]>(emailOutboxKey(), 0, -1);
  expect(first).toContain('owner-alert-never-sent');
});

test('an alert that was given up is queued again if its problem lasts', async () => {
  vi.stubEnv('SMTP_URL', '');
  await alertShopLimit();
  const [name = ''] = await redis.zrange<string[]>(emailOutboxKey(), 0, -1);
  await giveUp('orders', dueEmailOf(name));
  expect(await redis.zcard(emailOutboxKey())).toBe(0);
  await alertShopLimit();
  expect(await redis.zcard(emailOutboxKey())).toBe(1);
});

test('the log names no order for an alert that was not sent', async () => {
  vi.stubEnv('SMTP_URL', '');
  await alertShopLimit();
  const [line] = vi.mocked(console.error).mock.lastCall ?? [];
  expect(JSON.parse(String(line))).toEqual({
    level: 'error',
    email: 'owner-alert-shop-limit:',
    error: 'MailUnavailable',
  });
});

test('the emails go out if nobody can say how fast orders come', async () => {
  await giveUp('orders', unsent);
  failAt(`"zcount","${allOrdersKey()}"`);
  await expect(runReconciliation(5_000)).rejects.toThrow('Redis does not answer');
  expect(subjects()).toEqual(['Emails to your shoppers could not be sent']);
});
