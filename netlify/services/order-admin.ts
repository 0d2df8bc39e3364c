import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { moved, type Order, type OrderStatus } from '../../src/domain/order.ts';
import { refundStateOf, withRestRefunded } from '../../src/domain/refund.ts';
import { MailUnavailable } from '../email/transport.ts';
import { ProviderRefused, ProviderUnavailable } from '../payments/port.ts';
import { providerOf } from '../payments/providers.ts';
import { emailName } from '../storage/email-outbox.ts';
import { readAbandonedReconciliations, readFailedReconciliation } from '../storage/failed-reconciliations.ts';
import { findOrderIds, readDue, readOrder, readShopOrders } from '../storage/orders.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { readDueEmails, readUnsent } from '../storage/owner-reads.ts';
import { reconcileOrLog, type ReconciledOrder } from './order-reconciliation.ts';
import { type StaffChange, type UpdatedOrder, updateOrder } from './order-changes.ts';
import { sendDueOrderEmails } from './send-order-email.ts';
import { eventsOf } from './order-events.ts';
import { delayed } from './order-undo.ts';
import { closeAll, confirm } from './payment-status.ts';
import { payRefunds } from './refunds.ts';
import { logProvider } from '../payments/port.ts';
import { type OwnersStatus, refuseUnlessItCanBecome } from './order-rules.ts';
import { Refused } from './refusal.ts';
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
}

/** How staff make a change, at the desk or at the command line. */
export interface ByStaff extends StaffChange {
  /** Delays emails about packing and shipping by some ms, so that the change can be undone (services/order-undo). */
  undoMs?: number;
}

/** @throws Refused, OrderChanged */
export async function processOrder(orderId: string, by?: ByStaff): Promise<Done> {
  return outcomeOf(await change(orderId, (order, at) => sent(order, 'Processing', at), { by }));
}

const LONGEST_WORD = 60;

/** @throws Refused, OrderChanged */
export async function shipOrder(
  orderId: string,
  { courier, trackingNumber }: { courier: string; trackingNumber: string },
  by?: ByStaff,
): Promise<Done> {
  const shipment = {
    courier: shortText('courier', courier),
    trackingNumber: shortText('tracking number', trackingNumber),
  };
  return outcomeOf(
    await change(orderId, (order, at) => ({ ...sent(order, 'Shipped', at), shipment }), { by }),
  );
}

/** A cash-on-delivery order counts as paid when the courier has delivered the parcel. @throws Refused, OrderChanged */
export async function deliverOrder(orderId: string, by?: ByStaff): Promise<Done> {
  return outcomeOf(
    await change(orderId, (order, at) => ({ ...sent(order, 'Delivered', at), paid: true }), { by }),
  );
}

/** Refunds the payment, releases the stock and closes every payment page. @throws Refused, OrderChanged */
export async function cancelOrder(orderId: string, by?: ByStaff): Promise<Done> {
  const changed = await change(
    orderId,
    (order, at) => withRestRefunded(sent(order, 'Cancelled', at), 'cancelled', at),
    { by },
  );
  return outcomeOf(changed, async ({ after }) => {
    // If a page cannot be closed, money paid on it is refunded: the reconciliation job keeps checking.
    await closeAll(after);
    const paid = await payRefunds(after);
    await sendBackInStockEmails();
    return paid;
  });
}

function sent(order: Order, status: OwnersStatus, at: number): Order {
  refuseUnlessItCanBecome(order, status);
  return moved(order, status, at);
}

/** The text appears in emails and tables, so it must be one short line. @throws Refused */
export function shortText(name: string, typed: string): string {
  const kept = typed.trim();
  if (kept === '' || kept.length > LONGEST_WORD || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(kept)) {
    throw new Refused('invalid', `The ${name} must be one line of 1 to ${LONGEST_WORD} characters.`);
  }
  return kept;
}

/** Asks the provider first, if it answers: refunds from its dashboard and disputes may be new to the shop. */
export async function change(
  orderId: string,
  next: (order: Order, at: number) => Order,
  { by, isAnswerNeeded = false }: { by?: ByStaff | undefined; isAnswerNeeded?: boolean } = {},
): Promise<UpdatedOrder> {
  const found = await readOrder(orderId);
  if (found?.order.payment) {
    try {
      await confirm(orderId, () => isAnswerNeeded);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
      logProvider(orderId, error);
      if (isAnswerNeeded) throw new Refused('unavailable', `${error.message}. Nothing was changed.`);
    }
  }
  const news = (before: Order, after: Order) => delayed(eventsOf(before, after), by?.undoMs ?? 0);
  const amended = await updateOrder(orderId, (order) => next(order, Date.now()), news, by);
  if (amended === null) throw new Refused('not-found', `There is no order ${orderId}.`);
  // No action here reserves stock.
  if (amended === 'short') throw new Refused('out-of-stock', `Pieces of order ${orderId} are gone.`);
  return amended;
}

/**
 * Runs after the change is stored, so an error here is left to the reconciliation job and is no failure of the action.
 */
export async function outcomeOf(
  changed: UpdatedOrder,
  follow: (changed: UpdatedOrder) => Promise<Order> = async ({ after }) => after,
): Promise<Done> {
  const { before } = changed;
  let { after } = changed;
  const left: string[] = [];
  try {
    after = await follow(changed);
    left.push(...refundsLeft(after));
    left.push(...(await unsentEmails(before, after)));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    left.push(`The change is made, but what follows it is not done yet: ${error.message}.`);
  }
  return { before, after, left };
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
    if (!(error instanceof MailUnavailable)) throw error;
  }
  return (await readUnsent(emails, Date.now())).length;
}

const ID_LENGTH = 20;
const SHORTEST_ENDING = 6;

/**
 * Finds an order by its whole id or by its last characters, six or more. Ids have no I, L and O, so those letters are
 * read as digits.
 * @throws Refused if no order or more than one matches
 */
export async function findOrder(typed: string): Promise<Order> {
  const ending = typed.trim().replace(/^#/, '').toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
  if (!/^[0-9A-Z]+$/.test(ending) || ending.length < SHORTEST_ENDING || ending.length > ID_LENGTH) {
    throw new Refused(
      'invalid',
      `"${typed}" is no order: give its ${ID_LENGTH} characters or at least the last ${SHORTEST_ENDING}.`,
    );
  }
  const ids = ending.length === ID_LENGTH ? [ending] : await findOrderIds(ending);
  const [id, ...others] = ids;
  if (others.length > 0) {
    throw new Refused(
      'invalid',
      `${ids.length} orders end with ${ending}, so give more: ${ids.slice(0, 5).join(', ')}.`,
    );
  }
  const found = id === undefined ? null : await readOrder(id).catch(notRead(id));
  if (!found) throw new Refused('not-found', `There is no order ${ending}.`);
  return found.order;
}

/** A parser's message would quote its input, which names a shopper. */
const notRead = (orderId: string) => (error: unknown) => {
  if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  throw new Refused('failed', `Order ${orderId} cannot be read.`);
};

export interface Wanted {
  status?: OrderStatus | undefined;
  /** Placed from and to, in ms, both included; without them there is no limit. */
  from?: number | undefined;
  to?: number | undefined;
  most: number;
}

/** Receives the id of each unreadable order; the list continues with the rest. */
export type HearUnreadable = (orderId: string) => void;

/** The shop's orders, newest first. */
export async function listOrders(
  { status, from = 0, to = Number.MAX_SAFE_INTEGER, most }: Wanted,
  hear: HearUnreadable,
): Promise<Order[]> {
  const orders: Order[] = [];
  for await (const order of ordersBetween(from, to, hear)) {
    if (orders.length === most) break;
    if (status === undefined || order.status === status) orders.push(order);
  }
  return orders;
}

const PAGE = 200;

/** Newest first, page by page: a filter may have to read many. */
export async function* ordersBetween(from: number, to: number, hear: HearUnreadable): AsyncGenerator<Order> {
  const seen = new Set<string>();
  let until = to;
  for (;;) {
    // The last order of a page comes again with the next page, because others may have the same millisecond.
    const fresh = (await readShopOrders(from, until, PAGE)).filter(({ id }) => !seen.has(id));
    const last = fresh.at(-1);
    if (!last) return;
    for (const { id, order } of fresh) {
      seen.add(id);
      if (order) yield order;
      else hear(id);
    }
    until = last.placedAt;
  }
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
 * @param hear receives every checked order
 * @param until (ms) starts no new check after this time
 * @returns each order's result, the ids of orders that could not be checked, how many are `left`, the unsent emails
 */
export async function reconcile(
  begin: (count: number) => void,
  hear: () => void,
  until = Number.POSITIVE_INFINITY,
): Promise<{ looked: Reconciled[]; unseen: string[]; left: number; unsentEmails: number }> {
  const ids = [...new Set([...(await readDue(EVER, ALL)), ...(await readAbandonedReconciliations()).keys()])];
  begin(ids.length);
  const all: Reconciled[] = [];
  const unseen: string[] = [];
  let from = 0;
  for (; from < ids.length && Date.now() < until; from += AT_ONCE) {
    const batch = ids.slice(from, from + AT_ONCE).map(async (id) => {
      const looked = await reconcileOrLog(id);
      const found = looked && (await readOrder(id));
      hear();
      if (!looked && (await readFailedReconciliation(id)).failed) unseen.push(id);
      if (!looked || !found) return;
      const problems = [...(looked.problem === null ? [] : [looked.problem]), ...refundsLeft(found.order)];
      all.push({ ...looked, order: found.order, problems });
    });
    await Promise.all(batch);
  }
  const left = Math.max(0, ids.length - from);
  return { looked: all, unseen, left, unsentEmails: await send(await readDueEmails(Date.now())) };
}
