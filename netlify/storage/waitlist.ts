import { type Window, writeLimited } from './guard.ts';
import { waitlistKey, waitlistTellingKey } from './keys.ts';
import { joinList, readList } from './email-lists.ts';
import { redis, run } from './redis.ts';
import { markFormSent as markScript, takeWaiting as takeScript } from './waitlist.lua.ts';

/** Who asked to be told when the shop opens (specification §3, Waitlist submission). */
export interface WaitlistEntry {
  email: string;
  name: string;
  message: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The privacy policy that they saw: the day on which it last changed. */
  privacyVersion: string;
  /** Whether the e-mail service is known to have their form. */
  formSent: boolean;
}

/** @returns false where the e-mail waits already: its first entry stays. @throws TooMany */
export async function joinWaitlist(windows: readonly Window[], entry: WaitlistEntry): Promise<boolean> {
  return joinList('waitlist entry', [waitlistKey()], windows, entry);
}

/** Everyone who waits, first come first. */
export async function readWaitlist(): Promise<WaitlistEntry[]> {
  return readList('waitlist entry', waitlistKey());
}

/** Nothing where the e-mail does not wait. @throws TooMany */
export async function markFormSent(windows: readonly Window[], email: string): Promise<void> {
  await writeLimited(windows, markScript, [waitlistKey()], [email]);
}

/**
 * Takes one who waits in hand, to be written to within a minute and then settled or released. Nobody else is given the
 * same one meanwhile.
 */
export async function takeWaiting(email: string): Promise<'taken' | 'in-hand' | 'gone'> {
  const [outcome] = await run(takeScript, [waitlistKey(), waitlistTellingKey()], [email]);
  return outcome as 'taken' | 'in-hand' | 'gone';
}

/** Takes who has been written to off the list: what they asked for is done. */
export async function settleWaiting(email: string): Promise<void> {
  await redis().multi().hdel(waitlistKey(), email).hdel(waitlistTellingKey(), email).exec();
}

/** Lets go of who could not be written to: they wait on. */
export async function releaseWaiting(emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await redis().hdel(waitlistTellingKey(), ...emails);
}
