import { beforeEach, expect, test, vi } from 'vitest';
import { newPushKeys } from '../../netlify/push/vapid.ts';
import { sendDueOrderEmails } from '../../netlify/services/send-order-email.ts';
import { emailOutboxKey } from '../../netlify/storage/keys.ts';
import { staffNewsKey } from '../../netlify/storage/staff-keys.ts';
import { claimDueEmails } from '../../netlify/storage/email-outbox.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import { readUnsent } from '../../netlify/storage/owner-queues.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { useMailServer } from '../support/mail-server.ts';
import { later } from '../support/placed-orders.ts';
import { connect, flush } from '../support/redis.ts';
import {
  address,
  confirmEmail,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  place,
  workDone,
} from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();
beforeEach(flush);

const waiting = () => redis.zcard(emailOutboxKey());

async function order() {
  const [shopper, key] = [await newShopper(), newKey()];
  const { body } = await place(shopper.token, orderBody([hoodie, 'M', 1]), key);
  return { ...shopper, key, orderId: body.orderId };
}

test('a confirmed order sends one email to its address after the response, and a notification', async () => {
  const { token, key, orderId, session } = await order();
  // A repetition is the same order and sends nothing.
  await place(token, orderBody([hoodie, 'M', 1]), key);
  await workDone();
  expect(mailServer.emails).toHaveLength(1);
  const [{ to, mail } = { to: [], mail: undefined }] = mailServer.emails;
  expect(to).toEqual([address.email]);
  expect(mail?.subject).toContain(shortOrderId(orderId));
  expect(mail?.text).toContain(hoodie.name);
  expect(await waiting()).toBe(0);
  expect(await readNotifications(session.userId)).toMatchObject([
    { type: 'order', read: false, message: expect.stringContaining(shortOrderId(orderId)) as string },
  ]);
});

test('the shop sends no web address typed by a shopper to an unconfirmed mailbox', async () => {
  const { token, session } = await newShopper('asha@example.com');
  const lure = { firstName: 'https://evil.example', lastName: 'win', street: 'evil.example/x' };
  const text = async (email: string) => {
    await place(token, { ...orderBody([hoodie, 'M', 1]), address: { ...address, ...lure, email } });
    await workDone();
    return mailServer.emails.at(-1)?.mail.text ?? '';
  };
  for (const email of ['victim@example.com', 'asha@example.com']) {
    const said = await text(email);
    expect(said).toContain('This is what you ordered');
    expect(said).not.toContain('evil');
  }
  await confirmEmail(session.userId);
  expect(await text('asha@example.com')).toContain('Thank you, https://evil.example.');
  expect(await text('victim@example.com')).not.toContain('evil');
});

test('without a mail server the order is placed and its email waits', async () => {
  vi.stubEnv('SMTP_URL', '');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { orderId } = await order();
  await workDone();
  expect(orderId).toMatch(/^[0-9A-Z]{20}$/);
  expect(await waiting()).toBe(1);
  expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toEqual({
    level: 'error',
    order: orderId,
    email: 'placed',
    error: 'MailUnavailable',
  });
});

test('a claimed email counts as being sent, a due or postponed one as waiting', async () => {
  const now = Date.now();
  await redis.zadd(emailOutboxKey(), { score: now - 1, member: 'one:placed' });
  expect(await readUnsent(['one:placed', 'sent:placed'], now)).toEqual(['one:placed']);
  expect(await claimDueEmails('orders', 1)).toEqual([{ about: 'one', kind: 'placed' }]);
  expect(await readUnsent(['one:placed'], now)).toEqual([]);
  await redis.zadd(emailOutboxKey(), { score: now + 5 * 60_000, member: 'one:placed' });
  expect(await readUnsent(['one:placed'], now)).toEqual(['one:placed']);
});

test('unreadable staff events do not stop emails', async () => {
  const { orderId } = await order();
  await workDone();
  await redis.zadd(emailOutboxKey(), { score: 1, member: `${orderId}:placed` });
  await redis.set(staffNewsKey(), 'no document');
  const { publicKey, privateKey } = newPushKeys();
  vi.stubEnv('VAPID_PUBLIC_KEY', publicKey);
  vi.stubEnv('VAPID_PRIVATE_KEY', privateKey);
  await expect(sendDueOrderEmails()).rejects.toThrow();
  vi.unstubAllEnvs();
  expect([mailServer.emails.length, await waiting()]).toEqual([2, 0]);
});

test('a mailbox that does not exist gets one attempt only', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  mailServer.refused.add(address.email);
  await order();
  await workDone();
  expect(mailServer.emails).toEqual([]);
  expect(await waiting()).toBe(0);
});

test('an email of a missing order or unknown kind does not stop the others', async () => {
  await redis.zadd(emailOutboxKey(), { score: 0, member: 'NOORDER:placed' }, { score: 1, member: 'x:y:z' });
  await order();
  await workDone();
  expect(mailServer.emails).toHaveLength(1);
  expect(await waiting()).toBe(0);
});

test('an outdated email is not sent', async () => {
  vi.stubEnv('SMTP_URL', '');
  vi.spyOn(console, 'error').mockReturnValue();
  const { orderId } = await order();
  await workDone();
  vi.stubEnv('SMTP_URL', mailServer.url);
  await redis.zadd(emailOutboxKey(), { score: 0, member: `${orderId}:placed` });
  await later(4 * 24 * 3_600_000, sendDueOrderEmails);
  expect(mailServer.emails).toEqual([]);
  expect(await waiting()).toBe(0);
});
