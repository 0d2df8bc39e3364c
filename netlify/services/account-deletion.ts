import { isUnderWay, NOBODY, withoutPerson } from '../../src/domain/retention.ts';
import { accountDeletedEmail } from '../email/account-emails.ts';
import {
  forgetEmail,
  type PendingDeletion,
  readPendingDeletion,
  readLeavingIds,
  readOrderIds,
  releaseOrder,
  finishPendingDeletion,
} from '../storage/account-deletion.ts';
import { releaseLock, acquireLock } from '../storage/work-locks.ts';
import { forgetSubscriptions } from '../storage/subscriptions.ts';
import { sendAccountEmail } from './send-account-email.ts';
import { isNewer } from './newer-documents.ts';
import { updateOrder } from './order-changes.ts';
import { noEvents } from './order-events.ts';

/**
 * The second half of a deletion: the account is gone in one step (storage/account-deletion), then its orders lose their person,
 * its wishes go, and it is told good-bye. What this run cannot do, or dies over, the daily one does (services/cleanup).
 */

const MINUTE_MS = 60_000;
/** After so long the farewell is given up, so that the e-mail can go. */
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;

/** Does what is left of everyone who has left. @param until (ms) begins no more after that */
export async function finishDeletions(until: number): Promise<void> {
  for (const userId of await readLeavingIds()) {
    if (Date.now() > until) return;
    try {
      await finishDeletion(userId);
    } catch (error) {
      if (!(await isNewer(error))) throw error;
    }
  }
}

/** Does what is left of one who has left. Nothing where another run does it. */
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

/** @returns false while one is under way, which may be where it was placed in the moment of the deletion */
async function releaseOrders(userId: string): Promise<boolean> {
  let areDone = true;
  for (const orderId of await readOrderIds(userId)) {
    const now = Date.now();
    const amended = await updateOrder(
      orderId,
      (order) => (isUnderWay(order, now) ? order : withoutPerson(order, now)),
      () => noEvents,
    );
    const isDone = amended === null || (amended !== 'short' && amended.after.userId === NOBODY);
    if (isDone) await releaseOrder(userId, orderId);
    else areDone = false;
  }
  return areDone;
}

/** @returns false where the letter is to be tried again */
async function sayGoodbye({ userId, email, at }: PendingDeletion): Promise<boolean> {
  // Who has come back with a new account meanwhile keeps what they asked for since.
  await forgetSubscriptions(email, at);
  const went = await sendAccountEmail(email, 'goodbye', `${userId}:${at}`, accountDeletedEmail);
  return went !== 'no-server' || Date.now() - at > GIVE_UP_MS;
}
