import { describe, expect, test, vi } from 'vitest';
import { refundOrder } from '../../netlify/services/refund-admin.ts';
import { cancelOrder, processOrder } from '../../netlify/services/order-admin.ts';
import {
  beginAtRazorpay,
  beginAtStripe,
  payInWindow,
  payOrderByRazorpay,
  useOnlineShop,
} from '../support/placed-orders.ts';
import { orderOf, payByStripe, sessionOf, statesOf, verifyRazorpay } from '../support/payments.ts';
import { barrier, dropResponse, isNewPage, isPaymentList, standBetween } from '../support/payment-faults.ts';
import { flush } from '../support/redis.ts';
import {
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  place,
  setStock,
  shirt,
} from '../support/shop-calls.ts';

const AT_FIRST = 3;
const { providers, sums, deliverAll, deliverFirst } = useOnlineShop(AT_FIRST);

const pay = payInWindow.bind(null, providers);
const paid = () => payOrderByRazorpay(providers, [[hoodie, 'M', 1]]);

const isCommit = (body: string) => body.includes('\\"writes\\"');

describe('a commit is done, its reply is lost, and the client repeats it', () => {
  test.each<[string, (orderId: string) => Promise<unknown>]>([
    ['R1', async () => {}],
    ['R27, although another change comes before the repetition:', processOrder],
  ])('%s a partial refund is made once', async (_title, meanwhile) => {
    const { orderId } = await paid();
    const { lost } = dropResponse(
      (body) => isCommit(body) && body.includes('returned'),
      () => meanwhile(orderId),
    );
    await refundOrder(orderId, 10_000);
    expect(lost()).toBe(true);
    expect((await orderOf(orderId)).refunds.map(({ amountPaise }) => amountPaise)).toEqual([10_000]);
    await sums();
  });

  test('R2 the owner’s change is done and not refused', async () => {
    const { orderId } = await paid();
    const { lost } = dropResponse((body) => isCommit(body) && body.includes('Processing'));
    const done = await processOrder(orderId);
    expect(lost()).toBe(true);
    expect(done.after.status).toBe('Processing');
  });

  test('R3 an attached page is not closed again', async () => {
    const { token } = await newShopper();
    const { lost } = dropResponse((body) => isCommit(body) && body.includes('cs_test'));
    const { status, body } = await payByStripe(token, [[hoodie, 'M', 3]]);
    expect(lost()).toBe(true);
    expect(status).toBe(200);
    expect(providers.books().stripe.sessions).toHaveLength(1);
    expect(await statesOf(body.orderId)).toEqual(['Payment Pending']);
  });
});

describe('two concurrent calls', () => {
  test('R5 a double tap opens one Stripe page, which can be paid', async () => {
    for (let round = 0; round < 5; round += 1) {
      await flush();
      await setStock(hoodie.id, 'M', AT_FIRST);
      const { token } = await newShopper();
      const key = newKey();
      const answers = await Promise.all([
        payByStripe(token, [[hoodie, 'M', 3]], key),
        payByStripe(token, [[hoodie, 'M', 3]], key),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const pages = answers.map(({ body }) => sessionOf(body.session_url));
      const open = providers.books().stripe.sessions.filter(({ status }) => status === 'open');
      for (const page of pages) expect(open.map(({ id }) => id)).toContain(page);
      expect(await statesOf(answers[0].body.orderId)).toEqual(['Payment Pending']);
    }
  });

  test('R6 webhook and shopper confirm an authorised payment at once, and both succeed', async () => {
    const { token, order } = await beginAtRazorpay();
    const receipt = pay(order.id, { outcome: 'authorized' });
    const both = barrier(2);
    const stop = await standBetween(providers, 'RAZORPAY_API_URL', async (request, pass) => {
      if (!isPaymentList(request)) return null;
      const answer = await pass();
      await both();
      return answer;
    });
    const [shopper, heard] = await Promise.all([verifyRazorpay(token, receipt), deliverFirst()]);
    await stop();
    expect([shopper.status, heard.status]).toEqual([200, 200]);
  });

  test('R26 Stripe refuses a concurrent request with the same key: the stock stays reserved', async () => {
    const { token } = await newShopper();
    const key = newKey();
    let working = 0;
    const both = barrier(2);
    const stop = await standBetween(providers, 'STRIPE_API_URL', async (request, pass) => {
      if (!isNewPage(request)) return null;
      working += 1;
      if (working === 2) {
        void both();
        const error = {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'Still under way',
        };
        return { status: 409, body: { error } };
      }
      if (working === 1) {
        await both();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return pass();
    });
    const answers = await Promise.all([
      payByStripe(token, [[hoodie, 'M', 3]], key),
      payByStripe(token, [[hoodie, 'M', 3]], key),
    ]);
    await stop();
    const made = answers.find(({ status }) => status === 200);
    expect(made).toBeDefined();
    expect(await statesOf(made?.body.orderId ?? '')).toEqual(['Payment Pending']);
  });

  test('R28 a webhook about an unused, expired page does not count as another payment method', async () => {
    const { token, orderId, sessionId } = await beginAtStripe(3);
    providers.stripe.expire(sessionId, { webhook: 'never' });
    const { default: Sdk } = await import('stripe');
    const address = new URL(providers.settings['STRIPE_API_URL'] ?? '');
    const api = new Sdk(providers.settings['STRIPE_SECRET_KEY'] ?? '', {
      host: address.hostname,
      port: address.port,
      protocol: 'http',
      telemetry: false,
    });
    const price_data = { currency: 'inr', unit_amount: 99_900, product_data: { name: 'Orphan' } };
    // Pages of this order whose replies were lost expire: Stripe reports it while the shopper opens a new one.
    const stop = await standBetween(providers, 'STRIPE_API_URL', async (request, pass) => {
      if (!isNewPage(request)) return null;
      const answer = await pass();
      const orphan = await api.checkout.sessions.create({
        mode: 'payment',
        client_reference_id: orderId,
        success_url: 'http://localhost:8888/verify',
        line_items: [{ quantity: 1, price_data }],
      });
      providers.stripe.expire(orphan.id, { webhook: 'held' });
      await deliverAll();
      return answer;
    });
    const again = await call('order.pay', { token, body: { orderId } });
    await stop();
    expect(again.status).toBe(200);
    expect((await orderOf(orderId)).references).toHaveLength(2);
  });

  test('R7 cancelling an order while its shopper orders another cart does not stop the second order', async () => {
    const { token, orderId } = await beginAtRazorpay();
    const real = globalThis.fetch;
    let isFirst = true;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) => {
      const answer = await real(...given);
      const isPlacing = isFirst && isCommit(String(given[1]?.body ?? ''));
      if (!isPlacing || (await answer.clone().text()).includes('NOSCRIPT')) return answer;
      isFirst = false;
      await cancelOrder(orderId);
      return answer;
    });
    const { status } = await place(token, orderBody([shirt, 'M', 1]));
    expect(isFirst).toBe(false);
    expect(status).toBe(200);
  });
});
