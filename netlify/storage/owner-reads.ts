import { emailOutboxKey, backInStockKey } from './keys.ts';
import { CLAIM_MS } from './email-outbox.ts';
import type { Waiting } from './back-in-stock.ts';
import { redis } from './redis.ts';

/** Reads of what waits, for the owner: shoppers for a size, letters for a mail server. */

/** A list a command; so many travel together. */
const AT_ONCE = 200;

/** Who waits for each of these sizes, who has waited longest first. */
export async function readWaiting(
  sizes: readonly { productId: string; size: string }[],
): Promise<Waiting[][]> {
  const lists: Waiting[][] = [];
  for (let from = 0; from < sizes.length; from += AT_ONCE) {
    const pipeline = redis().pipeline();
    for (const { productId, size } of sizes.slice(from, from + AT_ONCE)) {
      pipeline.zrange(backInStockKey(productId, size), 0, -1, { withScores: true });
    }
    const replies = await pipeline.exec<(string | number)[][]>();
    lists.push(...replies.map(pairs));
  }
  return lists;
}

/** Redis gives members and scores in turn. */
function pairs(reply: readonly (string | number)[]): Waiting[] {
  const waiting: Waiting[] = [];
  for (let at = 0; at < reply.length; at += 2) {
    waiting.push({ email: String(reply[at]), since: Number(reply[at + 1]) });
  }
  return waiting;
}

/** Letters about orders that are due by now (ms), `order id:kind`. */
export async function readDueEmails(at: number): Promise<string[]> {
  return redis().zrange<string[]>(emailOutboxKey(), 0, at, { byScore: true });
}

/** Our clock and that of the database may differ by so much. */
const CLOCKS_MS = 5_000;

/**
 * Which of these letters, `order id:kind`, wait to be tried (again). Not those that another run has in hand just now:
 * they are on their way. @param now in ms
 */
export async function readUnsent(letters: readonly string[], now: number): Promise<string[]> {
  if (letters.length === 0) return [];
  const times = await redis().zmscore(emailOutboxKey(), [...letters]);
  const isInHand = (time: number) => time > now + CLOCKS_MS && time <= now + CLAIM_MS + CLOCKS_MS;
  return letters.filter((_, at) => {
    const time = times?.[at] ?? null;
    return time !== null && !isInHand(time);
  });
}
