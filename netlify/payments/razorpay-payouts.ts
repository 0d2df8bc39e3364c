import { z } from 'zod';
import type { Payout } from '../../src/domain/payout.ts';
import { whole } from './provider-call.ts';
import { allOf, ask, client } from './razorpay-api.ts';

/** Settlements at Razorpay. https://razorpay.com/docs/api/settlements */
const settlementsAnswer = z.object({
  items: z.array(
    z.object({
      id: z.string().min(1),
      amount: z.coerce.number(),
      status: z.string(),
      /** With their tax. */
      fees: z.coerce.number().nullish(),
      utr: z.string().nullish(),
      created_at: z.number(),
    }),
  ),
});

const states: Record<string, Payout['state']> = { processed: 'sent', failed: 'failed' };

/** The settlements of a time span (ms, both included), newest first. */
export async function payouts(from: number, to: number): Promise<Payout[]> {
  const api = await client();
  const span = { from: Math.floor(from / 1_000), to: Math.floor(to / 1_000) };
  const settlements = await allOf((page) =>
    ask(settlementsAnswer, () => api.settlements.all({ ...span, ...page })),
  );
  return whole(settlements, ['Razorpay', 'payouts']).map(({ id, amount, status, fees, utr, created_at }) => ({
    id,
    at: created_at * 1_000,
    amountPaise: amount,
    feesPaise: fees ?? null,
    state: states[status] ?? 'pending',
    reference: utr ?? null,
  }));
}
