import {
  isPayable,
  moved,
  type Order,
  type PaymentReference,
  type Provider,
  type RefundReason,
  stands,
} from './order.ts';

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
}

/** What a provider says of one reference. */
export interface Standing {
  reference: Pick<PaymentReference, 'provider' | 'id'>;
  /** Nobody can pay by it any more. */
  isClosed: boolean;
  attempts: readonly Attempt[];
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
export function settled(order: Order, standing: Standing, circumstances: Circumstances): Order {
  const captured = standing.attempts.filter(({ state }) => state === 'captured');
  const withMoney = captured.reduce((now, attempt) => taken(now, standing, attempt, circumstances), order);
  return withFailures(withMoney, standing, circumstances.at);
}

/** The order without its pieces, once their time is over and no money has come (decisions, Stock). */
export function expired(order: Order, at: number): Order {
  const isOver =
    order.status === 'Payment Pending' && order.reservedUntil !== null && order.reservedUntil <= at;
  return isOver ? moved(order, 'Payment Failed', at) : order;
}

function taken(
  order: Order,
  { reference: { provider } }: Standing,
  { id, amountPaise, currency }: Attempt,
  { at, canReserve, canTakeCode }: Circumstances,
): Order {
  const isKnown = order.payment?.id === id || order.refunds.some(({ paymentId }) => paymentId === id);
  if (isKnown) return order;
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
function withFailures(order: Order, { reference, isClosed, attempts }: Standing, at: number): Order {
  const failed = attempts.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const fresh = failed.filter((id) => !order.failedPayments.includes(id));
  const known = fresh.length > 0 ? { ...order, failedPayments: [...order.failedPayments, ...fresh] } : order;
  const isCurrent =
    order.references.findLast(({ provider }) => provider === order.paymentMethod)?.id === reference.id;
  const isUndecided = attempts.some(({ state }) => state === 'pending');
  const isOver = isCurrent && !isUndecided && (isClosed || fresh.length > 0);
  return isOver && known.status === 'Payment Pending' ? moved(known, 'Payment Failed', at) : known;
}

/** The order with one more refund wanted. A second one for the same payment gets a key of its own. */
export function withRefund(
  order: Order,
  {
    provider,
    paymentId,
    amountPaise,
    reason,
    at,
  }: { provider: Provider; paymentId: string; amountPaise: number; reason: RefundReason; at: number },
): Order {
  const key = `${paymentId}-${order.refunds.filter((refund) => refund.paymentId === paymentId).length + 1}`;
  const refund = {
    key,
    provider,
    paymentId,
    amountPaise,
    reason,
    // Never before what led to it: clocks differ.
    wantedAt: Math.max(at, order.history.at(-1)?.at ?? at),
    doneAt: null,
    providerId: null,
  };
  return { ...order, refunds: [...order.refunds, refund] };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after its last change an order that may still be paid by an old window is asked about, and how often. */
const follow = [
  { untilMs: HOUR_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: 6 * HOUR_MS, everyMs: HOUR_MS },
  { untilMs: 72 * HOUR_MS, everyMs: 6 * HOUR_MS },
] as const;

/**
 * When (ms) the sweep has to look at an order next: soon while money is awaited or owed, then ever more seldom, because
 * a payment may arrive days after its window was left. Null where nothing can come any more.
 */
export function nextLook(order: Order, at: number): number | null {
  if (order.refunds.some(({ doneAt }) => doneAt === null)) return at + 5 * MINUTE_MS;
  if (order.status === 'Payment Pending') return at + 5 * MINUTE_MS;
  const [first] = order.references;
  if (!first) return null;
  // A Razorpay order and a Stripe session each take money once; only a second reference could pay a paid order again.
  const isSettled = order.payment !== null && order.references.length === 1;
  if (isSettled) return null;
  const changedAt = Math.max(order.history.at(-1)?.at ?? 0, order.references.at(-1)?.at ?? 0);
  const step = follow.find(({ untilMs }) => at - changedAt < untilMs);
  return step ? at + step.everyMs : null;
}

/** Whether an order of the same content may take this one over instead of being a second one. */
export function isOpenCheckout(begun: Order, order: Order): boolean {
  return isPayable(begun, order.placedAt) && begun.content === order.content;
}
