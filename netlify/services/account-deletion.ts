import { isUnderWay, DELETED_USER, withoutPerson } from '../../src/domain/retention.ts';
import { accountDeletedEmail } from '../email/account-emails.ts';
import {
  forgetEmail,
  type PendingDeletion,
  readPendingDeletion,
  readPendingDeletionIds,
  readOrderIds,
  forgetOrderOwner,
  finishPendingDeletion,
} from '../storage/account-deletion.ts';
import { releaseLock, acquireLock } from '../storage/work-locks.ts';
import { forgetSubscriptions } from '../storage/subscriptions.ts';
import { sendAccountEmail } from './send-account-email.ts';
import { isNewer } from './newer-documents.ts';
import { updateOrder } from './order-changes.ts';
import { noEvents } from './order-events.ts';

/**
 * Second half of an account deletion. First the account is removed in one step (storage/account-deletion). Then this
 * code removes personal data from its orders, deletes its subscriptions and sends the farewell email. The daily cleanup
 * job (services/cleanup) finishes what fails here.
 */

const MINUTE_MS = 60_000;
/** After this time the farewell email is given up, so that the stored email can be deleted. */
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;

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
    const leaving = await readPendingDeletion(userId);
    if (leaving) await finish(leaving);
  } finally {
    await releaseLock(work);
  }
}

async function finish(leaving: PendingDeletion): Promise<void> {
  const areOrdersDone = await releaseOrders(leaving.userId);
  const isToldGoodbye = leaving.email === '' || (await sayGoodbye(leaving));
  if (areOrdersDone && isToldGoodbye) await finishPendingDeletion(leaving);
  else if (isToldGoodbye) await forgetEmail(leaving);
}

/** @returns false if an order is still under way; it may have been placed at the moment of the deletion */
async function releaseOrders(userId: string): Promise<boolean> {
  let areDone = true;
  for (const orderId of await readOrderIds(userId)) {
    const now = Date.now();
    const amended = await updateOrder(
      orderId,
      (order) => (isUnderWay(order, now) ? order : withoutPerson(order, now)),
      () => noEvents,
    );
    const isDone = amended === null || (amended !== 'short' && amended.after.userId === DELETED_USER);
    if (isDone) await forgetOrderOwner(userId, orderId);
    else areDone = false;
  }
  return areDone;
}

/** @returns false if the email must be tried again */
async function sayGoodbye({ userId, email, at }: PendingDeletion): Promise<boolean> {
  // If the shopper has signed up again since then, subscriptions made after the deletion stay.
  await forgetSubscriptions(email, at);
  const went = await sendAccountEmail(email, 'goodbye', `${userId}:${at}`, accountDeletedEmail);
  return went !== 'no-server' || Date.now() - at > GIVE_UP_MS;
}
