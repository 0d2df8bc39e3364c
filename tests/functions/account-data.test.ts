import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { sendDueOrderEmails } from '../../netlify/services/send-order-email.ts';
import { runCleanup } from '../../netlify/services/cleanup.ts';
import { pendingDeletionsKey, emailOutboxKey, orderKey } from '../../netlify/storage/keys.ts';
import { personHash } from '../../netlify/storage/person-hash.ts';
import { askFor, confirmSubscription, readSubscription } from '../../netlify/storage/newsletter.ts';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { openAccount as account } from '../support/accounts.ts';
import { discountedBody } from '../support/codes.ts';
import { useMailServer } from '../support/mail-server.ts';
import { aRefund } from '../support/orders.ts';
import { later } from '../support/placed-orders.ts';
import { connect, flush } from '../support/redis.ts';
import {
  address,
  call,
  earlyProduct,
  hoodie,
  orderBody,
  place,
  profileFields,
  savedAddress,
  shirt,
  workDone,
} from '../support/shop-calls.ts';
import { fillAccount, leave, orderIn } from '../support/account-content.ts';

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();

beforeEach(flush);
afterEach(workDone);

test('the export contains everything that the shop stores about a shopper, and no secret', async () => {
  const asha = await account();
  await fillAccount(asha);
  const orderId = await orderIn(asha.token);
  const { status, body } = await call('user.export', { token: asha.token });
  expect(status).toBe(200);
  const { data } = body;
  expect(data).toMatchObject({
    exportedAt: expect.any(Number) as number,
    profile: {
      ...profileFields,
      email: asha.email,
      _id: asha.userId,
      consents: [{ ...policyVersions, at: expect.any(Number) as number }],
      termsAcceptedAt: expect.any(Number) as number,
      lastUsedAt: expect.any(Number) as number,
    },
    addresses: [{ ...savedAddress, isDefault: true, _id: expect.any(String) as string }],
    orders: [
      {
        _id: orderId,
        amount: orderBody([shirt, 'M', 1]).amount,
        termsVersion: policyVersions.terms,
        address: { street: address.street },
      },
    ],
    notifications: [{ type: 'order', message: expect.stringContaining(shortOrderId(orderId)) as string }],
    cart: [{ productId: hoodie.id, size: 'M', quantity: 1 }],
    wishlist: [shirt.id],
    notifyMe: [{ productId: hoodie.id, size: 'L', since: expect.any(Number) as number }],
    earlyOrderInterests: [{ productId: earlyProduct.id, email: asha.email, phone: address.phone }],
    newsletter: { email: asha.email, at: 5, confirmedAt: null, code: null },
    waitlist: { email: asha.email, at: 6 },
  });
  const text = JSON.stringify(data);
  expect(text).not.toContain('argon2');
  expect(text).not.toContain(asha.token);
});

test('the export describes a newsletter code without the code itself or its order', async () => {
  const asha = await account();
  await askFor([], { email: asha.email, at: 5, privacyVersion: policyVersions.privacy });
  const found = await readSubscription(personHash(asha.email));
  const made = { code: 'TAANA-7K2M-Q9XD', percent: 20, madeAt: 6, expiresAt: Date.now() + 60_000 };
  if (found) await confirmSubscription(found, 6, { now: asha.email, once: asha.email }, made);
  const placed = await place(asha.token, discountedBody(made.code, 20, [shirt, 'M', 1]));
  const { body } = await call('user.export', { token: asha.token });
  expect(body.data['newsletter']).toEqual({
    email: asha.email,
    at: 5,
    privacyVersion: policyVersions.privacy,
    confirmedAt: 6,
    code: { percent: 20, madeAt: 6, expiresAt: made.expiresAt, isUsed: true },
  });
  expect(JSON.stringify(body.data['newsletter'])).not.toContain(placed.body.orderId);
});

test('the export of one shopper contains no data of another', async () => {
  const [asha, ravi] = [await account(), await account()];
  await fillAccount(asha);
  await orderIn(asha.token);
  const { body } = await call('user.export', { token: ravi.token });
  expect(body.data).toMatchObject({
    addresses: [],
    orders: [],
    notifications: [],
    cart: [],
    wishlist: [],
    notifyMe: [],
    earlyOrderInterests: [],
    newsletter: null,
    waitlist: null,
  });
  expect(JSON.stringify(body.data)).not.toContain(asha.email);
});

test('without a mail server the deletion email waits for three days, then is dropped', async () => {
  const asha = await account();
  vi.stubEnv('SMTP_URL', '');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await leave(asha.token, asha.email);
  await workDone();
  expect(await redis.hget(pendingDeletionsKey(), asha.userId)).toContain(asha.email);
  expect(String(log.mock.calls)).not.toContain(asha.email);
  await later(73 * 3_600_000, () => runCleanup(15_000));
  expect(await redis.exists(pendingDeletionsKey())).toBe(0);
});

test('two deletions at once are one deletion', async () => {
  const asha = await account();
  const all = await Promise.all([1, 2, 3].map(() => leave(asha.token, asha.email)));
  const statuses = all.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
  await workDone();
  expect(mailServer.emails).toHaveLength(1);
});

test('an order of a deleted shopper sends no email', async () => {
  const asha = await account();
  const orderId = await orderIn(asha.token, 'Delivered');
  await workDone();
  await leave(asha.token, asha.email);
  await workDone();
  mailServer.emails.length = 0;
  await redis.zadd(emailOutboxKey(), { score: 0, member: `${orderId}:delivered` });
  const refunds = [aRefund({ wantedAt: Date.now(), doneAt: Date.now() })];
  await updateOrder(orderId, (each) => ({ ...each, refunds }));
  await sendDueOrderEmails();
  expect(mailServer.emails).toEqual([]);
  expect(await redis.zcard(emailOutboxKey())).toBe(0);
  expect((await redis.keys('notifications:*')).join()).toBe('');
  expect(await redis.exists(orderKey(orderId))).toBe(1);
});
