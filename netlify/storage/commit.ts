import { randomUUID } from 'node:crypto';
import type { CashLimit } from '../../src/domain/cash-order.ts';
import type { HeldLimit } from '../../src/domain/held-order.ts';
import { write, type Shopper } from './guard.ts';
import { changedKey, stockKey } from './keys.ts';
import { run } from './redis.ts';
import { ownCommit, shopperCommit } from './commit.lua.ts';

type Word = string | number;

/** A change to carry out whole or not at all; see scripts/commit. Keys are whole key names here. */
export interface Change {
  /** What must stand at a key; null where there must be nothing. */
  expect: { key: string; text: string | null }[];
  /** Variants must not repeat. Negative pieces are taken from stock, others given back. */
  pieces: { variant: string; by: number; opening: number }[];
  /** Counters of hashes that go down, and away at 0. */
  lower: { key: string; field: string; by: number }[];
  /** Keys that go where they hold this text. */
  forget: { key: string; text: string }[];
  writes: [command: string, key: string, ...words: Word[]][];
  /** The member's number in the series takes the place of the mark, letters and digits, in quotes, in `writes`. */
  numbers?: { series: string; member: string; mark: string }[];
  limits?: OrderLimits | undefined;
}

/** How much an order may have, or all of them together. */
export interface Size {
  pieces: number;
  paise: number;
}

/** What an order that is not paid yet must keep to; see scripts/limits. Keys are whole key names here, times in ms. */
export interface OrderLimits {
  /** Key of the account's document: whether its email is confirmed, and when it was registered. */
  account: string;
  /** Too large for an account whose email is not confirmed. */
  needsConfirmed: boolean;
  at: number;
  openMs: number;
  /** `nearMs`: counts accounts that were registered so close to this one. */
  counts: {
    by: Exclude<CashLimit | HeldLimit, 'order'>;
    key: string;
    members: string[];
    /** Members that leave it in the same step; only where sizes are added up. */
    released?: string[];
    unconfirmed: number | Size;
    confirmed: number | Size;
    nearMs?: number;
    isOnlyRead?: true;
  }[];
}

/** What a change has beside `writes` when it has nothing. */
export const nothingElse = { expect: [], pieces: [], lower: [], forget: [] } satisfies Partial<Change>;

export type Committed =
  | { outcome: 'done' }
  /** The expectation at this place did not hold; `found` is what stands there, null for nothing. */
  | { outcome: 'stale'; at: number; found: string | null }
  /** `line` is the place in `pieces`, `left` what is left of it. */
  | { outcome: 'short'; short: { line: number; left: number }[] }
  | Over;

/** A limit of orders that are not paid yet is reached; `isConfirmed`: the account's email is. */
export interface Over {
  outcome: 'over';
  limit: CashLimit | HeldLimit;
  isConfirmed: boolean;
}

/** Longer than the client may take to ask a second time. */
const REPEATED_MS = 60_000;

/** One round trip. @param shopper in whose name; null in the shop's own @throws SessionEnded, TooMany */
export async function commit(shopper: Shopper | null, change: Change): Promise<Committed> {
  const keys: string[] = [stockKey()];
  const placeOf = (key: string) => {
    const at = keys.indexOf(key);
    return at === -1 ? keys.push(key) : at + 1;
  };
  const told = JSON.stringify({
    stock: 1,
    done: placeOf(changedKey(randomUUID())),
    kept: REPEATED_MS,
    expect: change.expect.map(({ key, text }) => [placeOf(key), text ?? '']),
    pieces: change.pieces.map(({ variant, by, opening }) => [variant, by, opening]),
    lower: change.lower.map(({ key, field, by }) => [placeOf(key), field, by]),
    forget: change.forget.map(({ key, text }) => [placeOf(key), text]),
    // As text, because Lua writes a time in ms as 1.7e+12.
    writes: change.writes.map(([command, key, ...words]) => [command, placeOf(key), ...words.map(String)]),
    numbers: (change.numbers ?? []).map(({ series, member, mark }) => [placeOf(series), member, mark]),
    ...(change.limits && {
      limits: {
        ...change.limits,
        account: placeOf(change.limits.account),
        counts: change.limits.counts.map((count) => ({
          ...{ released: [], ...count },
          key: placeOf(count.key),
        })),
      },
    }),
  });
  const [outcome, ...rest] = shopper
    ? await write(shopper, shopperCommit, keys, [told])
    : ((await run(ownCommit, keys, [told]))[0] as unknown[]).slice(1);
  if (outcome === 'done') return { outcome };
  if (outcome === 'stale') {
    const [at, found] = rest as [number, string];
    return { outcome, at, found: found === '' ? null : found };
  }
  if (outcome === 'over') {
    const [limit, isConfirmed] = rest as [Over['limit'], number];
    return { outcome, limit, isConfirmed: isConfirmed === 1 };
  }
  return { outcome: 'short', short: (rest as [number, number][]).map(([line, left]) => ({ line, left })) };
}
