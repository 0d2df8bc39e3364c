import { chunksOf } from '../../src/domain/chunks.ts';
import { isUnderWay, DELETED_USER, withoutPerson } from '../../src/domain/retention.ts';
import { outdatedEmailMs } from '../../src/domain/retry-schedule.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { accountDeletedEmail } from '../email/account-emails.ts';
import {
  forgetEmail,
  type PendingDeletion,
  readPendingDeletion,
  readPendingDeletionIds,
  readOrderIds,
  releaseOrders,
  finishPendingDeletion,
} from '../storage/account-deletion.ts';
import { releaseLock, acquireLock } from '../storage/work-locks.ts';
import { readEach } from '../storage/orders.ts';
import { forgetSubscriptions } from '../storage/subscriptions.ts';
import { sendAccountEmail } from './send-account-email.ts';
import { isNewer } from './newer-documents.ts';
import { documented } from './invoices.ts';
import { initialStockOf } from './order-changes.ts';
import { noEvents } from './order-events.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/**
 * Second half of an account deletion. First the account is removed in one step (storage/account-deletion). Then this
 * code removes personal data from its orders, deletes its subscriptions and sends the deletion email. The daily cleanup
 * job (services/cleanup) finishes what fails here.
 */

/** Finishes all pending deletions. @param until (ms) starts no new one after this time */
export async function finishDeletions(until: number): Promise<void> {
  for (const userId of await readPendingDeletionIds()) {
    if (Date.now() > until) return;
    try {
      await finishDeletion(userId);
    } catch (error) {
      if (!(await isNewer(error))) throw error;
    }
  }
}

/** Finishes one pending deletion. Does nothing if another run has claimed it. */
export async function finishDeletion(userId: string): Promise<void> {
  const work = `leaving:${userId}`;
  if (!(await acquireLock(work, MINUTE_MS))) return;
  try {
    const pending = await readPendingDeletion(userId);
    if (pending) await finish(pending);
  } finally {
    await releaseLock(work);
  }
}

async function finish(pending: PendingDeletion): Promise<void> {
  const areOrdersDone = await releaseOwnOrders(pending.userId);
  const isEmailSent = pending.email === '' || (await sendDeletedEmail(pending));
  if (areOrdersDone && isEmailSent) await finishPendingDeletion(pending);
  else if (isEmailSent) await forgetEmail(pending);
}

/** Orders that lose their person in one step. Redis runs nothing else meanwhile, and one request has to carry them. */
const AT_ONCE = 25;

/** @returns false if an order is still under way; it may have been placed at the moment of the deletion */
async function releaseOwnOrders(userId: string): Promise<boolean> {
  const ids = await readOrderIds(userId);
  let areDone = true;
  for (const part of chunksOf(ids, AT_ONCE)) if (!(await releaseSome(userId, part))) areDone = false;
  return areDone;
}

async function releaseSome(userId: string, ids: readonly string[]): Promise<boolean> {
  return retryOnConflict(20, 'Orders changed faster than they could be changed', async () => {
    const now = Date.now();
    const found = (await readEach(ids))
      .filter((order) => order !== null)
      .filter(({ order }) => order.userId !== DELETED_USER);
    const underWay = new Set(
      found.filter(({ order }) => isUnderWay(order, now)).map(({ order }) => order.id),
    );
    const done = ids.filter((id) => !underWay.has(id));
    if (done.length === 0) return false;
    const changes = found
      .filter(({ order }) => !underWay.has(order.id))
      .map((before) => ({ before, after: documented(withoutPerson(before.order, now)), events: noEvents }));
    const outcome = await releaseOrders(userId, done, changes, initialStockOf);
    return outcome === 'done' ? underWay.size === 0 : 'stale';
  });
}

/** @returns false if the email must be tried again */
async function sendDeletedEmail({ userId, email, at }: PendingDeletion): Promise<boolean> {
  // If the shopper has signed up again since then, subscriptions made after the deletion stay.
  await forgetSubscriptions(email, at);
  const went = await sendAccountEmail(email, 'goodbye', `${userId}:${at}`, accountDeletedEmail);
  return went !== 'no-server' || Date.now() - at > outdatedEmailMs;
}
