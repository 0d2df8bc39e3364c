import { z } from 'zod';
import type { Payout } from '../../src/domain/payout.ts';
import { whole } from './provider-call.ts';
import { allOf, ask, client, PAGE } from './stripe-api.ts';

/** Payouts at Stripe. https://docs.stripe.com/api/payouts */
const payoutAnswer = z.object({
  id: z.string().min(1),
  amount: z.number(),
  arrival_date: z.number(),
  status: z.string(),
  trace_id: z.object({ value: z.string().nullish() }).nullish(),
});
const transactionsAnswer = z.object({
  data: z.array(z.object({ fee: z.number() })),
  has_more: z.boolean(),
});

const states: Record<string, Payout['state']> = { paid: 'sent', failed: 'failed', canceled: 'failed' };

/** The payouts that arrive in a time span (ms, both included), newest first. */
export async function payouts(from: number, to: number): Promise<Payout[]> {
  const api = await client();
  const arrival_date = { gte: Math.floor(from / 1_000), lte: Math.floor(to / 1_000) };
  const paidOut = await allOf(payoutAnswer, () => api.payouts.list({ arrival_date, limit: PAGE }));
  return Promise.all(
    whole(paidOut, ['Stripe', 'payouts']).map(
      async ({ id, amount, arrival_date: arrives, status, trace_id }) => ({
        id,
        at: arrives * 1_000,
        amountPaise: amount,
        feesPaise: await feesOf(id),
        state: states[status] ?? 'pending',
        reference: trace_id?.value ?? null,
      }),
    ),
  );
}

/** The fees of the payments in a payout; null if they are more than one response lists. */
async function feesOf(payout: string): Promise<number | null> {
  const api = await client();
  const { data, has_more } = await ask(transactionsAnswer, () =>
    api.balanceTransactions.list({ payout, limit: PAGE }),
  );
  return has_more ? null : data.reduce((sum, { fee }) => sum + fee, 0);
}
