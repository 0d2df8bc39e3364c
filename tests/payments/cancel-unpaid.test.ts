import { expect, test } from 'vitest';
import { readUnpaidId } from '../../netlify/storage/orders.ts';
import { cancelMessages, orderNotifications } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { payableDays } from '../../src/domain/config.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import {
  beginAtRazorpay,
  beginAtStripe,
  later,
  payInWindow,
  useOnlineShop,
} from '../support/placed-orders.ts';
import { orderOf, verifyReturn } from '../support/payments.ts';
import {
  address,
  call,
  hoodie,
  newShopper,
  orderBody,
  ordersOf,
  place,
  stockOf,
} from '../support/shop-calls.ts';

const AT_FIRST = 3;
const { providers, sums, deliverAll } = useOnlineShop(AT_FIRST);
const pay = payInWindow.bind(null, providers);

const begin = () => beginAtRazorpay(2, { emailConfirmedAt: 1 });

const cancel = (token: string, orderId: string) => call('order.cancel', { token, body: { orderId } });

const told = async (token: string): Promise<string[]> =>
  (await call('notification.user', { token })).body.notifications.map(({ message }) => message);

const decline = async (reference: string) => {
  pay(reference, { outcome: 'failed' });
  await deliverAll();
};

const failed = (orderId: string) => orderNotifications['Payment Failed'](shortOrderId(orderId));

test.each(['waits for its payment', 'was declined'])(
  'a shopper cancels an own order that %s: stock is free, and nobody can pay it any more',
  async (what) => {
    const { token, orderId, order, session } = await begin();
    if (what === 'was declined') await decline(order.id);
    const { status, body } = await cancel(token, orderId);
    expect([status, body.message]).toEqual([200, cancelMessages.done]);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Cancelled', paid: false });
    expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
    expect(await readUnpaidId(session.userId)).toBeNull();
    expect((await cancel(token, orderId)).status).toBe(200);
    const again = await call('order.pay', { token, body: { orderId } });
    expect([again.status, again.body.message]).toEqual([400, paymentMessages.cannotPay]);
    // What offered the payment is gone too.
    expect(await told(token)).not.toContain(failed(orderId));
    await sums();
  },
);

test('a declined order is offered for payment for three days, and money that arrives later still counts', async () => {
  const { token, orderId, order } = await begin();
  await decline(order.id);
  await later(payableDays * DAY_MS - 60_000, async () => {
    expect((await verifyReturn(token, orderId)).body).toMatchObject({
      code: 'not-paid',
      message: paymentMessages.notPaid,
    });
  });
  await later(payableDays * DAY_MS, async () => {
    const asked = [await verifyReturn(token, orderId), await call('order.pay', { token, body: { orderId } })];
    for (const { status, body } of asked)
      expect([status, body.code, body.message]).toEqual([400, 'invalid', paymentMessages.cannotPay]);
    pay(order.id);
    expect((await verifyReturn(token, orderId)).body.success).toBe(true);
  });
  await sums();
});

test('money that arrives for a cancelled order goes back', async () => {
  const { token, orderId, order } = await begin();
  await cancel(token, orderId);
  pay(order.id);
  await deliverAll();
  expect(await orderOf(orderId)).toMatchObject({
    status: 'Cancelled',
    paid: false,
    refunds: [{ amountPaise: order.amount, reason: 'cancelled' }],
  });
  await sums();
});

test('an order that was paid meanwhile, or is placed, stands', async () => {
  const { token, orderId, order } = await begin();
  pay(order.id, { webhook: 'never' });
  const { status, body } = await cancel(token, orderId);
  const { placedCannotCancel } = cancelMessages;
  expect([status, body.code, body.message]).toEqual([409, 'already-placed', placedCannotCancel]);
  expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
  await sums();
});

test('the payment page of a cancelled order is closed at its provider', async () => {
  const { token, orderId } = await beginAtStripe();
  await cancel(token, orderId);
  await expect.poll(() => providers.books().stripe.sessions.at(-1)?.status).toBe('expired');
  await sums();
});

test('an order is cancelled by its own shopper only', async () => {
  const { orderId } = await begin();
  const stranger = await newShopper();
  const { status, body } = await cancel(stranger.token, orderId);
  expect([status, body.code]).toEqual([404, 'not-found']);
  expect((await orderOf(orderId)).status).toBe('Payment Pending');
});

test('an order that another one replaces says so, and no longer offers its payment', async () => {
  const { token, orderId, order } = await begin();
  await decline(order.id);
  expect(await told(token)).toEqual([failed(orderId)]);
  const body = { ...orderBody([hoodie, 'M', 2]), address: { ...address, street: '14, Residency Road' } };
  const placed = await place(token, body);
  const [short, other] = [orderId, String(placed.body.orderId)].map(shortOrderId);
  const texts = await told(token);
  expect(texts).toContain(orderNotifications.replaced(short ?? '', other ?? ''));
  expect(texts).not.toContain(failed(orderId));
  expect(await ordersOf(token)).toMatchObject([
    { replacedBy: null },
    { _id: orderId, replacedBy: placed.body.orderId },
  ]);
  await sums();
});
