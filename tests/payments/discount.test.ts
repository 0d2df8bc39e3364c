import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refundOrder } from '../../netlify/services/refund-admin.ts';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { deliverAll as deliverWebhooks, packShipAndDeliver, reconcileIn } from '../support/placed-orders.ts';
import { discountedBody, holderOf, newCode } from '../support/codes.ts';
import {
  expectCodesHold,
  expectSumsHold,
  orderOf,
  sessionOf,
  useProviders,
  verifyRazorpay,
  verifyReturn,
} from '../support/payments.ts';
import { flush } from '../support/redis.ts';
import { call, cap, hoodie, newKey, newShopper, place, setStock } from '../support/shop-calls.ts';

const providers = useProviders();
let code: string;

beforeEach(async () => {
  await flush();
  await setStock(hoodie.id, 'M', 5);
  await setStock(cap.id, 'default', 5);
  code = await newCode();
});

afterEach(async () => {
  vi.useRealTimers();
  await expectCodesHold([code]);
  await expectSumsHold(
    [
      [hoodie, 'M', 5],
      [cap, 'default', 5],
    ],
    providers,
  );
});

type Line = Parameters<typeof discountedBody>[2];
const three: Line[] = [
  [hoodie, 'M', 2],
  [cap, 'default', 1],
];
const one: Line[] = [[hoodie, 'M', 1]];

async function begin(name: 'order.razorpay' | 'order.stripe', lines = one, token?: string) {
  const shopper = token ?? (await newShopper()).token;
  const body = discountedBody(code, 20, ...lines);
  const answer = await call(name, { token: shopper, key: newKey(), body });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return {
    ...(answer.body as unknown as { orderId: string; order: { id: string }; session_url: string }),
    token: shopper,
  };
}

/** Another shopper orders a cap with the code. */
async function orderByRavi() {
  const { token } = await newShopper();
  return { ...(await place(token, discountedBody(code, 20, [cap, 'default', 1]))), token };
}

const deliverAll = () => deliverWebhooks(providers);
const expire = () => reconcileIn(40);

const off = Math.ceil((2 * hoodie.pricePaise + cap.pricePaise) / 5);
const total = 2 * hoodie.pricePaise + cap.pricePaise - off + 1_000;

test('Razorpay is asked for the reduced amount, and its payment uses the code', async () => {
  const { orderId, order, token } = await begin('order.razorpay', three);
  expect(order).toMatchObject({ amount: total });
  expect(await orderOf(orderId)).toMatchObject({
    totalPaise: total,
    discount: { code, percent: 20, paise: off },
  });
  expect(await holderOf(code)).toBe(orderId);
  const receipt = providers.razorpay.pay(order.id, { webhook: 'held' });
  expect((await verifyRazorpay(token, receipt)).status).toBe(200);
  expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', payment: { amountPaise: total } });
  expect(await holderOf(code)).toBe(orderId);
});

test('Stripe’s lines add up to the reduced amount and name the code', async () => {
  const { orderId, session_url: url, token } = await begin('order.stripe', three);
  const id = sessionOf(url);
  const [session] = providers.books().stripe.sessions;
  expect(session).toMatchObject({ id, amount_total: total });
  const { settings } = providers;
  const answer = await fetch(`${settings['STRIPE_API_URL']}/v1/checkout/sessions/${id}/line_items`, {
    headers: { authorization: `Bearer ${settings['STRIPE_SECRET_KEY']}` },
  });
  const { data } = (await answer.json()) as {
    data: { description: string; amount_total: number; quantity: number }[];
  };
  expect(data.map(({ description, quantity }) => [description, quantity])).toEqual([
    [`${hoodie.name}, size M × 2`, 1],
    [`${cap.name} × 1`, 1],
    ['Delivery by Taana', 1],
  ]);
  expect(data.reduce((sum, { amount_total: amount }) => sum + amount, 0)).toBe(total);
  providers.stripe.pay(id, { webhook: 'held' });
  expect((await verifyReturn(token, orderId)).status).toBe(200);
  expect(await orderOf(orderId)).toMatchObject({ paid: true, payment: { amountPaise: total } });
});

describe('a code of an unpaid order', () => {
  test('cannot be used by another shopper meanwhile', async () => {
    await begin('order.razorpay');
    const { status, body, token } = await orderByRavi();
    expect([status, body.code, body.message]).toEqual([409, 'code-refused', discountMessages.kept]);
    const check = await call('discount.check', { token, body: { code } });
    expect(check.body.message).toBe(discountMessages.kept);
  });

  test('can be checked by its shopper and used for another cart, which ends the first order', async () => {
    const { token, orderId } = await begin('order.razorpay');
    expect((await call('discount.check', { token, body: { code } })).status).toBe(200);
    const second = await begin('order.stripe', [[cap, 'default', 1]], token);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Cancelled' });
    expect(await holderOf(code)).toBe(second.orderId);
  });

  test('becomes free when the order expires, and is taken again by a late payment', async () => {
    const { orderId, order } = await begin('order.razorpay');
    await expire();
    expect(await holderOf(code)).toBeNull();
    providers.razorpay.pay(order.id, { webhook: 'held' });
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true, refunds: [] });
    expect(await holderOf(code)).toBe(orderId);
  });
});

describe('a code that another order has used meanwhile', () => {
  test('prevents a retry of the first order’s payment, and nothing is charged', async () => {
    const { token, orderId, order } = await begin('order.razorpay');
    providers.razorpay.pay(order.id, { outcome: 'failed', webhook: 'held' });
    await deliverAll();
    expect((await orderByRavi()).status).toBe(200);
    const { status, body } = await call('order.pay', { token, body: { orderId } });
    expect([status, body.code, body.message]).toEqual([409, 'code-refused', discountMessages.gone]);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Failed' });
  });

  test('refunds a late payment of the first order in full', async () => {
    const { token, orderId, order } = await begin('order.razorpay');
    await expire();
    const { body } = await orderByRavi();
    providers.razorpay.pay(order.id, { webhook: 'held' });
    await deliverAll();
    const stored = await orderOf(orderId);
    expect(stored).toMatchObject({ status: 'Payment Failed', paid: false, payment: null });
    expect(stored.refunds).toMatchObject([{ reason: 'code-used', amountPaise: stored.totalPaise }]);
    expect((await verifyReturn(token, orderId)).body.message).toBe(paymentMessages.refundedCode);
    expect(await holderOf(code)).toBe(body.orderId);
    expect(providers.books().balancePaise).toBe(0);
  });

  test('cannot be multiplied by opening many payments and paying all of them', async () => {
    const { token } = await newShopper();
    const opened: Awaited<ReturnType<typeof begin>>[] = [];
    for (const line of [one, [[cap, 'default', 1]], [[hoodie, 'M', 2]]] as Line[][]) {
      opened.push(await begin('order.razorpay', line, token));
    }
    for (const { order } of opened) providers.razorpay.pay(order.id, { webhook: 'held' });
    await deliverAll();
    const orders = await Promise.all(opened.map(({ orderId }) => orderOf(orderId)));
    expect(orders.filter(({ paid }) => paid)).toHaveLength(1);
  });
});

test('a cancelled or fully refunded order frees its code', async () => {
  for (const end of ['cancel', 'return'] as const) {
    const { token, orderId, session_url: url } = await begin('order.stripe');
    providers.stripe.pay(sessionOf(url), { webhook: 'held' });
    await verifyReturn(token, orderId);
    const { totalPaise } = await orderOf(orderId);
    if (end === 'cancel') {
      await cancelOrder(orderId);
    } else {
      await packShipAndDeliver(orderId);
      await refundOrder(orderId, totalPaise - 1);
      expect(await holderOf(code)).toBe(orderId);
      await refundOrder(orderId, 'all');
    }
    const { refunds } = await orderOf(orderId);
    expect(refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(totalPaise);
    expect(await holderOf(code)).toBeNull();
    expect((await call('discount.check', { token, body: { code } })).status).toBe(200);
  }
});
