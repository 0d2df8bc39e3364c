import { type Order, type Payment, type Refund, type RefundReason, reservesStock } from './order.ts';

/**
 * Refunds. The provider's records are the ground truth: a refund is done when the provider says so, and a refund that
 * was made on the provider's dashboard is a refund of the order like any other.
 */

/** What a provider reports about one refund of a payment. */
export interface RefundReport {
  /** The provider's id of the refund. */
  id: string;
  /** The shop's own key; null for a refund that was made on the provider's dashboard. */
  key: string | null;
  amountPaise: number;
  state: 'pending' | 'done' | 'failed';
  /** The provider's reason for a failure. */
  why: string | null;
}

/**
 * `wanted`: the provider has not accepted it yet. `pending`: the provider has. `failed`: waits for the owner.
 * `replaced`: another refund replaces it, or its money was already refunded.
 */
export type RefundState = 'wanted' | 'pending' | 'done' | 'failed' | 'replaced';

export function refundStateOf({ doneAt, providerId, failure, isReplaced, byHand }: Refund): RefundState {
  if (isReplaced) return 'replaced';
  if (byHand) return 'done';
  if (failure) return 'failed';
  if (doneAt !== null) return 'done';
  return providerId === null ? 'wanted' : 'pending';
}

/** The refunds that wait for the owner. */
export function failedRefunds({ refunds }: Pick<Order, 'refunds'>): Refund[] {
  return refunds.filter((refund) => refundStateOf(refund) === 'failed');
}

/** The refund has no result yet, and the owner need not act. */
export function isUnderWayRefund(refund: Refund): boolean {
  return ['wanted', 'pending'].includes(refundStateOf(refund));
}

type MoneyOf = Pick<Order, 'payment' | 'refunds' | 'disputes'>;

/** What remains of a payment of this amount after all refunds and after lost disputes. */
function leftOf(
  { refunds, disputes = [] }: MoneyOf,
  { id, amountPaise }: Pick<Payment, 'id' | 'amountPaise'>,
) {
  const back = refunds
    .filter((refund) => refund.paymentId === id && refundStateOf(refund) !== 'replaced' && !canRepeat(refund))
    .reduce((sum, refund) => sum + refund.amountPaise, 0);
  const lost = disputes
    .filter(({ paymentId, state }) => paymentId === id && state === 'lost')
    .reduce((sum, dispute) => sum + dispute.amountPaise, 0);
  return amountPaise - back - lost;
}

/** What remains of the order's own payment. The amount of a failed refund still counts. */
export function refundablePaise(order: MoneyOf): number {
  return order.payment ? Math.max(0, leftOf(order, order.payment)) : 0;
}

/** The sum of all refunds of the order's own payment, successful or not, except replaced ones. */
export function sentBackPaise({ payment, refunds }: Pick<Order, 'payment' | 'refunds'>): number {
  return refunds
    .filter((refund) => refund.paymentId === payment?.id && refundStateOf(refund) !== 'replaced')
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

/** All money of the order is refunded, or will be. */
export function isFullyRefunded(order: Pick<Order, 'payment' | 'refunds'>): boolean {
  return order.payment !== null && sentBackPaise(order) >= order.payment.amountPaise;
}

/**
 * Its code is used or reserved. A code becomes free again after an order that expired, was cancelled, or was paid
 * online and refunded to the last paisa.
 */
export function reservesCode(order: Pick<Order, 'status' | 'discount' | 'payment' | 'refunds'>): boolean {
  return order.discount !== null && reservesStock(order) && !isFullyRefunded(order);
}

export interface NewRefund extends Pick<Refund, 'provider' | 'paymentId' | 'amountPaise' | 'pieces'> {
  reason: RefundReason;
  /** Now, in ms. */
  at: number;
}

/** The order with one more refund. A second refund of the same payment gets its own key. */
export function withRefund(order: Order, { at, ...wanted }: NewRefund): Order {
  const { paymentId } = wanted;
  const key = `${paymentId}-${order.refunds.filter((refund) => refund.paymentId === paymentId).length + 1}`;
  return withEntry(order, { ...wanted, key, wantedAt: at, doneAt: null, providerId: null });
}

function withEntry(order: Order, refund: Refund): Order {
  // Never before the event that caused it: clocks differ.
  const wantedAt = Math.max(refund.wantedAt, order.history.at(-1)?.at ?? refund.wantedAt);
  return { ...order, refunds: [...order.refunds, { ...refund, wantedAt }] };
}

/** Maps every refund of the order; returns the same object if nothing changes. */
function changed(order: Order, next: (refund: Refund) => Refund): Order {
  const refunds = order.refunds.map(next);
  return refunds.every((refund, at) => refund === order.refunds[at]) ? order : { ...order, refunds };
}

/** A payment of an order, as a provider knows it. */
export type KnownPayment = Pick<Payment, 'provider' | 'id' | 'amountPaise'>;

/**
 * The order after a provider's report on all refunds of one payment. Refunds that the shop wanted move on; others were
 * made on the provider's dashboard. A wanted refund shrinks if other refunds leave less money. A repeated call changes
 * nothing and returns the same object.
 */
export function withRefundReports(
  order: Order,
  payment: KnownPayment,
  reports: readonly RefundReport[],
  at: number,
): Order {
  return fitted(
    reports.reduce((now, report) => withRefundReport(now, payment, report, at), order),
    payment,
    at,
  );
}

/** The order after a provider's report on one refund. */
export function withRefundReport(
  order: Order,
  { provider, id: paymentId }: Pick<KnownPayment, 'provider' | 'id'>,
  report: RefundReport,
  at: number,
): Order {
  const isNamed = (refund: Refund) =>
    refund.paymentId === paymentId && (refund.key === report.key || refund.providerId === report.id);
  // The owner has paid it by hand meanwhile. If the provider pays it too, that is another refund.
  const isMeant = (refund: Refund) => isNamed(refund) && !refund.byHand;
  if (order.refunds.some(isNamed) && report.state === 'pending' && !order.refunds.some(isMeant)) return order;
  if (order.refunds.some(isMeant)) {
    return changed(order, (refund) => (isMeant(refund) ? movedOn(refund, report, at) : refund));
  }
  // The money reached nobody, and the shop did not ask for this refund.
  if (report.state === 'failed') return order;
  return withEntry(order, {
    key: report.id,
    provider,
    paymentId,
    amountPaise: report.amountPaise,
    reason: 'elsewhere',
    wantedAt: at,
    doneAt: report.state === 'done' ? at : null,
    providerId: report.id,
  });
}

/** Reports can arrive late, so a refund only moves from pending to done to failed. */
function movedOn(refund: Refund, { id: providerId, state, why }: RefundReport, at: number): Refund {
  if (refund.failure?.isProviders) return refund;
  if (state === 'failed') {
    return {
      ...refund,
      providerId,
      doneAt: null,
      failure: { at, why: why ?? 'No reason given', isProviders: true },
    };
  }
  // The shop stopped asking while the refund was pending, and nothing has changed since.
  if (state === 'pending' && refund.failure && refund.providerId === providerId) return refund;
  const isNew = refund.providerId !== providerId || refund.failure || refund.isReplaced;
  if (!isNew && (state === 'pending' || refund.doneAt !== null)) return refund;
  const doneAt = refund.doneAt ?? (state === 'done' ? at : null);
  return { ...refund, providerId, doneAt, failure: null, isReplaced: false };
}

/** Shrinks wanted refunds that the provider has not accepted if the payment does not hold enough any more. */
function fitted(order: Order, payment: KnownPayment, at: number): Order {
  const over = -leftOf(order, payment);
  const wanted = order.refunds.findLast(
    (refund) => refund.paymentId === payment.id && refundStateOf(refund) === 'wanted',
  );
  if (over <= 0 || !wanted) return order;
  const without = changed(order, (refund) => (refund === wanted ? { ...refund, isReplaced: true } : refund));
  const rest = wanted.amountPaise - over;
  // With a new key: providers refuse a key that comes with another amount.
  const smaller = rest > 0 ? withRefund(without, insteadOf(wanted, rest, at)) : without;
  return fitted(smaller, payment, at);
}

/** The same refund once more, of this amount. */
function insteadOf(refund: Refund, amountPaise: number, at: number): NewRefund {
  const { provider, paymentId, reason, pieces } = refund;
  return { provider, paymentId, reason, amountPaise, at, ...(pieces && { pieces }) };
}

/** The order with a refund that the shop itself marks as failed. */
export function withRefundGivenUp(order: Order, key: string, why: string, at: number): Order {
  return changed(order, (refund) =>
    refund.key === key && isUnderWayRefund(refund)
      ? { ...refund, failure: { at, why, isProviders: false } }
      : refund,
  );
}

/** The order with a failed refund that the owner has paid outside the provider: it is done, and is never sent again. */
export function withRefundByHand(order: Order, key: string, note: string, at: number): Order {
  return changed(order, (refund) =>
    refund.key === key && refundStateOf(refund) === 'failed'
      ? { ...refund, doneAt: at, byHand: { at, note } }
      : refund,
  );
}

/** The refund surely failed. A refund that the provider accepted may still arrive, even if the provider is silent. */
export function canRepeat(refund: Refund): boolean {
  const { failure, providerId } = refund;
  return refundStateOf(refund) === 'failed' && (failure?.isProviders === true || providerId === null);
}

/**
 * The order with every failed refund repeated, under new keys and never above what the payments hold; the same object
 * if none has failed. The caller has already asked the provider for the result of the old ones.
 */
export function withFailedRetried(order: Order, at: number): Order {
  return order.refunds.reduce((now, refund) => {
    if (!canRepeat(refund)) return now;
    const { paymentId, amountPaise } = refund;
    const without = changed(now, (each) => (each.key === refund.key ? { ...each, isReplaced: true } : each));
    const left = paymentId === order.payment?.id ? refundablePaise(without) : amountPaise;
    const again = Math.min(amountPaise, left);
    return again > 0 ? withRefund(without, insteadOf(refund, again, at)) : without;
  }, order);
}

/** The order with a refund of all that remains of its payment, failed refunds included. */
export function withRestRefunded(order: Order, reason: RefundReason, at: number): Order {
  const amountPaise = refundablePaise(order);
  if (!order.payment || amountPaise === 0) return order;
  const { provider, id: paymentId } = order.payment;
  const without = changed(order, (refund) =>
    refund.paymentId === paymentId && canRepeat(refund) ? { ...refund, isReplaced: true } : refund,
  );
  return withRefund(without, { provider, paymentId, amountPaise, reason, at });
}
