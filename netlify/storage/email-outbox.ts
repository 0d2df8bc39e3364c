import { DAY_MS } from '../../src/domain/time-units.ts';
import { emailOutboxKey, newsletterOutboxKey, unsentEmailsKey } from './keys.ts';
import { redis, run } from './redis.ts';
import { claimDueEmails as takeScript } from './email-outbox.lua.ts';

export const keyOfList = { orders: emailOutboxKey, newsletter: newsletterOutboxKey };

/** The email outboxes: for orders, and for newsletter subscribers. */
export type OutboxName = keyof typeof keyOfList;

/** An email to send. */
export interface DueEmail {
  /**
   * An order's id; of the daily email its day, of an alert to the owner when (ms) its problem was found; in the
   * newsletter's outbox the hash of a subscriber's email.
   */
  about: string;
  /** Which email it is. An alert's ends with a detail after a colon. */
  kind: string;
}

/** The name of an email in its outbox. */
export function emailName({ about, kind }: DueEmail): string {
  return `${about}:${kind}`;
}

export function dueEmailOf(name: string): DueEmail {
  const colon = name.indexOf(':');
  return { about: name.slice(0, colon), kind: name.slice(colon + 1) };
}

/** A mail server may take half a minute for one email. */
export const CLAIM_MS = 60_000;

/** Claims some due emails for a minute; after that another run may claim those that were not removed. */
export async function claimDueEmails(list: OutboxName, most: number): Promise<DueEmail[]> {
  const [due] = await run(takeScript, [keyOfList[list]()], [most, CLAIM_MS]);
  return (due as string[]).map(dueEmailOf);
}

/** Removes an email that was sent or never will be. */
export async function removeSentEmail(list: OutboxName, due: DueEmail): Promise<void> {
  const name = emailName(due);
  // Both commands can be retried.
  await redis().pipeline().zrem(keyOfList[list](), name).del(unsentEmailsKey(list, name)).exec();
}

/** Longer than an email waits at most. */
const UNSENT_MS = 30 * DAY_MS;

/** Since when (ms) the email cannot be sent: the stored time, else now, which is then stored. */
export async function unsentSince(list: OutboxName, due: DueEmail, now: number): Promise<number> {
  const key = unsentEmailsKey(list, emailName(due));
  const since = await redis().set(key, String(now), { nx: true, get: true, px: UNSENT_MS });
  return Number(since ?? now);
}

/** Sets the time (ms) of the next attempt. */
export async function postponeEmail(list: OutboxName, due: DueEmail, at: number): Promise<void> {
  await redis().zadd(keyOfList[list](), { xx: true }, { score: at, member: emailName(due) });
}
