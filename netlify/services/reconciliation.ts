import { setTimeout as wait } from 'node:timers/promises';
import { MailUnavailable } from '../email/transport.ts';
import { readFreed, settleFreed } from '../storage/stock.ts';
import { type Backlog, reconcileDueOrders, type ReconciledOrder } from './order-reconciliation.ts';
import { sendNewsletterEmails } from './send-newsletter-email.ts';
import { sendOrderEmails } from './send-order-email.ts';
import { productById } from './products.ts';
import { restock } from './restock.ts';
import { alertOrderSurge } from './order-surge.ts';

const FREED_AT_ONCE = 20;
/** What was begun in time may take so much longer. */
const GRACE_MS = 8_000;

/** What a run leaves. */
export interface ReconciliationResult {
  /** Orders that were due and not looked at. */
  left: number;
  /** Nothing is left that another run could do at once. */
  isDone: boolean;
}

/** One kind of work. @returns whether it came to its end, or as far as it can for now */
type Lane = (until: number) => Promise<boolean>;

/**
 * Looks at every order that money may still come to or go from: asks the providers, gives back the pieces of
 * reservations whose time is over, tries refunds again, and sends the letters that are due. Each kind of work goes on
 * beside the others, so none waits for what another does slowly. Nothing is lost where a run is killed in between, and two
 * at once do no harm.
 * @param patienceMs begins nothing new after so long, and waits for what was begun for a few seconds at most
 * @param hear told of every order when it was looked at
 */
export async function runReconciliation(
  patienceMs: number,
  hear: (looked: ReconciledOrder) => void = () => {},
): Promise<ReconciliationResult> {
  const until = Date.now() + patienceMs;
  const backlog: Backlog = { count: 0 };
  let heard = 0;
  const orders = reconcileDueOrders(until, backlog, (looked) => {
    heard += 1;
    hear(looked);
  });
  const lanes = [alertOrderSurge, sendOrderEmails, sendNewsletterEmails, sendBackInStockEmails].map(
    async (lane: Lane) => {
      const isDone = await lane(until);
      await orders.catch(() => {});
      // What orders brought about meanwhile.
      return heard === 0 ? isDone : await lane(until);
    },
  );
  const over = new AbortController();
  const late = wait(patienceMs + Math.min(GRACE_MS, patienceMs / 2), 'late' as const, {
    signal: over.signal,
  }).catch(() => 'late' as const);
  const outcome = await Promise.race([Promise.allSettled([orders.then(() => true), ...lanes]), late]);
  over.abort();
  if (outcome === 'late') return { left: backlog.count, isDone: false };
  for (const lane of outcome) if (lane.status === 'rejected') throw lane.reason;
  const isDone = backlog.count === 0 && outcome.every((lane) => lane.status === 'fulfilled' && lane.value);
  return { left: backlog.count, isDone };
}

/**
 * Pieces came back from orders: whoever waits for that size hears of it (specification §4, Notify-me). However many wait
 * for one size, the others get their share of the time.
 */
export async function sendBackInStockEmails(until = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (;;) {
    const freed = await readFreed(FREED_AT_ONCE);
    for (const [at, { productId, size }] of freed.entries()) {
      const left = until - Date.now();
      if (left <= 0) return false;
      const product = productById(productId);
      try {
        const share = Date.now() + left / (freed.length - at);
        const isWhole = !product || (await restock(product, size, () => {}, share)).isWhole;
        if (isWhole) await settleFreed(productId, size);
      } catch (error) {
        // Whoever was not written to waits on, for the next run.
        if (!(error instanceof MailUnavailable)) throw error;
        return true;
      }
    }
    if (freed.length === 0) return true;
  }
}
