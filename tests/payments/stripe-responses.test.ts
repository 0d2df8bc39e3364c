import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type PaymentProvider, StillDeciding } from '../../netlify/payments/payment-provider.ts';
import { client } from '../../netlify/payments/stripe-api.ts';
import { disputesOf, refund as sendRefund, refundsOf } from '../../netlify/payments/stripe-refunds.ts';
import { stripe } from '../../netlify/payments/stripe.ts';
import type { Order } from '../../src/domain/order.ts';
import { anOrder, aRefund } from '../support/orders.ts';
import { answers } from '../support/payments.ts';

/** Responses of Stripe's API that the local simulator does not give. */

beforeEach(() => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_key');
});

/** Replaces a list of the SDK, which reads its pages itself. */
const lists = (api: object, entries: readonly object[]) =>
  vi
    .spyOn(api as Record<string, () => unknown>, 'list')
    .mockImplementation(() => ({ autoPagingToArray: async () => entries }));

const provider = stripe as () => PaymentProvider;
const reference = { provider: 'stripe', id: 'cs_1', at: 0 } as const;
const soon = (minutes: number) => Math.floor(Date.now() / 1_000) + minutes * 60;
const page = (own: object = {}) => ({
  id: 'cs_1',
  url: 'https://stripe.example/1',
  status: 'open',
  payment_status: 'unpaid',
  payment_intent: null,
  amount_total: 10_000,
  currency: 'inr',
  expires_at: soon(20),
  ...own,
});
const atStripe = { provider: 'stripe', paymentId: 'pi_1', amountPaise: 5 } as const;

describe('a page that already exists', () => {
  async function opened(own: object) {
    const { checkout } = await client();
    answers(checkout.sessions, 'retrieve', page(own));
    const expire = answers(checkout.sessions, 'expire', page({ status: 'expired' }));
    answers(checkout.sessions, 'create', page({ id: 'cs_new' }));
    const urls = { paidUrl: '', unpaidUrl: '', formUrl: '' };
    const { id } = await provider().open(anOrder({ reservedUntil: Date.now() }), reference, urls);
    return [id, expire.mock.calls.length];
  }

  test.each<[string, object, [id: string, expired: number]]>([
    ['is used again while it is open', {}, ['cs_1', 0]],
    ['with another amount is closed', { amount_total: 9_999 }, ['cs_new', 1]],
    ['that ends in four minutes is closed', { expires_at: soon(4) }, ['cs_new', 1]],
    ['without a URL is closed', { url: null }, ['cs_new', 1]],
    ['that has expired is not closed', { status: 'expired' }, ['cs_new', 0]],
  ])('%s', async (_title, own, expected) => {
    expect(await opened(own)).toEqual(expected);
  });

  test('whose bank has not decided prevents another page', async () => {
    const own = { status: 'complete', payment_intent: { id: 'pi_1', status: 'processing' } };
    await expect(opened(own)).rejects.toThrow(StillDeciding);
  });
});

describe('the status of a payment', () => {
  const complete = { status: 'complete' };
  const paid = { ...complete, payment_status: 'paid' };
  const charge = { amount_refunded: 0, refunded: false, disputed: false };
  const back = { ...charge, refunded: true, amount_refunded: 10_000 };
  const ended = (state: string, refunds = 0) => [true, ['pi_1', state, refunds]];
  const [captured, withRefund] = [ended('captured'), ended('captured', 1)];

  async function statusOf(own: object, order: Partial<Order> = {}) {
    const { checkout, refunds, disputes } = await client();
    answers(checkout.sessions, 'retrieve', page(own));
    lists(refunds, [{ id: 're_1', amount: 5, status: 'succeeded' }]);
    const dispute = { id: 'dp_1', amount: 5, reason: 'fraudulent', status: 'needs_response' };
    lists(disputes, [dispute]);
    const report = await provider().fetchStatus(reference, anOrder(order), null);
    return [
      report.isClosed,
      ...report.attempts.map(({ id, state, refunds: all }) => [id, state, all?.length]),
      ...(report.disputes ?? []).map(({ id }) => id),
    ];
  }
  const intent = (latest_charge: unknown, status = 'succeeded') => ({
    payment_intent: { id: 'pi_1', status, latest_charge },
  });

  test.each<[string, object, unknown[]]>([
    ['an open page has no attempt', {}, [false]],
    ['an expired page has none', { status: 'expired' }, [true]],
    ['a paid page without a payment has none', paid, [true]],
    ['a payment of which only the id is sent', { ...paid, payment_intent: 'pi_1' }, captured],
    ['a missing charge', { ...paid, ...intent(null) }, captured],
    ['a charge of which only the id is sent', { ...paid, ...intent('ch_1') }, captured],
    ['a charge without refunds', { ...paid, ...intent(charge) }, captured],
    ['a partly refunded charge', { ...paid, ...intent({ ...charge, amount_refunded: 5 }) }, withRefund],
    ['a fully refunded charge', { ...paid, ...intent(back) }, withRefund],
    ['a disputed charge', { ...paid, ...intent({ ...charge, disputed: true }) }, [...captured, 'dp_1']],
    ['a bank that has not decided', { ...complete, ...intent(null, 'processing') }, ended('pending')],
    ['a bank that refused', { ...complete, ...intent(null, 'canceled') }, ended('failed')],
  ])('%s', async (_title, own, expected) => {
    expect(await statusOf(own)).toEqual(expected);
  });
});

test.each([
  ['is not made again if Stripe lists its key', 'k', 'returned', 0, 're_old'],
  ['is made if Stripe lists another key alone', 'other', 'returned', 1, 're_new'],
  ['of a second payment is a duplicate', 'other', 'paid-twice', 1, 're_new'],
] as const)('a refund %s', async (_title, key, reason, made, id) => {
  const { refunds } = await client();
  const one = { amount: 5, status: 'succeeded', metadata: { key } };
  lists(refunds, [{ ...one, id: 're_old' }]);
  const create = answers(refunds, 'create', { ...one, id: 're_new' });
  const order = anOrder();
  expect((await sendRefund(order, aRefund({ ...atStripe, reason }), { id: 'pi_1' })).id).toBe(id);
  expect(create).toHaveBeenCalledTimes(made);
  if (made === 0) return;
  const [asked, options] = create.mock.calls[0] as unknown as [{ reason?: string }, object];
  expect(asked.reason).toBe(reason === 'paid-twice' ? 'duplicate' : undefined);
  expect(options).toEqual({ idempotencyKey: `refund-${order.id}-k` });
});

test('a refund that Stripe cancelled has failed, and a refund on the dashboard has no key', async () => {
  const refund = { id: 're_1', amount: 5, metadata: null, status: 'canceled', failure_reason: null };
  const others = [
    { ...refund, id: 're_2', status: 'failed', failure_reason: 'lost_or_stolen_card' },
    { ...refund, id: 're_3', status: 'requires_action' },
  ];
  lists((await client()).refunds, [refund, ...others]);
  expect((await refundsOf('pi_1')).map(({ key, state, why }) => [key, state, why])).toEqual([
    [null, 'failed', 'It was cancelled'],
    [null, 'failed', 'lost or stolen card'],
    [null, 'pending', null],
  ]);
});

test('a dispute at Stripe has its last day, if there is one', async () => {
  const dispute = { id: 'dp_1', amount: 5, reason: 'product_not_received', status: 'needs_response' };
  const data = [{ ...dispute, evidence_details: { due_by: 1_795_000_000 } }, dispute];
  lists((await client()).disputes, data);
  expect((await disputesOf('pi_1')).map(({ why, respondBy }) => [why, respondBy])).toEqual([
    ['product not received', 1_795_000_000_000],
    ['product not received', null],
  ]);
});
