import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Razorpay from 'razorpay';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RazorpaySuccess, SimulatorOptions, Simulators } from '../../local/simulators/controls.ts';
import { openSimulators } from '../../local/simulators/open-simulators.ts';
import { eventually } from '../support/eventually.ts';

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
/** Timeout of the libraries, in ms. */
let timeoutMs: number;

const shop: NonNullable<SimulatorOptions['deliver']> = async (request) => {
  heard.push({ path: new URL(request.url).pathname, headers: request.headers, body: await request.text() });
  return new Response(null, { status: answers.shift() ?? 200 });
};

async function open(more: Partial<SimulatorOptions> = {}): Promise<void> {
  simulators = await openSimulators({
    file: join(folder, 'data', 'payments.json'),
    shopAddress: () => 'http://shop.example',
    deliver: shop,
    retryAfterMs: [20, 20],
    ...more,
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taana-payments-'));
  heard = [];
  answers = [];
  timeoutMs = 5_000;
  await open();
});

afterEach(async () => {
  await simulators.stop();
  await rm(folder, { recursive: true, force: true });
});

function razorpay(): Razorpay {
  const { RAZORPAY_KEY_ID: key_id = '', RAZORPAY_KEY_SECRET: key_secret = '' } = simulators.settings;
  const api = new Razorpay({ key_id, key_secret });
  const { rq } = api.api as unknown as { rq: { defaults: { baseURL: string; timeout: number } } };
  rq.defaults.baseURL = simulators.razorpay.url;
  rq.defaults.timeout = timeoutMs;
  return api;
}

function stripe(config: object = {}): Stripe {
  const { hostname, port } = new URL(simulators.stripe.url);
  return new Stripe(simulators.settings['STRIPE_SECRET_KEY'] ?? '', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    ...config,
  });
}

const order = async () =>
  (await razorpay().orders.create({ amount: 5_000, currency: 'INR', receipt: 'taana-1' })).id;
const session = () =>
  stripe().checkout.sessions.create({
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
  const { payment_intent } = await stripe().checkout.sessions.retrieve(id);
  await stripe().refunds.create({ payment_intent: String(payment_intent) });
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
  expect((await razorpay().payments.fetch(payment)).status).toBe('captured');
  await eventually(() => expect(heard.map(({ path }) => path)).toContain('/api/webhook/stripe'));
  expect(simulators.webhooks.held()).toHaveLength(2);
  expect((await stat(join(folder, 'data', 'payments.json'))).mode & 0o077).toBe(0);
});
