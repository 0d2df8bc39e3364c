import type { Order } from '../../src/domain/order.ts';
import { expired, nextLook } from '../../src/domain/settlement.ts';
import { MailUnavailable } from '../mail/transport.ts';
import { ProviderRefused, ProviderUnavailable } from '../payments/port.ts';
import { Unreachable } from '../storage/redis.ts';
import { readDue, readOrder, setLook } from '../storage/orders.ts';
import { readFreed, settleFreed } from '../storage/stock.ts';
import { productById } from './products.ts';
import { amend } from './order-changes.ts';
import { sendSubscriberLetters } from './newsletter-mail.ts';
import { sendDueLetters } from './order-mail.ts';
import { closeAll, confirm, logProvider } from './payments.ts';
import { restock } from './restock.ts';

const MINUTE_MS = 60_000;
/** A provider that is silent for longer cannot keep pieces from other shoppers; its money finds its order later. */
const SILENT_MS = 6 * 60 * MINUTE_MS;
const AT_ONCE = 5;
const FREED_AT_ONCE = 20;

/** What became of one order that was looked at. */
export interface Looked {
  orderId: string;
  before: Order['status'];
  after: Order['status'];
  refundsDone: number;
  /** Why the provider could not be asked; null where it answered. */
  problem: string | null;
}

/**
 * Looks at every order that money may still come to or go from: asks the providers, gives back the pieces of
 * reservations whose time is over, tries refunds again, and sends the letters that are due. Nothing is lost where it is
 * killed in between, and two at once do no harm.
 * @param patienceMs begins nothing new after so long: a scheduled function is ended after 30 s
 * @param hear told of every order when it was looked at
 * @returns how many are left for the next run
 */
export async function sweep(patienceMs: number, hear: (looked: Looked) => void = () => {}): Promise<number> {
  const until = Date.now() + patienceMs;
  const seen = new Set<string>();
  let left = 0;
  for (;;) {
    const due = (await readDue(Date.now(), 200)).filter((id) => !seen.has(id));
    left = due.length;
    const batch = due.slice(0, AT_ONCE);
    if (batch.length === 0 || Date.now() > until) break;
    for (const id of batch) seen.add(id);
    for (const looked of await Promise.all(batch.map(lookOrLog))) if (looked) hear(looked);
  }
  await sendDueLetters(until);
  await sendSubscriberLetters(until);
  await tellWhoWait(until);
  return left;
}

/** One order that cannot be looked at must not keep the others waiting. */
export async function lookOrLog(orderId: string): Promise<Looked | null> {
  try {
    return await look(orderId);
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    logProvider(orderId, error instanceof Error ? error : new Error(typeof error));
    await setLook(orderId, Date.now() + 15 * MINUTE_MS, null);
    return null;
  }
}

/** Looks at one order now, whenever its turn is. Null where there is none. */
async function look(orderId: string): Promise<Looked | null> {
  const found = await readOrder(orderId);
  if (!found) {
    await setLook(orderId, null, null);
    return null;
  }
  const { order: before } = found;
  const problem = await asked(before);
  const amended = await amend(orderId, (order) => {
    const isSilent = problem !== null && Date.now() < (order.reservedUntil ?? 0) + SILENT_MS;
    return isSilent ? order : expired(order, Date.now());
  });
  if (amended === null || amended === 'short') return null;
  const { after } = amended;
  // Nobody should pay for pieces that were given back.
  if (amended.before !== after) await closeAll(after);
  const now = await readOrder(orderId);
  // Who changes the order after this has noted its own time.
  if (now) await setLook(orderId, nextLook(now.order, Date.now()), now.text);
  const done = (order: Order) => order.refunds.filter(({ doneAt }) => doneAt !== null).length;
  return {
    orderId,
    before: before.status,
    after: after.status,
    refundsDone: done(after) - done(before),
    problem,
  };
}

async function asked({ id }: Order): Promise<string | null> {
  try {
    await confirm(id);
    return null;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    logProvider(id, error);
    return error.message;
  }
}

/** Pieces came back from orders: whoever waits for that size hears of it (specification §4, Notify-me). */
export async function tellWhoWait(until = Number.POSITIVE_INFINITY): Promise<void> {
  for (const { productId, size } of await readFreed(FREED_AT_ONCE)) {
    if (Date.now() > until) return;
    const product = productById(productId);
    try {
      if (product) await restock(product, size, () => {});
    } catch (error) {
      // Whoever was not written to waits on, for the next run.
      if (!(error instanceof MailUnavailable)) throw error;
      return;
    }
    await settleFreed(productId, size);
  }
}
