import { type DisputeReport, holdingDisputes, withDispute } from './dispute.ts';
import {
  isPayable,
  moved,
  type Order,
  type PaymentReference,
  type Refund,
  type RefundReason,
  stands,
} from './order.ts';
import {
  isOver,
  nextTry,
  disputeChecks,
  paymentRetries,
  pendingRefundChecks,
  refundRetries,
} from './retry-schedule.ts';
import {
  isAllBack,
  isUnderWayRefund,
  refundStateOf,
  type RefundReport,
  withRefund,
  withRefundGivenUp,
  withRefundWords,
} from './refund.ts';

/**
 * What money does to an order. A provider's word comes by four ways (the shopper's return, a webhook, the scheduled
 * sweep, the owner's command), in any order and any number of times, so this is one function of the order as it is and
 * of everything that the provider knows: applied again it changes nothing.
 */

/** One try to pay, as the provider tells it. */
export interface Attempt {
  id: string;
  /** `pending`: the shopper's bank has not decided. */
  state: 'captured' | 'failed' | 'pending';
  amountPaise: number;
  /** ISO 4217, such as INR. */
  currency: string;
  /** What goes or went back of it; missing where nothing can have. */
  refunds?: readonly RefundReport[];
}

/** What a provider says of one reference. */
export interface PaymentReport {
  reference: Pick<PaymentReference, 'provider' | 'id'>;
  /** Nobody can pay by it any more. */
  isClosed: boolean;
  attempts: readonly Attempt[];
  /** What is contested of it; missing where nothing is known to be. */
  disputes?: readonly DisputeReport[];
}

export interface Circumstances {
  /** Now, in ms since 1970. */
  at: number;
  /** Pieces for an order that had given its own back. Hoped for first; the stock decides. */
  canReserve: boolean;
  /** Its code, for an order that had given it back. Hoped for first as well. */
  canTakeCode: boolean;
}

/** The order after what the provider says of it; the same object where that changes nothing. */
export function settled(order: Order, standing: PaymentReport, circumstances: Circumstances): Order {
  const captured = standing.attempts.filter(({ state }) => state === 'captured');
  const withMoney = captured.reduce((now, attempt) => taken(now, standing, attempt, circumstances), order);
  const { provider } = standing.reference;
  const contested = (standing.disputes ?? [])
    .filter(({ paymentId }) => isOf(withMoney, paymentId))
    .reduce((now, word) => withDispute(now, provider, word, circumstances.at), withMoney);
  const told = captured.reduce((now, { id, amountPaise, refunds = [] }) => {
    return withRefundWords(now, { provider, id, amountPaise }, refunds, circumstances.at);
  }, contested);
  return withFailures(lapsed(told, circumstances.at), standing, circumstances.at);
}

/** The order knows this payment: it paid it, or goes back. */
function isOf({ payment, refunds }: Order, paymentId: string): boolean {
  return payment?.id === paymentId || refunds.some((refund) => refund.paymentId === paymentId);
}

/** An order of which all money goes back before it has left the shop is cancelled; its pieces go back on sale. */
export function lapsed(order: Order, at: number): Order {
  const isHere = order.status === 'Order Placed' || order.status === 'Processing';
  return isHere && isAllBack(order) ? moved(order, 'Cancelled', at) : order;
}

/** The order without its pieces, once their time is over and no money has come (decisions, Stock). */
export function expired(order: Order, at: number): Order {
  const isOver =
    order.status === 'Payment Pending' && order.reservedUntil !== null && order.reservedUntil <= at;
  return isOver ? moved(order, 'Payment Failed', at) : order;
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
  // The courier takes cash for it.
  if (order.status === 'Shipped') return refuse('paid-twice');
  if (order.status === 'Cancelled') return refuse('cancelled');
  if (order.status === 'Payment Failed' && !canReserve) return refuse('sold-out');
  // Another order has the code by now. To ask for the rest would be to charge more than was agreed, so all of it goes back.
  if (order.status === 'Payment Failed' && order.discount && !canTakeCode) return refuse('code-used');
  const paid: Order = {
    ...order,
    paid: true,
    paymentMethod: provider,
    payment: { provider, id, amountPaise, at },
  };
  return stands(order) ? paid : moved(paid, 'Order Placed', at);
}

/** A try that failed gives the pieces back at once, unless another try by the same reference is still undecided. */
function withFailures(order: Order, { reference, isClosed, attempts }: PaymentReport, at: number): Order {
  const failed = attempts.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const fresh = failed.filter((id) => !order.failedPayments.includes(id));
  const known = fresh.length > 0 ? { ...order, failedPayments: [...order.failedPayments, ...fresh] } : order;
  const isCurrent =
    order.references.findLast(({ provider }) => provider === order.paymentMethod)?.id === reference.id;
  const isUndecided = attempts.some(({ state }) => state === 'pending');
  const isOver = isCurrent && !isUndecided && (isClosed || fresh.length > 0);
  return isOver && known.status === 'Payment Pending' ? moved(known, 'Payment Failed', at) : known;
}

const MINUTE_MS = 60_000;

const pausesOf = ({ providerId }: Refund) => (providerId === null ? refundRetries : pendingRefundChecks);

/** A refund under way that was asked about for long enough ends as failed, and waits for the owner. */
export function withoutHope(order: Order, key: string, why: string, at: number): Order {
  const refund = order.refunds.find((each) => each.key === key);
  if (!refund || !isOver(pausesOf(refund), at - refund.wantedAt)) return order;
  return withRefundGivenUp(order, key, why, at);
}

/** Something about its money waits for the owner: a refund that failed, or a dispute that was not released. */
export function needsOwner(order: Order): boolean {
  return (
    holdingDisputes(order).length > 0 || order.refunds.some((refund) => refundStateOf(refund) === 'failed')
  );
}

/**
 * When (ms) the sweep has to look at an order next: soon while money is awaited or owed, then ever more seldom, because
 * a payment may arrive days after its window was left. Null where nothing can come any more.
 */
export function nextCheck(order: Order, at: number): number | null {
  const refunds = order.refunds
    .filter(isUnderWayRefund)
    // Once more after the last step: that look ends it.
    .map((refund) => nextTry(pausesOf(refund), refund.wantedAt, at) ?? at + 5 * MINUTE_MS);
  const disputes = (order.disputes ?? [])
    .filter(({ state }) => state === 'open')
    .map((dispute) => nextTry(disputeChecks, dispute.at, at));
  const looks = [...refunds, ...disputes, nextLookForMoney(order, at)].filter((look) => look !== null);
  return looks.length > 0 ? Math.min(...looks) : null;
}

function nextLookForMoney(order: Order, at: number): number | null {
  if (order.status === 'Payment Pending') return at + 5 * MINUTE_MS;
  const [first] = order.references;
  if (!first) return null;
  // A Razorpay order and a Stripe session each take money once; only a second reference could pay a paid order again.
  const isSettled = order.payment !== null && order.references.length === 1;
  if (isSettled) return null;
  const changedAt = Math.max(order.history.at(-1)?.at ?? 0, order.references.at(-1)?.at ?? 0);
  return nextTry(paymentRetries, changedAt, at);
}

/** Whether an order of the same content may take this one over instead of being a second one. */
export function isOpenCheckout(begun: Order, order: Order): boolean {
  return isPayable(begun, order.placedAt) && begun.content === order.content;
}
