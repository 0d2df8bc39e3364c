import { createHmac } from 'node:crypto';
import type { Context } from '@netlify/functions';
import { beforeEach, expect, test, vi } from 'vitest';
import paymentReturn from '../../netlify/functions/payment-return.ts';
import reconciliation from '../../netlify/functions/reconciliation.ts';
import cleanup from '../../netlify/functions/cleanup.ts';
import webhook from '../../netlify/functions/webhook.ts';
import type { ProviderEvent } from '../../netlify/payments/payment-provider.ts';
import { providerOf } from '../../netlify/payments/providers.ts';
import { providerSetup } from '../../netlify/payments/provider-setup.ts';
import { readLastReconciliation } from '../../netlify/storage/job-runs.ts';
import type { Provider } from '../../src/domain/order.ts';
import { stopRedis } from '../support/shop-calls.ts';

beforeEach(() => {
  for (const name of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'STRIPE_SECRET_KEY'])
    vi.stubEnv(name, 'a-key');
  vi.stubEnv('RAZORPAY_WEBHOOK_SECRET', 'secret');
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_secret');
});

const context = { deploy: { published: true }, waitUntil: () => {} } as unknown as Context;
const hook = (provider: string, init: RequestInit = {}, deploy: unknown = context.deploy) =>
  webhook(
    new Request(`https://shop.example/api/webhook/${provider}`, { method: 'POST', body: '{}', ...init }),
    { ...context, deploy } as Context,
  );

test.each(['razorpay', 'stripe'])('%s accepts no body without a signature', async (provider) => {
  for (const body of ['{}', '', 'x', '\u0000', '[]', '{"event":"payment.captured"}', 'x'.repeat(100_000)]) {
    const response = await hook(provider, { body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, code: 'invalid' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

/** What an event is about, by its provider's documentation. */
const documented: Record<Provider, (type: string) => object> = {
  razorpay: (type) => ({
    payment: { entity: { id: 'pay_1', order_id: 'order_1' } },
    ...(type.startsWith('order') && { order: { entity: { id: 'order_1', receipt: 'A' } } }),
    ...(type.startsWith('refund') && { refund: { entity: { id: 'rfnd_1', payment_id: 'pay_1' } } }),
    ...(type.includes('dispute') && { dispute: { entity: { id: 'disp_1', payment_id: 'pay_1' } } }),
  }),
  stripe: (type) => {
    const session = {
      id: 'cs_1',
      object: 'checkout.session',
      client_reference_id: 'A',
      payment_intent: null,
    };
    if (type.startsWith('checkout')) return session;
    const object = type === 'charge.refunded' ? 'charge' : type.includes('dispute') ? 'dispute' : 'refund';
    return { id: 'x_1', object, charge: 'ch_1', payment_intent: 'pi_1' };
  },
};

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** What the provider's code returns for an event. */
async function heard(provider: Provider, type: string, about: object): Promise<ProviderEvent | undefined> {
  const seconds = Math.floor(Date.now() / 1_000);
  const body =
    provider === 'razorpay'
      ? JSON.stringify({ event: type, created_at: seconds, payload: about })
      : JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: about } });
  const headers: Record<string, string> =
    provider === 'razorpay'
      ? { 'x-razorpay-signature': hmac('secret', body) }
      : { 'stripe-signature': `t=${seconds},v1=${hmac('whsec_secret', `${seconds}.${body}`)}` };
  return providerOf(provider)?.readEvent(body, new Headers(headers), Date.now());
}

test.each<Provider>(['razorpay', 'stripe'])(
  'every subscribed event of %s leads to its order or payment, and no other event does',
  async (provider) => {
    for (const type of providerSetup[provider].webhookEvents) {
      const about = documented[provider](type);
      const event = await heard(provider, type, about);
      expect([type, event?.reference ?? event?.payment ?? null]).toEqual([type, expect.any(String)]);
      if (type.includes('refund')) expect([type, event?.payment]).toEqual([type, expect.any(String)]);
      if (provider === 'razorpay' && type.includes('dispute')) expect(event?.dispute).toBe('disp_1');
      expect(await heard(provider, `${type}.of-tomorrow`, about)).toMatchObject({
        reference: null,
        payment: null,
        dispute: null,
      });
    }
  },
);

test('an event that is larger than any provider sends is not read to its end', async () => {
  expect((await hook('stripe', { body: 'x'.repeat(300_000) })).status).toBe(413);
});

test('an unknown provider, or one without keys, is not found', async () => {
  expect((await hook('paypal')).status).toBe(404);
  expect((await hook('__proto__')).status).toBe(404);
  vi.stubEnv('STRIPE_SECRET_KEY', '');
  expect((await hook('stripe')).status).toBe(404);
});

test.each(['razorpay', 'stripe'])(
  'a webhook of %s is refused on every deploy except the published one',
  async (provider) => {
    for (const deploy of [{ published: false, id: 'abc', context: 'production' }, {}, null]) {
      const response = await hook(provider, { headers: { 'x-nf-deploy-published': '1' } }, deploy);
      expect([response.status, await response.json()]).toMatchObject([403, { code: 'not-open' }]);
    }
  },
);

test.each([
  ['reconciliation job', reconciliation],
  ['cleanup job', cleanup],
])('the %s does not run on a deploy that is not published', async (_title, job) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const request = new Request('https://shop.example/.netlify/functions/job', { method: 'POST' });
  const fetch = vi.spyOn(globalThis, 'fetch');
  const old = { id: '5d4aeac2ccabf517d2f219b8', context: 'production', published: false };
  expect((await job(request, { deploy: old })).status).toBe(500);
  expect(fetch).not.toHaveBeenCalled();
  expect(log.mock.calls[0]?.[0]).toContain('not-open');
  expect((await job(request, { deploy: { ...old, published: true } })).status).toBe(200);
});

test('the reconciliation job records when it ran', async () => {
  const from = Date.now();
  await reconciliation();
  expect(await readLastReconciliation()).toBeGreaterThanOrEqual(from);
});

test('without a secret in the settings every signature is refused', async () => {
  vi.stubEnv('RAZORPAY_WEBHOOK_SECRET', '');
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', '');
  const headers = { 'x-razorpay-signature': '0'.repeat(64), 'stripe-signature': 't=1,v1=0' };
  expect((await hook('razorpay', { headers })).status).toBe(400);
  expect((await hook('stripe', { headers })).status).toBe(400);
});

/** Where the return by a form leads. */
async function returned(query: string) {
  const body = new URLSearchParams({ razorpay_payment_id: 'pay_1' });
  const address = `https://shop.example/api/payment/return${query}`;
  const { status, headers } = await paymentReturn(new Request(address, { method: 'POST', body }));
  return [status, headers.get('location')];
}

test.each([
  ['an order that does not exist', '?orderId=AAAAAAAAAAAAAAAAAAAA'],
  ['no order', ''],
  ['an address of another site', '?orderId=//evil.example'],
])('the return by a form redirects to a page of the shop: %s', async (_title, query) => {
  expect(await returned(query)).toEqual([303, '/cart']);
});

test('without Redis the return from a payment still redirects and the reconciliation job fails', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  stopRedis();
  expect(await returned('?orderId=AAAAAAAAAAAAAAAAAAAA')).toEqual([303, '/orders']);
  expect((await reconciliation()).status).toBe(500);
  expect(log).toHaveBeenCalledTimes(2);
});
