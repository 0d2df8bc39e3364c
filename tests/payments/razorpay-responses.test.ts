import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ForgedEvent, type PaymentProvider } from '../../netlify/payments/payment-provider.ts';
import { isProviderFault } from '../../netlify/payments/provider-call.ts';
import { client } from '../../netlify/payments/razorpay-api.ts';
import { disputeOf, refund as sendRefund } from '../../netlify/payments/razorpay-refunds.ts';
import { razorpay } from '../../netlify/payments/razorpay.ts';
import type { Order } from '../../src/domain/order.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { anOrder, aRefund } from '../support/orders.ts';
import { answers } from '../support/payments.ts';

/** Responses of Razorpay's API that the local simulator does not give. */

const SECRET = 'secret-of-webhooks';

beforeEach(() => {
  vi.stubEnv('RAZORPAY_KEY_ID', 'rzp_test_key');
  vi.stubEnv('RAZORPAY_KEY_SECRET', 'secret');
  vi.stubEnv('RAZORPAY_WEBHOOK_SECRET', SECRET);
});

const provider = razorpay as () => PaymentProvider;
const reference = { provider: 'razorpay', id: 'order_1', at: 0 } as const;

test.each<[unknown, boolean]>([
  [undefined, true],
  [399, true],
  [400, false],
  [404, false],
  [429, true],
  [499, false],
  [500, true],
  [503, true],
])('provider status %s: a retry can help is %s', (status, expected) => {
  expect(isProviderFault(status)).toBe(expected);
});

describe('a dispute at Razorpay', () => {
  test.each<[string, object, string]>([
    ['open', { status: 'open' }, 'open'],
    ['under review, with an amount deducted for now', { status: 'under_review', amount_deducted: 5 }, 'open'],
    ['won', { status: 'won' }, 'won'],
    ['lost', { status: 'lost' }, 'lost'],
    ['closed', { status: 'closed' }, 'won'],
    ['closed without a deduction', { status: 'closed', amount_deducted: 0 }, 'won'],
    ['closed with a deduction', { status: 'closed', amount_deducted: 5 }, 'lost'],
  ])('that is %s', async (_title, told, state) => {
    const known = { id: 'disp_1', payment_id: 'pay_1', amount: 500 };
    const dispute = { ...known, respond_by: 1_795_000_000, created_at: 1, ...told };
    answers((await client()).disputes, 'fetch', dispute);
    expect(await disputeOf('disp_1')).toEqual({
      id: 'disp_1',
      paymentId: 'pay_1',
      amountPaise: 500,
      state,
      why: 'no reason given',
      respondBy: 1_795_000_000_000,
    });
  });
});

describe('payments that Razorpay lists for an order', () => {
  const mine = { id: 'pay_1', amount: 10_000, currency: 'INR', order_id: 'order_1' };
  const asked = aRefund();

  async function statusOf(items: object[], own: Partial<Order> = {}) {
    const { orders, payments } = await client();
    answers(orders, 'fetchPayments', { items: items.map((item) => ({ ...mine, ...item })) });
    const capture = answers(payments, 'capture', { ...mine, status: 'captured' });
    answers(payments, 'fetchMultipleRefund', {
      items: [{ id: 'rfnd_1', amount: 1, status: 'processed', notes: [] }],
    });
    const { attempts } = await provider().fetchStatus(reference, anOrder(own), null);
    return {
      captured: capture.mock.calls.length,
      found: attempts.map(({ id, state, refunds }) => [id, state, refunds?.map((one) => one.id)]),
    };
  }

  test('an authorised payment of the right amount is captured', async () => {
    const found = [['pay_1', 'captured', []]];
    expect(await statusOf([{ status: 'authorized' }])).toEqual({ captured: 1, found });
  });

  test.each([
    ['of another amount', [{ status: 'authorized', amount: 9_999 }], [['pay_1', 'pending', []]]],
    ['that failed', [{ status: 'failed' }], [['pay_1', 'failed', []]]],
    [
      'beside one that is captured',
      [{ status: 'authorized', id: 'pay_2' }, { status: 'captured' }],
      [
        ['pay_2', 'pending', []],
        ['pay_1', 'captured', []],
      ],
    ],
  ])('a payment %s is not captured', async (_title, items, found) => {
    expect(await statusOf(items)).toEqual({ captured: 0, found });
  });

  test('a payment that Razorpay refunded automatically counts only if the order knows it', async () => {
    const refunded = [{ status: 'refunded', amount_refunded: 10_000 }];
    const counted = { captured: 0, found: [['pay_1', 'captured', ['rfnd_1']]] };
    const payment = { provider: 'razorpay', id: 'pay_1', amountPaise: 10_000, at: 1 } as const;
    const ofAnother = { refunds: [aRefund({ paymentId: 'pay_2' })] };
    for (const own of [{}, ofAnother])
      expect(await statusOf(refunded, own)).toEqual({ captured: 0, found: [] });
    expect(await statusOf(refunded, { refunds: [asked] })).toEqual(counted);
    expect(await statusOf(refunded, { payment: payment as Order['payment'] })).toEqual(counted);
    // Razorpay never refunds a captured payment automatically.
    expect(await statusOf([{ ...refunded[0], captured: true }])).toEqual(counted);
  });

  test('refunds are requested only if there are any, by the shop or by Razorpay', async () => {
    const refundsIn = async (item: object, own: Partial<Order> = {}) =>
      (await statusOf([{ status: 'captured', ...item }], own)).found[0]?.[2];
    expect(await refundsIn({})).toEqual([]);
    expect(await refundsIn({ amount_refunded: 0 })).toEqual([]);
    expect(await refundsIn({ amount_refunded: 1 })).toEqual(['rfnd_1']);
    expect(await refundsIn({}, { refunds: [asked] })).toEqual(['rfnd_1']);
    expect(await refundsIn({}, { refunds: [aRefund({ paymentId: 'pay_2' })] })).toEqual([]);
  });
});

test.each<[string, string, object]>([
  ['as it is', 'order_1', {}],
  ['of another amount', 'order_new', { amount: 9_999 }],
  ['that is paid', 'order_new', { status: 'paid' }],
])('an order at Razorpay %s is opened as %s', async (_title, expected, own) => {
  const known = { id: 'order_1', amount: 10_000, currency: 'INR', status: 'created' };
  const { orders } = await client();
  answers(orders, 'fetch', { ...known, ...own });
  answers(orders, 'create', { ...known, id: 'order_new' });
  const urls = { paidUrl: '', unpaidUrl: '', formUrl: '' };
  expect((await provider().open(anOrder(), reference, urls)).id).toBe(expected);
});

test.each([
  ['is not made again if Razorpay lists its key', 'k', 0, 'rfnd_old'],
  ['is made if Razorpay lists another key alone', 'other', 1, 'rfnd_new'],
])('a refund %s', async (_title, key, made, id) => {
  const { payments } = await client();
  const one = { amount: 5, status: 'processed', notes: { key } };
  answers(payments, 'fetchMultipleRefund', { items: [{ ...one, id: 'rfnd_old' }] });
  const create = answers(payments, 'refund', { ...one, id: 'rfnd_new' });
  const wanted = aRefund({ amountPaise: 5 });
  expect((await sendRefund(anOrder(), wanted, { id: 'pay_1' })).id).toBe(id);
  expect(create).toHaveBeenCalledTimes(made);
});

describe('an event of Razorpay', () => {
  const NOW = 1_795_000_000_000;
  const read = (payload: object, { event = 'payment.captured', at = NOW, id = '' } = {}) => {
    const raw = JSON.stringify({ event, created_at: at / 1_000, payload });
    const signature = createHmac('sha256', SECRET).update(raw).digest('hex');
    const headers = { 'x-razorpay-signature': signature, ...(id && { 'x-razorpay-event-id': id }) };
    return provider().readEvent(raw, new Headers(headers), NOW);
  };

  test('is at most two days old, and at most five minutes in the future', async () => {
    for (const at of [NOW - 48 * HOUR_MS, NOW + 5 * 60_000]) {
      await expect(read({}, { at })).resolves.toMatchObject({ type: 'payment.captured' });
    }
    for (const at of [NOW - 48 * HOUR_MS - 1_000, NOW + 5 * 60_000 + 1_000]) {
      await expect(read({}, { at })).rejects.toThrow(ForgedEvent);
    }
  });

  const payment = { entity: { id: 'pay_1', order_id: 'order_1' } };
  const refund = { entity: { payment_id: 'pay_2' } };
  test.each<[string, object, object]>([
    ['nothing', {}, { reference: null, payment: null, orderId: null, dispute: null }],
    ['a payment of an order', { payment }, { reference: 'order_1', payment: 'pay_1' }],
    ['a payment of no order', { payment: { entity: {} } }, { reference: null, payment: null }],
    [
      'an order, before the order of its payment',
      { order: { entity: { id: 'order_2', receipt: 'A' } }, payment },
      { reference: 'order_2', orderId: 'A', payment: 'pay_1' },
    ],
    ['a refund', { refund }, { reference: null, payment: 'pay_2' }],
    ['a refund, before the payment beside it', { refund, payment }, { payment: 'pay_2' }],
    [
      'a dispute, before all others',
      { dispute: { entity: { id: 'disp_1', payment_id: 'pay_3' } }, refund, payment },
      { payment: 'pay_3', dispute: 'disp_1' },
    ],
  ])('is about %s', async (_title, payload, expected) => {
    expect(await read(payload)).toMatchObject(expected);
  });

  test('has the id of its header, or the same generated id for the same body', async () => {
    expect((await read({}, { id: 'evt_1' })).id).toBe('evt_1');
    const [one, again] = [await read({}), await read({})];
    expect([one.id, one.id.length]).toEqual([again.id, 64]);
    expect((await read({ order: { entity: { id: 'order_1' } } })).id).not.toBe(one.id);
  });
});
