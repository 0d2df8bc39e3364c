import { z } from 'zod';
import type { DisputeReport, Order, Payment, Refund } from '../../src/domain/order.ts';
import type { RefundReport } from '../../src/domain/refund.ts';
import type { ListedItem } from './payment-provider.ts';
import { newest, whole } from './provider-call.ts';
import { allOf, ask, client, PAGE } from './stripe-api.ts';

/** Refunds and disputes at Stripe. https://docs.stripe.com/refunds, https://docs.stripe.com/disputes */
const sessionsAnswer = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });
const refundAnswer = z.object({
  id: z.string().min(1),
  amount: z.number(),
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const listedAnswer = z.object({
  id: z.string().min(1),
  payment_intent: z.string().nullish(),
  status: z.string().nullish(),
});
const disputeAnswer = z.object({
  id: z.string().min(1),
  amount: z.number(),
  reason: z.string(),
  status: z.string(),
  evidence_details: z.object({ due_by: z.number().nullish() }).nullish(),
});

export async function refundsOf(paymentId: string): Promise<RefundReport[]> {
  const api = await client();
  const refunds = await allOf(refundAnswer, () =>
    api.refunds.list({ payment_intent: paymentId, limit: PAGE }),
  );
  return whole(refunds, ['Stripe', 'refunds of one payment']).map(reportOf);
}

/** `pending` and `requires_action` are undecided. */
const refundStates: Record<string, RefundReport['state']> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

function reportOf(answer: z.output<typeof refundAnswer>): RefundReport {
  const { id, amount, status, failure_reason, metadata } = answer;
  const state = refundStates[status ?? ''] ?? 'pending';
  const why = status === 'canceled' ? 'It was cancelled' : (failure_reason ?? 'unknown');
  return {
    id,
    key: metadata?.['key'] ?? null,
    amountPaise: amount,
    state,
    why: state === 'failed' ? why.replaceAll('_', ' ') : null,
  };
}

export async function disputesOf(paymentId: string): Promise<DisputeReport[]> {
  const api = await client();
  const disputes = await allOf(disputeAnswer, () =>
    api.disputes.list({ payment_intent: paymentId, limit: PAGE }),
  );
  return whole(disputes, ['Stripe', 'disputes of one payment']).map(
    ({ id, amount, reason, status, evidence_details }) => ({
      id,
      paymentId,
      amountPaise: amount,
      why: reason.replaceAll('_', ' '),
      state: disputeStates[status] ?? 'open',
      respondBy: evidence_details?.due_by ? evidence_details.due_by * 1_000 : null,
    }),
  );
}

export async function disputes(since: number): Promise<ListedItem[]> {
  const api = await client();
  return listed('disputes', await allOf(listedAnswer, () => api.disputes.list(spanFrom(since))));
}

export async function refunds(since: number): Promise<ListedItem[]> {
  const api = await client();
  return listed('refunds', await allOf(listedAnswer, () => api.refunds.list(spanFrom(since))));
}

const spanFrom = (since: number) => ({ created: { gte: Math.floor(since / 1_000) }, limit: PAGE });

function listed(kind: string, entries: readonly z.output<typeof listedAnswer>[]): ListedItem[] {
  return newest(entries, ['Stripe', kind]).flatMap(({ id, payment_intent: paymentId, status }) => {
    return paymentId ? [{ id, paymentId, status: status ?? '' }] : [];
  });
}

/** An appeal follows a lost dispute. A `prevented` dispute ended as a refund and is reported as one. */
const disputeStates: Record<string, DisputeReport['state']> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
};

export async function referenceOf(paymentId: string): Promise<string | null> {
  const api = await client();
  const { data } = await ask(sessionsAnswer, () =>
    api.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }),
  );
  return data[0]?.id ?? null;
}

export async function refund(
  order: Order,
  wanted: Refund,
  { id }: Pick<Payment, 'id'>,
): Promise<RefundReport> {
  const api = await client();
  // Stripe forgets idempotency keys after a day, and the shop may retry a refund for longer.
  const known = (await refundsOf(id)).find(({ key }) => key === wanted.key);
  if (known) return known;
  const made = await ask(refundAnswer, () =>
    api.refunds.create(
      {
        payment_intent: id,
        amount: wanted.amountPaise,
        metadata: { orderId: order.id, reason: wanted.reason, key: wanted.key },
        ...(wanted.reason === 'paid-twice' && { reason: 'duplicate' as const }),
      },
      { idempotencyKey: `refund-${order.id}-${wanted.key}` },
    ),
  );
  return { ...reportOf(made), key: wanted.key };
}
