import { backInStockKey, freedKey, stockKey, variant } from './keys.ts';
import { sumsKey } from './order-keys.ts';
import type { Variant } from './back-in-stock.ts';
import { commit, nothingElse } from './transaction.ts';
import { type Pipeline, redis, run } from './redis.ts';
import { countMembers } from './stock-counts.lua.ts';
import { chunksOf } from '../../src/domain/chunks.ts';
import type { LogEntry } from '../../src/domain/staff.ts';

/** The numbers of a variant, as staff see them. */
export interface StockCount {
  /** For sale. */
  pieces: number;
  /** Kept for orders whose payment is awaited. */
  reserved: number;
  /** Sold, and still on the shelf. */
  unshipped: number;
  /** Sold in orders that stand. */
  sold: number;
  /** Shoppers with a back-in-stock subscription. */
  waiting: number;
}

const books = ['reserved', 'unshipped', 'sold'] as const;

/** The numbers of these variants, in their sequence. One round trip; none without variants. */
export async function readCounts(variants: readonly Variant[]): Promise<StockCount[]> {
  if (variants.length === 0) return [];
  const fields = variants.map(({ productId, size }) => variant(productId, size));
  const lists = variants.map(({ productId, size }) => backInStockKey(productId, size));
  const [waiting, stock, ...sums] = await run(countMembers, lists, [], (pipeline) => {
    pipeline.hmget(stockKey(), ...fields);
    for (const book of books) pipeline.hmget(sumsKey(book), ...fields);
  });
  const of = (reply: unknown, at: number) => (reply as (string | null)[])[at] ?? null;
  return variants.map(({ initial }, at) => ({
    pieces: Number(of(stock, at) ?? initial),
    reserved: Number(of(sums[0], at)),
    unshipped: Number(of(sums[1], at)),
    sold: Number(of(sums[2], at)),
    waiting: Number((waiting as number[])[at]),
  }));
}

/** Fields of one HMGET; a catalogue of ten thousand sizes needs several, in the same round trip. */
const FIELDS = 5_000;

/** Adds the commands that read the pieces for sale of these variants. */
export function askPieces(pipeline: Pick<Pipeline, 'hmget'>, variants: readonly Variant[]): void {
  const fields = variants.map(({ productId, size }) => variant(productId, size));
  for (const part of chunksOf(fields, FIELDS)) pipeline.hmget(stockKey(), ...part);
}

/** @param replies of the commands of `askPieces` */
export function piecesFrom(variants: readonly Variant[], replies: readonly (string | null)[][]): number[] {
  const stock = replies.flat();
  return variants.map(({ initial }, place) => Number(stock[place] ?? initial));
}

/** The pieces for sale of these variants, in their sequence. One round trip; none without variants. */
export async function readPieces(variants: readonly Variant[]): Promise<number[]> {
  if (variants.length === 0) return [];
  const pipeline = redis().pipeline();
  askPieces(pipeline, variants);
  return piecesFrom(variants, await pipeline.exec<(string | null)[][]>());
}

/** The number that staff saw of a variant, and the new number. */
export interface CountedVariant extends Variant {
  seen: number;
  pieces: number;
}

/**
 * Sets stock, all lines or none, unless a number that was seen has moved. Subscribers of sizes with more pieces than
 * before are emailed afterwards (`readFreed`).
 * @param isShelf the numbers are pieces on the shelf: for sale, reserved and unshipped
 * @param log what staff did, written in the same step
 * @returns whether the stock is set
 */
export async function setCounts(
  lines: readonly CountedVariant[],
  isShelf: boolean,
  log: readonly LogEntry[],
): Promise<boolean> {
  const beside = isShelf ? [sumsKey('reserved'), sumsKey('unshipped')] : [];
  const more = lines.filter(({ seen, pieces }) => pieces > seen);
  const done = await commit(null, {
    ...nothingElse,
    log,
    counts: lines.map(({ productId, size, ...line }) => ({
      ...line,
      variant: variant(productId, size),
      beside,
    })),
    writes:
      more.length === 0
        ? []
        : [['SADD', freedKey(), ...more.map(({ productId, size }) => variant(productId, size))]],
  });
  return done.outcome === 'done';
}
