import { beforeEach, expect, test, vi } from 'vitest';
import { MailUnavailable } from '../../netlify/email/transport.ts';
import { SiteUrlMissing } from '../../netlify/services/site-url.ts';
import type { DeliveryResult } from '../../netlify/services/bulk-email.ts';
import { commandLine } from '../../netlify/services/desk/order-log.ts';
import { restock, setStock } from '../../netlify/services/restock.ts';
import { backInStockClaimsKey } from '../../netlify/storage/keys.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import { isWaiting, saveSubscription, claimSubscription } from '../../netlify/storage/back-in-stock.ts';
import { recipientsOf, useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { hoodie, newShopper, setStock as putPieces } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const [asha, ravi, meera] = ['asha@example.com', 'ravi@example.com', 'meera@example.com'] as const;
const variant = (size: string) => ({ productId: hoodie.id, size, initial: 0 });
const waits = (email: string, size = 'M') => isWaiting([], hoodie.id, size, email);

const mailServer = useMailServer();

beforeEach(async () => {
  await flush();
  await putPieces(hoodie.id, 'M', 0);
  await putPieces(hoodie.id, 'L', 0);
});

async function wait(emails: readonly string[], size = 'M'): Promise<void> {
  for (const email of emails) await saveSubscription([], variant(size), email);
}

async function run() {
  const heard: DeliveryResult[] = [];
  const outcome = await restock(hoodie, 'M', (each) => heard.push(each));
  return { ...outcome, heard };
}

test('every subscriber of a size in stock gets one email', async () => {
  await wait([asha, ravi]);
  await wait([meera], 'L');
  expect(await setStock(commandLine, hoodie, 'M', 8)).toEqual({ before: 0, after: 8, waiting: 2 });
  const { heard, ...outcome } = await run();
  expect(outcome).toEqual({ sent: 2, refused: 0, waiting: 0, soldOut: false, isWhole: true });
  expect(heard).toHaveLength(2);
  expect(recipientsOf(mailServer)).toEqual([asha, ravi]);
  for (const { to, mail } of mailServer.emails) {
    expect(mail.subject).toBe(`${hoodie.name} is back in size M`);
    expect(mail.to).toEqual([{ name: '', address: to[0] }]);
    expect(mail.text).toContain(`https://shop.example/product/${hoodie.id}`);
  }
  expect([await waits(asha), await waits(ravi), await waits(meera, 'L')]).toEqual([false, false, true]);
});

test('a subscriber who subscribes again gets another email', async () => {
  await wait([asha]);
  await setStock(commandLine, hoodie, 'M', 8);
  await run();
  await setStock(commandLine, hoodie, 'M', 0);
  await wait([asha]);
  await setStock(commandLine, hoodie, 'M', 8);
  await run();
  expect(recipientsOf(mailServer)).toEqual([asha, asha]);
  expect(new Set(mailServer.emails.map(({ mail }) => mail.messageId)).size).toBe(2);
});

test('a refused mailbox does not stop the others and stays subscribed', async () => {
  await wait([ravi, asha, meera]);
  mailServer.refused.add(ravi);
  await setStock(commandLine, hoodie, 'M', 8);
  const { heard, ...outcome } = await run();
  expect(outcome).toEqual({ sent: 2, refused: 1, waiting: 1, soldOut: false, isWhole: true });
  expect(heard).toContainEqual({ email: ravi, refused: '550 5.1.1 No such user' });
  expect(recipientsOf(mailServer)).toEqual([asha, meera]);
  expect(await waits(ravi)).toBe(true);

  mailServer.refused.clear();
  expect(await run()).toMatchObject({ sent: 1, refused: 0, waiting: 0 });
  expect(recipientsOf(mailServer)).toEqual([asha, meera, ravi]);
});

test('a run that was killed halfway is finished by a later one', async () => {
  await wait([asha, ravi, meera]);
  await setStock(commandLine, hoodie, 'M', 8);
  // Killed with one claimed shopper, before the email was sent.
  expect(await claimSubscription(variant('M'))).toMatchObject({ email: asha });
  expect(await run()).toMatchObject({ sent: 2, waiting: 1 });
  expect(recipientsOf(mailServer)).toEqual([meera, ravi]);
  await redis.hset(backInStockClaimsKey(hoodie.id, 'M'), { [asha]: 1 });
  expect(await run()).toMatchObject({ sent: 1, waiting: 0 });
  expect(recipientsOf(mailServer)).toEqual([asha, meera, ravi]);
});

test('an email that is sent twice has one Message-ID', async () => {
  await wait([asha]);
  await setStock(commandLine, hoodie, 'M', 8);
  // The email was sent, and its sender gets no reply.
  mailServer.beforeAccepting = () =>
    Promise.reject(Object.assign(new Error('closing'), { responseCode: 421 }));
  await expect(run()).rejects.toThrow(MailUnavailable);
  mailServer.beforeAccepting = () => {};
  await run();
  expect(mailServer.emails).toHaveLength(2);
  expect(new Set(mailServer.emails.map(({ mail }) => mail.messageId)).size).toBe(1);
});

test('accounts with a confirmed email get one notification, others get none', async () => {
  const { session } = await newShopper(asha, { emailConfirmedAt: 1 });
  // Anybody can sign up with an email that is not theirs.
  await newShopper(meera);
  await wait([asha, ravi, meera]);
  await setStock(commandLine, hoodie, 'M', 8);
  const before = Date.now();
  await Promise.all([run(), run()]);
  const [notification, ...more] = await readNotifications(session.userId);
  expect(more).toEqual([]);
  expect(notification).toMatchObject({
    type: 'restock',
    message: `${hoodie.name} is back in size M`,
    read: false,
  });
  expect(notification?.createdAt).toBeGreaterThanOrEqual(before);
  expect(await redis.keys('notifications:*')).toHaveLength(1);
});

test('if the last piece is sold while emails are sent, the rest wait for the next restock', async () => {
  const emails = Array.from({ length: 12 }, (_, at) => `shopper-${at}@example.com`);
  await wait(emails);
  await setStock(commandLine, hoodie, 'M', 1);
  mailServer.beforeAccepting = () => putPieces(hoodie.id, 'M', 0);
  const { sent, waiting, soldOut } = await run();
  expect(soldOut).toBe(true);
  expect(sent).toBeLessThan(12);
  expect(sent + waiting).toBe(12);
  expect(mailServer.emails).toHaveLength(sent);
});

test('without a mail server every subscription stays for a later run', async () => {
  await wait([asha, ravi]);
  await setStock(commandLine, hoodie, 'M', 8);
  for (const [name, value, error] of [
    ['SMTP_URL', 'smtp://127.0.0.1:1', MailUnavailable],
    ['SMTP_URL', '', MailUnavailable],
    ['SITE_URL', '', SiteUrlMissing],
  ] as const) {
    vi.stubEnv(name, value);
    await expect(run()).rejects.toThrow(error);
  }
  vi.stubEnv('SMTP_URL', mailServer.url);
  vi.stubEnv('SITE_URL', 'https://shop.example');
  expect(await run()).toMatchObject({ sent: 2, waiting: 0 });
});
