import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { type Order, type PaymentReference, type Shipment, withStatus } from '../../src/domain/order.ts';
import { refundStateOf, withRestRefunded } from '../../src/domain/refund.ts';
import { providerOf } from '../payments/providers.ts';
import { emailName } from '../storage/email-outbox.ts';
import { readAbandonedReconciliations, readFailedReconciliation } from '../storage/failed-reconciliations.ts';
import { readDue, readOrder } from '../storage/orders.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { readDueEmails, readUnsent } from '../storage/owner-queues.ts';
import { cannotMail } from './cannot-mail.ts';
import { reconcileOrLog, type ReconciledOrder } from './order-reconciliation.ts';
import { type StaffChange, updateOrder } from './order-changes.ts';
import { sendDueOrderEmails } from './send-order-email.ts';
import { eventsOf } from './order-events.ts';
import { delayed } from './order-undo.ts';
import { closeAll, confirmIfAnswered } from './payment-status.ts';
import { payRefunds } from './refunds.ts';
import { type OwnersStatus, refuseUnlessItCanBecome } from './order-rules.ts';
import { ProviderSilent, Refused } from './refusal.ts';
import { sendBackInStockEmails } from './reconciliation.ts';

/**
 * The owner's actions on orders. Every action either refuses with one sentence and changes nothing, or is complete when
 * it returns, except for what `left` names.
 */

/** The result of an action on an order. */
export interface Done {
  before: Order;
  after: Order;
  /** Work that is still open, one sentence each: it is recorded, and the reconciliation job retries it. */
  left: string[];
  /** Those of `left` that name an amount, which packers do not see. */
  leftOfMoney: readonly string[];
}

/** How staff make a change, at the desk or at the command line. */
export interface ByStaff extends StaffChange {
  /** Delays emails about packing, shipping and delivery by some ms, so that the change can be undone (services/order-undo). */
  undoMs?: number;
}

/** @throws Refused, OrderChanged */
export async function processOrder(orderId: string, by?: ByStaff): Promise<Done> {
  return change(orderId, (order, at) => sent(order, 'Processing', at), { by });
}

const LONGEST_WORD = 60;

/**
 * Somebody may have refunded the payment on the provider's dashboard, so goods that were paid online leave only once the
 * provider has answered.
 * @param isAnyway the owner ships also without that answer
 * @throws Refused, ProviderSilent, OrderChanged
 */
export async function shipOrder(
  orderId: string,
  { courier, trackingNumber, isAnyway = false }: Shipment & { isAnyway?: boolean },
  by?: ByStaff,
): Promise<Done> {
  const shipment = {
    courier: shortText('courier', courier),
    trackingNumber: shortText('tracking number', trackingNumber),
  };
  return change(orderId, (order, at) => ({ ...sent(order, 'Shipped', at), shipment }), {
    by,
    isAnswerNeeded: ({ provider }, { payment }) => !isAnyway && provider === payment?.provider,
  });
}

/** A cash-on-delivery order counts as paid when the courier has delivered the parcel. @throws Refused, OrderChanged */
export async function deliverOrder(orderId: string, by?: ByStaff): Promise<Done> {
  return change(orderId, (order, at) => ({ ...sent(order, 'Delivered', at), paid: true }), { by });
}

/** Refunds the payment, releases the stock and closes every payment page. @throws Refused, OrderChanged */
export async function cancelOrder(orderId: string, by?: ByStaff): Promise<Done> {
  return change(orderId, (order, at) => withRestRefunded(sent(order, 'Cancelled', at), 'cancelled', at), {
    by,
    follow: async (after) => {
      // If a page cannot be closed, money paid on it is refunded: the reconciliation job keeps checking.
      await closeAll(after);
      const paid = await payRefunds(after);
      await sendBackInStockEmails();
      return paid;
    },
  });
}

function sent(order: Order, status: OwnersStatus, at: number): Order {
  refuseUnlessItCanBecome(order, status);
  return withStatus(order, status, at);
}

/** The text appears in emails and tables, so it must be one short line. @throws Refused */
export function shortText(name: string, typed: string): string {
  const kept = typed.trim();
  if (kept === '' || kept.length > LONGEST_WORD || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(kept)) {
    throw new Refused('invalid', `The ${name} must be one line of 1 to ${LONGEST_WORD} characters.`);
  }
  return kept;
}

interface Action {
  by: ByStaff | undefined;
  /** Whether nothing is changed without the provider's answer about this reference. */
  isAnswerNeeded?: (reference: PaymentReference, order: Order) => boolean;
  /** Runs once the change is stored; if it fails, the reconciliation job finishes it. */
  follow?: (after: Order) => Promise<Order>;
}

/**
 * Asks the provider first: refunds from its dashboard and disputes may be new to the shop.
 * @throws Refused, ProviderSilent, OrderChanged
 */
export async function change(
  orderId: string,
  next: (order: Order, at: number) => Order,
  { by, isAnswerNeeded = () => false, follow = async (after) => after }: Action,
): Promise<Done> {
  const found = await readOrder(orderId);
  if (found?.order.payment) {
    const problem = await confirmIfAnswered(orderId, isAnswerNeeded);
    if (problem !== null) throw new ProviderSilent(`${problem}. Nothing was changed.`);
  }
  const events = (before: Order, after: Order) => delayed(eventsOf(before, after), by?.undoMs ?? 0);
  const amended = await updateOrder(orderId, (order) => next(order, Date.now()), events, by);
  if (amended === null) throw new Refused('not-found', `There is no order ${orderId}.`);
  // No action here reserves stock.
  if (amended === 'short') throw new Refused('out-of-stock', `Pieces of order ${orderId} are gone.`);
  const { before } = amended;
  let { after } = amended;
  const left: string[] = [];
  let leftOfMoney: string[] = [];
  try {
    after = await follow(after);
    leftOfMoney = refundsLeft(after);
    left.push(...leftOfMoney, ...(await unsentEmails(before, after)));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    left.push(`The change is made, but what follows it is not done yet: ${error.message}.`);
  }
  return { before, after, left, leftOfMoney };
}

function refundsLeft({ refunds }: Order): string[] {
  return refunds
    .filter((refund) => ['wanted', 'failed'].includes(refundStateOf(refund)))
    .map(({ provider, amountPaise, failure }) => {
      const name = paymentMessages.called[provider];
      if (failure) return `${formatPrice(amountPaise)} did not go back by ${name}: ${failure.why}.`;
      const why = providerOf(provider)
        ? `${name} has not taken it on`
        : `the keys of ${name} are not set here`;
      return `${formatPrice(amountPaise)} is not on its way back yet: ${why}.`;
    });
}

async function unsentEmails(before: Order, after: Order): Promise<string[]> {
  const now = Date.now();
  const due = eventsOf(before, after).emails.filter(({ at }) => at <= now);
  const unsent = await send(due.map(({ kind }) => emailName({ about: after.id, kind })));
  return unsent === 0 ? [] : [`The email to ${after.address.email} ${WAITS}.`];
}

const WAITS = 'waits until the mail server takes it (SMTP_URL, MAIL_FROM, SITE_URL)';

/** Sends due emails. @returns how many of these were not sent */
async function send(emails: readonly string[]): Promise<number> {
  try {
    await sendDueOrderEmails();
  } catch (error) {
    if (!cannotMail(error)) throw error;
  }
  return (await readUnsent(emails, Date.now())).length;
}

/** The result of one check of an order. */
export interface Reconciled extends ReconciledOrder {
  order: Order;
  /** Problems, one sentence each. */
  problems: string[];
}

const AT_ONCE = 5;
const EVER = Number.MAX_SAFE_INTEGER;
/** More than the number of orders that can be under way. */
const ALL = 1_000_000;

/**
 * Checks now every order whose payment can still change, even before its scheduled time, and sends due emails.
 * @param begin receives the number of orders
 * @param onReconciled called after each checked order
 * @param until (ms) starts no new check after this time
 * @returns each order's result, the ids of orders that could not be checked, how many are `left`, the unsent emails
 */
export async function reconcile(
  begin: (count: number) => void,
  onReconciled: () => void,
  until = Number.POSITIVE_INFINITY,
): Promise<{ checked: Reconciled[]; unseen: string[]; left: number; unsentEmails: number }> {
  const ids = [...new Set([...(await readDue(EVER, ALL)), ...(await readAbandonedReconciliations()).keys()])];
  begin(ids.length);
  const all: Reconciled[] = [];
  const unseen: string[] = [];
  let from = 0;
  for (; from < ids.length && Date.now() < until; from += AT_ONCE) {
    const batch = ids.slice(from, from + AT_ONCE).map(async (id) => {
      const result = await reconcileOrLog(id);
      const found = result && (await readOrder(id));
      onReconciled();
      if (!result && (await readFailedReconciliation(id)).failed) unseen.push(id);
      if (!result || !found) return;
      const problems = [...(result.problem === null ? [] : [result.problem]), ...refundsLeft(found.order)];
      all.push({ ...result, order: found.order, problems });
    });
    await Promise.all(batch);
  }
  const left = Math.max(0, ids.length - from);
  return { checked: all, unseen, left, unsentEmails: await send(await readDueEmails(Date.now())) };
}
