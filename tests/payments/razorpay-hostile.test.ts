import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { orderNotifications } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { later, placeCashOrder, reconcileIn } from '../support/placed-orders.ts';
import { orderOf, payByRazorpay, verifyRazorpay, verifyReturn } from '../support/payments.ts';
import { call, hoodie, newKey, newShopper, ordersOf, setStock, stockOf } from '../support/shop-calls.ts';
import { AT_FIRST, begin, letExpire, useRazorpayOrders } from '../support/razorpay-orders.ts';

const { providers, sums, deliverAll, deliverFirst, pay } = useRazorpayOrders();

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** Signs a webhook again. */
function signed(
  body: string,
  headers: Headers,
  secret = providers.settings['RAZORPAY_WEBHOOK_SECRET'] ?? '',
) {
  headers.set('x-razorpay-signature', hmac(secret, body));
  return body;
}

describe('forged and foreign requests', () => {
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

  test.each<[string, (paid: string) => object]>([
    ['a forged signature', () => ({ razorpay_signature: '0'.repeat(64) })],
    ['the signature of another payment', () => ({ razorpay_payment_id: 'pay_00000000000000' })],
    ['a signature by another secret', (paid) => ({ razorpay_signature: hmac('x', paid) })],
  ])('%s is refused and changes nothing', async (_title, change) => {
    const { token, orderId, order } = await begin();
    const receipt = pay(order.id, { webhook: 'never' });
    const forged = change(`${order.id}|${receipt.razorpay_payment_id}`);
    const { status, body } = await verifyRazorpay(token, { ...receipt, ...forged });
    expect([status, body.code, body.message]).toEqual([400, 'invalid', paymentMessages.wrongSignature]);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test('the receipt of a cheap order does not pay an expensive one', async () => {
    const { token, order: cheap } = await begin(1);
    const receipt = pay(cheap.id, { webhook: 'never' });
    // The shopper is asked first, because the cheap one is already paid.
    await payByRazorpay(token, [[hoodie, 'M', 2]]);
    const dear = await payByRazorpay(token, [[hoodie, 'M', 2]]);
    const swapped = { ...receipt, razorpay_order_id: dear.body.order.id };
    expect((await verifyRazorpay(token, swapped)).body.code).toBe('invalid');
    expect(await orderOf(dear.body.orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test.each<[string, (body: string, headers: Headers) => string]>([
    ['a changed body', (body) => body.replace('"INR"', '"USD"')],
    ['a signature by another secret', (body, headers) => signed(body, headers, 'x')],
    [
      'no signature',
      (body, headers) => {
        headers.delete('x-razorpay-signature');
        return body;
      },
    ],
    [
      'a valid event that is three days old',
      (body, headers) => {
        const at = Math.floor(Date.now() / 1000) - 260_000;
        return signed(body.replace(/"created_at":\d+\}$/, `"created_at":${at}}`), headers);
      },
    ],
  ])('a webhook with %s is refused and changes nothing', async (_title, tamper) => {
    const { orderId, order } = await begin();
    pay(order.id);
    expect((await deliverFirst({ tamper })).status).toBe(400);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test('a webhook about a payment unknown to Razorpay is accepted, and not repeated for a day', async () => {
    const { orderId, order } = await begin();
    pay(order.id);
    const [{ id } = { id: '' }] = providers.webhooks.held();
    for (const unknown of ['pay_00000000000000', 'pay_of_an_example']) {
      const { status } = await providers.webhooks.deliver(id, {
        tamper: (body, headers) => {
          headers.set('x-razorpay-event-id', unknown);
          const other = body.replaceAll(/"pay_\w+"/g, `"${unknown}"`);
          return signed(other.replaceAll(/"order_id":"\w+"/g, '"order_id":null'), headers);
        },
      });
      expect(status).toBe(200);
    }
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test('a webhook signed with the old secret is accepted while the secrets are changed', async () => {
    const { orderId, order } = await begin();
    vi.stubEnv('RAZORPAY_WEBHOOK_SECRET', `the-new-one, ${providers.settings['RAZORPAY_WEBHOOK_SECRET']}`);
    pay(order.id);
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ paid: true });
  });
});

describe('a provider that fails', () => {
  test.each(['down', 'garbage', 'error', 'lost-answer'] as const)(
    'leaves no unfinished order: %s',
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
      expect(await ordersOf(token)).toHaveLength(1);
      await sums();
    },
  );

  test('at the return leaves the payment status unknown; the webhook is asked to retry', async () => {
    const { token, orderId, order } = await begin();
    const receipt = pay(order.id);
    providers.fault('razorpay', 'down');
    const { status, body } = await verifyRazorpay(token, receipt);
    expect([status, body.message]).toEqual([503, paymentMessages.unconfirmed]);
    expect((await deliverFirst()).status).toBe(503);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
    providers.fault('razorpay', 'none');
    expect((await deliverFirst()).status).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ paid: true });
    await sums();
  });

  describe('while its money may have arrived', () => {
    /** Silent from the first check until an hour after the pieces were first kept. */
    async function endInSilence(quantity: number) {
      const begun = await begin(quantity);
      pay(begun.order.id, { webhook: 'never' });
      providers.fault('razorpay', 'down');
      await letExpire(begun.orderId);
      await reconcileIn(58);
      expect(await orderOf(begun.orderId)).toMatchObject({ status: 'Payment Pending' });
      await reconcileIn(64);
      expect(await orderOf(begun.orderId)).toMatchObject({ status: 'Payment Failed' });
      expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
      return begun;
    }
    const answerLater = async () => {
      providers.fault('razorpay', 'none');
      await reconcileIn(90);
    };

    test('keeps the stock for the hour of its reservation, and then takes the money if the pieces are there', async () => {
      const { orderId } = await endInSilence(1);
      await answerLater();
      expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true, refunds: [] });
      await sums();
    });

    test('sells the pieces to somebody else after that hour, and sends the money back', async () => {
      const { orderId } = await endInSilence(AT_FIRST);
      const other = await placeCashOrder([[hoodie, 'M', 1]]);
      await answerLater();
      expect((await orderOf(other.orderId)).status).toBe('Order Placed');
      expect(await orderOf(orderId)).toMatchObject({
        status: 'Payment Failed',
        refunds: [{ reason: 'sold-out', doneAt: expect.any(Number) }],
      });
      expect(providers.books().balancePaise).toBe(0);
      await sums();
    });

    test('does not tell the shopper that nothing was charged', async () => {
      const { token, orderId } = await endInSilence(1);
      const { notifications } = (await call('notification.user', { token })).body;
      const told = [orderNotifications.unconfirmed(shortOrderId(orderId))];
      expect(notifications.map(({ message }) => message)).toEqual(told);
    });
  });

  test('at a refund is retried until the refund is made, once', async () => {
    const { orderId, order } = await begin(3);
    await letExpire(orderId);
    await setStock(hoodie.id, 'M', 0);
    providers.razorpay.refundsAre({ webhook: 'never' });
    pay(order.id);
    providers.fault('razorpay', 'lost-answer', { only: '/refund' });
    await deliverFirst();
    expect((await orderOf(orderId)).refunds).toMatchObject([{ doneAt: null }]);
    providers.fault('razorpay', 'none');
    await later(40 * 60_000, async () => {
      for (const _run of ['first', 'second']) await runReconciliation(60_000);
    });
    expect((await orderOf(orderId)).refunds[0]?.doneAt).not.toBeNull();
    expect(providers.books().balancePaise).toBe(0);
    expect(providers.books().razorpay.refunds).toHaveLength(1);
  });
});
