import type { Window } from './guard.ts';
import { waitlistKey } from './keys.ts';
import { joinList, readList } from './lists.ts';

/** Who asked to be told when the shop opens (specification §3, Waitlist submission). */
export interface WaitlistEntry {
  email: string;
  name: string;
  message: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** @returns false where the e-mail waits already: its first entry stays. @throws TooMany */
export async function joinWaitlist(windows: readonly Window[], entry: WaitlistEntry): Promise<boolean> {
  return joinList(waitlistKey(), windows, entry);
}

/** Everyone who waits, first come first. */
export async function readWaitlist(): Promise<WaitlistEntry[]> {
  return readList(waitlistKey());
}
