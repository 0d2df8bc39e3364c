import { lettersKey, newsletterLettersKey } from './keys.ts';
import { redis, run } from './redis.ts';
import { takeLetters as takeScript } from './scripts/letters.ts';

const keyOf = { orders: lettersKey, newsletter: newsletterLettersKey };

/** The lists of letters that are to go out: about orders, and to subscribers. */
export type LetterList = keyof typeof keyOf;

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
  const [due] = await run(takeScript, [keyOf[list]()], [most, IN_HAND_MS]);
  return (due as string[]).map((name) => {
    const colon = name.indexOf(':');
    return { about: name.slice(0, colon), kind: name.slice(colon + 1) };
  });
}

/** The letter has gone out, or never will. */
export async function settleLetter(list: LetterList, letter: DueLetter): Promise<void> {
  await redis().zrem(keyOf[list](), letterName(letter));
}

/** The letter is to be tried again, at this time in ms. */
export async function postponeLetter(list: LetterList, letter: DueLetter, at: number): Promise<void> {
  await redis().zadd(keyOf[list](), { xx: true }, { score: at, member: letterName(letter) });
}
