import type { Context } from '@netlify/functions';
import { expect, test, vi } from 'vitest';
import scheduledReconciliation from '../../netlify/functions/reconciliation.ts';
import backgroundReconciliation from '../../netlify/functions/reconciliation-background.ts';
import { listOwnerTasks } from '../../netlify/services/refund-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import {
  allOrdersKey,
  freedKey,
  lockKey,
  emailOutboxKey,
  newsletterOutboxKey,
  orderKey,
  orderSurgeKey,
  variant,
  watchKey,
} from '../../netlify/storage/keys.ts';
import { emailName } from '../../netlify/storage/email-outbox.ts';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import type { Order } from '../../src/domain/order.ts';
import { brand } from '../../src/domain/config.ts';
import { orderOf, setRazorpayTimeout } from '../support/payments.ts';
import { recipientsOf } from '../support/mail-server.ts';
import { connect } from '../support/redis.ts';
import { hoodie, setStock } from '../support/shop-calls.ts';
import { due, emailsDue, emailTo, stored, useDueWork } from '../support/due-work.ts';
import { eventually } from '../support/eventually.ts';

/** Each kind of work gets its share of time, even if another one hangs. */

const { providers, mailServer, paidUnheard } = useDueWork();
const redis = connect({ automaticDeserialization: false });

/** This many orders at once send a surge email, which another test checks. */
const noRush = () => redis.set(orderSurgeKey(), '1');

test('a provider that hangs delays neither another provider’s orders nor any email', async () => {
  const hanging = await Promise.all(Array.from({ length: 8 }, () => paidUnheard('razorpay')));
  const other = await paidUnheard('stripe');
  const readers = await emailsDue();
  // An unreadable order does not delay them either.
  const broken = 'E'.repeat(20);
  await redis.set(orderKey(broken), 'not an order');
  for (const [at, id] of [broken, ...hanging, other].entries()) await due(id, at);
  providers.fault('razorpay', 'hang');
  const begun = Date.now();
  const { left, isDone } = await runReconciliation(1_500);
  // Also on a busy machine: the hanging ones would take eight seconds each, or 25 s in total.
  expect(Date.now() - begun).toBeLessThan(7_000);
  expect([left, isDone]).toEqual([3, false]);
  await eventually(async () => {
    expect((await orderOf(other)).status).toBe('Order Placed');
    expect(recipientsOf(mailServer)).toEqual(expect.arrayContaining(readers));
  });
});

test('orders of a newer version do not stop a run and are reported once', async () => {
  const newer = await Promise.all(['F', 'G'].map(async (letter) => [letter.repeat(20), await stored()]));
  for (const [id = '', like = ''] of newer) {
    const order = JSON.parse((await redis.get<string>(orderKey(like))) ?? '{}') as object;
    await redis.set(orderKey(id), JSON.stringify({ ...order, id, v: 2 }));
    await due(id);
    await redis.zadd(emailOutboxKey(), { score: 1, member: emailName({ about: id, kind: 'placed' }) });
  }
  const other = await paidUnheard('stripe');
  await due(other, 9);
  const readers = await emailsDue();
  await runReconciliation(60_000);
  await runReconciliation(60_000);
  expect((await orderOf(other)).status).toBe('Order Placed');
  expect(recipientsOf(mailServer)).toEqual(expect.arrayContaining(readers));
  const alerts = mailServer.emails.filter(({ mail }) => mail.subject?.includes('too old for its data'));
  expect(alerts.map(({ to }) => to)).toEqual([[brand.support.email]]);
  expect(alerts[0]?.mail.text).toContain('A document (order) has version 2, this build reads up to 1');
  for (const [id = ''] of newer) {
    const next = Number(await redis.zscore(watchKey(), id)) - Date.now();
    expect(next).toBeGreaterThan(50 * 60_000);
    expect(await redis.zscore(emailOutboxKey(), emailName({ about: id, kind: 'placed' }))).not.toBeNull();
  }
  expect(await listOwnerTasks()).toEqual([]);
});

test('one account with many due orders does not delay others', async () => {
  const references: Order['references'] = [{ provider: 'razorpay', id: 'order_unknown', at: 0 }];
  const own = { status: 'Payment Failed', paymentMethod: 'razorpay', references } as const;
  for (let at = 0; at < 40; at += 1) await due(await stored({ ...own, userId: 'greedy' }), at);
  const others = [await stored({ ...own, userId: 'asha' }), await paidUnheard('razorpay')];
  for (const id of others) await due(id, 1_000);
  providers.fault('razorpay', 'slow', { ms: 300 });
  const checked: string[] = [];
  await runReconciliation(2_500, ({ orderId }) => checked.push(orderId));
  expect(checked.slice(0, 6)).toEqual(expect.arrayContaining(others));
});

test('a size with many subscribers leaves another size its share of the time', async () => {
  const waiting = async (size: string, emails: string[]) => {
    await setStock(hoodie.id, size, 0);
    for (const email of emails) await saveSubscription([], { productId: hoodie.id, size, initial: 0 }, email);
    await setStock(hoodie.id, size, 500);
    await redis.sadd(freedKey(), variant(hoodie.id, size));
  };
  const crowd = Array.from({ length: 100 }, (_, at) => `crowd-${at}@example.com`);
  await waiting('S', crowd);
  await waiting('L', ['asha@example.com']);
  mailServer.beforeAccepting = () => new Promise((resolve) => setTimeout(resolve, 500));
  // One run is enough, but on a busy machine the emails that it has started can take all of its time.
  for (let runs = 0; runs < 8 && !recipientsOf(mailServer).includes('asha@example.com'); runs += 1) {
    expect((await runReconciliation(3_000)).isDone).toBe(false);
  }
  expect(recipientsOf(mailServer)).toContain('asha@example.com');
  expect(mailServer.emails.length).toBeLessThan(crowd.length);
  mailServer.beforeAccepting = () => {};
  expect(await runReconciliation(60_000)).toEqual({ left: 0, isDone: true });
  expect(recipientsOf(mailServer)).toEqual([...crowd, 'asha@example.com'].sort());
});

/** A hundred emails about failed payments, of which each asks Razorpay first, and after them one about an order. */
async function failedPaymentsDue(): Promise<void> {
  const reference = { provider: 'razorpay', id: 'order_1', at: 0 } as const;
  for (let at = 0; at < 100; at += 1) {
    const userId = `shopper-${at}`;
    const about = await stored({ userId, status: 'Payment Failed', references: [reference] });
    await redis.set(`unpaid:${userId}`, about);
    await redis.zadd(emailOutboxKey(), { score: at, member: emailName({ about, kind: 'failed' }) });
  }
  await emailTo('order@example.com', 1_000);
  await noRush();
}

test('emails about failed payments wait for a silent provider, and no other email waits for them', async () => {
  await failedPaymentsDue();
  providers.fault('razorpay', 'hang');
  // Five at once, three seconds each: all of them would take twice as long as the run.
  await setRazorpayTimeout(3_000);
  await runReconciliation(30_000);
  expect(recipientsOf(mailServer)).toEqual(['order@example.com']);
});

test('emails about failed payments wait for the next run if the provider is slow, and no other waits for them', async () => {
  await failedPaymentsDue();
  // Five at once: all of them would take twice as long as the run.
  providers.fault('razorpay', 'slow', { ms: 4_000 });
  await runReconciliation(40_000);
  expect(recipientsOf(mailServer)).toEqual(['order@example.com']);
  expect(await redis.zcard(emailOutboxKey())).toBe(100);
});

test('a run tells the owner of a surge of orders, once', async () => {
  const now = Date.now();
  const orders = Array.from({ length: 30 }, (_, at) => ({ score: now - 60_000 - at, member: `order-${at}` }));
  for (const order of orders) await redis.zadd(allOrdersKey(), order);
  await runReconciliation(60_000);
  await runReconciliation(60_000);
  const emails = mailServer.emails.map(({ to, mail }) => [...to, mail.subject]);
  expect(emails).toEqual([[brand.support.email, `30 orders in one hour at ${brand.name}`]]);
});

test('a run without work ends at once and starts nothing', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  expect(await (await scheduledReconciliation()).json()).toEqual({ left: 0 });
  expect(fetched.mock.calls.filter(([to]) => String(to).includes('background'))).toEqual([]);
});

/** A run without any time left, its call of the background run, and its own status. */
async function runWithoutTime(answer = async () => new Response(null, { status: 202 })) {
  const real = globalThis.fetch;
  let called: Request | undefined;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
    if (!String(to).includes('reconciliation-background')) return real(to, init);
    called = new Request(to, init);
    return answer();
  });
  const now = Date.now();
  vi.spyOn(Date, 'now')
    .mockReturnValueOnce(now - 60_000)
    .mockImplementation(() => now);
  const site = { url: 'https://shop.example' } as Context['site'];
  const { status } = await scheduledReconciliation(undefined, { site });
  vi.mocked(Date.now).mockRestore();
  vi.mocked(globalThis.fetch).mockRestore();
  if (!called) throw new Error('Nothing was called');
  return { call: called, status };
}

test('unfinished work of a run continues in the background, which only the shop can start', async () => {
  const order = await paidUnheard('stripe');
  await due(order);
  const readers = await emailsDue();
  const { call } = await runWithoutTime();
  expect(`${call.method} ${call.url}`).toBe(
    'POST https://shop.example/.netlify/functions/reconciliation-background',
  );
  expect((await orderOf(order)).status).toBe('Payment Pending');

  const seal = call.headers.get('x-shop-seal') ?? '';
  const forged = [
    '',
    'x',
    '.',
    seal.slice(0, -1),
    `${seal}x`,
    `1${seal}`,
    `${Date.now()}.${'A'.repeat(43)}`,
    seal.replace(/^\d+/, String(Date.now() + 1)),
  ];
  const post = (header: string) =>
    backgroundReconciliation(new Request(call.url, { method: 'POST', headers: { 'x-shop-seal': header } }));
  for (const header of forged) expect((await post(header)).status, header).toBe(404);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6 * 60_000);
  expect((await post(seal)).status).toBe(404);
  vi.mocked(Date.now).mockRestore();
  expect((await orderOf(order)).status).toBe('Payment Pending');

  expect((await backgroundReconciliation(call)).status).toBe(204);
  expect((await orderOf(order)).status).toBe('Order Placed');
  expect(recipientsOf(mailServer)).toEqual(expect.arrayContaining(readers));
});

test('two background runs at once are one', async () => {
  const order = await paidUnheard('stripe');
  await due(order);
  const { call } = await runWithoutTime();
  await redis.set(lockKey('reconciliation-background'), '1');
  expect((await backgroundReconciliation(call.clone() as Request)).status).toBe(204);
  expect((await orderOf(order)).status).toBe('Payment Pending');
  await redis.del(lockKey('reconciliation-background'));
  await backgroundReconciliation(call);
  expect((await orderOf(order)).status).toBe('Order Placed');
  expect(await redis.exists(lockKey('reconciliation-background'))).toBe(0);
});

test('if the background call is refused, the next run does everything', async () => {
  await due(await paidUnheard('stripe'));
  const log = vi.mocked(console.error);
  const refuse = () => Promise.reject(new TypeError('fetch failed'));
  expect((await runWithoutTime(refuse)).status).toBe(500);
  expect(String(log.mock.lastCall?.[0])).toContain('"route":"reconciliation"');
  expect(await redis.zcard(newsletterOutboxKey())).toBe(0);
});
