import { lettersKey, newsletterLettersKey, unsentKey } from './keys.ts';
import { redis, run } from './redis.ts';
import { takeLetters as takeScript } from './email-outbox.lua.ts';

export const keyOfList = { orders: lettersKey, newsletter: newsletterLettersKey };

/** The lists of letters that are to go out: about orders, and to subscribers. */
export type LetterList = keyof typeof keyOfList;

/** A letter that is to go out. */
export interface DueLetter {
  /** An order's id; in the newsletter's list an e-mail's hash. */
  about: string;
  kind: string;
}

/** How its list names a letter. */
export function letterName({ about, kind }: DueLetter): string {
  return `${about}:${kind}`;
}

/** A mail server may take half a minute for one. */
export const IN_HAND_MS = 60_000;

/** Takes up to so many letters that are due, for a minute: then another run may have what was not settled. */
export async function takeLetters(list: LetterList, most: number): Promise<DueLetter[]> {
  const [due] = await run(takeScript, [keyOfList[list]()], [most, IN_HAND_MS]);
  return (due as string[]).map((name) => {
    const colon = name.indexOf(':');
    return { about: name.slice(0, colon), kind: name.slice(colon + 1) };
  });
}

/** The letter has gone out, or never will. */
export async function settleLetter(list: LetterList, letter: DueLetter): Promise<void> {
  const name = letterName(letter);
  // Both bear repetition.
  await redis().pipeline().zrem(keyOfList[list](), name).del(unsentKey(list, name)).exec();
}

/** Longer than an email waits at most. */
const UNSENT_MS = 30 * 24 * 60 * 60_000;

/** Since when (ms) the letter could not be sent: from now on, where that is new. */
export async function unsentSince(list: LetterList, letter: DueLetter, now: number): Promise<number> {
  const key = unsentKey(list, letterName(letter));
  const since = await redis().set(key, String(now), { nx: true, get: true, px: UNSENT_MS });
  return Number(since ?? now);
}

/** The letter is to be tried again, at this time in ms. */
export async function postponeLetter(list: LetterList, letter: DueLetter, at: number): Promise<void> {
  await redis().zadd(keyOfList[list](), { xx: true }, { score: at, member: letterName(letter) });
}
