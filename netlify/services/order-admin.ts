import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { moved, type Order, type OrderStatus } from '../../src/domain/order.ts';
import { refundStateOf, withRestBack } from '../../src/domain/refund.ts';
import { MailUnavailable } from '../email/transport.ts';
import { ProviderRefused, ProviderUnavailable } from '../payments/port.ts';
import { providerOf } from '../payments/providers.ts';
import { emailName } from '../storage/email-outbox.ts';
import { readAbandonedReconciliations, readFailedReconciliation } from '../storage/failed-reconciliations.ts';
import { findOrderIds, readDue, readOrder, readShopOrders } from '../storage/orders.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { readDueEmails, readUnsent } from '../storage/owner-reads.ts';
import { reconcileOrLog, type ReconciledOrder } from './order-reconciliation.ts';
import { type UpdatedOrder, updateOrder } from './order-changes.ts';
import { sendDueOrderEmails } from './send-order-email.ts';
import { eventsOf } from './order-events.ts';
import { closeAll, confirm } from './payments.ts';
import { payRefunds } from './refunds.ts';
import { logProvider } from './provider-log.ts';
import { type OwnersStatus, refuseUnlessItCanBecome } from './order-rules.ts';
import { Refused } from './refusal.ts';
import { sendBackInStockEmails } from './reconciliation.ts';

/**
 * What the owner does with orders. Every verb refuses in one sentence what cannot be done, and then nothing has changed;
 * what it does is done once it returns, but for what stands in `left`.
 */

/** What became of an order. */
export interface Done {
  before: Order;
  after: Order;
  /** What the shop still has to do, a sentence each: it is written down, and the sweep tries again. */
  left: string[];
}

/** @throws Refused */
export async function processOrder(orderId: string): Promise<Done> {
  return told(await change(orderId, (order, at) => sent(order, 'Processing', at)));
}

const LONGEST_WORD = 60;

/** @throws Refused */
export async function shipOrder(
  orderId: string,
  { courier, trackingNumber }: { courier: string; trackingNumber: string },
): Promise<Done> {
  const shipment = {
    courier: word('courier', courier),
    trackingNumber: word('tracking number', trackingNumber),
  };
  return told(await change(orderId, (order, at) => ({ ...sent(order, 'Shipped', at), shipment })));
}

/** Cash on delivery is in once the courier has handed the parcel over. @throws Refused */
export async function deliverOrder(orderId: string): Promise<Done> {
  return told(await change(orderId, (order, at) => ({ ...sent(order, 'Delivered', at), paid: true })));
}

/** Money that came in goes back, pieces go back on sale, and nobody can pay for it any more. @throws Refused */
export async function cancelOrder(orderId: string): Promise<Done> {
  const changed = await change(orderId, (order, at) => {
    return withRestBack(sent(order, 'Cancelled', at), 'cancelled', at);
  });
  return told(changed, async ({ after }) => {
    // Where a page cannot be closed, money that comes by it goes back: the sweep looks on.
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

/** Goes into letters and tables, so it is one short line. @throws Refused */
export function word(name: string, typed: string): string {
  const kept = typed.trim();
  if (kept === '' || kept.length > LONGEST_WORD || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(kept)) {
    throw new Refused('invalid', `The ${name} must be one line of 1 to ${LONGEST_WORD} characters.`);
  }
  return kept;
}

/** Asks the provider first, as far as it answers: of refunds on its dashboard and of disputes the shop may not know. */
export async function change(
  orderId: string,
  next: (order: Order, at: number) => Order,
  isAnswerNeeded = false,
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
  const amended = await updateOrder(orderId, (order) => next(order, Date.now()));
  if (amended === null) throw new Refused('not-found', `There is no order ${orderId}.`);
  // No verb here takes pieces.
  if (amended === 'short') throw new Refused('out-of-stock', `Pieces of order ${orderId} are gone.`);
  return amended;
}

/** What follows a change: it stands already, so what fails here is left for the sweep and no failure of the verb. */
export async function told(
  changed: UpdatedOrder,
  follow: (changed: UpdatedOrder) => Promise<Order> = async ({ after }) => after,
): Promise<Done> {
  const { before } = changed;
  let { after } = changed;
  const left: string[] = [];
  try {
    after = await follow(changed);
    left.push(...refundsLeft(after));
    left.push(...(await lettersLeft(before, after)));
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

async function lettersLeft(before: Order, after: Order): Promise<string[]> {
  const now = Date.now();
  const due = eventsOf(before, after).letters.filter(({ at }) => at <= now);
  const unsent = await send(due.map(({ kind }) => emailName({ about: after.id, kind })));
  return unsent === 0 ? [] : [`The email to ${after.address.email} ${WAITS}.`];
}

const WAITS = 'waits until the mail server takes it (SMTP_URL, MAIL_FROM, SITE_URL)';

/** Sends what is due. @returns how many of these letters did not go out */
async function send(letters: readonly string[]): Promise<number> {
  try {
    await sendDueOrderEmails();
  } catch (error) {
    if (!(error instanceof MailUnavailable)) throw error;
  }
  return (await readUnsent(letters, Date.now())).length;
}

const ID_LENGTH = 20;
const SHORTEST_ENDING = 6;

/**
 * The order that somebody reads out: its whole id, or its last characters, six or more. Ids have no I, L and O, so those
 * are the digits that they look like.
 * @throws Refused where there is none, or more than one
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

/** A parser's message would quote what it read, which names a shopper. */
const notRead = (orderId: string) => (error: unknown) => {
  if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  throw new Refused('failed', `Order ${orderId} cannot be read.`);
};

export interface Wanted {
  status?: OrderStatus | undefined;
  /** Placed from and to, in ms, both included; without them ever. */
  from?: number | undefined;
  to?: number | undefined;
  most: number;
}

/** Told the id of an order that cannot be read: a list goes on with the rest. */
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

/** Newest first, page by page: a filter may have to look at many. */
export async function* ordersBetween(from: number, to: number, hear: HearUnreadable): AsyncGenerator<Order> {
  const seen = new Set<string>();
  let until = to;
  for (;;) {
    // The last of a page comes again with the next, because others may have been placed in its very millisecond.
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

/** What a look at an order has found. */
export interface Reconciled extends ReconciledOrder {
  order: Order;
  /** What did not work, a sentence each. */
  problems: string[];
}

const AT_ONCE = 5;
const EVER = Number.MAX_SAFE_INTEGER;
/** More orders than a shop can have under way. */
const ALL = 1_000_000;

/**
 * Looks now at every order that money may still come to or go from, whenever its turn would be, and sends the letters
 * that are due.
 * @param begin told how many there are
 * @param hear told of every one that was looked at
 * @returns what became of each, the ids of those that could not be looked at, and how many letters did not go out
 */
export async function reconcile(
  begin: (count: number) => void,
  hear: () => void,
): Promise<{ looked: Reconciled[]; unseen: string[]; lettersLeft: number }> {
  const ids = [...new Set([...(await readDue(EVER, ALL)), ...(await readAbandonedReconciliations()).keys()])];
  begin(ids.length);
  const all: Reconciled[] = [];
  const unseen: string[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
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
  return { looked: all, unseen, lettersLeft: await send(await readDueEmails(Date.now())) };
}
