import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Razorpay from 'razorpay';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { client as razorpay } from '../../netlify/payments/razorpay-api.ts';
import { client as stripe } from '../../netlify/payments/stripe-api.ts';
import type { RazorpaySuccess, SimulatorOptions, Simulators } from '../../local/simulators/controls.ts';
import { eventually } from '../support/eventually.ts';
import { simulated } from './simulated.ts';

interface Heard {
  path: string;
  headers: Headers;
  body: string;
}

let folder: string;
let simulators: Simulators;
let heard: Heard[];
/** The shop's answers in sequence; then 200. */
let answers: number[];

const shop: NonNullable<SimulatorOptions['deliver']> = async (request) => {
  heard.push({ path: new URL(request.url).pathname, headers: request.headers, body: await request.text() });
  return new Response(null, { status: answers.shift() ?? 200 });
};

async function open(): Promise<void> {
  const file = join(folder, 'data', 'payments.json');
  simulators = await simulated({ file, deliver: shop, retryAfterMs: [20, 20] });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-payments-'));
  heard = [];
  answers = [];
  await open();
});

afterEach(async () => {
  await simulators.stop();
  await rm(folder, { recursive: true, force: true });
});

const order = async () =>
  (await (await razorpay()).orders.create({ amount: 5_000, currency: 'INR', receipt: 'taana-1' })).id;
const session = async () =>
  (await stripe()).checkout.sessions.create({
    mode: 'payment',
    client_reference_id: 'taana-2',
    success_url: 'http://shop.example/verify',
    line_items: [
      { quantity: 1, price_data: { currency: 'inr', unit_amount: 7_000, product_data: { name: 'Cap' } } },
    ],
  });
const types = () =>
  heard.map(({ body }) => (JSON.parse(body) as { event?: string; type?: string }).event ?? '');
const states = () => simulators.books().deliveries.map(({ state }) => state);
/** Stripe's library also checks the time. */
const stripeEvent = ({ body, headers }: Heard) =>
  Stripe.webhooks.constructEvent(
    body,
    headers.get('stripe-signature') ?? '',
    simulators.settings['STRIPE_WEBHOOK_SECRET'] ?? '',
  );

test('Razorpay’s webhooks report the payment and its order, signed over the raw body', async () => {
  const id = await order();
  const { razorpay_payment_id: payment } = simulators.razorpay.pay(id) as RazorpaySuccess;
  await simulators.webhooks.settled();
  expect(types()).toEqual(['payment.captured', 'order.paid']);
  const secret = simulators.settings['RAZORPAY_WEBHOOK_SECRET'] ?? '';
  for (const { path, headers, body } of heard) {
    expect(path).toBe('/api/webhook/razorpay');
    expect(headers.get('content-type')).toBe('application/json');
    const signature = headers.get('x-razorpay-signature') ?? '';
    expect(Razorpay.validateWebhookSignature(body, signature, secret)).toBe(true);
    expect(Razorpay.validateWebhookSignature(`${body} `, signature, secret)).toBe(false);
    expect(JSON.parse(body)).toMatchObject({
      entity: 'event',
      account_id: expect.stringMatching(/^acc_/),
      payload: { payment: { entity: { id: payment, order_id: id, amount: 5_000, status: 'captured' } } },
    });
  }
  expect(JSON.parse(heard[1]?.body ?? '')).toMatchObject({
    contains: ['payment', 'order'],
    payload: { order: { entity: { id, receipt: 'taana-1', status: 'paid' } } },
  });
  expect(new Set(heard.map(({ headers }) => headers.get('x-razorpay-event-id'))).size).toBe(2);
});

test('Stripe’s webhooks report sessions and refunds, signed with the time', async () => {
  const { id } = await session();
  simulators.stripe.pay(id, { outcome: 'slow' });
  simulators.stripe.settleSlow(id, 'succeeded');
  const { payment_intent } = await (await stripe()).checkout.sessions.retrieve(id);
  await (await stripe()).refunds.create({ payment_intent: String(payment_intent) });
  await simulators.webhooks.settled();
  const events = heard.map(stripeEvent);
  expect(events.map(({ type }) => type)).toEqual([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'refund.created',
    'charge.refunded',
  ]);
  expect(events[0]).toMatchObject({
    id: expect.stringMatching(/^evt_/),
    object: 'event',
    livemode: false,
    data: { object: { id, status: 'complete', payment_status: 'unpaid', client_reference_id: 'taana-2' } },
  });
  expect(events[1]?.data.object).toMatchObject({ payment_status: 'paid', payment_intent });
  const [first] = heard;
  expect(() => first && stripeEvent({ ...first, body: `${first.body} ` })).toThrow(Stripe.errors.StripeError);
});

test('an event that the shop refuses is retried a few times with a new signature', async () => {
  answers = [500, 302];
  simulators.stripe.pay((await session()).id);
  await eventually(() => expect(states()).toEqual(['delivered']));
  const [delivery] = simulators.books().deliveries;
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, 200]);
  expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
  answers = [500, 500, 500];
  simulators.stripe.pay((await session()).id);
  await eventually(() => expect(states()).toEqual(['delivered', 'given-up']));
  expect(heard).toHaveLength(6);
});

test('a restart keeps keys, payments and unsent events', async () => {
  answers = [500];
  const id = await order();
  const { razorpay_payment_id: payment } = simulators.razorpay.pay(id, {
    webhook: 'held',
  }) as RazorpaySuccess;
  const { id: slow } = await session();
  simulators.stripe.pay(slow, { webhook: { lateMs: 30 } });
  const before = simulators.books();
  const { settings } = simulators;
  await simulators.stop();
  await open();
  expect(simulators.books()).toEqual({ ...before, deliveries: expect.any(Array) });
  expect(simulators.settings['RAZORPAY_KEY_SECRET']).toBe(settings['RAZORPAY_KEY_SECRET']);
  expect((await (await razorpay()).payments.fetch(payment)).status).toBe('captured');
  await eventually(() => expect(heard.map(({ path }) => path)).toContain('/api/webhook/stripe'));
  expect(simulators.webhooks.held()).toHaveLength(2);
  expect((await stat(join(folder, 'data', 'payments.json'))).mode & 0o077).toBe(0);
});
