import { chunksOf } from '../../src/domain/chunks.ts';
import { emailOutboxKey, backInStockKey } from './keys.ts';
import { CLAIM_MS } from './email-outbox.ts';
import type { Waiting } from './back-in-stock.ts';
import { pairsOf, redis } from './redis.ts';

/** Queues that the owner sees: back-in-stock subscriptions, and emails that wait for a mail server. */

/** Number of lists per pipeline; each list needs one command. */
const AT_ONCE = 2_000;

/** The back-in-stock subscriptions of each of these sizes, oldest first. */
export async function readWaiting(
  sizes: readonly { productId: string; size: string }[],
): Promise<Waiting[][]> {
  const lists: Waiting[][] = [];
  for (const part of chunksOf(sizes, AT_ONCE)) {
    const pipeline = redis().pipeline();
    for (const { productId, size } of part) {
      pipeline.zrange(backInStockKey(productId, size), 0, -1, { withScores: true });
    }
    const replies = await pipeline.exec<unknown[]>();
    lists.push(
      ...replies.map((reply) => pairsOf(reply).map(([email, since]) => ({ email, since: Number(since) }))),
    );
  }
  return lists;
}

/** Due emails about orders at this time (ms), `order id:kind`. */
export async function readDueEmails(at: number): Promise<string[]> {
  return redis().zrange<string[]>(emailOutboxKey(), 0, at, { byScore: true });
}

/** Allowed difference between this clock and the database's. */
const CLOCKS_MS = 5_000;

/**
 * Which of these emails, `order id:kind`, wait for an attempt. Emails that a run has claimed are left out: it is
 * sending them.
 * @param now in ms
 */
export async function readUnsent(names: readonly string[], now: number): Promise<string[]> {
  if (names.length === 0) return [];
  const times = await redis().zmscore(emailOutboxKey(), [...names]);
  const isInHand = (time: number) => time > now + CLOCKS_MS && time <= now + CLAIM_MS + CLOCKS_MS;
  return names.filter((_, at) => {
    const time = times?.[at] ?? null;
    return time !== null && !isInHand(time);
  });
}
