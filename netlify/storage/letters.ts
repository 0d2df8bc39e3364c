import { lettersKey } from './keys.ts';
import { redis, run } from './redis.ts';
import { takeLetters as takeScript } from './scripts/letters.ts';

/** A letter about an order that is to go out. */
export interface DueLetter {
  orderId: string;
  kind: string;
}

/** A mail server may take half a minute for one. */
export const IN_HAND_MS = 60_000;

/** Takes up to so many letters that are due, for a minute: then another run may have what was not settled. */
export async function takeLetters(most: number): Promise<DueLetter[]> {
  const [due] = await run(takeScript, [lettersKey()], [most, IN_HAND_MS]);
  return (due as string[]).map((name) => {
    const colon = name.indexOf(':');
    return { orderId: name.slice(0, colon), kind: name.slice(colon + 1) };
  });
}

/** The letter has gone out, or never will. */
export async function settleLetter({ orderId, kind }: DueLetter): Promise<void> {
  await redis().zrem(lettersKey(), `${orderId}:${kind}`);
}

/** The letter is to be tried again, at this time in ms. */
export async function postponeLetter({ orderId, kind }: DueLetter, at: number): Promise<void> {
  await redis().zadd(lettersKey(), { xx: true }, { score: at, member: `${orderId}:${kind}` });
}
