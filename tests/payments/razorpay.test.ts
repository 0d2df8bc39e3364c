import { describe, expect, test, vi } from 'vitest';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { cartOf, placeCashOrder, reconcileIn } from '../support/placed-orders.ts';
import { orderOf, payByRazorpay, statesOf, verifyRazorpay, verifyReturn } from '../support/payments.ts';
import { call, hoodie, newShopper, orderBody, ordersOf, stockOf } from '../support/shop-calls.ts';
import { AT_FIRST, begin, letExpire, useRazorpayOrders } from '../support/razorpay-orders.ts';

const { providers, sums, deliverAll, pay } = useRazorpayOrders();

describe('an order paid in the window', () => {
  test('reserves stock and keeps the cart until it is paid', async () => {
    const { token, orderId, order, key } = await begin(2);
    const amount = 2 * hoodie.pricePaise + 1_000;
    expect(order).toMatchObject({ amount, currency: 'INR', receipt: orderId });
    expect(key).toBe(providers.settings['RAZORPAY_KEY_ID']);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending', paid: false });
    expect(await stockOf(hoodie.id, 'M')).toBe(1);
    expect(await cartOf(token)).toEqual({ [hoodie.id]: { M: 2 } });

    const { status, body } = await verifyRazorpay(token, pay(order.id));
    expect([status, body]).toEqual([200, { success: true, message: orderMessages.placed, orderId }]);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true, refunds: [] });
    expect(await cartOf(token)).toEqual({});
    await sums();
  });

  test('is confirmed by its webhook alone if the browser never returns', async () => {
    const { token, orderId, order } = await begin();
    pay(order.id);
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    expect(await cartOf(token)).toEqual({});
    await sums();
  });

  test('is confirmed by the reconciliation job alone if no webhook arrives', async () => {
    const { orderId, order } = await begin();
    pay(order.id, { webhook: 'never' });
    await reconcileIn(6);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    await sums();
  });

  test.each(['webhook first', 'shopper first', 'both at once'])('counts once: %s', async (which) => {
    const { token, orderId, order } = await begin();
    const receipt = pay(order.id);
    const comeBack = async () => expect((await verifyRazorpay(token, receipt)).status).toBe(200);
    if (which === 'webhook first') await deliverAll();
    await (which === 'both at once' ? Promise.all([comeBack(), deliverAll(), comeBack()]) : comeBack());
    await deliverAll();
    expect(await statesOf(orderId)).toEqual(['Payment Pending', 'Order Placed']);
    expect(await ordersOf(token)).toHaveLength(1);
    await sums();
  });

  test('is captured by the shop if the account only authorises', async () => {
    const { token, orderId, order } = await begin();
    const { status } = await verifyRazorpay(token, pay(order.id, { outcome: 'authorized' }));
    expect(status).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ paid: true });
    await sums();
  });

  test('is confirmed after the return by a form, whatever the URL says', async () => {
    const { token, orderId, order } = await begin();
    expect((await verifyReturn(token, orderId, 'true')).body).toMatchObject({ code: 'not-paid' });
    pay(order.id);
    expect((await verifyReturn(token, orderId, 'false')).status).toBe(200);
    await sums();
  });
});

test.each(['order.razorpay', 'order.stripe'] as const)(
  'two identical calls of %s without a key open the payment of one order',
  async (route) => {
    const { token } = await newShopper();
    const ask = () => call(route, { token, body: orderBody([hoodie, 'M', 1]) });
    const [first, beside] = await Promise.all([ask(), ask()]);
    const later = await ask();
    expect(first.status).toBe(200);
    for (const { status, body } of [beside, later]) expect([status, body]).toEqual([200, first.body]);
    expect(await ordersOf(token)).toHaveLength(1);
    expect((await orderOf(first.body.orderId)).references).toHaveLength(1);
    expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST - 1);
  },
);

describe('an order that was not paid', () => {
  test('releases its stock when its payment is declined, and can be paid again', async () => {
    const { token, orderId, order } = await begin(3);
    pay(order.id, { outcome: 'failed' });
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Failed', paid: false });
    expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
    expect(await cartOf(token)).toEqual({ [hoodie.id]: { M: 3 } });

    const again = await call('order.pay', { token, body: { orderId } });
    expect(again.body).toMatchObject({ orderId, paymentMethod: 'razorpay' });
    expect(await stockOf(hoodie.id, 'M')).toBe(0);
    // The webhook of the first attempt arrives again, late.
    await providers.webhooks.deliver(
      providers.books().deliveries.find(({ type }) => type === 'payment.failed')?.id ?? '',
    );
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
    const opened = again.body as { order: { id: string } };
    expect((await verifyRazorpay(token, pay(opened.order.id))).status).toBe(200);
    await sums();
  });

  test('keeps its stock when the window is closed, until the reservation expires', async () => {
    const { token, orderId } = await begin();
    expect((await verifyReturn(token, orderId)).body).toMatchObject({
      code: 'not-paid',
      message: paymentMessages.notPaid,
    });
    expect(await stockOf(hoodie.id, 'M')).toBe(2);
    await letExpire(orderId);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Failed' });
    expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
    expect(await cartOf(token)).toEqual({ [hoodie.id]: { M: 1 } });
    await sums();
  });

  test('is placed if its payment arrives late and the stock is still there', async () => {
    const { orderId, order } = await begin();
    await letExpire(orderId);
    pay(order.id);
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true, refunds: [] });
    await sums();
  });

  test('is refunded if its payment arrives after the last piece was sold', async () => {
    const { token, orderId, order } = await begin(3);
    await letExpire(orderId);
    await placeCashOrder([[hoodie, 'M', 1]]);
    pay(order.id);
    await deliverAll();
    const stored = await orderOf(orderId);
    expect(stored).toMatchObject({ status: 'Payment Failed', paid: false, payment: null });
    expect(stored.refunds).toMatchObject([{ reason: 'sold-out', amountPaise: stored.totalPaise }]);
    expect(stored.refunds[0]?.providerId).toMatch(/^rfnd_/);
    expect((await verifyReturn(token, orderId)).body.message).toBe(paymentMessages.refunded);
    const [mine] = await ordersOf(token);
    expect(mine?.refunds).toEqual([
      { amount: stored.totalPaise / 100, reason: 'sold-out', done: true, failed: false },
    ]);
    await sums();
  });

  test('is paid if the bank first declines and then accepts', async () => {
    const { orderId, order } = await begin();
    const failure = providers.razorpay.pay(order.id, { outcome: 'failed', webhook: 'held' });
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Failed' });
    if (!('error' in failure)) throw new Error('The payment should have failed');
    providers.razorpay.succeedLate(failure.error.metadata.payment_id ?? '', { webhook: 'held' });
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    await sums();
  });
});

test('a payment method without keys is neither offered nor accepted', async () => {
  vi.stubEnv('RAZORPAY_KEY_ID', '');
  expect((await call('payment.methods')).body).toEqual({ success: true, methods: ['cod', 'stripe'] });
  const { token } = await newShopper();
  const { status, body } = await payByRazorpay(token, [[hoodie, 'M', 1]]);
  expect([status, body.message]).toEqual([400, paymentMessages.notOffered]);
  expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
});
