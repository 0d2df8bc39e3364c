import type { Book } from '../../src/domain/order-sums.ts';
import type { LogEntry } from '../../src/domain/staff.ts';
import { sumsKey } from './order-keys.ts';
import { numbersFrom, redis } from './redis.ts';
import { cashReceivedKey } from './staff-keys.ts';
import { commit, nothingElse } from './transaction.ts';

/**
 * What couriers have paid in of the cash that they collected, as staff wrote it down. A sorted set, because a change can
 * expect the score that was seen: an entry that is sent again after a lost reply counts once.
 */

/** The sums of these books, and paise by courier (`courierKey`). One round trip. */
export async function readSumsAndCash(
  books: readonly Book[],
): Promise<{ sums: Map<string, number>[]; received: Map<string, number> }> {
  const pipeline = redis().pipeline().zrange(cashReceivedKey(), 0, -1, { withScores: true });
  for (const book of books) pipeline.hgetall(sumsKey(book));
  const [received, ...sums] = await pipeline.exec<[(string | number)[], ...(unknown[] | null)[]]>();
  return { sums: sums.map(numbersFrom), received: numbersFrom(received) };
}

/** @param courier its `courierKey` @returns whether the courier's cash was still what was seen, in paise */
export async function setCashReceived(
  courier: string,
  { seen, paise }: { seen: number; paise: number },
  log: LogEntry,
): Promise<boolean> {
  const key = cashReceivedKey();
  const { outcome } = await commit(null, {
    ...nothingElse,
    expect: [{ key, member: courier, text: seen === 0 ? null : String(seen) }],
    writes: [paise === 0 ? ['ZREM', key, courier] : ['ZADD', key, paise, courier]],
    log: [log],
  });
  return outcome === 'done';
}
