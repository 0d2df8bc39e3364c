import { blockingDisputes, released } from '../../src/domain/dispute.ts';
import { paidForPieces, refundedPieces } from '../../src/domain/line-refund.ts';
import { formatPrice } from '../../src/domain/money.ts';
import {
  type Order,
  type Refund,
  type ReturnedPieces,
  shortOrderId,
  withoutReturn,
} from '../../src/domain/order.ts';
import {
  canRepeat,
  failedRefunds,
  type NewRefund,
  refundablePaise,
  withFailedRetried,
  withRefundByHand,
  withRefund,
} from '../../src/domain/refund.ts';
import { lapsed } from '../../src/domain/payment-settlement.ts';
import { readAbandonedReconciliations } from '../storage/failed-reconciliations.ts';
import { type AbandonedEmail, readAbandonedEmails } from '../storage/abandoned-emails.ts';
import { readNeedingOwner, readReadableOrders } from '../storage/orders.ts';
import { type ByStaff, change, type Done, shortText } from './order-admin.ts';
import { refuseContested } from './order-rules.ts';
import { Refused } from './refusal.ts';
import { payRefunds } from './refunds.ts';

/** The owner's actions on refunds and disputes. They refuse and report like those of services/order-admin. */

/**
 * Refunds money of an order after a return. Its pieces stay sold: the owner decides what goes back into stock. An order
 * that has not shipped and is refunded completely is cancelled; an open return is closed.
 * @param wanted in paise, everything that is left, or what was paid for pieces that come back
 * @throws Refused
 */
export async function refundOrder(
  orderId: string,
  wanted: number | 'all' | readonly ReturnedPieces[],
  by?: ByStaff,
): Promise<Done> {
  return change(
    orderId,
    (order, at) => withoutReturn(lapsed(withRefund(order, refundOf(order, wanted, at)), at)),
    { by, follow: payRefunds },
  );
}

function refundOf(order: Order, wanted: number | 'all' | readonly ReturnedPieces[], at: number): NewRefund {
  const { payment, paid } = order;
  const short = shortOrderId(order.id);
  if (!payment) {
    const why = paid
      ? `Order ${short} was paid in cash: its money has to be sent back by hand.`
      : `No money has come in for order ${short}: there is nothing to send back.`;
    throw new Refused('invalid', why);
  }
  refuseContested(order);
  const [failed] = failedRefunds(order);
  if (failed) {
    const amount = formatPrice(failed.amountPaise);
    throw new Refused('invalid', `A refund of ${amount} of order ${short} has failed: send it again first.`);
  }
  const left = refundablePaise(order);
  if (left === 0) {
    throw new Refused('invalid', `All money of order ${short} has gone back or is on its way.`);
  }
  const pieces = typeof wanted === 'object' ? wanted : undefined;
  const amountPaise = wanted === 'all' ? left : typeof wanted === 'number' ? wanted : priceOf(order, wanted);
  if (!Number.isSafeInteger(amountPaise) || amountPaise <= 0) {
    throw new Refused('invalid', `The amount to send back must be more than ${formatPrice(0)}.`);
  }
  if (amountPaise > left) {
    const [most, asked] = [formatPrice(left), formatPrice(amountPaise)];
    throw new Refused('invalid', `Only ${most} of order ${short} is left to send back, not ${asked}.`);
  }
  const { provider, id: paymentId } = payment;
  return { provider, paymentId, amountPaise, reason: 'returned', at, ...(pieces && { pieces }) };
}

/** What was paid for the pieces. @throws Refused */
function priceOf(order: Order, pieces: readonly ReturnedPieces[]): number {
  const refunded = refundedPieces(order);
  const paise = paidForPieces(order, pieces, refunded);
  if (paise !== null) return paise;
  const short = shortOrderId(order.id);
  const twice = pieces.find(({ line, quantity }) => {
    const { quantity: bought = 0 } = order.items[line] ?? {};
    return quantity <= bought && quantity + (refunded[line] ?? 0) > bought;
  });
  const item = twice && order.items[twice.line];
  throw new Refused(
    'invalid',
    item
      ? `Of ${item.name} in order ${short}, ${refunded[twice.line]} of ${item.quantity} pieces are already refunded.`
      : `Order ${short} does not have that many pieces.`,
  );
}

/**
 * Sends every failed refund of an order once more, under new keys. First asks the provider what became of the old ones;
 * sends nothing if it does not answer.
 * @throws Refused
 */
export async function refundAgain(orderId: string, by?: ByStaff): Promise<Done> {
  return change(
    orderId,
    (order, at) => {
      refuseContested(order);
      const again = withFailedRetried(order, at);
      if (again === order) throw nothingFailed(order);
      return again;
    },
    { by, isAnswerNeeded: () => true, follow: payRefunds },
  );
}

/**
 * Marks a failed refund as paid by the owner outside the provider. It is never sent again, and this call sends nothing.
 * @param note how it was paid, such as the bank's transfer number
 * @param amountPaise selects the refund if several have failed; null for the only one
 * @throws Refused
 */
export async function refundByHand(
  orderId: string,
  note: string,
  amountPaise: number | null = null,
  by?: ByStaff,
): Promise<Done> {
  const kept = shortText('note', note);
  return change(orderId, (order, at) => withRefundByHand(order, failedOf(order, amountPaise).key, kept, at), {
    by,
  });
}

/** @throws Refused if no failed refund matches, or several do */
function failedOf(order: Order, amountPaise: number | null): Refund {
  const short = shortOrderId(order.id);
  const failed = failedRefunds(order);
  const amounts = failed.map((refund) => formatPrice(refund.amountPaise)).join(', ');
  const meant = failed.filter((refund) => amountPaise === null || refund.amountPaise === amountPaise);
  const [first] = meant;
  if (failed.length === 0) throw new Refused('invalid', `No refund of order ${short} has failed.`);
  if (!first) throw new Refused('invalid', `The failed refunds of order ${short} are of ${amounts}.`);
  if (amountPaise === null && meant.length > 1) {
    throw new Refused(
      'invalid',
      `Several refunds of order ${short} have failed: give the amount, ${amounts}.`,
    );
  }
  return first;
}

function nothingFailed(order: Order): Refused {
  const short = shortOrderId(order.id);
  const silent = failedRefunds(order).find((refund) => !canRepeat(refund));
  return new Refused(
    'invalid',
    silent
      ? `The provider may still pay ${formatPrice(silent.amountPaise)} (${silent.providerId}): ask it, because a second refund could arrive beside the first. If you have paid it yourself, mark it as paid by you.`
      : `No refund of order ${short} has failed.`,
  );
}

/** Allows an order with an open or lost dispute to continue. @throws Refused */
export async function allowDisputedOrder(orderId: string, by?: ByStaff): Promise<Done> {
  return change(
    orderId,
    (order, at) => {
      const free = released(order, at);
      if (free === order) throw new Refused('invalid', `Nothing holds order ${shortOrderId(order.id)}.`);
      return free;
    },
    { by },
  );
}

/** A problem that only the owner can solve; `orderId` is empty if it concerns no order. */
export interface OwnerTask {
  orderId: string;
  /** Null if the order is unreadable. */
  order: Order | null;
  /** In ms. */
  since: number;
  amountPaise: number | null;
  what: string;
}

/** An email that was given up. Emails to the owner are left out, because their subject is listed here itself. */
function ofAbandonedEmail({ list, about, kind, at }: AbandonedEmail, orders: readonly Order[]): OwnerTask[] {
  if (kind.startsWith('owner-')) return [];
  const order = orders.find(({ id }) => list === 'orders' && id === about) ?? null;
  const what =
    list === 'restock'
      ? `Back-in-stock emails for ${about} could not be sent for two weeks`
      : `The email “${list === 'newsletter' ? `newsletter ${kind}` : kind}” could not be sent for two weeks`;
  const orderId = list === 'orders' ? about : '';
  return [{ orderId, order, since: at, amountPaise: order?.totalPaise ?? null, what }];
}

/** All problems, the oldest first. */
export async function listOwnerTasks(): Promise<OwnerTask[]> {
  const unseen = await readAbandonedReconciliations();
  const needing = await readNeedingOwner();
  const unsent = await readAbandonedEmails(Date.now());
  const ofOrders = unsent.filter(({ list }) => list === 'orders').map(({ about }) => about);
  const orders = await readReadableOrders([...new Set([...needing, ...unseen.keys(), ...ofOrders])]);
  const ofMoney = orders.filter(({ id }) => needing.includes(id)).flatMap(troublesOf);
  const ofLooks = [...unseen].map(([orderId, { since, why }]): OwnerTask => {
    const order = orders.find(({ id }) => id === orderId) ?? null;
    const amountPaise = order?.totalPaise ?? null;
    return { orderId, order, since, amountPaise, what: `Cannot be checked: ${why}` };
  });
  const ofEmails = unsent.flatMap((one) => ofAbandonedEmail(one, orders));
  return [...ofMoney, ...ofLooks, ...ofEmails].toSorted((a, b) => a.since - b.since);
}

function troublesOf(order: Order): OwnerTask[] {
  const of = { orderId: order.id, order };
  const refunds = failedRefunds(order).flatMap(({ failure, amountPaise }): OwnerTask[] => {
    return failure ? [{ ...of, since: failure.at, amountPaise, what: `Refund failed: ${failure.why}` }] : [];
  });
  const disputes = blockingDisputes(order).map(({ at, amountPaise, state, why }): OwnerTask => {
    return { ...of, since: at, amountPaise, what: `${state === 'open' ? 'Disputed' : 'Lost'}: ${why}` };
  });
  return [...refunds, ...disputes];
}
