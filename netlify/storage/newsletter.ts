import type { Window } from './guard.ts';
import { newsletterKey } from './keys.ts';
import { joinList, readList } from './lists.ts';

/** Who gets the newsletter. */
export interface Subscription {
  email: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** @returns false where the e-mail is subscribed already: its first subscription stays. @throws TooMany */
export async function subscribe(windows: readonly Window[], subscription: Subscription): Promise<boolean> {
  return joinList(newsletterKey(), windows, subscription);
}

/** Every subscription, first come first. */
export async function readSubscriptions(): Promise<Subscription[]> {
  return readList(newsletterKey());
}
