import { describe, expect, test, vi } from 'vitest';
import { refundOrder } from '../../netlify/services/refund-admin.ts';
import { cancelOrder, processOrder, reconcile } from '../../netlify/services/order-admin.ts';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { sendDueOrderEmails } from '../../netlify/services/send-order-email.ts';
import { sales } from '../../netlify/services/sales.ts';
import { lockKey, emailOutboxKey } from '../../netlify/storage/keys.ts';
import { withStatus } from '../../src/domain/order.ts';
import { sum } from '../../src/domain/sales.ts';
import { changeStored, expectSumsHold, orderOf } from '../support/payments.ts';
import { beginAtRazorpay } from '../support/placed-orders.ts';
import { connect } from '../support/redis.ts';
import { hoodie } from '../support/shop-calls.ts';
import { reconcileNow, stored, useAdminOrders } from '../support/admin-orders.ts';

const { providers, mailServer, subjects, razorpayOrder, stripeOrder, refusal } = useAdminOrders();

describe('while a provider does not answer', () => {
  test('an order is cancelled and its refund stays requested until a reconciliation', async () => {
    const id = await razorpayOrder();
    providers.fault('razorpay', 'error');
    const { after, left } = await cancelOrder(id);
    expect(after.status).toBe('Cancelled');
    const why = 'is not on its way back yet: Razorpay has not taken it on';
    expect(left).toEqual([expect.stringContaining(why)]);
    providers.fault('razorpay', 'none');
    // Half a minute later.
    await connect().del(lockKey(`refund:${id}:${after.refunds[0]?.key}`));
    const [seen] = (await reconcileNow()).checked;
    expect(seen).toMatchObject({ orderId: id, refundsDone: 1, problems: [] });
    expect((await orderOf(id)).refunds[0]?.doneAt).not.toBeNull();
  });

  test('reconciling names the order that it could not check', async () => {
    const { orderId } = await beginAtRazorpay(2);
    providers.fault('razorpay', 'error');
    const counts: number[] = [];
    const count = (more = 1) => counts.push(more);
    const [seen] = (await reconcile(count, () => count())).checked;
    expect(counts).toEqual([1, 1]);
    expect(seen).toMatchObject({ orderId, before: 'Payment Pending', after: 'Payment Pending' });
    expect(seen?.problems).toEqual([expect.stringContaining('Razorpay does not answer')]);
  });

  test('without the keys of a provider a refund is recorded as requested', async () => {
    const id = await razorpayOrder();
    vi.stubEnv('RAZORPAY_KEY_SECRET', '');
    expect((await refundOrder(id, 100)).left).toEqual([
      '₹1.00 is not on its way back yet: the keys of Razorpay are not set here.',
    ]);
    expect((await orderOf(id)).refunds).toMatchObject([{ doneAt: null }]);
  });
});

describe('a refund after a return', () => {
  test('can be any part of the payment, up to the rest', async () => {
    const id = await razorpayOrder();
    const { totalPaise } = await orderOf(id);
    const first = await refundOrder(id, 10_001);
    expect(first.after.refunds).toMatchObject([{ amountPaise: 10_001, reason: 'returned' }]);
    expect(first.after.status).toBe('Order Placed');
    mailServer.emails.length = 0;
    const rest = totalPaise - 10_001;
    expect(await refusal(id, () => refundOrder(id, rest + 1))).toMatch(/^Only ₹[\d,.]+ of order .+ is left/);
    expect((await refundOrder(id, 'all')).after.refunds).toMatchObject([{}, { amountPaise: rest }]);
    mailServer.emails.length = 0;
    expect(await refusal(id, () => refundOrder(id, 'all'))).toContain('has gone back or is on its way');
    expect(await refusal(id, () => refundOrder(id, 1))).toContain('has gone back or is on its way');
    await expectSumsHold([[hoodie, 'M', 9]], providers);
  });

  test.each([0, -1, 0.5, Number.NaN])('cannot be %d paise', async (amount) => {
    const id = await razorpayOrder();
    expect(await refusal(id, () => refundOrder(id, amount))).toContain('must be more than ₹0.00');
  });

  test('is never more than the rest, also for concurrent requests', async () => {
    const id = await stripeOrder();
    const { totalPaise } = await orderOf(id);
    const both = await Promise.allSettled([refundOrder(id, totalPaise - 1), refundOrder(id, totalPaise - 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectSumsHold([[hoodie, 'M', 9]], providers);
  });
});

test.each([
  ['SMTP_URL', ''],
  ['SMTP_URL', 'smtp://127.0.0.1:1'],
  ['SITE_URL', ''],
])('without email (%s=%j) the change is made and reports a waiting email', async (name, value) => {
  const { id } = await stored();
  vi.stubEnv(name, value);
  const { after, left } = await processOrder(id);
  expect(after.status).toBe('Processing');
  expect(left).toEqual([expect.stringContaining(`The email to ${after.address.email} waits`)]);
});

/** Every order of these tests can be read. */
const unheard = (orderId: string) => {
  throw new Error(`${orderId} cannot be read`);
};

test('sales count placed orders on their day in India, minus refunds', async () => {
  // The same evening in London: before and after midnight in India.
  const evening = Date.UTC(2026, 10, 20, 18, 29, 59);
  await stored({ placedAt: evening });
  await stored({ placedAt: evening + 1_000, status: 'Delivered', paid: true });
  await stored({ placedAt: evening, status: 'Cancelled' });
  await stored({ placedAt: evening, status: 'Payment Pending', paymentMethod: 'stripe' });
  const id = await razorpayOrder();
  await refundOrder(id, 1_000);
  await changeStored(id, { placedAt: evening });
  const paid = await orderOf(id);

  const { lines, bestSellers } = await sales(0, Number.MAX_SAFE_INTEGER, unheard);
  const lineOf = (day: string, method: string, grossPaise: number, refundsPaise: number) => ({
    day,
    method,
    orders: 1,
    pieces: 2,
    grossPaise,
    discountPaise: 0,
    feePaise: 1_000,
    refundsPaise,
    netPaise: grossPaise + 1_000 - refundsPaise,
  });
  expect(lines).toEqual([
    lineOf('2026-11-20', 'cod', 18_000, 0),
    lineOf('2026-11-20', 'razorpay', paid.subtotalPaise, 1_000),
    lineOf('2026-11-21', 'cod', 18_000, 0),
  ]);
  expect(sum(lines)).toMatchObject({ orders: 3, pieces: 6, netPaise: 38_000 + paid.subtotalPaise });
  expect(bestSellers).toEqual([
    { productId: hoodie.id, name: hoodie.name, pieces: 6, grossPaise: 36_000 + paid.subtotalPaise },
  ]);
  expect((await sales(evening + 1_000, evening + 1_000, unheard)).lines).toHaveLength(1);
});

describe('the email about a failed payment', () => {
  /** An order whose payment was declined, and its email due. */
  async function declined() {
    const { orderId, order } = await beginAtRazorpay(2);
    providers.razorpay.pay(order.id, { outcome: 'failed', webhook: 'never' });
    await updateOrder(orderId, (now) => withStatus(now, 'Payment Failed', Date.now()));
    await connect().zadd(emailOutboxKey(), { score: 1, member: `${orderId}:failed` });
    return { orderId, order };
  }

  test('is sent once the provider reports that nothing was paid', async () => {
    await declined();
    await sendDueOrderEmails();
    expect(subjects()).toEqual([expect.stringContaining('did not go through')]);
  });

  test('is not sent if the payment arrived meanwhile: the order is placed', async () => {
    const { orderId, order } = await declined();
    providers.razorpay.pay(order.id, { webhook: 'never' });
    await sendDueOrderEmails();
    expect(subjects()).toEqual([expect.stringContaining('is placed')]);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
  });

  test('waits while the provider does not answer', async () => {
    await declined();
    vi.stubEnv('RAZORPAY_KEY_ID', '');
    const log = vi.spyOn(console, 'error').mockReturnValue();
    await sendDueOrderEmails();
    expect(mailServer.emails).toEqual([]);
    expect(await connect().zcard(emailOutboxKey())).toBe(1);
    expect(log).toHaveBeenCalled();
  });
});

test('a cancellation email after a started payment does not say that nothing was charged', async () => {
  await cancelOrder((await beginAtRazorpay(2)).orderId);
  const text = mailServer.emails[0]?.mail.text;
  expect(text).toContain('If you have paid for it, we will refund it automatically.');
  expect(text).not.toContain('Nothing was charged');
});
