import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { commit, nothingElse } from './transaction.ts';
import { type DueEmail, emailName } from './email-outbox.ts';
import { emailOutboxKey } from './keys.ts';
import { redis } from './redis.ts';

/** Problems that the owner gets one email about, until they were not found for some time. */

/** An alert goes out before the emails that became due in this time, because it may be about their number. */
const AHEAD_MS = 30 * MINUTE_MS;

/**
 * Records that the problem was found at this time (ms), and queues the email about it in the same step: if this function
 * ends before it has sent the email, another one does. @returns true for one of many parallel calls, if it is news
 */
export async function queueOwnerAlert(
  key: string,
  email: DueEmail,
  at: number,
  pauseMs: number,
): Promise<boolean> {
  const { outcome } = await commit(null, {
    ...nothingElse,
    expect: [{ key, text: null }],
    writes: [
      ['SET', key, at, 'PX', pauseMs],
      ['ZADD', emailOutboxKey(), 'NX', at - AHEAD_MS, emailName(email)],
    ],
  });
  if (outcome === 'done') return true;
  await redis().pexpire(key, pauseMs);
  return false;
}

/** The next time that the problem is found, the owner gets an email about it. */
export async function forgetOwnerAlert(key: string): Promise<void> {
  await redis().del(key);
}
