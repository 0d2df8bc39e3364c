import type { Context } from '@netlify/functions';
import { beforeEach, expect, test, vi } from 'vitest';
import paymentReturn from '../../netlify/functions/payment-return.ts';
import sweep from '../../netlify/functions/sweep.ts';
import tidy from '../../netlify/functions/tidy.ts';
import webhook from '../../netlify/functions/webhook.ts';
import { readSwept } from '../../netlify/storage/swept.ts';
import { stopRedis } from '../support/shop-calls.ts';

beforeEach(() => {
  for (const name of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'STRIPE_SECRET_KEY'])
    vi.stubEnv(name, 'a-key');
  vi.stubEnv('RAZORPAY_WEBHOOK_SECRET', 'secret');
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_secret');
});

const context = { deploy: { published: true }, waitUntil: () => {} } as unknown as Context;
const hook = (provider: string, init: RequestInit = {}) =>
  webhook(
    new Request(`https://shop.example/api/webhook/${provider}`, { method: 'POST', body: '{}', ...init }),
    context,
  );

test.each(['razorpay', 'stripe'])(
  '%s takes nothing without a signature, whatever the body',
  async (provider) => {
    for (const body of ['{}', '', 'x', '\u0000', '[]', '{"event":"payment.captured"}', 'x'.repeat(100_000)]) {
      const response = await hook(provider, { body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ success: false, code: 'invalid' });
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  },
);

test('an event as large as no provider sends is not read to its end', async () => {
  expect((await hook('stripe', { body: 'x'.repeat(300_000) })).status).toBe(413);
});

test('a provider that the shop does not know, or has no keys for, is not there', async () => {
  expect((await hook('paypal')).status).toBe(404);
  expect((await hook('__proto__')).status).toBe(404);
  vi.stubEnv('STRIPE_SECRET_KEY', '');
  expect((await hook('stripe')).status).toBe(404);
});

test('a webhook is posted', async () => {
  expect((await hook('stripe', { method: 'GET', body: null })).status).toBe(405);
});

test.each(['razorpay', 'stripe'])(
  '%s is not heard by another deploy than the published one',
  async (provider) => {
    for (const deploy of [{ published: false, id: 'abc', context: 'production' }, {}, undefined]) {
      const request = new Request(`https://shop.example/api/webhook/${provider}`, {
        method: 'POST',
        headers: { 'x-nf-deploy-published': '1' },
        body: '{}',
      });
      const response = await webhook(request, { ...context, deploy } as Context);
      expect([response.status, await response.json()]).toMatchObject([403, { code: 'not-open' }]);
    }
  },
);

test.each([
  ['reconciliation job', sweep],
  ['cleanup job', tidy],
])('the %s does not run on another deploy than the published one', async (_title, job) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const request = new Request('https://shop.example/.netlify/functions/job', { method: 'POST' });
  const fetch = vi.spyOn(globalThis, 'fetch');
  const old = { id: '5d4aeac2ccabf517d2f219b8', context: 'production', published: false };
  expect((await job(request, { deploy: old })).status).toBe(500);
  expect(fetch).not.toHaveBeenCalled();
  expect(log.mock.calls[0]?.[0]).toContain('not-open');
  expect((await job(request, { deploy: { ...old, published: true } })).status).toBe(200);
});

test('the reconciliation job writes down when it ran', async () => {
  const from = Date.now();
  await sweep();
  expect(await readSwept()).toBeGreaterThanOrEqual(from);
});

test('without a secret in the settings no signature is right', async () => {
  vi.stubEnv('RAZORPAY_WEBHOOK_SECRET', '');
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', '');
  const headers = { 'x-razorpay-signature': '0'.repeat(64), 'stripe-signature': 't=1,v1=0' };
  expect((await hook('razorpay', { headers })).status).toBe(400);
  expect((await hook('stripe', { headers })).status).toBe(400);
});

test.each([
  ['an order that there is not', '?orderId=AAAAAAAAAAAAAAAAAAAA', '/cart'],
  ['no order', '', '/cart'],
  ['an address elsewhere', '?orderId=//evil.example', '/cart'],
])('the way back by a form leads to a page of the shop: %s', async (_title, query, page) => {
  const response = await paymentReturn(
    new Request(`https://shop.example/api/payment/return${query}`, {
      method: 'POST',
      body: new URLSearchParams({ razorpay_payment_id: 'pay_1' }),
    }),
  );
  expect([response.status, response.headers.get('location')]).toEqual([303, page]);
});

test('where Redis does not answer, the way back still arrives and the sweep says that it failed', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await stopRedis();
  const response = await paymentReturn(
    new Request('https://shop.example/api/payment/return?orderId=AAAAAAAAAAAAAAAAAAAA', { method: 'POST' }),
  );
  expect([response.status, response.headers.get('location')]).toEqual([303, '/orders']);
  expect((await sweep()).status).toBe(500);
  expect(log).toHaveBeenCalledTimes(2);
});
