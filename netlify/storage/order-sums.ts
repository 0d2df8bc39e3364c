import type { Order } from '../../src/domain/order.ts';
import { addedSums, type Book, type SumsEdition, sumsOfOrder } from '../../src/domain/order-sums.ts';
import type { Write } from './transaction.ts';
import { sumsCountedUntilKey, sumsKey } from './order-keys.ts';
import { numbersFrom, redis } from './redis.ts';

/**
 * Running sums over all orders (domain/order-sums). The commit that writes an order also adds what changed, and the
 * order's text then has the mark `isCounted`, with their edition. So the sums are exactly those of the marked orders,
 * whatever is retried.
 */

interface Counted {
  before: { order: Order; counted?: SumsEdition } | null;
  after: Order;
}

/** Writes that add the changes of these orders. An order was in the sums of its mark's edition before. */
export function sumWrites(changes: readonly Counted[]): Write[] {
  const before = changes.flatMap((change) =>
    change.before ? sumsOfOrder(change.before.order, change.before.counted ?? 0) : [],
  );
  const after = changes.flatMap((change) => sumsOfOrder(change.after));
  return addedSums(before, after).map(({ book, field, by }) => ['HINCRBY', sumsKey(book), field, by]);
}

/** The sums of these books, by field. One round trip; none without books. */
export async function readSums(books: readonly Book[]): Promise<Map<string, number>[]> {
  if (books.length === 0) return [];
  const pipeline = redis().pipeline();
  for (const book of books) pipeline.hgetall(sumsKey(book));
  return (await pipeline.exec<(unknown[] | null)[]>()).map(numbersFrom);
}

/** One field of each of these books. One round trip; none without books. */
export async function readSumsOf(books: readonly Book[], field: string): Promise<number[]> {
  if (books.length === 0) return [];
  const pipeline = redis().pipeline();
  for (const book of books) pipeline.hget(sumsKey(book), field);
  return (await pipeline.exec<(string | null)[]>()).map(Number);
}

/** Up to which order (placed, in ms) older orders are in the sums; null if all are. */
export async function readCountedUntil(): Promise<number | null> {
  const until = await redis().get<string>(sumsCountedUntilKey());
  return until === 'all' ? null : Number(until ?? 0);
}

export async function markCountedUntil(until: number | 'all'): Promise<void> {
  await redis().set(sumsCountedUntilKey(), until);
}
