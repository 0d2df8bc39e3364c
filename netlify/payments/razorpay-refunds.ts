import { z } from 'zod';
import type { DisputeReport, Order, Payment, Refund } from '../../src/domain/order.ts';
import type { RefundReport } from '../../src/domain/refund.ts';
import type { ListedItem } from './payment-provider.ts';
import { newest, whole } from './provider-call.ts';
import { allOf, ask, client } from './razorpay-api.ts';

/** Refunds and disputes at Razorpay. https://razorpay.com/docs/api/refunds, https://razorpay.com/docs/api/disputes */
const refundAnswer = z.object({
  id: z.string().min(1),
  amount: z.coerce.number(),
  status: z.string().nullish(),
  notes: z.unknown(),
});
const refundsAnswer = z.object({ items: z.array(refundAnswer) });
const listedRefundsAnswer = z.object({
  items: z.array(z.object({ id: z.string().min(1), payment_id: z.string(), status: z.string().nullish() })),
});
const disputeAnswer = z.object({
  id: z.string().min(1),
  payment_id: z.string(),
  amount: z.coerce.number(),
  amount_deducted: z.coerce.number().nullish(),
  reason_code: z.string().nullish(),
  respond_by: z.number().nullish(),
  status: z.string(),
  created_at: z.number(),
});
const disputesAnswer = z.object({ items: z.array(disputeAnswer) });

export async function refundsOf(paymentId: string): Promise<RefundReport[]> {
  const api = await client();
  const refunds = await allOf((page) =>
    ask(refundsAnswer, () => api.payments.fetchMultipleRefund(paymentId, page)),
  );
  return whole(refunds, ['Razorpay', 'refunds of one payment']).map(reportOf);
}

/** Every other status is undecided. */
const refundStates: Record<string, RefundReport['state']> = { processed: 'done', failed: 'failed' };

/** Razorpay gives no reason for a failed refund. */
function reportOf({ id, amount, status, notes }: z.output<typeof refundAnswer>): RefundReport {
  const { key } = (notes ?? {}) as { key?: unknown };
  const state = refundStates[status ?? ''] ?? 'pending';
  return {
    id,
    key: typeof key === 'string' ? key : null,
    amountPaise: amount,
    state,
    why: state === 'failed' ? 'Razorpay could not process it' : null,
  };
}

/** The SDK's list has no span of time: its pages come newest first. */
export async function disputes(since: number): Promise<ListedItem[]> {
  const api = await client();
  const listed = await allOf(
    (page) => ask(disputesAnswer, () => api.disputes.all(page)),
    ({ created_at }) => created_at * 1_000 >= since,
  );
  return newest(listed, ['Razorpay', 'disputes']).map(({ id, payment_id, status }) => ({
    id,
    paymentId: payment_id,
    status,
  }));
}

export async function refunds(since: number): Promise<ListedItem[]> {
  const api = await client();
  const from = Math.floor(since / 1_000);
  const listed = await allOf((page) => ask(listedRefundsAnswer, () => api.refunds.all({ from, ...page })));
  return newest(listed, ['Razorpay', 'refunds']).map(({ id, payment_id, status }) => ({
    id,
    paymentId: payment_id,
    status: status ?? '',
  }));
}

export async function disputeOf(id: string): Promise<DisputeReport> {
  const api = await client();
  const dispute = await ask(disputeAnswer, () => api.disputes.fetch(id));
  // `closed`: nobody decided, and the shop keeps the money unless an amount was deducted.
  const isLost =
    dispute.status === 'lost' || (dispute.status === 'closed' && (dispute.amount_deducted ?? 0) > 0);
  const isOver = isLost || dispute.status === 'won' || dispute.status === 'closed';
  return {
    id: dispute.id,
    paymentId: dispute.payment_id,
    amountPaise: dispute.amount,
    state: isLost ? 'lost' : isOver ? 'won' : 'open',
    why: dispute.reason_code ?? 'no reason given',
    respondBy: dispute.respond_by ? dispute.respond_by * 1_000 : null,
  };
}

export async function refund(
  _order: Order,
  wanted: Refund,
  { id }: Pick<Payment, 'id'>,
): Promise<RefundReport> {
  const api = await client();
  // The SDK's refund call takes no idempotency header, so the key travels in the notes; razorpay-api.ts sets the
  // header.
  const made = (await refundsOf(id)).find(({ key }) => key === wanted.key);
  if (made) return made;
  const answer = await ask(refundAnswer, () =>
    api.payments.refund(id, { amount: wanted.amountPaise, notes: { key: wanted.key } }),
  );
  return { ...reportOf(answer), key: wanted.key };
}
