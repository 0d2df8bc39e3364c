import type { Book } from '../../src/domain/order-sums.ts';
import type { Variant } from './back-in-stock.ts';
import { emailOutboxKey, freedKey, neverSentKey, sumsCountedUntilKey, sumsKey } from './keys.ts';
import { type AbandonedEmail, abandonedEmailsFrom, abandonedEmailsRange } from './abandoned-emails.ts';
import { sumsFrom } from './order-sums.ts';
import { askPieces, piecesFrom } from './stock-counts.ts';
import { redis } from './redis.ts';

/** What staff see first in the morning. */
export interface DashboardCounts {
  /** All orders are in the running sums. */
  isCounted: boolean;
  sums: Map<string, number>[];
  /** Pieces for sale, in the sequence of the variants. */
  pieces: number[];
  /** Variants, named as in `stock`, that came back and may have subscribers. */
  freed: string[];
  neverSent: AbandonedEmail[];
  /** Emails that have been due since before `lateSince`. */
  lateEmails: number;
}

/** One round trip. @param at now, in ms @param lateSince in ms */
export async function readToday(
  variants: readonly Variant[],
  books: readonly Book[],
  at: number,
  lateSince: number,
): Promise<DashboardCounts> {
  const pipeline = redis()
    .pipeline()
    .get(sumsCountedUntilKey())
    .smembers(freedKey())
    .zrange(neverSentKey(), ...abandonedEmailsRange(at))
    .zcount(emailOutboxKey(), 0, lateSince);
  for (const book of books) pipeline.hgetall(sumsKey(book));
  askPieces(pipeline, variants);
  const [until, freed, neverSent, late, ...rest] =
    await pipeline.exec<[string | null, string[], (string | number)[], number, ...(string | null)[][]]>();
  return {
    isCounted: until === 'all',
    sums: rest.slice(0, books.length).map(sumsFrom),
    pieces: piecesFrom(variants, rest.slice(books.length)),
    freed,
    neverSent: abandonedEmailsFrom(neverSent),
    lateEmails: late,
  };
}
