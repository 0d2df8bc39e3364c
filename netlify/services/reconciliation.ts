import { setTimeout as wait } from 'node:timers/promises';
import { nextTry, emailRetries } from '../../src/domain/retry-schedule.ts';
import { variant } from '../storage/keys.ts';
import { indexOrders } from '../storage/order-index-backfill.ts';
import { readRestockPause, setRestockPause } from '../storage/abandoned-emails.ts';
import { noteReconciliation } from '../storage/job-runs.ts';
import { readFreed, clearFreedVariant } from '../storage/stock.ts';
import { cannotMail } from './cannot-mail.ts';
import { type Backlog, reconcileDueOrders, type ReconciledOrder } from './order-reconciliation.ts';
import { sendNewsletterEmails } from './send-newsletter-email.ts';
import { sendOrderEmails } from './send-order-email.ts';
import { queueDailyEmails } from './daily-email.ts';
import { productById } from './products.ts';
import { restock } from './restock.ts';
import { catchUpOnWebhooks } from './lost-webhooks.ts';
import { alertOrderSurge } from './order-surge.ts';
import { sendPushes } from './staff-push.ts';
import { giveUp } from './unsent-emails.ts';

const FREED_AT_ONCE = 20;
/** Extra time for work that was started before the deadline. */
const GRACE_MS = 8_000;

/** What a run leaves open. */
export interface ReconciliationResult {
  /** Due orders that were not checked. */
  left: number;
  /** Nothing is left that another run could do at once. */
  isDone: boolean;
}

/** One kind of work. @returns whether it is complete, or as complete as it can be for now */
type Lane = (until: number) => Promise<boolean>;

/**
 * The reconciliation job. It asks the providers about every order whose payment can still change, releases stock of
 * expired reservations, retries refunds and sends due emails. Each kind of work runs concurrently, so slow work delays
 * no other. A stopped run loses nothing, and two runs at once do no harm.
 * @param budgetMs starts nothing new after this time, and waits at most a few seconds for started work
 * @param onReconciled receives every checked order
 */
export async function runReconciliation(
  budgetMs: number,
  onReconciled: (result: ReconciledOrder) => void = () => {},
): Promise<ReconciliationResult> {
  const until = Date.now() + budgetMs;
  const backlog: Backlog = { count: 0 };
  let count = 0;
  const orders = reconcileDueOrders(until, backlog, (result) => {
    count += 1;
    onReconciled(result);
  });
  const lanes = lanesBeside.map(async (lane: Lane) => {
    const isDone = await lane(until);
    await orders.catch(() => {});
    // Emails and messages that the orders caused meanwhile.
    return count === 0 ? isDone : await lane(until);
  });
  const over = new AbortController();
  const late = wait(budgetMs + Math.min(GRACE_MS, budgetMs / 2), 'late' as const, {
    signal: over.signal,
  }).catch(() => 'late' as const);
  const outcome = await Promise.race([Promise.allSettled([orders.then(() => true), ...lanes]), late]);
  over.abort();
  if (outcome === 'late') return { left: backlog.count, isDone: false };
  for (const lane of outcome) if (lane.status === 'rejected') throw lane.reason;
  const isDone = backlog.count === 0 && outcome.every((lane) => lane.status === 'fulfilled' && lane.value);
  return { left: backlog.count, isDone };
}

/** The scheduled run, whose end is noted: the checks of the shop's health read when that was. */
export async function runNotedReconciliation(budgetMs: number): Promise<ReconciliationResult> {
  const result = await runReconciliation(budgetMs);
  await noteReconciliation(Date.now());
  return result;
}

/** Work that runs beside the orders. */
const lanesBeside: readonly Lane[] = [
  catchUpOnWebhooks,
  indexOrders,
  sendOrderAndOwnEmails,
  sendNewsletterEmails,
  tellInTurn,
  sendPushes,
];

/** Those about orders, and to the owner and staff. */
async function sendOrderAndOwnEmails(until: number): Promise<boolean> {
  const queued = await Promise.allSettled([queueDailyEmails(), alertOrderSurge()]);
  const isDone = await sendOrderEmails(until);
  for (const one of queued) if (one.status === 'rejected') throw one.reason;
  return isDone;
}

/** Like `sendBackInStockEmails`, unless that waits for a mail server. */
async function tellInTurn(until: number): Promise<boolean> {
  const pause = await readRestockPause();
  return pause !== null && pause.next > Date.now() ? true : sendBackInStockEmails(until);
}

/** Without a mail server the pause gets longer. After two weeks, subscribers wait for the next restock. */
async function postponeTelling(): Promise<void> {
  const at = Date.now();
  const since = (await readRestockPause())?.since ?? at;
  const next = nextTry(emailRetries, since, at);
  if (next !== null) return setRestockPause({ since, next });
  for (let freed = await readFreed(FREED_AT_ONCE); freed.length > 0; freed = await readFreed(FREED_AT_ONCE)) {
    for (const { productId, size } of freed) {
      await giveUp('restock', { about: variant(productId, size), kind: 'restock' });
      await clearFreedVariant(productId, size);
    }
  }
  return setRestockPause(null);
}

/**
 * Orders released stock: sends back-in-stock emails to the subscribers of those sizes. Many subscribers of one size do
 * not use up the time of the others.
 */
export async function sendBackInStockEmails(until = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let rounds = 0; ; rounds += 1) {
    // In another order in each run: emails that were started in time may take the time of the next size, too.
    const freed = (await readFreed(FREED_AT_ONCE)).sort(() => Math.random() - 0.5);
    for (const [at, { productId, size }] of freed.entries()) {
      const left = until - Date.now();
      if (left <= 0) return false;
      if (!(await tellOfSize(productId, size, Date.now() + left / (freed.length - at)))) {
        await postponeTelling();
        return true;
      }
    }
    if (freed.length === 0) {
      if (rounds > 0) await setRestockPause(null);
      return true;
    }
  }
}

/** @returns false if there is no mail server: unsent subscribers stay on the list for a later run */
async function tellOfSize(productId: string, size: string, until: number): Promise<boolean> {
  const product = productById(productId);
  try {
    const isWhole = !product || (await restock(product, size, () => {}, until)).isWhole;
    if (isWhole) await clearFreedVariant(productId, size);
    return true;
  } catch (error) {
    if (!cannotMail(error)) throw error;
    return false;
  }
}
