import type { DeskBody, DeskReply } from '../../../src/contract/desk.ts';
import { type DeskOrderPage, type OrderVerb, ORDERS_PER_PAGE } from '../../../src/contract/desk-orders.ts';
import { deskOrderMessages } from '../../../src/contract/messages/desk-orders.ts';
import { desk } from '../../../src/domain/config.ts';
import { dayOf, endOf, startOf } from '../../../src/domain/days.ts';
import type { PaymentReport } from '../../../src/domain/payment-settlement.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { indexOrders } from '../../storage/order-index-backfill.ts';
import { isEmailConfirmed, readUsers } from '../../storage/accounts.ts';
import { type OrderPage, type OrderQuery, readOrders } from '../../storage/order-search.ts';
import { readOrder, readStored, type Stored } from '../../storage/orders.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { logLook, writeLog } from '../../storage/staff-view-log.ts';
import { addOrderNote } from '../../storage/staff-notes.ts';
import { invoiceWire } from '../invoices.ts';
import {
  type ByStaff,
  cancelOrder,
  deliverOrder,
  type Done,
  processOrder,
  shipOrder,
} from '../order-admin.ts';
import { OrderChanged, versionOf } from '../order-changes.ts';
import { undoLastChange } from '../order-undo.ts';
import { confirmIfAnswered } from '../payment-status.ts';
import {
  allowDisputedOrder,
  refundAgain as again,
  refundByHand as byHand,
  refundOrder,
} from '../refund-admin.ts';
import { noteReturn, closeReturn } from '../return-requests.ts';
import { ProviderSilent, Refused } from '../refusal.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { changeBy, logged, lookAt, subjectOf } from './order-log.ts';
import { pageOf } from './order-view.ts';
import { changed, DeskRefused } from './refusal.ts';

/** Orders at the desk. The verbs are those of the command line (services/order-admin); each names the version seen. */

/** Time for older orders when a list is opened before the index is complete, in ms. */
const INDEX_MS = 2_000;

/** The most pages read to fill one page that is filtered by account. */
const PAGES = 20;

/** @throws DeskRefused 'forbidden' if a packer looks for a network, or by accounts */
export async function list(staff: Staff, query: DeskBody<'orders.list'>): Promise<DeskReply<'orders.list'>> {
  const { isUnconfirmed = false, ...listed } = query;
  if ((query.network !== undefined || isUnconfirmed) && staff.role !== 'owner') {
    throw new DeskRefused('forbidden', deskOrderMessages.notForPackers);
  }
  const { from, to, ...rest } = listed;
  const span = { ...(from && { from: dayMs(from, startOf) }), ...(to && { to: dayMs(to, endOf) }) };
  const wanted = { ...rest, ...span, most: ORDERS_PER_PAGE };
  let page = await readOrders(wanted);
  if (page.index.done < page.index.of) {
    await indexOrders(Date.now() + INDEX_MS);
    page = await readOrders(wanted);
  }
  if (isUnconfirmed) page = await onlyUnconfirmed(page, wanted);
  await logSearch(staff, query, page.orders);
  const orders = page.orders.map(({ totalPaise, paid, ...row }) => {
    return { ...row, money: staff.role === 'owner' ? { totalPaise, paid } : null };
  });
  return { success: true, orders, counts: page.counts, next: page.next, index: page.index };
}

/** Goes on to the first page that has such orders. */
async function onlyUnconfirmed(first: OrderPage, wanted: OrderQuery): Promise<OrderPage> {
  let page = first;
  for (let read = 1; ; read += 1) {
    const orders = await unconfirmedOf(page.orders);
    if (orders.length > 0 || page.next === null || read === PAGES) return { ...page, orders };
    page = await readOrders({ ...wanted, after: page.next });
  }
}

async function unconfirmedOf(rows: OrderPage['orders']): Promise<OrderPage['orders']> {
  if (rows.length === 0) return [];
  const stored = await readStored(rows.map(({ id }) => id));
  const owners = new Map(stored.map(({ order }) => [order.id, order.userId]));
  const users = await readUsers([...new Set(owners.values())]);
  return rows.filter(({ id }) => {
    const user = users.get(owners.get(id) ?? '');
    return user === undefined || !isEmailConfirmed(user);
  });
}

/** The orders of a search that its entry names. */
const NAMED = 10;

/**
 * A search, a network and the accounts without a confirmed email are about somebody, so the log has which orders were
 * shown; what was typed stays out of it.
 */
async function logSearch(
  staff: Staff,
  { search = '', network = '', isUnconfirmed }: DeskBody<'orders.list'>,
  shown: readonly { id: string }[],
): Promise<void> {
  const kinds = [
    ...(search === '' ? [] : [kindOf(search)]),
    ...(network === '' ? [] : ['a network']),
    ...(isUnconfirmed ? ['accounts without a confirmed email'] : []),
  ];
  if (kinds.length === 0) return;
  const found = shown.slice(0, NAMED).map(({ id }) => id);
  const entry = logEntry(staff, 'orders.list', 'orders', null, { searched: kinds.join(', '), found });
  await logLook(entry, JSON.stringify([search, network, isUnconfirmed === true]));
}

function kindOf(typed: string): 'an email' | 'a number' | 'words' {
  if (typed.includes('@')) return 'an email';
  return /^[\d\s+-]+$/.test(typed) ? 'a number' : 'words';
}

/** @throws Refused 'invalid' */
function dayMs(day: string, timeOf: (day: string) => number): number {
  const time = timeOf(day);
  if (Number.isNaN(time) || dayOf(time) !== day) throw new Refused('invalid', `There is no day ${day}.`);
  return time;
}

export async function read(staff: Staff, { id }: DeskBody<'orders.read'>): Promise<DeskReply<'orders.read'>> {
  const found = await orderWith(id);
  const [page] = await Promise.all([
    pageOf(staff, found),
    logLook(logEntry(staff, 'orders.read', lookAt(id), null, null)),
  ]);
  return { success: true, ...page };
}

/** @throws Refused 'not-found' also for an order without an invoice (yet) */
export async function invoice(
  staff: Staff,
  { id }: DeskBody<'orders.invoice'>,
): Promise<DeskReply<'orders.invoice'>> {
  const { order } = await orderWith(id);
  if (!order.invoice) throw new Refused('not-found', deskOrderMessages.noInvoiceYet);
  await logLook(logEntry(staff, 'orders.invoice', lookAt(id), null, null));
  return { success: true, invoice: invoiceWire(order, order.invoice) };
}

/** @throws Refused 'not-found' */
async function orderWith(id: string): Promise<Stored> {
  const found = await readOrder(id);
  if (!found) throw new Refused('not-found', deskOrderMessages.unknown);
  return found;
}

/**
 * Asks the provider for the payments of the order, which may change the order, and returns the answer. Logs the request
 * before, and the change afterwards.
 */
export async function ask(staff: Staff, { id }: DeskBody<'orders.ask'>): Promise<DeskReply<'orders.ask'>> {
  const before = await orderWith(id);
  const { order } = before;
  const logAsked = (was: unknown, is: unknown) =>
    writeLog([logEntry(staff, 'orders.ask', subjectOf(id), was, is)]);
  await logAsked(null, null);
  let problem: string | null = null;
  let said: readonly PaymentReport[] = [];
  if (order.references.length > 0) {
    const onAnswers = (answers: readonly PaymentReport[]) => {
      said = answers;
    };
    problem = await confirmIfAnswered(id, () => true, null, onAnswers);
  }
  const after = await orderWith(id);
  if (versionOf(after) !== versionOf(before)) await logAsked(logged(order), logged(after.order));
  return { success: true, ...(await pageOf(staff, after)), said: [...said], problem };
}

/** The text stays out of the log, which nobody can delete. */
export async function note(
  staff: Staff,
  { id, text }: DeskBody<'orders.note'>,
): Promise<DeskReply<'orders.note'>> {
  const entry = logEntry(staff, 'orders.note', subjectOf(id), null, null);
  return retryOnConflict(20, 'An order changed faster than a note could be added', async () => {
    const found = await orderWith(id);
    const isAdded = await addOrderNote(found, { at: Date.now(), who: staff.email, text }, entry);
    return isAdded ? { success: true, ...(await pageOf(staff, found)) } : 'stale';
  });
}

export const pack = (staff: Staff, body: DeskBody<'orders.pack'>) =>
  make(staff, 'pack', body, (by) => processOrder(body.id, by));

/** @throws DeskRefused 'provider' without the provider's answer, 'forbidden' if a packer ships without it */
export async function ship(
  staff: Staff,
  { courier, trackingNumber, anyway, ...body }: DeskBody<'orders.ship'>,
): Promise<DeskReply<'orders.ship'>> {
  const isAnyway = anyway === true;
  if (isAnyway && staff.role !== 'owner') {
    throw new DeskRefused('forbidden', deskOrderMessages.anywayForOwners);
  }
  const reason = isAnyway ? { reason: deskOrderMessages.shippedAnyway } : {};
  try {
    return await make(staff, 'ship', { ...body, ...reason }, (by) =>
      shipOrder(body.id, { courier, trackingNumber, isAnyway }, by),
    );
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    throw new DeskRefused('provider', `${error.message} ${deskOrderMessages.providerSilent}`);
  }
}

export const deliver = (staff: Staff, body: DeskBody<'orders.deliver'>) =>
  make(staff, 'deliver', body, (by) => deliverOrder(body.id, by));

export const undo = (staff: Staff, body: DeskBody<'orders.undo'>) =>
  make(staff, 'undo', body, async (by) => {
    await undoLastChange(body.id, by);
    return { left: [], leftOfMoney: [] };
  });

export const askReturn = (staff: Staff, body: DeskBody<'orders.askReturn'>) =>
  make(staff, 'askReturn', body, (by) => noteReturn(body.id, by));

export const endReturn = (staff: Staff, body: DeskBody<'orders.endReturn'>) =>
  make(staff, 'endReturn', body, (by) => closeReturn(body.id, by));

export const cancel = (staff: Staff, body: DeskBody<'orders.cancel'>) =>
  make(staff, 'cancel', body, (by) => cancelOrder(body.id, by));

/** All that is left, an amount, or what was paid for pieces that come back. */
export const refund = (staff: Staff, { amount, ...body }: DeskBody<'orders.refund'>) =>
  make(staff, 'refund', body, (by) => refundOrder(body.id, amount, by));

export const refundAgain = (staff: Staff, body: DeskBody<'orders.refundAgain'>) =>
  make(staff, 'refundAgain', body, (by) => again(body.id, by));

export const refundByHand = (
  staff: Staff,
  { note: how, amountPaise, ...body }: DeskBody<'orders.refundByHand'>,
) => make(staff, 'refundByHand', body, (by) => byHand(body.id, how, amountPaise ?? null, by));

export const release = (staff: Staff, body: DeskBody<'orders.release'>) =>
  make(staff, 'release', body, (by) => allowDisputedOrder(body.id, by));

/** @throws DeskRefused 'changed' with the order as it is now */
async function make(
  staff: Staff,
  verb: OrderVerb,
  { id, seen, reason }: { id: string; seen: string; reason?: string | undefined },
  act: (by: ByStaff) => Promise<Pick<Done, 'left' | 'leftOfMoney'>>,
): Promise<{ success: true; left: string[] } & DeskOrderPage> {
  const by = { ...changeBy(staff, verb, seen, reason), undoMs: desk.undoMs };
  try {
    const { left: all, leftOfMoney } = await act(by);
    const left = staff.role === 'owner' ? all : all.filter((sentence) => !leftOfMoney.includes(sentence));
    return { success: true, left, ...(await pageOf(staff, await orderWith(id))) };
  } catch (error) {
    if (!(error instanceof OrderChanged)) throw error;
    throw changed({ success: true, ...(await pageOf(staff, await orderWith(id))) });
  }
}
