import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { runCleanup } from '../../netlify/services/cleanup.ts';
import {
  pendingDeletionsKey,
  loginKey,
  newsletterKey,
  backInStockKey,
  ordersKey,
  waitlistKey,
} from '../../netlify/storage/keys.ts';
import { personHash } from '../../netlify/storage/person-hash.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { profileMessages, sessionMessages } from '../../src/contract/messages/account.ts';
import { type Order, shortOrderId, withStatus } from '../../src/domain/order.ts';
import { DELETED_USER, withoutPerson } from '../../src/domain/retention.ts';
import { openAccount as account, password } from '../support/accounts.ts';
import { useMailServer } from '../support/mail-server.ts';
import { aDispute, aRefund } from '../support/orders.ts';
import { connect, flush, storedText } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { address, call, hoodie, stockOf, workDone } from '../support/shop-calls.ts';
import { fillAccount, leave, orderIn } from '../support/account-content.ts';

const redis = connect({ automaticDeserialization: false });
const mailServer = useMailServer();

beforeEach(flush);
afterEach(workDone);

test('a deleted account leaves nothing in the database that names its shopper', async () => {
  const asha = await account();
  await fillAccount(asha);
  const orderId = await orderIn(asha.token, 'Delivered');
  const { status, body } = await leave(asha.token, ` ${asha.email.toUpperCase()}`);
  expect([status, body]).toEqual([200, { success: true, message: profileMessages.deleted }]);
  await workDone();
  const keys: string[] = [];
  for (const key of await redis.keys('*')) {
    const lifetime = await redis.pttl(key);
    // Counters and repeated requests expire within a day.
    if (lifetime < 0) keys.push(key);
    else expect(lifetime).toBeLessThanOrEqual(24 * 3_600_000);
  }
  const everything = await storedText(keys);
  expect(everything).toContain(orderId);
  const personal = [asha.email, asha.userId, address.email, address.street, address.phone, 'Raghunathan'];
  for (const text of [...personal, 'Asha', address.zipcode]) expect(everything).not.toContain(text);
  expect(keys).not.toContain(pendingDeletionsKey());
});

test('orders of a deleted account keep state and totals because tax law requires it', async () => {
  const asha = await account();
  const orderId = await orderIn(asha.token, 'Delivered');
  const before = (await readOrder(orderId))?.order as Order;
  await leave(asha.token, asha.email);
  await workDone();
  expect((await readOrder(orderId))?.order).toEqual(withoutPerson(before, Date.now()));
  expect(await redis.exists(ordersKey(asha.userId))).toBe(0);
});

test('the token of a deleted account is refused on every device', async () => {
  const asha = await account();
  const second = (await call('user.login', { body: { email: asha.email, password } })).body.token;
  await leave(asha.token, asha.email);
  for (const token of [asha.token, second]) {
    expectRefused(await call('user.profile', { token }), 401, 'unauthorised', sessionMessages.expired);
    expect((await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } })).status).toBe(401);
  }
  expect((await call('user.login', { body: { email: asha.email, password } })).status).toBe(401);
  await workDone();
});

test('a pending deletion does not remove the subscriptions of a new account with the same email', async () => {
  const asha = await account();
  vi.stubEnv('SMTP_URL', '');
  vi.spyOn(console, 'error').mockReturnValue();
  await leave(asha.token, asha.email);
  await workDone();
  await redis.zadd(backInStockKey(hoodie.id, 'M'), { score: Date.now() + 60_000, member: asha.email });
  vi.stubEnv('SMTP_URL', mailServer.url);
  await runCleanup(15_000);
  expect(await redis.zcard(backInStockKey(hoodie.id, 'M'))).toBe(1);
  expect(await redis.exists(pendingDeletionsKey())).toBe(0);
});

test('a wrong email and a wrong password get the same answer, and nothing is deleted', async () => {
  const [asha, ravi] = [await account(), await account()];
  const answers = [
    await leave(asha.token, asha.email, 'warp and waft'),
    await leave(asha.token, asha.email, ''),
    await leave(asha.token, ravi.email),
    await leave(asha.token, `nobody-${randomUUID()}@example.com`),
  ];
  for (const answer of answers) expectRefused(answer, 400, 'invalid', profileMessages.deleteWrong);
  await workDone();
  for (const { token, email } of [asha, ravi]) {
    expect((await call('user.profile', { token })).body.user.email).toBe(email);
  }
});

test('an account without a password is deleted by its email alone', async () => {
  const asha = await account();
  await redis.hset(loginKey(asha.email), { passwordHash: '' });
  expect((await leave(asha.token, 'ravi@example.com', '')).status).toBe(400);
  expect((await leave(asha.token, asha.email, '')).status).toBe(200);
  await workDone();
});

test.each(['Order Placed', 'Processing', 'Shipped'] as const)(
  'an account with an order in state %s cannot be deleted',
  async (status) => {
    const asha = await account();
    const orderId = await orderIn(asha.token, status);
    const { status: code, body } = await leave(asha.token, asha.email);
    expect([code, body.message]).toEqual([400, profileMessages.deleteBusy.coming(shortOrderId(orderId))]);
    expect((await readOrder(orderId))?.order).toMatchObject({
      status,
      userId: asha.userId,
      address: { phone: address.phone },
    });
    expect((await call('user.profile', { token: asha.token })).status).toBe(200);
  },
);

test.each<['refund' | 'dispute', Partial<Order>]>([
  ['refund', { refunds: [aRefund({ wantedAt: Date.now() })] }],
  ['dispute', { disputes: [aDispute({ at: Date.now() })] }],
])('a %s blocks account deletion, and is named', async (why, own) => {
  const asha = await account();
  const orderId = await orderIn(asha.token, 'Delivered');
  await updateOrder(orderId, (each) => ({ ...each, ...own }));
  expect((await leave(asha.token, asha.email)).body.message).toBe(
    profileMessages.deleteBusy[why](shortOrderId(orderId)),
  );
});

test('an unpaid order blocks account deletion for three days', async () => {
  const asha = await account();
  const orderId = await orderIn(asha.token, 'Order Placed', hoodie);
  const unpaid = (at: number) =>
    updateOrder(orderId, (each) => ({
      ...each,
      placedAt: at,
      status: 'Payment Pending',
      paymentMethod: 'razorpay',
    }));
  await unpaid(Date.now());
  expect((await leave(asha.token, asha.email)).body.message).toBe(
    profileMessages.deleteBusy.unpaid(shortOrderId(orderId)),
  );
  await unpaid(Date.now() - 73 * 3_600_000);
  const left = (await stockOf(hoodie.id, 'M')) ?? 0;
  expect((await leave(asha.token, asha.email)).status).toBe(200);
  await workDone();
  expect((await readOrder(orderId))?.order).toMatchObject({ status: 'Cancelled', userId: DELETED_USER });
  expect(await stockOf(hoodie.id, 'M')).toBe(left + 1);
});

test('an order placed during account deletion keeps its address until delivery', async () => {
  const asha = await account();
  const orderId = await orderIn(asha.token, 'Delivered');
  const late = await orderIn(asha.token, 'Delivered');
  await leave(asha.token, asha.email);
  // Before the rest of the work is done.
  await updateOrder(late, (each) => ({ ...each, status: 'Shipped' }));
  await workDone();
  expect((await readOrder(orderId))?.order.userId).toBe(DELETED_USER);
  expect((await readOrder(late))?.order.address.street).toBe(address.street);
  expect(await redis.hget(pendingDeletionsKey(), asha.userId)).not.toContain(asha.email);
  await updateOrder(late, (each) => withStatus(each, 'Delivered', Date.now()));
  await runCleanup(15_000);
  expect((await readOrder(late))?.order.address.street).toBe('');
  expect(await redis.exists(pendingDeletionsKey())).toBe(0);
  expect(mailServer.emails.filter(({ mail }) => mail.subject?.includes('been deleted'))).toHaveLength(1);
});

test('the cleanup job finishes an account deletion that was interrupted', async () => {
  const asha = await account();
  await fillAccount(asha);
  const orderId = await orderIn(asha.token, 'Delivered');
  await workDone();
  mailServer.emails.length = 0;
  // Another run holds the claim and never finishes.
  await redis.set(`in-hand:leaving:${asha.userId}`, '1');
  await leave(asha.token, asha.email);
  await workDone();
  expect((await call('user.profile', { token: asha.token })).status).toBe(401);
  expect(await redis.exists(loginKey(asha.email))).toBe(0);
  expect(await redis.hexists(newsletterKey(), personHash(asha.email))).toBe(0);
  expect(await redis.hexists(waitlistKey(), asha.email)).toBe(0);
  expect((await readOrder(orderId))?.order.userId).toBe(asha.userId);
  await redis.del(`in-hand:leaving:${asha.userId}`);
  await runCleanup(15_000);
  expect((await readOrder(orderId))?.order.userId).toBe(DELETED_USER);
  expect(await redis.zcard(backInStockKey(hoodie.id, 'L'))).toBe(0);
  expect(mailServer.emails.map(({ to }) => to)).toEqual([[asha.email]]);
});
