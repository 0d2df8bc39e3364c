import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { client } from '../../netlify/payments/stripe-api.ts';
import type { Simulators } from '../../local/simulators/controls.ts';
import { refusal as refused, simulated } from './simulated.ts';

type Create = Stripe.Checkout.SessionCreateParams;

let simulators: Simulators;
let stripe: Stripe;
let now: number;

beforeEach(async () => {
  now = Date.now();
  simulators = await simulated({ now: () => now });
  stripe = await client();
});

afterEach(() => simulators.stop());

const seconds = () => Math.floor(now / 1_000);
const line = (more: object = {}) => ({
  quantity: 2,
  price_data: { currency: 'inr', unit_amount: 64_950, product_data: { name: 'Kulhad Hoodie' } },
  ...more,
});
const wish = (more: object = {}): Create => ({
  mode: 'payment',
  line_items: [line()],
  client_reference_id: 'taana-1',
  customer_email: 'asha@example.com',
  metadata: { orderId: 'taana-1' },
  payment_intent_data: { metadata: { orderId: 'taana-1' } },
  success_url: 'http://shop.example/verify?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.example/cart',
  ...more,
});
const open = (more: object = {}) => stripe.checkout.sessions.create(wish(more));
const refusal = refused<InstanceType<typeof Stripe.errors.StripeError>>;

const priced = (more: object) => [
  line({
    quantity: 1,
    price_data: { currency: 'inr', unit_amount: 100, product_data: { name: 'Cap' }, ...more },
  }),
];

test.for<[string, () => object, string | undefined, string]>([
  ['an unknown parameter', () => ({ colour: 'red' }), 'parameter_unknown', 'colour'],
  [
    'a removed parameter',
    () => ({ payment_method_types: ['card'] }),
    'parameter_unknown',
    'payment_method_types',
  ],
  ['a script as the cancel URL', () => ({ cancel_url: 'javascript:alert(1)' }), 'url_invalid', 'cancel_url'],
  [
    'fractions of a paisa',
    () => ({ line_items: priced({ unit_amount: 10.5 }) }),
    'parameter_invalid_integer',
    'line_items[0][price_data][unit_amount]',
  ],
  [
    '49 paise',
    () => ({
      line_items: priced({ unit_amount: 49 }),
    }),
    'amount_too_small',
    'line_items',
  ],
  [
    'another currency',
    () => ({ line_items: priced({ currency: 'usd' }) }),
    undefined,
    'line_items[0][price_data][currency]',
  ],
  ['an invalid email', () => ({ customer_email: 'asha' }), 'email_invalid', 'customer_email'],
  ['an expiry in less than 30 minutes', () => ({ expires_at: seconds() + 1_799 }), undefined, 'expires_at'],
  ['an expiry in more than a day', () => ({ expires_at: seconds() + 86_401 }), undefined, 'expires_at'],
])('%s is refused', async ([, more, code, param]) => {
  const error = await refusal(open(more()));
  expect(error.type).toBe('StripeInvalidRequestError');
  expect(error.statusCode).toBe(400);
  expect(error.code).toBe(code);
  expect(error.param).toBe(param);
});

test('an expiry in exactly 30 minutes and names in any script are accepted', async () => {
  const session = await open({
    expires_at: seconds() + 1_800,
    line_items: priced({ product_data: { name: 'कुल्हड़ & cap [1]' } }),
  });
  expect(session.expires_at).toBe(seconds() + 1_800);
  const { data } = await stripe.checkout.sessions.listLineItems(session.id);
  expect(data[0]?.description).toBe('कुल्हड़ & cap [1]');
});

test('an idempotency key returns the first answer, and an error for other parameters', async () => {
  const first = await stripe.checkout.sessions.create(wish(), { idempotencyKey: 'order-1' });
  const again = await stripe.checkout.sessions.create(wish(), { idempotencyKey: 'order-1' });
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  const other = await refusal(
    stripe.checkout.sessions.create(wish({ client_reference_id: 'taana-2' }), { idempotencyKey: 'order-1' }),
  );
  expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(simulators.books().stripe.sessions).toHaveLength(1);
  now += 86_400_000;
  const nextDay = await stripe.checkout.sessions.create(wish(), { idempotencyKey: 'order-1' });
  expect(nextDay.id).not.toBe(first.id);
});

test('a key repeats a refusal by the rules, but not one of an invalid request', async () => {
  const { id } = await open();
  await refusal(stripe.checkout.sessions.create(wish({ colour: 'red' }), { idempotencyKey: 'b' }));
  await stripe.checkout.sessions.create(wish(), { idempotencyKey: 'b' });
  simulators.stripe.pay(id, { outcome: 'slow' });
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
  const refund = () =>
    stripe.refunds.create({ payment_intent: String(payment_intent) }, { idempotencyKey: 'a' });
  const first = await refusal(refund());
  simulators.stripe.settleSlow(id, 'succeeded');
  expect((await refusal(refund())).message).toBe(first.message);
});

test('refunds never exceed the payment', async () => {
  const { id } = await open();
  simulators.stripe.pay(id);
  const payment_intent = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
  const first = await stripe.refunds.create({
    payment_intent,
    amount: 100_000,
    reason: 'requested_by_customer',
    metadata: { orderId: 'taana-1' },
  });
  expect(first).toMatchObject({
    object: 'refund',
    amount: 100_000,
    status: 'succeeded',
    payment_intent,
    metadata: { orderId: 'taana-1' },
  });
  const over = await refusal(stripe.refunds.create({ payment_intent, amount: 29_901 }));
  expect(over).toMatchObject({ param: 'amount', statusCode: 400 });
  expect(over.message).toContain('greater than unrefunded amount');
  expect((await refusal(stripe.refunds.create({ payment_intent, amount: 0 }))).param).toBe('amount');
  expect((await stripe.refunds.create({ payment_intent })).amount).toBe(29_900);
  expect((await refusal(stripe.refunds.create({ payment_intent }))).code).toBe('charge_already_refunded');
  expect((await stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount)).toEqual([
    29_900, 100_000,
  ]);
  expect(simulators.books().balancePaise).toBe(0);
});

test('disputes are listed newest first, of a payment or since a time', async () => {
  const payments: string[] = [];
  const ids: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const { id } = await open();
    simulators.stripe.pay(id);
    const payment = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
    payments.push(payment);
    ids.push(simulators.stripe.contest(payment, { webhook: 'never' }));
  }
  const list = async (options: Stripe.DisputeListParams) =>
    (await stripe.disputes.list(options)).data.map(({ id }) => id);
  expect(await list({ payment_intent: payments[0] ?? '' })).toEqual([ids[0]]);
  expect(await list({ limit: 1 })).toEqual([ids[1]]);
  expect(await list({ limit: 1, starting_after: ids[1] ?? '' })).toEqual([ids[0]]);
  expect(await list({ created: { gte: seconds() - 60 } })).toEqual([ids[1], ids[0]]);
  expect(await list({ created: { gte: seconds() + 60 } })).toEqual([]);
});
