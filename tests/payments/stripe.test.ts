import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Simulators, StripePaid } from '../../local/simulators/controls.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { beginAtStripe as begin, cartOf, reconcileIn, useOnlineShop } from '../support/placed-orders.ts';
import {
  openProviders,
  orderOf,
  payByStripe,
  sessionOf,
  statesOf,
  verifyReturn,
} from '../support/payments.ts';
import { brand } from '../../src/domain/config.ts';
import {
  call,
  cap,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  ordersOf,
  place,
  setStock,
  stockOf,
  workDone,
} from '../support/shop-calls.ts';

const AT_FIRST = 3;
const { providers, sums, deliverAll, deliverFirst } = useOnlineShop(AT_FIRST);

const pay = (sessionId: string, options: Parameters<Simulators['stripe']['pay']>[1] = {}) =>
  providers.stripe.pay(sessionId, { webhook: 'held', ...options });

test('Stripe’s page shows the items and links back to the shop', async () => {
  const { token } = await newShopper();
  const { body } = await payByStripe(token, [
    [hoodie, 'M', 2],
    [cap, 'default', 1],
  ]);
  const [session] = providers.books().stripe.sessions;
  expect(session).toMatchObject({
    mode: 'payment',
    currency: 'inr',
    amount_total: 2 * hoodie.pricePaise + cap.pricePaise + 1_000,
    client_reference_id: body.orderId,
    success_url: `http://localhost:8888/verify?success=true&orderId=${body.orderId}`,
    cancel_url: `http://localhost:8888/verify?success=false&orderId=${body.orderId}`,
  });
  const order = await orderOf(body.orderId);
  expect((session?.expires_at ?? 0) * 1_000).toBeLessThan(order.reservedUntil ?? 0);
});

test('Stripe gets the data that India requires for foreign cards, and rupees only', async () => {
  const { orderId, sessionId } = await begin();
  expect(providers.books().stripe.sessions[0]).toMatchObject({
    billing_address_collection: 'required',
    adaptive_pricing: { enabled: false },
  });
  pay(sessionId);
  const { address } = await orderOf(orderId);
  expect(providers.books().stripe.paymentIntents[0]).toMatchObject({
    description: `Clothing from ${brand.name}, order ${orderId.slice(-6)}`,
    metadata: { orderId },
    shipping: {
      name: `${address.firstName} ${address.lastName}`,
      phone: `+${address.phone}`,
      address: {
        line1: address.street,
        city: address.city,
        state: address.state,
        postal_code: address.zipcode,
        country: 'IN',
      },
    },
  });
});

test('a lone surrogate in an address does not block a payment', async () => {
  const { token } = await newShopper();
  const body = orderBody([hoodie, 'M', 1]);
  const address = { ...body.address, street: '12 MG Road\ud800' };
  const opened = await call('order.stripe', { token, key: newKey(), body: { ...body, address } });
  expect(opened.status).toBe(200);
  expect((await orderOf(String(opened.body.orderId))).address.street).toBe('12 MG Road\ufffd');
});

describe('an order paid on the page', () => {
  test('is placed when its shopper returns, whatever the URL says', async () => {
    const { token, orderId, sessionId } = await begin(2);
    expect(await cartOf(token)).toEqual({ [hoodie.id]: { M: 2 } });
    const { redirect } = pay(sessionId) as StripePaid;
    expect(redirect).toContain(`/verify?success=true&orderId=${orderId}`);
    const { status, body } = await verifyReturn(token, orderId, 'false');
    expect([status, body]).toEqual([200, { success: true, message: orderMessages.placed, orderId }]);
    expect(await cartOf(token)).toEqual({});
    await sums();
  });

  test.each(['webhook first', 'shopper first', 'both at once', 'webhook alone', 'reconciliation job alone'])(
    'counts once: %s',
    async (which) => {
      const { token, orderId, sessionId } = await begin();
      pay(sessionId, { webhook: which === 'reconciliation job alone' ? 'never' : 'held' });
      const comeBack = async () => expect((await verifyReturn(token, orderId)).status).toBe(200);
      if (which.startsWith('webhook')) await deliverAll();
      if (which === 'shopper first') await comeBack();
      if (which === 'both at once') await Promise.all([comeBack(), deliverAll(), comeBack()]);
      if (which === 'reconciliation job alone') await reconcileIn(6);
      await deliverAll();
      expect(await statesOf(orderId)).toEqual(['Payment Pending', 'Order Placed']);
      await sums();
    },
  );

  test.each([
    ['is placed when the bank confirms', 'succeeded', { status: 'Order Placed', paid: true }],
    ['fails when the bank refuses', 'failed', { status: 'Payment Failed', paid: false }],
  ] as const)('by a slow bank %s', async (_title, outcome, end) => {
    const { token, orderId, sessionId } = await begin();
    pay(sessionId, { outcome: 'slow' });
    await deliverAll();
    expect((await verifyReturn(token, orderId)).body.code).toBe('not-paid');
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
    providers.stripe.settleSlow(sessionId, outcome, { webhook: 'held' });
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject(end);
    await sums();
  });
});

describe('an order that was not paid', () => {
  test('waits after a declined card or a return to the shop: the page can be opened again', async () => {
    const { token, orderId, session_url: url, sessionId } = await begin(3);
    expect(pay(sessionId, { outcome: 'declined' })).toHaveProperty('declined');
    providers.stripe.cancel(sessionId);
    const back = await verifyReturn(token, orderId, 'true');
    const { code, message } = back.body;
    expect([back.status, code, message]).toEqual([402, 'not-paid', paymentMessages.notPaid]);
    expect(await cartOf(token)).toEqual({ [hoodie.id]: { M: 3 } });
    const again = await call('order.pay', { token, body: { orderId } });
    expect(again.body).toEqual({ success: true, paymentMethod: 'stripe', orderId, session_url: url });
    pay(sessionId);
    expect((await verifyReturn(token, orderId)).status).toBe(200);
    await sums();
  });

  test('releases its stock when the page expires, and gets a new page', async () => {
    const { token, orderId, session_url: url, sessionId } = await begin(3);
    providers.stripe.expire(sessionId, { webhook: 'held' });
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Failed' });
    expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
    const again = await call('order.pay', { token, body: { orderId } });
    const next = again.body as { session_url: string };
    expect(next.session_url).not.toBe(url);
    pay(sessionOf(next.session_url));
    await deliverAll();
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    await sums();
  });

  test('has its page closed when it is paid in another way', async () => {
    const { token, orderId, sessionId } = await begin();
    expect((await place(token, orderBody([hoodie, 'M', 1]))).body.orderId).toBe(orderId);
    await workDone();
    expect(() => pay(sessionId)).toThrow();
    await sums();
  });

  test('is not offered its own sold-out stock again', async () => {
    const { token, orderId, sessionId } = await begin(3);
    providers.stripe.expire(sessionId, { webhook: 'held' });
    await deliverAll();
    await setStock(hoodie.id, 'M', 2);
    const { status, body } = await call('order.pay', { token, body: { orderId } });
    expect([status, body.code, body.message]).toEqual([409, 'out-of-stock', orderMessages.piecesGone]);
    expect(await stockOf(hoodie.id, 'M')).toBe(2);
  });
});

describe('forged requests', () => {
  /** With this header instead of the provider's. */
  const signed =
    (headerOf: (body: string, before: string) => string | null) => (body: string, headers: Headers) => {
      const header = headerOf(body, headers.get('stripe-signature') ?? '');
      if (header === null) headers.delete('stripe-signature');
      else headers.set('stripe-signature', header);
      return body;
    };
  const now = () => Math.floor(Date.now() / 1_000);
  const secret = () => providers.settings['STRIPE_WEBHOOK_SECRET'] ?? '';

  test.each([
    ['a changed body', (body: string) => body.replace('"inr"', '"usd"')],
    ['a changed time', signed((_body, before) => before.replace(/t=\d+/, `t=${now() - 1}`))],
    ['a valid signature of six minutes ago', signed((body) => stripeHeader(body, secret(), now() - 360))],
    ['no signature', signed(() => null)],
  ])('a webhook with %s is refused and changes nothing', async (_title, tamper) => {
    const { orderId, sessionId } = await begin();
    pay(sessionId);
    expect((await deliverFirst({ tamper })).status).toBe(400);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending' });
  });

  test('a webhook with a valid signature of a minute ago is taken', async () => {
    const { orderId, sessionId } = await begin();
    pay(sessionId);
    const tamper = signed((body) => stripeHeader(body, secret(), now() - 60));
    expect((await deliverFirst({ tamper })).status).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ paid: true });
  });

  test('a return with success but without a payment places nothing', async () => {
    const { token, orderId } = await begin();
    for (const success of ['true', 'false', '1']) {
      expect((await verifyReturn(token, orderId, success)).body.code).toBe('not-paid');
    }
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Pending', paid: false });
  });
});

function stripeHeader(body: string, secret: string, at: number): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}

describe('a provider that fails', () => {
  test.each(['down', 'garbage', 'error', 'lost-answer'] as const)(
    'leaves no unfinished order: %s',
    async (fault) => {
      const { token } = await newShopper();
      providers.fault('stripe', fault);
      const key = newKey();
      const { status, body } = await payByStripe(token, [[hoodie, 'M', 3]], key);
      expect([status, body.message]).toEqual([503, paymentMessages.providerSilent]);
      expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
      providers.fault('stripe', 'none');
      const again = await payByStripe(token, [[hoodie, 'M', 3]], key);
      expect(again.status).toBe(200);
      pay(sessionOf(again.body.session_url));
      await deliverAll();
      expect(await ordersOf(token)).toHaveLength(1);
      await sums();
    },
  );

  test.each([-6, 6])('whose clock is %i minutes apart from the shop’s opens its page', async (minutes) => {
    const theirs = await openProviders(() => Date.now() + minutes * 60_000);
    const { token } = await newShopper();
    const { status, body } = await payByStripe(token, [[hoodie, 'M', 1]]);
    expect(status).toBe(200);
    theirs.stripe.pay(sessionOf(body.session_url), { webhook: 'held' });
    expect((await verifyReturn(token, body.orderId)).status).toBe(200);
    await theirs.stop();
  });

  test('does not say that nothing was charged if an earlier payment may exist', async () => {
    const { token, orderId, sessionId } = await begin();
    pay(sessionId);
    providers.fault('stripe', 'down');
    const again = await call('order.pay', { token, body: { orderId } });
    expect([again.status, again.body.message]).toEqual([503, paymentMessages.unconfirmed]);
    providers.fault('stripe', 'none');
    expect((await call('order.pay', { token, body: { orderId } })).body.code).toBe('already-placed');
    await sums();
  });
});
