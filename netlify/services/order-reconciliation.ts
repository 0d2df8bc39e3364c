import { setTimeout as wait } from 'node:timers/promises';
import type { Order } from '../../src/domain/order.ts';
import { nextTry, failedReconciliationRetries } from '../../src/domain/retry-schedule.ts';
import { expired, nextCheck } from '../../src/domain/payment-settlement.ts';
import { reservationEnd } from '../../src/domain/stock-reservation.ts';
import { oneLine } from '../../src/domain/text-limits.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { logProvider } from '../payments/payment-provider.ts';
import { noteFailedReconciliation, readFailedReconciliation } from '../storage/failed-reconciliations.ts';
import { readDue, readOrder, readReadableOrders, scheduleCheck } from '../storage/orders.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { isNewer } from './newer-documents.ts';
import { updateOrder } from './order-changes.ts';
import { eventsOf, unconfirmedEvents } from './order-events.ts';
import { closeAll, confirmIfAnswered } from './payment-status.ts';

/** For each provider. */
const AT_ONCE = 5;
/** Orders read at once, so that shoppers can take turns. */
const ROUND = 1_000;
/** Longer than a provider takes to answer all questions about one order. */
const ORDER_TIMEOUT_MS = 25_000;

/** The result for one checked order. */
export interface ReconciledOrder {
  orderId: string;
  before: Order['status'];
  after: Order['status'];
  refundsDone: number;
  /** Why the provider could not be asked; null if it answered. */
  problem: string | null;
}

/** Due orders that are not started yet. */
export interface Backlog {
  count: number;
}

/**
 * Checks every due order. Each provider has its own workers, so a slow provider delays only its own orders. Shoppers
 * take turns, and two orders of one shopper are never checked at the same time.
 * @param until (ms) starts no new check after this time
 * @param backlog always shows how many orders are left
 */
export async function reconcileDueOrders(
  until: number,
  backlog: Backlog,
  onReconciled: (result: ReconciledOrder) => void,
): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const due = (await readDue(Date.now(), seen.size + ROUND)).filter((id) => !seen.has(id));
    backlog.count = due.length;
    if (due.length === 0 || Date.now() > until) return;
    const round = due.slice(0, ROUND);
    for (const id of round) seen.add(id);
    const orders = await readReadableOrders(round);
    const known = new Set(orders.map(({ id }) => id));
    const unknown = round.filter((id) => !known.has(id)).map((id) => [id]);
    const lanes = [...Map.groupBy(orders, providersOf).values()].map(byShopper);
    await Promise.all([...lanes, unknown].map((lane) => workOff(lane, until, backlog, onReconciled)));
    if (Date.now() > until) return;
  }
}

/** The providers that an order waits for. The check itself finds out if an order is unreadable. */
function providersOf({ references = [], refunds = [] }: Partial<Order>): string {
  return [...new Set([...references, ...refunds].map(({ provider }) => provider))].sort().join();
}

/** Order ids in one list per shopper. */
function byShopper(orders: readonly Order[]): string[][] {
  return [...Map.groupBy(orders, ({ userId }) => userId).values()].map((all) => all.map(({ id }) => id));
}

/** @param shoppers a queue; a shopper with more orders goes to its end after each check */
async function workOff(
  shoppers: string[][],
  until: number,
  backlog: Backlog,
  onReconciled: (result: ReconciledOrder) => void,
): Promise<void> {
  const work = async (): Promise<void> => {
    for (;;) {
      const shopper = Date.now() > until ? undefined : shoppers.shift();
      const id = shopper?.shift();
      if (shopper === undefined || id === undefined) return;
      backlog.count -= 1;
      const result = await reconcileOrLog(id);
      if (result) onReconciled(result);
      if (shopper.length > 0) shoppers.push(shopper);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

class TookTooLong extends Error {
  override name = 'TookTooLong';
}

/** A document that only a newer build can read is tried again after this time: that build may be back. */
const NEWER_MS = HOUR_MS;

/** An order that fails or is slow must not delay the others. */
export async function reconcileOrLog(orderId: string): Promise<ReconciledOrder | null> {
  const over = new AbortController();
  try {
    return await Promise.race([
      look(orderId),
      wait(ORDER_TIMEOUT_MS, undefined, { signal: over.signal, ref: false }).then(() => {
        throw new TookTooLong(`The look at an order took more than ${ORDER_TIMEOUT_MS} ms`);
      }),
    ]);
  } catch (error) {
    if (await isNewer(error)) {
      await scheduleCheck(orderId, Date.now() + NEWER_MS, null);
      return null;
    }
    if (error instanceof Unreachable) throw error;
    const unexpected = unquoted(error);
    logProvider(orderId, unexpected);
    await putBack(orderId, unexpected);
    return null;
  } finally {
    over.abort();
  }
}

/** A parser's message quotes its input, which names a shopper. */
export function unquoted(error: unknown): Error {
  if (error instanceof SyntaxError) return new Error('Its text in the database cannot be read');
  return error instanceof Error ? error : new Error(typeof error);
}

const LONGEST_REASON = 200;

/** Schedules the next check, after ever longer pauses. After the last one the owner sees the order until it changes. */
async function putBack(orderId: string, { message }: Error): Promise<void> {
  const at = Date.now();
  const { failed, text } = await readFailedReconciliation(orderId);
  const since = failed?.since ?? at;
  const next = failed?.endedAt ? null : nextTry(failedReconciliationRetries, since, at);
  await noteFailedReconciliation(
    orderId,
    {
      since,
      why: oneLine(message).slice(0, LONGEST_REASON),
      endedAt: next === null ? (failed?.endedAt ?? at) : null,
    },
    { next, text, email: next === null && !failed?.endedAt ? `owner-look-${since}` : null },
  );
}

/** Checks one order now, whatever its schedule. Null if there is none. */
async function look(orderId: string): Promise<ReconciledOrder | null> {
  const found = await readOrder(orderId);
  if (!found) {
    await scheduleCheck(orderId, null, null);
    return null;
  }
  const { order: before } = found;
  const problem = await confirmIfAnswered(before.id);
  const amended = await updateOrder(
    orderId,
    (order) => {
      const at = Date.now();
      // Its money may have arrived, so the stock stays reserved, but no longer than for anybody else. Money that is
      // found later gets the pieces if they are there, else it goes back.
      return problem !== null && at < reservationEnd(order) ? order : expired(order, at);
    },
    problem === null ? eventsOf : unconfirmedEvents,
  );
  if (amended === null || amended === 'short') return null;
  const { after } = amended;
  // Nobody should pay for stock that was released.
  if (amended.before !== after) await closeAll(after);
  const now = await readOrder(orderId);
  // A later change of the order records its own time.
  if (now) await scheduleCheck(orderId, nextCheck(now.order, Date.now()), now.text);
  const done = (order: Order) => order.refunds.filter(({ providerId }) => providerId !== null).length;
  return {
    orderId,
    before: before.status,
    after: after.status,
    refundsDone: done(now?.order ?? after) - done(before),
    problem,
  };
}
