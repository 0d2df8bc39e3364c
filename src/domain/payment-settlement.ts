import { blockingDisputes, withDispute } from './dispute.ts';
import {
  type DisputeReport,
  isOrderConfirmed,
  isPayable,
  type Order,
  type PaymentReference,
  type Refund,
  type RefundReason,
  withStatus,
} from './order.ts';
import {
  isOver,
  nextTry,
  disputeChecks,
  paymentRetries,
  pendingCheckEveryMs,
  pendingRefundChecks,
  refundRetries,
} from './retry-schedule.ts';
import {
  failedRefunds,
  isFullyRefunded,
  isUnderWayRefund,
  type RefundReport,
  withRefund,
  withRefundGivenUp,
  withRefundReports,
} from './refund.ts';

/**
 * Applies payments to an order. A provider's report arrives by four ways (the shopper's return, a webhook, the
 * reconciliation job, the owner's command), in any order and any number of times. So this is one pure function of the
 * order and the whole report: a repeated call changes nothing.
 */

/** One payment attempt, as the provider reports it. */
export interface Attempt {
  id: string;
  /** `pending`: the shopper's bank has not decided. */
  state: 'captured' | 'failed' | 'pending';
  amountPaise: number;
  /** ISO 4217, such as INR. */
  currency: string;
  /** Refunds of this attempt; missing if it cannot have any. */
  refunds?: readonly RefundReport[];
  /** All its money was sent back. */
  isSentBack?: boolean;
}

/** What a provider reports about one reference. */
export interface PaymentReport {
  reference: Pick<PaymentReference, 'provider' | 'id'>;
  /** No further payment is possible with it. */
  isClosed: boolean;
  attempts: readonly Attempt[];
  /** Disputes; missing if none are known. */
  disputes?: readonly DisputeReport[];
}

export interface Circumstances {
  /** Now, in ms since 1970. */
  at: number;
  /** Whether an order that released its stock can reserve it again. Callers first assume true; the stock decides. */
  canReserve: boolean;
  /** Whether an order that released its code can use it again. Callers first assume true. */
  canTakeCode: boolean;
}

/** The order after a provider's report; the same object if nothing changes. */
export function settled(order: Order, report: PaymentReport, circumstances: Circumstances): Order {
  const captured = report.attempts.filter(({ state }) => state === 'captured');
  // Somebody refunded it on the provider's dashboard before the shop knew of it.
  const sentBack = captured.filter(({ id, isSentBack }) => isSentBack && !isOf(order, id));
  const kept = captured.filter((attempt) => !sentBack.includes(attempt));
  const withMoney = kept.reduce((now, attempt) => taken(now, report, attempt, circumstances), order);
  const { provider } = report.reference;
  const disputed = (report.disputes ?? [])
    .filter(({ paymentId }) => isOf(withMoney, paymentId))
    .reduce((now, dispute) => withDispute(now, provider, dispute, circumstances.at), withMoney);
  const withRefunds = captured.reduce((now, { id, amountPaise, refunds = [] }) => {
    return withRefundReports(now, { provider, id, amountPaise }, refunds, circumstances.at);
  }, disputed);
  return withFailures(lapsed(withRefunds, circumstances.at), report, sentBack, circumstances.at);
}

/** The order knows this payment: it paid the order, or it is being refunded. */
function isOf({ payment, refunds }: Order, paymentId: string): boolean {
  return payment?.id === paymentId || refunds.some((refund) => refund.paymentId === paymentId);
}

/** Cancels an order whose whole payment is refunded before the order is shipped; its stock is released. */
export function lapsed(order: Order, at: number): Order {
  const isHere = order.status === 'Order Placed' || order.status === 'Processing';
  return isHere && isFullyRefunded(order) ? withStatus(order, 'Cancelled', at) : order;
}

/** Releases the stock of an order if its reservation has ended and no payment has arrived. */
export function expired(order: Order, at: number): Order {
  const isOver =
    order.status === 'Payment Pending' && order.reservedUntil !== null && order.reservedUntil <= at;
  return isOver ? withStatus(order, 'Payment Failed', at) : order;
}

function taken(
  order: Order,
  { reference: { provider } }: PaymentReport,
  { id, amountPaise, currency }: Attempt,
  { at, canReserve, canTakeCode }: Circumstances,
): Order {
  if (isOf(order, id)) return order;
  const refuse = (reason: RefundReason) =>
    withRefund(order, { provider, paymentId: id, amountPaise, reason, at });
  if (amountPaise !== order.totalPaise || currency.toUpperCase() !== 'INR') return refuse('wrong-amount');
  if (order.paid) return refuse('paid-twice');
  // The courier collects cash for it.
  if (order.status === 'Shipped') return refuse('paid-twice');
  if (order.status === 'Cancelled') return refuse('cancelled');
  if (order.status === 'Payment Failed' && !canReserve) return refuse('sold-out');
  // Another order has used the code meanwhile. Asking for the difference would charge more than was agreed, so the
  // payment is refunded in full.
  if (order.status === 'Payment Failed' && order.discount && !canTakeCode) return refuse('code-used');
  const paid: Order = {
    ...order,
    paid: true,
    paymentMethod: provider,
    payment: { provider, id, amountPaise, at },
  };
  return isOrderConfirmed(order) ? paid : withStatus(paid, 'Order Placed', at);
}

/**
 * A failed attempt, or one whose money was sent back, releases the stock at once, unless another attempt of the same
 * reference is still pending.
 */
function withFailures(
  order: Order,
  { reference, isClosed, attempts }: PaymentReport,
  sentBack: readonly Attempt[],
  at: number,
): Order {
  const failed = [...attempts.filter(({ state }) => state === 'failed'), ...sentBack].map(({ id }) => id);
  const fresh = failed.filter((id) => !order.failedPayments.includes(id));
  const known = fresh.length > 0 ? { ...order, failedPayments: [...order.failedPayments, ...fresh] } : order;
  const isCurrent =
    order.references.findLast(({ provider }) => provider === order.paymentMethod)?.id === reference.id;
  const isUndecided = attempts.some(({ state }) => state === 'pending');
  const isOver = isCurrent && !isUndecided && (isClosed || fresh.length > 0);
  return isOver && known.status === 'Payment Pending' ? withStatus(known, 'Payment Failed', at) : known;
}

const pausesOf = ({ providerId }: Refund) => (providerId === null ? refundRetries : pendingRefundChecks);

/** Ends an unfinished refund as failed after its last scheduled check; it then waits for the owner. */
export function withRefundTimedOut(order: Order, key: string, why: string, at: number): Order {
  const refund = order.refunds.find((each) => each.key === key);
  if (!refund || !isOver(pausesOf(refund), at - refund.wantedAt)) return order;
  return withRefundGivenUp(order, key, why, at);
}

/** A failed refund, or a dispute that was not released, waits for the owner. */
export function needsOwner(order: Order): boolean {
  return blockingDisputes(order).length > 0 || failedRefunds(order).length > 0;
}

/**
 * When (ms) the reconciliation job checks an order next: soon while a payment or refund is pending, then less and less
 * often, because a payment can arrive days after its window was left. Null if nothing more can arrive.
 */
export function nextCheck(order: Order, at: number): number | null {
  const refunds = order.refunds
    .filter(isUnderWayRefund)
    // One more check after the last step ends the refund.
    .map((refund) => nextTry(pausesOf(refund), refund.wantedAt, at) ?? at + pendingCheckEveryMs);
  const disputes = (order.disputes ?? [])
    .filter(({ state }) => state === 'open')
    .map((dispute) => nextTry(disputeChecks, dispute.at, at));
  const looks = [...refunds, ...disputes, nextLookForMoney(order, at)].filter((look) => look !== null);
  return looks.length > 0 ? Math.min(...looks) : null;
}

function nextLookForMoney(order: Order, at: number): number | null {
  if (order.status === 'Payment Pending') return at + pendingCheckEveryMs;
  const [first] = order.references;
  if (!first) return null;
  // A Razorpay order and a Stripe session each take money once. Only a second reference could pay a paid order again.
  const isSettled = order.payment !== null && order.references.length === 1;
  if (isSettled) return null;
  const changedAt = Math.max(order.history.at(-1)?.at ?? 0, order.references.at(-1)?.at ?? 0);
  return nextTry(paymentRetries, changedAt, at);
}

/** Whether an order with the same content may continue this one instead of creating a second order. */
export function isOpenCheckout(begun: Order, order: Order): boolean {
  return isPayable(begun, order.placedAt) && begun.content === order.content;
}
