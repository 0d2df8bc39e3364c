import type { Book } from '../../src/domain/order-sums.ts';
import type { Variant } from './back-in-stock.ts';
import { emailOutboxKey, freedKey, neverSentKey } from './keys.ts';
import { sumsCountedUntilKey, sumsKey } from './order-keys.ts';
import { type AbandonedEmail, abandonedEmailsFrom, abandonedEmailsRange } from './abandoned-emails.ts';
import { type DueEmail, dueEmailOf } from './email-outbox.ts';
import { askPieces, piecesFrom } from './stock-counts.ts';
import { numbersFrom, pairsOf, redis } from './redis.ts';

/** The screen links so many; thousands may wait if the mail server is down for a day. */
const LATE_NAMED = 20;

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
  /** Emails that have been due since before `lateSince`, and the oldest of them: about what, and when they were due. */
  lateEmails: number;
  late: (DueEmail & { at: number })[];
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
    .zcount(emailOutboxKey(), 0, lateSince)
    .zrange(emailOutboxKey(), 0, lateSince, {
      byScore: true,
      withScores: true,
      offset: 0,
      count: LATE_NAMED,
    });
  for (const book of books) pipeline.hgetall(sumsKey(book));
  askPieces(pipeline, variants);
  const [until, freed, neverSent, lateEmails, late, ...rest] =
    await pipeline.exec<
      [string | null, string[], (string | number)[], number, (string | number)[], ...(string | null)[][]]
    >();
  return {
    isCounted: until === 'all',
    sums: rest.slice(0, books.length).map(numbersFrom),
    pieces: piecesFrom(variants, rest.slice(books.length)),
    freed,
    neverSent: abandonedEmailsFrom(neverSent),
    lateEmails,
    late: pairsOf(late).map(([name, dueAt]) => ({ ...dueEmailOf(name), at: Number(dueAt) })),
  };
}
