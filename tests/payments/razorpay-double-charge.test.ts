import { describe, expect, test } from 'vitest';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { justPaidKey, variant } from '../../netlify/storage/keys.ts';
import { readUnpaidId } from '../../netlify/storage/orders.ts';
import { redis } from '../../netlify/storage/redis.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { orderOf, payByRazorpay, verifyRazorpay, verifyReturn } from '../support/payments.ts';
import {
  address,
  call,
  hoodie,
  newKey,
  orderBody,
  ordersOf,
  place,
  shirt,
  stockOf,
} from '../support/shop-calls.ts';
import { begin, letExpire, useRazorpayOrders } from '../support/razorpay-orders.ts';

const { providers, sums, deliverAll, pay } = useRazorpayOrders();

describe('no double charge', () => {
  test('two tabs that pay the same cart pay one order', async () => {
    const { token, orderId, order } = await begin(1);
    const second = await payByRazorpay(token, [[hoodie, 'M', 1]]);
    expect(second.body).toMatchObject({ orderId, order: { id: order.id } });
    expect(await stockOf(hoodie.id, 'M')).toBe(2);
    pay(order.id);
    expect(pay(order.id)).toHaveProperty('error');
    await deliverAll();
    await sums();
  });

  test.each([
    ['the same cart', 'order.stripe', orderBody([hoodie, 'M', 1])],
    ['a changed cart', 'order.razorpay', orderBody([hoodie, 'M', 2], [shirt, 'M', 1])],
    ['the same cart on delivery', 'order.place', orderBody([hoodie, 'M', 1])],
  ] as const)(
    'if a payment arrives just before %s is ordered elsewhere, the shopper is asked once',
    async (_, route, body) => {
      const { token, orderId, order } = await begin();
      await verifyRazorpay(token, pay(order.id));
      const key = newKey();
      const question = orderMessages.paidMeanwhile(shortOrderId(String(orderId)));
      for (const _try of ['first', 'retry']) {
        const asked = await call(route, { token, key, body });
        expect([asked.status, asked.body.code, asked.body.message]).toEqual([400, 'invalid', question]);
      }
      expect(await ordersOf(token)).toHaveLength(1);

      const wanted = await call(route, { token, key: newKey(), body });
      expect(wanted.status).toBe(200);
      expect(wanted.body.orderId).not.toBe(orderId);
      await sums();
    },
  );

  test('other pieces, or the same ones after two minutes or a cancellation, are ordered without a question', async () => {
    const { token, orderId, order, session } = await begin();
    const justPaid = justPaidKey(session.userId, variant(hoodie.id, 'M'));
    await verifyRazorpay(token, pay(order.id));
    expect((await place(token, orderBody([shirt, 'M', 1]))).status).toBe(200);
    expect(await redis().pttl(justPaid)).toBeGreaterThan(110_000);
    expect(await redis().pttl(justPaid)).toBeLessThanOrEqual(120_000);
    await cancelOrder(orderId);
    expect((await place(token, orderBody([hoodie, 'M', 1]))).status).toBe(200);
    await sums();
  });

  test('the same request without a key returns the paid order', async () => {
    const { token, orderId, order } = await begin();
    await verifyRazorpay(token, pay(order.id));
    for (const route of ['order.place', 'order.stripe'] as const) {
      const { body } = await call(route, { token, body: orderBody([hoodie, 'M', 1]) });
      expect([body.code, body.message]).toEqual(['already-placed', paymentMessages.alreadyPlaced]);
    }
    expect(await ordersOf(token)).toMatchObject([{ _id: orderId }]);
  });

  test('the same cart with another payment method is the same order, and a late payment by the first method is refunded', async () => {
    const { token, orderId, order } = await begin();
    const stripe = await call('order.stripe', { token, key: newKey(), body: orderBody([hoodie, 'M', 1]) });
    expect(stripe.body.orderId).toBe(orderId);
    const session = providers.books().stripe.sessions.at(-1)?.id ?? '';
    providers.stripe.pay(session, { webhook: 'held' });
    pay(order.id);
    await deliverAll();
    const stored = await orderOf(orderId);
    expect(stored).toMatchObject({ status: 'Order Placed', paid: true });
    expect(stored.refunds).toMatchObject([{ reason: 'paid-twice' }]);
    await sums();
  });

  test('the same order can be changed to cash on delivery for the last pieces', async () => {
    const { token, orderId } = await begin(3);
    const { status, body } = await place(token, orderBody([hoodie, 'M', 3]));
    expect([status, body.orderId]).toEqual([200, orderId]);
    const onDelivery = { status: 'Order Placed', paymentMethod: 'cod', paid: false };
    expect(await orderOf(orderId)).toMatchObject(onDelivery);
    await sums();
  });

  test('another cart releases the stock of the earlier order', async () => {
    const { token, orderId } = await begin(3);
    const other = await payByRazorpay(token, [[hoodie, 'M', 2]]);
    expect(other.status).toBe(200);
    expect(other.body.orderId).not.toBe(orderId);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(hoodie.id, 'M')).toBe(1);
    await sums();
  });

  test.each(['its window was closed', 'its payment was declined', 'its time was over'])(
    'an order ends and can no longer be paid when, after %s, the cart becomes a cash order for another address',
    async (why) => {
      const { token, orderId, order } = await begin(2);
      if (why === 'its payment was declined') {
        pay(order.id, { outcome: 'failed' });
        await deliverAll();
      }
      if (why === 'its time was over') await letExpire(orderId);
      const elsewhere = { ...address, street: '14, Residency Road' };
      const body = { ...orderBody([hoodie, 'M', 2]), address: elsewhere };
      const placed = await place(token, body);
      expect(placed.status).toBe(200);
      expect(placed.body.orderId).not.toBe(orderId);
      expect(await orderOf(orderId)).toMatchObject({ status: 'Cancelled', paid: false });
      expect(await stockOf(hoodie.id, 'M')).toBe(1);
      expect(await readUnpaidId((await orderOf(orderId)).userId)).toBeNull();

      const again = await call('order.pay', { token, body: { orderId } });
      expect([again.status, again.body.message]).toEqual([400, paymentMessages.cannotPay]);
      const back = await verifyReturn(token, orderId);
      expect([back.body.code, back.body.message]).toEqual(['invalid', paymentMessages.cannotPay]);
      // A window that is still open can still take money, which is refunded.
      const receipt = pay(order.id);
      const verified = await verifyRazorpay(token, receipt);
      expect([verified.body.code, verified.body.message]).toEqual(['not-paid', paymentMessages.sentBack]);
      await deliverAll();
      expect(await orderOf(orderId)).toMatchObject({
        status: 'Cancelled',
        paid: false,
        refunds: [{ amountPaise: order.amount, reason: 'cancelled' }],
      });
      expect(await stockOf(hoodie.id, 'M')).toBe(1);
      expect((await orderOf(placed.body.orderId)).status).toBe('Order Placed');
      await sums();
    },
  );

  test('it cannot be paid while the same shopper places another cart', async () => {
    const { token, orderId } = await begin(1);
    const [paying, placed] = await Promise.all([
      call('order.pay', { token, body: { orderId } }),
      place(token, orderBody([shirt, 'M', 1])),
    ]);
    expect(placed.status).toBe(200);
    expect([200, 400, 503]).toContain(paying.status);
    expect((await orderOf(orderId)).status).toBe('Cancelled');
    expect((await call('order.pay', { token, body: { orderId } })).status).toBe(400);
    await sums();
  });

  test.each([
    ['another address', { address: { ...address, street: '14, Residency Road' } }],
    ['one piece more', orderBody([hoodie, 'M', 2])],
  ])('and its shopper is asked before the cart is ordered as a cash order with %s', async (_, change) => {
    const { token, orderId, order } = await begin();
    pay(order.id, { webhook: 'never' });
    const body = { ...orderBody([hoodie, 'M', 1]), ...change };
    const asked = await place(token, body);
    const question = orderMessages.paidMeanwhile(shortOrderId(orderId));
    expect([asked.status, asked.body.message]).toEqual([400, question]);
    expect(await ordersOf(token)).toHaveLength(1);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });

    expect((await place(token, body)).status).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    await sums();
  });
});

test('a request answered with an existing order places nothing after that order is cancelled', async () => {
  const { token, orderId, order } = await begin();
  pay(order.id, { webhook: 'never' });
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  expect((await place(token, body, key)).body.code).toBe('already-placed');
  await cancelOrder(orderId);
  expect((await place(token, body, key)).body.code).toBe('already-placed');
  expect(await ordersOf(token)).toHaveLength(1);
});
