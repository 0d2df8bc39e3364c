import { describe, expect, test, vi } from 'vitest';
import { providerOf } from '../../netlify/payments/providers.ts';
import { refundsOf as refundsAtRazorpay } from '../../netlify/payments/razorpay-refunds.ts';
import { disputesOf, refundsOf as refundsAtStripe } from '../../netlify/payments/stripe-refunds.ts';
import type { Provider } from '../../local/simulators/ledger.ts';
import { standBetween } from '../support/payment-faults.ts';
import { useRefunds } from '../support/refunds.ts';

/** Providers list at most a hundred entries in one response. */
const { providers, at } = useRefunds();
const URL_SETTINGS = { razorpay: 'RAZORPAY_API_URL', stripe: 'STRIPE_API_URL' } as const;
const NOW_S = 1_795_000_000;
const refundsOf = { razorpay: refundsAtRazorpay, stripe: refundsAtStripe };

const entry = (number: number) => ({
  id: `d${number}`,
  payment_id: `p${number}`,
  payment_intent: `p${number}`,
  amount: 1,
  reason: 'fraud',
  status: 'open',
  notes: [],
  created_at: NOW_S - number,
  created: NOW_S - number,
  arrival_date: NOW_S - number,
});

/** The ids that `read` finds at a provider whose lists have so many entries. */
async function found(name: Provider, count: number, read: () => Promise<{ id: string }[]> | undefined) {
  const all = Array.from({ length: count }, (_, number) => entry(number));
  const end = await standBetween(providers, URL_SETTINGS[name], async ({ path }) => {
    const { pathname, searchParams: query } = new URL(path, 'http://provider.example');
    if (pathname.endsWith('/balance_transactions')) {
      return { status: 200, body: { object: 'list', data: [{ fee: 1 }], has_more: false } };
    }
    const last = query.get('starting_after');
    const from = Number(query.get('skip') ?? 0) + (last === null ? 0 : Number(last.slice(1)) + 1);
    const page = all.slice(from, from + Number(query.get('count') ?? query.get('limit')));
    const isMore = from + page.length < all.length;
    return { status: 200, body: { object: 'list', items: page, data: page, has_more: isMore } };
  });
  try {
    return ((await read()) ?? []).map(({ id }) => id);
  } finally {
    await end();
  }
}

const logged = () => vi.mocked(console.error).mock.calls.map(([line]) => String(line));

describe.each<Provider>(['razorpay', 'stripe'])('at %s', (name) => {
  test.each(['disputes', 'refunds'] as const)('the recent %s are read to their end', async (kind) => {
    const read = () => providerOf(name)?.[kind](0);
    const ids = await found(name, 950, read);
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([950, 950, 'd949']);
    expect(await found(name, 0, read)).toEqual([]);
    expect(logged().join()).not.toContain('lists more');
  });

  test.each(['disputes', 'refunds'] as const)('of too many recent %s the newest are read', async (kind) => {
    const ids = await found(name, 5_100, () => providerOf(name)?.[kind](0));
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([5_000, 'd0', 'd4999']);
    expect(logged().join()).toContain(`lists more than 5000 ${kind}`);
  });

  test('the refunds of one payment are read to their end, or not at all', async () => {
    const read = () => refundsOf[name]('pay_1').then((all) => all.map(({ id }) => ({ id: String(id) })));
    expect(await found(name, 250, read)).toHaveLength(250);
    expect(await found(name, 5_000, read)).toHaveLength(5_000);
    await expect(found(name, 5_001, read)).rejects.toThrow('lists more than 5000 refunds of one payment');
  });

  test('the payouts of a month are read to their end, or not at all', async () => {
    const read = () => providerOf(name)?.payouts(0, NOW_S * 1_000);
    const ids = await found(name, 120, read);
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
    await expect(found(name, 5_001, read)).rejects.toThrow('lists more than 5000 payouts');
  });

  test('every refund that the simulator knows of a payment is read', async () => {
    const { dashboard, paidOrder } = at(name);
    const { paymentId } = await paidOrder();
    const given = Array.from({ length: 101 }, () => {
      return dashboard().refundThere(paymentId, { amountPaise: 100, webhook: 'never' });
    });
    const ids = (await refundsOf[name](paymentId)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(given.toSorted());
  });
});

test('the disputes of one payment at Stripe are read to their end', async () => {
  expect(await found('stripe', 250, () => disputesOf('pi_1'))).toHaveLength(250);
});

test('disputes at Razorpay are read back to the wanted time', async () => {
  const since = (NOW_S - 119) * 1_000;
  expect(await found('razorpay', 250, () => providerOf('razorpay')?.disputes(since))).toHaveLength(120);
});

test('an entry that Razorpay lists on two pages, because another was made meanwhile, counts once', async () => {
  let asked = 0;
  const end = await standBetween(providers, 'RAZORPAY_API_URL', async () => {
    asked += 1;
    const page = asked === 1 ? Array.from({ length: 100 }, (_, number) => entry(number)) : [entry(99)];
    return { status: 200, body: { items: page } };
  });
  const ids = ((await providerOf('razorpay')?.refunds(0)) ?? []).map(({ id }) => id);
  await end();
  expect([asked, ids.length, new Set(ids).size]).toEqual([2, 100, 100]);
});
