import type { Book } from '../../src/domain/order-sums.ts';
import type { Variant } from './back-in-stock.ts';
import {
  emailOutboxKey,
  freedKey,
  neverSentKey,
  stockKey,
  sumsCountedUntilKey,
  sumsKey,
  variant,
} from './keys.ts';
import { type NeverSent, neverSentFrom, neverSentRange } from './never-sent.ts';
import { sumsFrom } from './order-sums.ts';
import { redis } from './redis.ts';

/** What staff see first in the morning. */
export interface TodayRead {
  /** All orders are in the running sums. */
  isCounted: boolean;
  sums: Map<string, number>[];
  /** Pieces for sale, in the sequence of the variants. */
  pieces: number[];
  /** Variants, named as in `stock`, that came back and may have subscribers. */
  freed: string[];
  neverSent: NeverSent[];
  /** Emails that have been due since before `lateSince`. */
  lateEmails: number;
}

/** Fields of one HMGET; a catalogue of ten thousand sizes needs several, in the same round trip. */
const FIELDS = 5_000;

/** One round trip. @param at now, in ms @param lateSince in ms */
export async function readToday(
  variants: readonly Variant[],
  books: readonly Book[],
  at: number,
  lateSince: number,
): Promise<TodayRead> {
  const fields = variants.map(({ productId, size }) => variant(productId, size));
  const pipeline = redis()
    .pipeline()
    .get(sumsCountedUntilKey())
    .smembers(freedKey())
    .zrange(neverSentKey(), ...neverSentRange(at))
    .zcount(emailOutboxKey(), 0, lateSince);
  for (const book of books) pipeline.hgetall(sumsKey(book));
  for (let from = 0; from < fields.length; from += FIELDS) {
    pipeline.hmget(stockKey(), ...fields.slice(from, from + FIELDS));
  }
  const [until, freed, neverSent, late, ...rest] =
    await pipeline.exec<[string | null, string[], (string | number)[], number, ...(string | null)[][]]>();
  const stock = rest.slice(books.length).flat();
  return {
    isCounted: until === 'all',
    sums: rest.slice(0, books.length).map(sumsFrom),
    pieces: variants.map(({ opening }, place) => Number(stock[place] ?? opening)),
    freed,
    neverSent: neverSentFrom(neverSent),
    lateEmails: late,
  };
}
