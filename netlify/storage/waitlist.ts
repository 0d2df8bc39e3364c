import { type Window, writeLimited } from './session-and-limits.ts';
import { waitlistKey, waitlistTellingKey } from './keys.ts';
import { joinList, readList } from './email-lists.ts';
import { redis, run } from './redis.ts';
import { markFormSent as markScript, claimWaitlistEntry as takeScript } from './waitlist.lua.ts';

/** A request for an email when the shop opens (docs/behaviour.md#waitlist). */
export interface WaitlistEntry {
  email: string;
  name: string;
  message: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The privacy policy that they saw: the day of its last change. */
  privacyVersion: string;
  /** Whether the browser has reported that the email service received their form. */
  formSent: boolean;
}

/** @returns false if the email is on the list already: its first entry stays. @throws TooMany */
export async function joinWaitlist(windows: readonly Window[], entry: WaitlistEntry): Promise<boolean> {
  return joinList('waitlist entry', [waitlistKey()], windows, entry);
}

/** The whole waitlist, oldest first. */
export async function readWaitlist(): Promise<WaitlistEntry[]> {
  return readList('waitlist entry', waitlistKey());
}

/** How many are on it. */
export async function countWaitlist(): Promise<number> {
  return redis().hlen(waitlistKey());
}

/** Does nothing if the email is not on the list. @throws TooMany */
export async function markFormSent(windows: readonly Window[], email: string): Promise<void> {
  await writeLimited(windows, markScript, [waitlistKey()], [email]);
}

/**
 * Claims an entry for a minute, in which the caller must email the shopper and then remove or release it. No other run
 * gets the same one in that time.
 */
export async function claimWaitlistEntry(email: string): Promise<'taken' | 'in-hand' | 'gone'> {
  const [outcome] = await run(takeScript, [waitlistKey(), waitlistTellingKey()], [email]);
  return outcome as 'taken' | 'in-hand' | 'gone';
}

/** Removes an email from the waitlist after the announcement was sent to it. */
export async function removeWaitlistEntry(email: string): Promise<void> {
  await redis().multi().hdel(waitlistKey(), email).hdel(waitlistTellingKey(), email).exec();
}

/** Releases claims whose emails could not be sent; the entries stay on the list. */
export async function releaseWaitlistEntries(emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await redis().hdel(waitlistTellingKey(), ...emails);
}
