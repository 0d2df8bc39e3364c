import { isUnderWay, NOBODY, withoutPerson } from '../../src/domain/retention.ts';
import { goodbyeLetter } from '../email/account-emails.ts';
import {
  forgetEmail,
  type Leaving,
  readLeaving,
  readLeavingIds,
  readOrderIds,
  releaseOrder,
  settleLeaving,
} from '../storage/account-deletion.ts';
import { letGo, takeInHand } from '../storage/work-locks.ts';
import { forgetWishes } from '../storage/subscriptions.ts';
import { post } from './send-account-email.ts';
import { isNewer } from './newer-documents.ts';
import { amend } from './order-changes.ts';
import { noNews } from './order-events.ts';

/**
 * The second half of a deletion: the account is gone in one step (storage/account-deletion), then its orders lose their person,
 * its wishes go, and it is told good-bye. What this run cannot do, or dies over, the daily one does (services/cleanup).
 */

const MINUTE_MS = 60_000;
/** After so long the farewell is given up, so that the e-mail can go. */
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;

/** Does what is left of everyone who has left. @param until (ms) begins no more after that */
export async function finishLeavings(until: number): Promise<void> {
  for (const userId of await readLeavingIds()) {
    if (Date.now() > until) return;
    try {
      await finishLeaving(userId);
    } catch (error) {
      if (!(await isNewer(error))) throw error;
    }
  }
}

/** Does what is left of one who has left. Nothing where another run does it. */
export async function finishLeaving(userId: string): Promise<void> {
  const work = `leaving:${userId}`;
  if (!(await takeInHand(work, MINUTE_MS))) return;
  try {
    const leaving = await readLeaving(userId);
    if (leaving) await finish(leaving);
  } finally {
    await letGo(work);
  }
}

async function finish(leaving: Leaving): Promise<void> {
  const areOrdersDone = await releaseOrders(leaving.userId);
  const isToldGoodbye = leaving.email === '' || (await sayGoodbye(leaving));
  if (areOrdersDone && isToldGoodbye) await settleLeaving(leaving);
  else if (isToldGoodbye) await forgetEmail(leaving);
}

/** @returns false while one is under way, which may be where it was placed in the moment of the deletion */
async function releaseOrders(userId: string): Promise<boolean> {
  let areDone = true;
  for (const orderId of await readOrderIds(userId)) {
    const now = Date.now();
    const amended = await amend(
      orderId,
      (order) => (isUnderWay(order, now) ? order : withoutPerson(order, now)),
      () => noNews,
    );
    const isDone = amended === null || (amended !== 'short' && amended.after.userId === NOBODY);
    if (isDone) await releaseOrder(userId, orderId);
    else areDone = false;
  }
  return areDone;
}

/** @returns false where the letter is to be tried again */
async function sayGoodbye({ userId, email, at }: Leaving): Promise<boolean> {
  // Who has come back with a new account meanwhile keeps what they asked for since.
  await forgetWishes(email, at);
  const went = await post(email, 'goodbye', `${userId}:${at}`, goodbyeLetter);
  return went !== 'no-server' || Date.now() - at > GIVE_UP_MS;
}
