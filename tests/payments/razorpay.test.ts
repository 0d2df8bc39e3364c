import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { justPaidKey, variant } from '../../netlify/storage/keys.ts';
import { readUnpaidId } from '../../netlify/storage/orders.ts';
import { redis } from '../../netlify/storage/redis.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import type { RazorpaySuccess, Simulators } from '../../local/simulators/controls.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { cartOf, later, useOnlineShop } from '../support/placed-orders.ts';
import { changeStored, orderOf, payByRazorpay, verifyRazorpay, verifyReturn } from '../support/payments.ts';
import {
  address,
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  setStock,
  shirt,
  stockOf,
} from '../support/shop-calls.ts';

const AT_FIRST = 3;
const { providers, sums, deliverAll } = useOnlineShop(AT_FIRST);

const pay = (razorpayOrderId: string, options: Parameters<Simulators['razorpay']['pay']>[1] = {}) =>
  providers.razorpay.pay(razorpayOrderId, { webhook: 'held', ...options }) as RazorpaySuccess;

const begin = async (quantity = 1) => {
  const shopper = await newShopper(undefined, { emailConfirmedAt: 1 });
  await call('cart.update', { token: shopper.token, body: { itemId: hoodie.id, size: 'M', quantity } });
  const { status, body } = await payByRazorpay(shopper.token, [[hoodie, 'M', quantity]]);
  expect(status).toBe(200);
  return { ...shopper, ...body };
};

/** Puts the end of an order's reservation into the past, and lets the reconciliation job run. */
const letExpire = async (orderId: string) => {
  await changeStored(orderId, { reservedUntil: Date.now() - 1 });
  await later(6 * 60_000, () => runReconciliation(10_000));
};

describe('an order paid in the window', () => {
  test('reserves stock and keeps the cart until it is paid', async () => {
    const { token, orderId, order, key } = await begin(2);
    expect(order).toMatchObject({
      amount: 2 * hoodie.pricePaise + 1_000,
      currency: 'INR',
      receipt: orderId,
    });
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

  test('is confirmed by its webhook alone when the browser never comes back', async () => {
    const { token, orderId, order } = await begin();
    pay(order.id);
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    expect(await cartOf(token)).toEqual({});
    await sums();
  });

  test('is confirmed by the reconciliation job alone when no news comes at all', async () => {
    const { orderId, order } = await begin();
    pay(order.id, { webhook: 'never' });
    await later(6 * 60_000, () => runReconciliation(10_000));
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
    const stored = await orderOf(orderId);
    expect(stored.history.map(({ status }) => status)).toEqual(['Payment Pending', 'Order Placed']);
    const { body } = await call('order.userorders', { token });
    expect(body.orders).toHaveLength(1);
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
  'of two identical calls of %s without a key, both open the payment of one order',
  async (route) => {
    const { token } = await newShopper();
    const ask = () => call(route, { token, body: orderBody([hoodie, 'M', 1]) });
    const [first, beside] = await Promise.all([ask(), ask()]);
    const later = await ask();
    expect(first.status).toBe(200);
    for (const { status, body } of [beside, later]) expect([status, body]).toEqual([200, first.body]);
    expect((await call('order.userorders', { token })).body.orders).toHaveLength(1);
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
    // The news of the first try comes once more, and late.
    await providers.webhooks.deliver(
      providers.books().deliveries.find(({ type }) => type === 'payment.failed')?.id ?? '',
    );
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
    const opened = again.body as { order: { id: string } };
    expect((await verifyRazorpay(token, pay(opened.order.id))).status).toBe(200);
    await sums();
  });

  test('keeps its pieces when the window is closed, until its time is over', async () => {
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

  test('is honoured when its money comes after its time while the pieces are there', async () => {
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
    const other = await newShopper();
    const { body } = await call('order.place', {
      ...{ token: other.token, key: newKey() },
      body: orderBody([hoodie, 'M', 1]),
    });
    expect(body.success).toBe(true);
    pay(order.id);
    await deliverAll();
    const stored = await orderOf(orderId);
    expect(stored).toMatchObject({ status: 'Payment Failed', paid: false, payment: null });
    expect(stored.refunds).toMatchObject([{ reason: 'sold-out', amountPaise: stored.totalPaise }]);
    expect(stored.refunds[0]?.providerId).toMatch(/^rfnd_/);
    expect((await verifyReturn(token, orderId)).body.message).toBe(paymentMessages.refunded);
    const [mine] = (await call('order.userorders', { token })).body.orders;
    expect(mine?.refunds).toEqual([
      { amount: stored.totalPaise / 100, reason: 'sold-out', done: true, failed: false },
    ]);
    await sums();
  });

  test('is paid when a bank says yes after it had said no', async () => {
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
  ] as const)('just before %s was asked for elsewhere is asked about once', async (_, route, body) => {
    const { token, orderId, order } = await begin();
    await verifyRazorpay(token, pay(order.id));
    const key = newKey();
    const question = orderMessages.paidMeanwhile(shortOrderId(String(orderId)));
    for (const _try of ['first', 'retry']) {
      const asked = await call(route, { token, key, body });
      expect([asked.status, asked.body.code, asked.body.message]).toEqual([400, 'invalid', question]);
    }
    expect((await call('order.userorders', { token })).body.orders).toHaveLength(1);

    const wanted = await call(route, { token, key: newKey(), body });
    expect(wanted.status).toBe(200);
    expect(wanted.body.orderId).not.toBe(orderId);
    await sums();
  });

  test('is no reason to ask about other pieces, or about its own after two minutes or a cancellation', async () => {
    const again = { body: orderBody([hoodie, 'M', 1]) };
    const { token, orderId, order, session } = await begin();
    const justPaid = justPaidKey(session.userId, variant(hoodie.id, 'M'));
    await verifyRazorpay(token, pay(order.id));
    const other = { token, key: newKey(), body: orderBody([shirt, 'M', 1]) };
    expect((await call('order.place', other)).status).toBe(200);
    expect(await redis().pttl(justPaid)).toBeGreaterThan(110_000);
    expect(await redis().pttl(justPaid)).toBeLessThanOrEqual(120_000);
    await cancelOrder(orderId);
    expect((await call('order.place', { token, key: newKey(), ...again })).status).toBe(200);
    await sums();
  });

  test('is the answer to the same request without a key', async () => {
    const { token, orderId, order } = await begin();
    await verifyRazorpay(token, pay(order.id));
    for (const route of ['order.place', 'order.stripe'] as const) {
      const { body } = await call(route, { token, body: orderBody([hoodie, 'M', 1]) });
      expect([body.code, body.message]).toEqual(['already-placed', paymentMessages.alreadyPlaced]);
    }
    expect((await call('order.userorders', { token })).body.orders).toMatchObject([{ _id: orderId }]);
  });

  test('the same cart under another way to pay is the same order, and money that still comes by the first goes back', async () => {
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
    const { status, body } = await call('order.place', {
      ...{ token, key: newKey() },
      body: orderBody([hoodie, 'M', 3]),
    });
    expect([status, body.orderId]).toEqual([200, orderId]);
    expect(await orderOf(orderId)).toMatchObject({
      status: 'Order Placed',
      paymentMethod: 'cod',
      paid: false,
    });
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
    'ends when the cart is ordered to another address on delivery after %s, and is not payable any more',
    async (why) => {
      const { token, orderId, order } = await begin(2);
      if (why === 'its payment was declined') {
        pay(order.id, { outcome: 'failed' });
        await deliverAll();
      }
      if (why === 'its time was over') await letExpire(orderId);
      const elsewhere = { ...address, street: '14, Residency Road' };
      const body = { ...orderBody([hoodie, 'M', 2]), address: elsewhere };
      const placed = await call('order.place', { token, key: newKey(), body });
      expect(placed.status).toBe(200);
      expect(placed.body.orderId).not.toBe(orderId);
      expect(await orderOf(orderId)).toMatchObject({ status: 'Cancelled', paid: false });
      expect(await stockOf(hoodie.id, 'M')).toBe(1);
      expect(await readUnpaidId((await orderOf(orderId)).userId)).toBeNull();

      const again = await call('order.pay', { token, body: { orderId } });
      expect([again.status, again.body.message]).toEqual([400, paymentMessages.cannotPay]);
      const back = await verifyReturn(token, orderId);
      expect([back.body.code, back.body.message]).toEqual(['invalid', paymentMessages.cannotPay]);
      // A window that is still open somewhere takes money all the same: it goes back.
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

  test('is asked for its payment no more while another cart of the same shopper is being placed', async () => {
    const { token, orderId } = await begin(1);
    const [paying, placed] = await Promise.all([
      call('order.pay', { token, body: { orderId } }),
      call('order.place', { token, key: newKey(), body: orderBody([shirt, 'M', 1]) }),
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
  ])('and is asked about before the cart is ordered on delivery with %s', async (_, change) => {
    const { token, orderId, order } = await begin();
    pay(order.id, { webhook: 'never' });
    const body = { ...orderBody([hoodie, 'M', 1]), ...change };
    const asked = await call('order.place', { token, key: newKey(), body });
    expect([asked.status, asked.body.message]).toEqual([
      400,
      orderMessages.paidMeanwhile(shortOrderId(String(orderId))),
    ]);
    expect((await call('order.userorders', { token })).body.orders).toHaveLength(1);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });

    const wanted = await call('order.place', { token, key: newKey(), body });
    expect(wanted.status).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    await sums();
  });
});

test('a request answered with an existing order places nothing after that order is cancelled', async () => {
  const { token, orderId, order } = await begin();
  pay(order.id, { webhook: 'never' });
  const onDelivery = { token, key: newKey(), body: orderBody([hoodie, 'M', 1]) };
  expect((await call('order.place', onDelivery)).body.code).toBe('already-placed');
  await cancelOrder(orderId);
  expect((await call('order.place', onDelivery)).body.code).toBe('already-placed');
  expect((await call('order.userorders', { token })).body.orders).toHaveLength(1);
});

describe('what a stranger or a forger tries', () => {
  test('another shopper with somebody’s receipt gets nothing', async () => {
    const { orderId, order } = await begin();
    const receipt = pay(order.id);
    const stranger = await newShopper();
    const answers = [
      await verifyRazorpay(stranger.token, receipt),
      await verifyReturn(stranger.token, orderId),
      await call('order.pay', { token: stranger.token, body: { orderId } }),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not-found']);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test.each([
    ['a forged signature', () => ({ razorpay_signature: '0'.repeat(64) })],
    ['the signature of another payment', () => ({ razorpay_payment_id: 'pay_00000000000000' })],
    [
      'a signature by another secret',
      ({ razorpay_order_id: order, razorpay_payment_id: payment }: RazorpaySuccess) => ({
        razorpay_signature: createHmac('sha256', 'x').update(`${order}|${payment}`).digest('hex'),
      }),
    ],
  ])('%s is refused and changes nothing', async (_title, change) => {
    const { token, orderId, order } = await begin();
    const receipt = pay(order.id, { webhook: 'never' });
    const { status, body } = await verifyRazorpay(token, { ...receipt, ...change(receipt) });
    expect([status, body.code, body.message]).toEqual([400, 'invalid', paymentMessages.wrongSignature]);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test('the receipt of a cheap order does not pay a dear one', async () => {
    const { token, order: cheap } = await begin(1);
    const receipt = pay(cheap.id, { webhook: 'never' });
    // Asked about first, because the cheap one is paid by now.
    await payByRazorpay(token, [[hoodie, 'M', 2]]);
    const dear = await payByRazorpay(token, [[hoodie, 'M', 2]]);
    const swapped = { ...receipt, razorpay_order_id: dear.body.order.id };
    expect((await verifyRazorpay(token, swapped)).body.code).toBe('invalid');
    expect(await orderOf(dear.body.orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test.each([
    ['a body that was changed on the way', (body: string) => body.replace('"INR"', '"USD"')],
    [
      'a signature by another secret',
      (body: string, headers: Headers) => {
        headers.set('x-razorpay-signature', createHmac('sha256', 'x').update(body).digest('hex'));
        return body;
      },
    ],
    [
      'no signature',
      (body: string, headers: Headers) => {
        headers.delete('x-razorpay-signature');
        return body;
      },
    ],
    [
      'an event of three days ago, rightly signed',
      (body: string, headers: Headers) => {
        const old = body.replace(
          /"created_at":\d+\}$/,
          `"created_at":${Math.floor(Date.now() / 1000) - 260_000}}`,
        );
        const secret = providers.settings['RAZORPAY_WEBHOOK_SECRET'] ?? '';
        headers.set('x-razorpay-signature', createHmac('sha256', secret).update(old).digest('hex'));
        return old;
      },
    ],
  ])('a webhook with %s is refused and changes nothing', async (_title, tamper) => {
    const { orderId, order } = await begin();
    pay(order.id);
    const [{ id } = { id: '' }] = providers.webhooks.held();
    const response = await providers.webhooks.deliver(id, { tamper });
    expect(response.status).toBe(400);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test('a webhook about a payment that Razorpay does not know is taken, and not sent again for a day', async () => {
    const { orderId, order } = await begin();
    pay(order.id);
    const [{ id } = { id: '' }] = providers.webhooks.held();
    for (const unknown of ['pay_00000000000000', 'pay_of_an_example']) {
      const { status } = await providers.webhooks.deliver(id, {
        tamper: (body, headers) => {
          const other = body
            .replaceAll(/"pay_\w+"/g, `"${unknown}"`)
            .replaceAll(/"order_id":"\w+"/g, '"order_id":null');
          const secret = providers.settings['RAZORPAY_WEBHOOK_SECRET'] ?? '';
          headers.set('x-razorpay-signature', createHmac('sha256', secret).update(other).digest('hex'));
          headers.set('x-razorpay-event-id', unknown);
          return other;
        },
      });
      expect(status).toBe(200);
    }
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test('a webhook by the old secret is taken while the secrets are changed', async () => {
    const { orderId, order } = await begin();
    vi.stubEnv('RAZORPAY_WEBHOOK_SECRET', `the-new-one, ${providers.settings['RAZORPAY_WEBHOOK_SECRET']}`);
    pay(order.id);
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ paid: true });
  });
});

describe('a provider that is not well', () => {
  test.each(['down', 'garbage', 'error', 'lost-answer'] as const)(
    'leaves nothing half-made: %s',
    async (fault) => {
      const { token } = await newShopper();
      providers.fault('razorpay', fault);
      const key = newKey();
      const { status, body } = await payByRazorpay(token, [[hoodie, 'M', 3]], key);
      expect([status, body.code, body.message]).toEqual([503, 'unavailable', paymentMessages.providerSilent]);
      expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
      await sums();

      providers.fault('razorpay', 'none');
      const again = await payByRazorpay(token, [[hoodie, 'M', 3]], key);
      expect(again.status).toBe(200);
      expect((await verifyRazorpay(token, pay(again.body.order.id))).status).toBe(200);
      expect((await call('order.userorders', { token })).body.orders).toHaveLength(1);
      await sums();
    },
  );

  test('at the way back says that it is not known yet; the webhook is asked to come again', async () => {
    const { token, orderId, order } = await begin();
    const receipt = pay(order.id);
    providers.fault('razorpay', 'down');
    const { status, body } = await verifyRazorpay(token, receipt);
    expect([status, body.message]).toEqual([503, paymentMessages.unconfirmed]);
    const [{ id } = { id: '' }] = providers.webhooks.held();
    expect((await providers.webhooks.deliver(id)).status).toBe(503);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
    providers.fault('razorpay', 'none');
    expect((await providers.webhooks.deliver(id)).status).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ paid: true });
    await sums();
  });

  test('keeps the pieces of a reservation for a while, because their money may be there', async () => {
    const { orderId } = await begin();
    providers.fault('razorpay', 'down');
    await letExpire(orderId);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
    await changeStored(orderId, { reservedUntil: Date.now() - 7 * 3_600_000 });
    await later(30 * 60_000, () => runReconciliation(10_000));
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Failed' });
    await sums();
  });

  test('at a refund is asked again until the money is back, and once', async () => {
    const { orderId, order } = await begin(3);
    await letExpire(orderId);
    await setStock(hoodie.id, 'M', 0);
    providers.razorpay.refundsAre({ webhook: 'never' });
    pay(order.id);
    providers.fault('razorpay', 'lost-answer', { only: '/refund' });
    const [{ id } = { id: '' }] = providers.webhooks.held();
    await providers.webhooks.deliver(id);
    expect((await orderOf(orderId)).refunds).toMatchObject([{ doneAt: null }]);
    providers.fault('razorpay', 'none');
    vi.setSystemTime(Date.now() + 40 * 60_000);
    await runReconciliation(10_000);
    await runReconciliation(10_000);
    vi.useRealTimers();
    expect((await orderOf(orderId)).refunds[0]?.doneAt).not.toBeNull();
    expect(providers.books().balancePaise).toBe(0);
    expect(providers.books().razorpay.refunds).toHaveLength(1);
  });
});

test('a way to pay without keys is neither offered nor taken', async () => {
  vi.stubEnv('RAZORPAY_KEY_ID', '');
  expect((await call('payment.methods')).body).toEqual({ success: true, methods: ['cod', 'stripe'] });
  const { token } = await newShopper();
  const { status, body } = await payByRazorpay(token, [[hoodie, 'M', 1]]);
  expect([status, body.message]).toEqual([400, paymentMessages.notOffered]);
  expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
});
