import type Razorpay from 'razorpay';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { client } from '../../netlify/payments/razorpay-api.ts';
import type { RazorpayFailure, RazorpaySuccess, Simulators } from '../../local/simulators/controls.ts';
import { refusal as refused, simulated } from './simulated.ts';

let simulators: Simulators;
let api: Razorpay;

beforeEach(async () => {
  simulators = await simulated();
  api = await client();
});

afterEach(() => simulators.stop());

const order = (more: object = {}) =>
  api.orders.create({ amount: 129_900, currency: 'INR', receipt: 'taana-1', ...more });
const paid = (id: string, options?: Parameters<Simulators['razorpay']['pay']>[1]) =>
  simulators.razorpay.pay(id, options) as RazorpaySuccess;
const refusal = (work: Promise<unknown>) =>
  refused<{ statusCode: number; error: { code: string; description: string; field?: string } }>(work);

test.for<[string, object, string | undefined, string]>([
  ['an amount in fractions of a paisa', { amount: 100.5 }, 'amount', 'must be an integer'],
  ['an amount below one rupee', { amount: 99 }, 'amount', 'at least INR 1.00'],
  ['another currency', { currency: 'USD' }, 'currency', 'not supported'],
  ['a receipt of 41 characters', { receipt: 'x'.repeat(41) }, 'receipt', '40 characters'],
  ['an unknown field', { colour: 'red' }, undefined, 'colour is/are not required and should not be sent'],
  ['a manual capture', { payment: { capture: 'manual' } }, 'payment.capture', 'is invalid'],
])('%s is refused', async ([, more, field, words]) => {
  const { statusCode, error } = await refusal(order(more));
  expect(statusCode).toBe(400);
  expect(error.code).toBe('BAD_REQUEST_ERROR');
  expect(error.field).toBe(field);
  expect(error.description).toContain(words);
});

test('an authorised payment is captured once, for its full amount', async () => {
  const { id } = await order({ payment: { capture: 'automatic' } });
  const { razorpay_payment_id: payment } = paid(id, { outcome: 'authorized' });
  expect((await api.payments.fetch(payment)).status).toBe('authorized');
  expect(simulators.books().balancePaise).toBe(0);
  expect((simulators.razorpay.pay(id) as RazorpayFailure).error.reason).toBe('order_already_paid');
  expect((await refusal(api.payments.refund(payment, {}))).error.description).toContain('should be captured');
  expect((await refusal(api.payments.capture(payment, 100, 'INR'))).error.description).toContain(
    'must be equal',
  );
  expect((await api.payments.capture(payment, 129_900, 'INR')).status).toBe('captured');
  expect((await refusal(api.payments.capture(payment, 129_900, 'INR'))).error.description).toContain(
    'already been captured',
  );
  expect(simulators.books().balancePaise).toBe(129_900);
});

test('refunds never exceed the payment', async () => {
  const { id } = await order();
  const { razorpay_payment_id: payment } = paid(id);
  const first = await api.payments.refund(payment, {
    amount: 100_000,
    notes: { orderId: 'one' },
    receipt: 'r1',
  });
  expect(first).toMatchObject({
    entity: 'refund',
    id: expect.stringMatching(/^rfnd_\w{14}$/),
    amount: 100_000,
    payment_id: payment,
    status: 'processed',
    notes: { orderId: 'one' },
    receipt: 'r1',
  });
  expect(await api.payments.fetch(payment)).toMatchObject({
    refund_status: 'partial',
    amount_refunded: 100_000,
  });
  expect((await refusal(api.payments.refund(payment, { amount: 29_901 }))).error.description).toBe(
    'The total refund amount is greater than the refund payment amount',
  );
  expect((await refusal(api.payments.refund(payment, { amount: 129_901 }))).error.description).toBe(
    'The refund amount provided is greater than amount captured',
  );
  const rest = await api.payments.refund(payment, {});
  expect(rest.amount).toBe(29_900);
  expect(await api.payments.fetch(payment)).toMatchObject({ status: 'refunded', refund_status: 'full' });
  expect((await refusal(api.payments.refund(payment, {}))).error.description).toBe(
    'The payment has been fully refunded already',
  );
  expect((await api.payments.fetchMultipleRefund(payment, {})).items.map((one) => one.id)).toEqual([
    rest.id,
    first.id,
  ]);
  expect(simulators.books().balancePaise).toBe(0);
});

test('an idempotency key makes one refund', async () => {
  const { id } = await order();
  const { razorpay_payment_id: payment } = paid(id);
  const post = async (key: string, amount: number) => {
    const { RAZORPAY_KEY_ID: name, RAZORPAY_KEY_SECRET: secret } = simulators.settings;
    const response = await fetch(`${simulators.razorpay.url}/v1/payments/${payment}/refund`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${name}:${secret}`)}`,
        'Content-Type': 'application/json',
        'X-Refund-Idempotency': key,
      },
      body: JSON.stringify({ amount }),
    });
    return { status: response.status, body: (await response.json()) as { id?: string } };
  };
  const first = await post('refund-taana-1', 1_000);
  expect(await post('refund-taana-1', 1_000)).toEqual(first);
  expect((await post('refund-taana-1', 2_000)).status).toBe(409);
  expect((await post('short', 1_000)).status).toBe(400);
  expect(simulators.books().razorpay.refunds).toHaveLength(1);
});

test('disputes are listed newest first, in pages', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const { razorpay_payment_id } = paid((await order()).id);
    ids.push(simulators.razorpay.contest(razorpay_payment_id, { webhook: 'never' }));
  }
  const list = async (options: { count: number; skip: number }) =>
    (await api.disputes.all(options)).items.map(({ id }) => id);
  expect(await list({ count: 2, skip: 0 })).toEqual([ids[2], ids[1]]);
  expect(await list({ count: 2, skip: 2 })).toEqual([ids[0]]);
});
