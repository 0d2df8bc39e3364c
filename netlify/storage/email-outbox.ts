import { emailOutboxKey, newsletterOutboxKey, unsentEmailsKey } from './keys.ts';
import { redis, run } from './redis.ts';
import { claimDueEmails as takeScript } from './email-outbox.lua.ts';

export const keyOfList = { orders: emailOutboxKey, newsletter: newsletterOutboxKey };

/** The lists of letters that are to go out: about orders, and to subscribers. */
export type OutboxName = keyof typeof keyOfList;

/** A letter that is to go out. */
export interface DueEmail {
  /** An order's id; in the newsletter's list an e-mail's hash. */
  about: string;
  kind: string;
}

/** How its list names a letter. */
export function emailName({ about, kind }: DueEmail): string {
  return `${about}:${kind}`;
}

/** A mail server may take half a minute for one. */
export const CLAIM_MS = 60_000;

/** Takes up to so many letters that are due, for a minute: then another run may have what was not settled. */
export async function claimDueEmails(list: OutboxName, most: number): Promise<DueEmail[]> {
  const [due] = await run(takeScript, [keyOfList[list]()], [most, CLAIM_MS]);
  return (due as string[]).map((name) => {
    const colon = name.indexOf(':');
    return { about: name.slice(0, colon), kind: name.slice(colon + 1) };
  });
}

/** The letter has gone out, or never will. */
export async function settleEmail(list: OutboxName, letter: DueEmail): Promise<void> {
  const name = emailName(letter);
  // Both bear repetition.
  await redis().pipeline().zrem(keyOfList[list](), name).del(unsentEmailsKey(list, name)).exec();
}

/** Longer than an email waits at most. */
const UNSENT_MS = 30 * 24 * 60 * 60_000;

/** Since when (ms) the letter could not be sent: from now on, where that is new. */
export async function unsentSince(list: OutboxName, letter: DueEmail, now: number): Promise<number> {
  const key = unsentEmailsKey(list, emailName(letter));
  const since = await redis().set(key, String(now), { nx: true, get: true, px: UNSENT_MS });
  return Number(since ?? now);
}

/** The letter is to be tried again, at this time in ms. */
export async function postponeEmail(list: OutboxName, letter: DueEmail, at: number): Promise<void> {
  await redis().zadd(keyOfList[list](), { xx: true }, { score: at, member: emailName(letter) });
}
