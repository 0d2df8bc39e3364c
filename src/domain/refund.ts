import type { Order, Payment, Refund, RefundReason } from './order.ts';

/**
 * Money that goes back. The provider's books are the truth (decisions, Money and providers): a refund is done when the
 * provider says so, and what was sent back on the provider's own dashboard is a refund of the order as any other.
 */

/** What a provider says of one refund of a payment. */
export interface RefundReport {
  /** The provider's id of it. */
  id: string;
  /** The shop's own key; null for a refund that was made on the provider's dashboard. */
  key: string | null;
  amountPaise: number;
  state: 'pending' | 'done' | 'failed';
  /** The provider's reason for a failure. */
  why: string | null;
}

/**
 * `wanted`: the provider has not taken it on. `pending`: it has. `failed`: waits for the owner. `replaced`: another
 * refund stands for it, or its money had gone back already.
 */
export type RefundState = 'wanted' | 'pending' | 'done' | 'failed' | 'replaced';

export function refundStateOf({ doneAt, providerId, failure, isReplaced, byHand }: Refund): RefundState {
  if (isReplaced) return 'replaced';
  if (byHand) return 'done';
  if (failure) return 'failed';
  if (doneAt !== null) return 'done';
  return providerId === null ? 'wanted' : 'pending';
}

/** It still has to come to an end, and that is not for the owner to bring about. */
export function isUnderWayRefund(refund: Refund): boolean {
  return ['wanted', 'pending'].includes(refundStateOf(refund));
}

type MoneyOf = Pick<Order, 'payment' | 'refunds' | 'disputes'>;

/** What a payment of this amount still holds: less what goes or went back, less what a bank took back for good. */
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

/** What the order's own payment still holds. Money of a failed refund is still there. */
export function refundablePaise(order: MoneyOf): number {
  return order.payment ? Math.max(0, leftOf(order, order.payment)) : 0;
}

/** What the shop has wanted to send back of the order's own payment, whether that has worked or not. */
export function sentBackPaise({ payment, refunds }: Pick<Order, 'payment' | 'refunds'>): number {
  return refunds
    .filter((refund) => refund.paymentId === payment?.id && refundStateOf(refund) !== 'replaced')
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

/** All money of the order went or goes back. */
export function isAllBack(order: Pick<Order, 'payment' | 'refunds'>): boolean {
  return order.payment !== null && sentBackPaise(order) >= order.payment.amountPaise;
}

export interface NewRefund extends Pick<Refund, 'provider' | 'paymentId' | 'amountPaise'> {
  reason: RefundReason;
  /** Now, in ms. */
  at: number;
}

/** The order with one more refund wanted. A second one for the same payment gets a key of its own. */
export function withRefund(order: Order, { at, ...wanted }: NewRefund): Order {
  const { paymentId } = wanted;
  const key = `${paymentId}-${order.refunds.filter((refund) => refund.paymentId === paymentId).length + 1}`;
  return withEntry(order, { ...wanted, key, wantedAt: at, doneAt: null, providerId: null });
}

function withEntry(order: Order, refund: Refund): Order {
  // Never before what led to it: clocks differ.
  const wantedAt = Math.max(refund.wantedAt, order.history.at(-1)?.at ?? refund.wantedAt);
  return { ...order, refunds: [...order.refunds, { ...refund, wantedAt }] };
}

/** The order with each of these refunds as it is from now on; the same object where that changes nothing. */
function changed(order: Order, next: (refund: Refund) => Refund): Order {
  const refunds = order.refunds.map(next);
  return refunds.every((refund, at) => refund === order.refunds[at]) ? order : { ...order, refunds };
}

/** A payment of an order, as a provider knows it. */
export type KnownPayment = Pick<Payment, 'provider' | 'id' | 'amountPaise'>;

/**
 * The order after what the provider says of the refunds of one payment: those that the shop wanted move on, others were
 * made on the provider's dashboard. What the shop still wants gives way to what has gone back meanwhile. Applied again
 * it changes nothing; the same object then.
 */
export function withRefundWords(
  order: Order,
  payment: KnownPayment,
  words: readonly RefundReport[],
  at: number,
): Order {
  return fitted(
    words.reduce((now, word) => withRefundWord(now, payment, word, at), order),
    payment,
    at,
  );
}

/** The order after what the provider says of one refund. */
export function withRefundWord(
  order: Order,
  { provider, id: paymentId }: Pick<KnownPayment, 'provider' | 'id'>,
  word: RefundReport,
  at: number,
): Order {
  const isNamed = (refund: Refund) =>
    refund.paymentId === paymentId && (refund.key === word.key || refund.providerId === word.id);
  // The owner has paid it since: if the provider pays it as well, that is another refund.
  const isMeant = (refund: Refund) => isNamed(refund) && !refund.byHand;
  if (order.refunds.some(isNamed) && word.state === 'pending' && !order.refunds.some(isMeant)) return order;
  if (order.refunds.some(isMeant)) {
    return changed(order, (refund) => (isMeant(refund) ? movedOn(refund, word, at) : refund));
  }
  // It never reached anybody, and nobody of the shop waits for it.
  if (word.state === 'failed') return order;
  return withEntry(order, {
    ...{ key: word.id, provider, paymentId, amountPaise: word.amountPaise, reason: 'elsewhere' },
    ...{ wantedAt: at, doneAt: word.state === 'done' ? at : null, providerId: word.id },
  });
}

/** Answers may be overtaken by later ones, so a refund only goes from pending to done to failed. */
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
  // Given up while the provider had it; nothing has been heard since.
  if (state === 'pending' && refund.failure && refund.providerId === providerId) return refund;
  const isNew = refund.providerId !== providerId || refund.failure || refund.isReplaced;
  if (!isNew && (state === 'pending' || refund.doneAt !== null)) return refund;
  const doneAt = refund.doneAt ?? (state === 'done' ? at : null);
  return { ...refund, providerId, doneAt, failure: null, isReplaced: false };
}

/** What is wanted and not taken on is made smaller where the payment does not hold so much any more. */
function fitted(order: Order, payment: KnownPayment, at: number): Order {
  const over = -leftOf(order, payment);
  const wish = order.refunds.findLast(
    (refund) => refund.paymentId === payment.id && refundStateOf(refund) === 'wanted',
  );
  if (over <= 0 || !wish) return order;
  const without = changed(order, (refund) => (refund === wish ? { ...refund, isReplaced: true } : refund));
  const { provider, paymentId, reason, amountPaise } = wish;
  const rest = amountPaise - over;
  // Under a key of its own: providers refuse a key that comes with another amount.
  const smaller =
    rest > 0 ? withRefund(without, { provider, paymentId, reason, amountPaise: rest, at }) : without;
  return fitted(smaller, payment, at);
}

/** The order with the end of a refund that the shop itself gives up. */
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

/** It came to nothing for certain: what the provider has taken on may still arrive, though it is silent. */
export function canRepeat(refund: Refund): boolean {
  const { failure, providerId } = refund;
  return refundStateOf(refund) === 'failed' && (failure?.isProviders === true || providerId === null);
}

/**
 * The order with every failed refund wanted once more, under new keys and never more than the payments hold; the same
 * object where none has failed. The caller has asked the provider what became of the old ones.
 */
export function withFailedAgain(order: Order, at: number): Order {
  return order.refunds.reduce((now, refund) => {
    if (!canRepeat(refund)) return now;
    const { provider, paymentId, amountPaise, reason } = refund;
    const without = changed(now, (each) => (each.key === refund.key ? { ...each, isReplaced: true } : each));
    const left = paymentId === order.payment?.id ? refundablePaise(without) : amountPaise;
    const again = Math.min(amountPaise, left);
    return again > 0 ? withRefund(without, { provider, paymentId, amountPaise: again, reason, at }) : without;
  }, order);
}

/** The order with all that is left of its payment wanted back, failed refunds of it included. */
export function withRestBack(order: Order, reason: RefundReason, at: number): Order {
  const amountPaise = refundablePaise(order);
  if (!order.payment || amountPaise === 0) return order;
  const { provider, id: paymentId } = order.payment;
  const without = changed(order, (refund) =>
    refund.paymentId === paymentId && canRepeat(refund) ? { ...refund, isReplaced: true } : refund,
  );
  return withRefund(without, { provider, paymentId, amountPaise, reason, at });
}
