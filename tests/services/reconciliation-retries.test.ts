import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listOwnerTasks } from '../../netlify/services/refund-admin.ts';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { runReconciliation, sendBackInStockEmails } from '../../netlify/services/reconciliation.ts';
import {
  failedReconciliationsKey,
  freedKey,
  emailOutboxKey,
  newsletterOutboxKey,
  backInStockClaimsKey,
  orderKey,
  variant,
  watchKey,
} from '../../netlify/storage/keys.ts';
import { emailName } from '../../netlify/storage/email-outbox.ts';
import { readRestockPause } from '../../netlify/storage/abandoned-emails.ts';
import { brand } from '../../src/domain/config.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { reconcileNow } from '../support/admin-orders.ts';
import { anOrder, aRefund } from '../support/orders.ts';
import { orderOf } from '../support/payments.ts';
import { recipientsOf } from '../support/mail-server.ts';
import { connect } from '../support/redis.ts';
import { hoodie } from '../support/shop-calls.ts';
import { due, emailsDue, stored, useDueWork } from '../support/due-work.ts';
import { sendEmails as sendWaiting } from '../support/refunds.ts';

/** Each kind of work gets its share of time, even if another one hangs. */

const { mailServer, paidUnheard } = useDueWork();
const redis = connect({ automaticDeserialization: false });
let release = Promise.withResolvers<void>();

beforeEach(() => {
  release = Promise.withResolvers();
});
afterEach(() => {
  release.resolve();
  vi.useRealTimers();
});

/** Runs the job every five minutes of its own clock until an order is no longer scheduled. @returns the times (ms) of its checks */
async function looksAt(orderId: string): Promise<number[]> {
  const looks: number[] = [];
  await due(orderId, Date.now());
  for (;;) {
    const next = await redis.zscore(watchKey(), orderId);
    if (next === null) return looks;
    vi.setSystemTime(Math.max(Date.now(), Number(next)));
    looks.push(Date.now());
    await runReconciliation(60_000);
  }
}

test('a mail server that hangs does not delay orders', async () => {
  mailServer.beforeAccepting = () => release.promise;
  await emailsDue();
  const orders = [await paidUnheard('stripe'), await paidUnheard('razorpay')];
  for (const id of orders) await due(id);
  const { left, isDone } = await runReconciliation(5_000);
  expect([left, isDone]).toEqual([0, false]);
  for (const id of orders) expect((await orderOf(id)).status).toBe('Order Placed');
});

test('an order that cannot be checked is retried with growing pauses and reported after three days', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const broken = 'C'.repeat(20);
  await redis.set(orderKey(broken), 'not an order');
  const looks = await looksAt(broken);
  const pauses = looks.slice(1).map((at, before) => at - (looks[before] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect([pauses[0], pauses.at(-1)]).toEqual([15 * 60_000, 6 * HOUR_MS]);
  expect((looks.at(-1) ?? 0) - (looks[0] ?? 0)).toBeGreaterThanOrEqual(72 * HOUR_MS);
  expect(looks.length).toBeLessThan(30);
  expect(await listOwnerTasks()).toMatchObject([
    { orderId: broken, order: null, what: expect.stringContaining('Cannot be checked: ') as string },
  ]);
  // The text of the order is a shopper's.
  expect(JSON.stringify([log.mock.calls, await listOwnerTasks()])).not.toContain('not an order');
  await sendWaiting();
  expect(recipientsOf(mailServer)).toEqual([brand.support.email]);
  expect(mailServer.emails[0]?.mail.subject).toBe('Order CCCCCC cannot be checked');
  // The owner's own check fails again and sends no new email.
  expect((await reconcileNow()).unseen).toEqual([broken]);
  await sendWaiting();
  expect(mailServer.emails).toHaveLength(1);
  expect(await listOwnerTasks()).toHaveLength(1);
  // The order is repaired.
  await redis.set(orderKey(broken), JSON.stringify(anOrder({ id: broken, placedAt: Date.now() })));
  await reconcileNow();
  expect(await listOwnerTasks()).toEqual([]);
  expect(await redis.zscore(watchKey(), broken)).toBeNull();
});

test('a failed check is cleared when the order changes or can be checked again', async () => {
  const order = await paidUnheard('stripe');
  const text = String(await redis.get(orderKey(order)));
  await redis.set(orderKey(order), 'not an order');
  await due(order);
  await runReconciliation(60_000);
  expect(await redis.hexists(failedReconciliationsKey(), order)).toBe(1);
  await redis.set(orderKey(order), text);
  await due(order);
  await runReconciliation(60_000);
  expect(await redis.hexists(failedReconciliationsKey(), order)).toBe(0);
  await redis.hset(failedReconciliationsKey(), { [order]: '{"since":1,"why":"x","endedAt":2}' });
  expect(await listOwnerTasks()).toHaveLength(1);
  await cancelOrder(order);
  expect(await listOwnerTasks()).toEqual([]);
});

/** The pauses grow from five minutes to twelve hours, and end after two weeks. */
function expectTwoWeeksOf(pauses: readonly number[], begun: number): void {
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect([pauses[0], pauses.at(-1)]).toEqual([5 * 60_000, 12 * HOUR_MS]);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(14 * 24 * HOUR_MS);
}

test('an email that fails is retried with growing pauses and dropped after two weeks', async () => {
  await redis.set(orderKey('D'.repeat(20)), 'not an order');
  await redis.zadd(emailOutboxKey(), { score: 1, member: `${'D'.repeat(20)}:placed` });
  const begun = Date.now();
  vi.setSystemTime(begun);
  const pauses: number[] = [];
  for (let tries = 0; tries < 200 && (await redis.zcard(emailOutboxKey())) > 0; tries += 1) {
    await sendWaiting();
    const next = await redis.zscore(emailOutboxKey(), `${'D'.repeat(20)}:placed`);
    if (next === null) break;
    pauses.push(Number(next) - Date.now());
    vi.setSystemTime(Number(next));
  }
  expectTwoWeeksOf(pauses, begun);
  // The owner is told of it.
  await sendWaiting();
  expect(await redis.zcard(emailOutboxKey())).toBe(0);
  expect(await redis.keys('unsent:*')).toEqual([]);
});

test('dropped emails are listed for the owner, who gets one email about them', async () => {
  const about = await stored();
  const text = String(await redis.get(orderKey(about)));
  const others = ['D', 'E'].map((letter) => letter.repeat(20));
  for (const id of [about, ...others]) {
    await redis.set(orderKey(id), 'not an order');
    await redis.zadd(emailOutboxKey(), { score: 1, member: emailName({ about: id, kind: 'placed' }) });
  }
  await sendWaiting();
  expect(await listOwnerTasks()).toEqual([]);
  vi.setSystemTime(Date.now() + 14 * 24 * HOUR_MS);
  await sendWaiting();
  await sendWaiting();
  await redis.set(orderKey(about), text);
  expect(recipientsOf(mailServer)).toEqual([brand.support.email]);
  expect(mailServer.emails[0]?.mail.text).toContain('npm run shop -- orders money');
  const tasks = await listOwnerTasks();
  const what = tasks.map(({ orderId, what: title, order }) => [orderId, title, order?.status]);
  const said = 'The email “placed” could not be sent for two weeks';
  expect(what).toHaveLength(3);
  expect(what).toEqual(
    expect.arrayContaining([[about, said, 'Order Placed'], ...others.map((id) => [id, said, undefined])]),
  );
  vi.setSystemTime(Date.now() + 31 * 24 * HOUR_MS);
  expect(await listOwnerTasks()).toEqual([]);
});

test('back-in-stock emails are retried with growing pauses; after two weeks the subscription stays', async () => {
  await emailsDue();
  await redis.del(emailOutboxKey(), newsletterOutboxKey());
  vi.stubEnv('SMTP_URL', '');
  const begun = Date.now();
  vi.setSystemTime(begun);
  const pauses: number[] = [];
  await runReconciliation(60_000);
  const first = await readRestockPause();
  vi.setSystemTime(begun + 60_000);
  await runReconciliation(60_000);
  expect(await readRestockPause()).toEqual(first);
  vi.setSystemTime(begun);
  for (let runs = 0; runs < 200; runs += 1) {
    await sendBackInStockEmails();
    const pause = await readRestockPause();
    if (pause === null) break;
    pauses.push(pause.next - Date.now());
    vi.setSystemTime(pause.next);
  }
  expectTwoWeeksOf(pauses, begun);
  expect(await redis.exists(freedKey())).toBe(0);
  expect(await listOwnerTasks()).toMatchObject([
    { what: `Back-in-stock emails for ${variant(hoodie.id, 'L')} could not be sent for two weeks` },
  ]);
  vi.useRealTimers();
  // The next restock sends the email.
  vi.stubEnv('SMTP_URL', mailServer.url);
  await redis.del(backInStockClaimsKey(hoodie.id, 'L'));
  await redis.sadd(freedKey(), variant(hoodie.id, 'L'));
  await runReconciliation(60_000);
  expect(recipientsOf(mailServer)).toContain('restock@example.com');
});

test('an email to the owner waits two weeks, and its reason stays on the owner’s list', async () => {
  vi.stubEnv('SMTP_URL', '');
  const failure = { at: 1, why: 'Account closed', isProviders: true };
  const refunds = [aRefund({ key: 'pay_1-1', providerId: 'rfnd_1', failure })];
  const about = await stored({ status: 'Cancelled', refunds });
  await redis.zadd(emailOutboxKey(), { score: 1, member: `${about}:owner-refund-pay_1-1` });
  await sendWaiting();
  vi.setSystemTime(Date.now() + 14 * 24 * HOUR_MS - 1_000);
  await sendWaiting();
  expect(await redis.zcard(emailOutboxKey())).toBe(1);
  vi.setSystemTime(Date.now() + 1_000);
  await sendWaiting();
  expect(await redis.zrange(emailOutboxKey(), 0, -1)).toEqual([
    expect.stringContaining(':owner-alert-never-sent:'),
  ]);
  expect(await listOwnerTasks()).toMatchObject([{ orderId: about, what: 'Refund failed: Account closed' }]);
});
