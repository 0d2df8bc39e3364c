import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { client } from '../../netlify/payments/stripe-api.ts';
import type { Simulators } from '../../local/simulators/controls.ts';
import { SHOP, simulated } from './simulated.ts';

let simulators: Simulators;

beforeEach(async () => {
  simulators = await simulated();
});

afterEach(() => simulators.stop());

const HOME = { Origin: SHOP, 'Sec-Fetch-Site': 'same-origin' };

const get = (path: string) => simulators.serve(new Request(SHOP + path));
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = HOME) =>
  simulators.serve(new Request(SHOP + path, { method: 'POST', headers, body: new URLSearchParams(fields) }));

async function session(): Promise<Stripe.Checkout.Session> {
  return (await client()).checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost:8888/verify?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:8888/cart',
    client_reference_id: 'taana-2',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'inr', unit_amount: 7_000, product_data: { name: '<b>Cap</b>' } },
      },
    ],
  });
}
const CARD = { email: 'asha@example.com', number: '4242 4242 4242 4242' };

test('Stripe’s page can be paid once, and redirects to the shop', async () => {
  const { id, url } = await session();
  const path = new URL(url ?? '').pathname;
  const page = await get(path);
  expect(await page?.text()).toContain('&lt;b&gt;Cap&lt;/b&gt;');
  expect(page?.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:8888");
  const declined = await post(path, { ...CARD, action: 'pay', number: '4000 0000 0000 0002' });
  expect(await declined?.text()).toContain('Your card was declined.');
  const paid = await post(path, { ...CARD, action: 'pay' });
  expect(paid?.status).toBe(303);
  expect(paid?.headers.get('location')).toBe(`http://localhost:8888/verify?session=${id}`);
  expect(await (await get(path))?.text()).toContain('This payment has already been made');
  expect((await post(path, { ...CARD, action: 'pay' }))?.status).toBe(400);
  expect(simulators.books().balancePaise).toBe(7_000);
  expect((await get('/__stripe/c/pay/cs_none'))?.status).toBe(404);
});

test('other sites cannot use the pages', async () => {
  const { url } = await session();
  const paths = ['/__payments/faults', '/__payments/deliver', '/__razorpay/pay', '/__razorpay/checkout'];
  for (const path of [...paths, new URL(url ?? '').pathname]) {
    const foreign = await post(path, { action: 'pay' }, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign?.status).toBe(403);
    expect((await post(path, { action: 'pay' }, { Origin: 'https://evil.example' }))?.status).toBe(403);
  }
});
