import { expect, test, vi } from 'vitest';
import { payouts } from '../../netlify/services/desk/money.ts';
import { processOrder } from '../../netlify/services/order-admin.ts';
import { refundOrder } from '../../netlify/services/refund-admin.ts';
import { dayOf } from '../../src/domain/days.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { owner } from '../support/desk-orders.ts';
import { payOrderByRazorpay, payOrderByStripe, useOnlineShop } from '../support/placed-orders.ts';
import { orderOf } from '../support/payments.ts';
import { hoodie } from '../support/shop-calls.ts';

/** Payouts as the providers' SDKs report them, over the wire of the local simulators. */

const { providers } = useOnlineShop(9);

/** The payouts of the month with these days from now. */
async function payoutsIn(days: number) {
  const at = Date.now() + days * DAY_MS;
  vi.spyOn(Date, 'now').mockReturnValue(at);
  // Providers count days in UTC.
  const arrives = Math.floor(at / DAY_MS) * DAY_MS;
  const reply = await payouts(owner, { month: dayOf(arrives).slice(0, 7) });
  vi.mocked(Date.now).mockRestore();
  return reply.providers;
}

const paidByRazorpay = () => payOrderByRazorpay(providers, [[hoodie, 'M', 1]]);

test('a Razorpay settlement has fees and a bank reference', async () => {
  const { amountPaise } = await paidByRazorpay();
  const [before] = await payoutsIn(0);
  expect(before).toEqual({ provider: 'razorpay', payouts: [], problem: null });
  const [after] = await payoutsIn(2);
  const fees = Math.round(amountPaise * 0.0236);
  expect(after?.payouts).toMatchObject([
    { amountPaise: amountPaise - fees, feesPaise: fees, state: 'sent', reference: expect.any(String) },
  ]);
});

test('a settlement is listed only in the month of its day', async () => {
  await paidByRazorpay();
  const [settled] = (await payoutsIn(2))[0]?.payouts ?? [];
  expect(Math.abs((settled?.at ?? 0) - Date.now())).toBeLessThan(5 * DAY_MS);
  for (const days of [-62, 62]) expect((await payoutsIn(days))[0]?.payouts).toEqual([]);
});

test('a refund of the day is deducted from its settlement', async () => {
  const { orderId, amountPaise } = await paidByRazorpay();
  await processOrder(orderId);
  await refundOrder(orderId, 10_000);
  const [after] = await payoutsIn(2);
  const fees = Math.round(amountPaise * 0.0236);
  expect(after?.payouts.map((each) => each.amountPaise)).toEqual([amountPaise - fees - 10_000]);
});

test('a Stripe payout has fees, from its balance transactions', async () => {
  const { orderId } = await payOrderByStripe(providers, [[hoodie, 'M', 1]]);
  const { totalPaise: amountPaise } = await orderOf(orderId);
  const [, after] = await payoutsIn(5);
  const fees = Math.round(amountPaise * 0.03);
  expect(after).toMatchObject({
    provider: 'stripe',
    problem: null,
    payouts: [{ amountPaise: amountPaise - fees, feesPaise: fees, state: 'sent' }],
  });
});

test('a provider that does not answer is named, and hides no other', async () => {
  vi.stubEnv('RAZORPAY_API_URL', 'http://127.0.0.1:9');
  expect(await payouts(owner, { month: '2026-11' })).toEqual({
    success: true,
    providers: [
      { provider: 'razorpay', payouts: [], problem: 'Razorpay does not answer (no answer).' },
      { provider: 'stripe', payouts: [], problem: null },
    ],
  });
});
