import { randomUUID } from 'node:crypto';
import type { CashLimit } from '../../src/domain/cash-order.ts';
import type { UnpaidOrderLimit } from '../../src/domain/unpaid-order.ts';
import { write, type Shopper } from './session-and-limits.ts';
import { isKept } from './backup-key-kinds.ts';
import { changedKey, stockKey } from './keys.ts';
import { run } from './redis.ts';
import { ownCommit, shopperCommit } from './transaction.lua.ts';
import type { LogEntry } from '../../src/domain/staff.ts';
import { logParts } from './staff-log.ts';

/** A command of Redis. */
export type Write = [command: string, key: string, ...words: (string | number)[]];

/** These writes on a condition. */
export const writesIf = (condition: unknown, ...writes: Write[]): Write[] => (condition ? writes : []);

/** A change that is carried out as a whole or not at all; see transaction.lua.ts. Keys are full key names here. */
export interface Change {
  /**
   * The text that a key must hold; null if there must be no key. With a member: the score that it must have in a sorted
   * set.
   */
  expect: { key: string; text: string | null; member?: string }[];
  /** Each variant only once. Negative pieces are taken from stock, positive ones returned to it. */
  pieces: { variant: string; by: number; initial: number }[];
  /**
   * Stock that somebody set or counted, each variant only once, in a change without `pieces`; `beside` are hashes with
   * further pieces of it.
   */
  counts?: { variant: string; initial: number; seen: number; pieces: number; beside: string[] }[];
  /** Counters in hashes to lower; a counter is removed at 0. */
  lower: { key: string; field: string; by: number }[];
  /** Keys to delete if they hold this text. */
  forget: { key: string; text: string }[];
  writes: Write[];
  /** The member's number in the series replaces the quoted mark (letters and digits) in `writes`. */
  numbers?: { series: string; member: string; mark: string }[];
  limits?: OrderLimits | undefined;
  /** What staff changed, for the log of the desk. */
  log?: readonly LogEntry[];
}

/** The most that one order, or all orders of a subject together, may have. */
export interface Size {
  pieces: number;
  paise: number;
}

/** The limits of an unpaid order; see order-limits.lua.ts. Keys are full key names here, times in ms. */
export interface OrderLimits {
  /** Key of the account, which says whether its email is confirmed and when it was created. */
  account: string;
  /** Keys of which each says that an order of the account was paid. */
  paid: string[];
  /** The order is too large for an account with an unconfirmed email. */
  needsConfirmed: boolean;
  at: number;
  openMs: number;
  pieces: number;
  smallOrderPieces: number;
  justRegisteredMs: number;
  counts: LimitedCount[];
}

/** What is known of an account: a `paid` one has a confirmed email and has paid or received an order. */
export type AccountState = 'unconfirmed' | 'confirmed' | 'paid';

/** A sorted set in which an unpaid order counts, and a limit of it. The key is a full key name. */
export interface LimitedCount {
  by: Exclude<CashLimit | UnpaidOrderLimit, 'order'>;
  key: string;
  members: string[];
  /** Members to remove in the same step; only if sizes are added up. */
  released?: string[];
  /** The limits. An account in a state without one is not in the set. */
  most: Partial<Record<AccountState, number | Size>>;
  /** Counts members not older than this; by default `openMs`. */
  windowMs?: number;
  /** Orders that the set leaves out: all small ones, or those of accounts that have not just registered. */
  without?: 'small' | 'known-small';
  /** The limit does not bind the first order of an account with a confirmed email (namedCounts in cash-order.ts). */
  isNamed?: boolean;
  isOnlyRead?: boolean;
}

/** The empty fields of a change that has only `writes`. */
export const nothingElse = { expect: [], pieces: [], lower: [], forget: [] } satisfies Partial<Change>;

export type Committed =
  | { outcome: 'done' }
  /** The expectation at this place did not hold; `found` is the text there, null for no key. */
  | { outcome: 'stale'; at: number; found: string | null }
  /** `line` is the place in `pieces`, `left` the stock left; or the place in `counts`, and the number there now. */
  | { outcome: 'short'; short: { line: number; left: number }[] }
  | Over;

/** A limit of unpaid orders is reached; `isConfirmed` says whether the account's email is confirmed. */
export interface Over {
  outcome: 'over';
  limit: CashLimit | UnpaidOrderLimit;
  isConfirmed: boolean;
}

/** Longer than a retry of the client takes. */
const REPEATED_MS = 60_000;

/**
 * One round trip. @param shopper whose session must be valid; null for the shop itself @throws SessionEnded, TooMany
 */
export async function commit(shopper: Shopper | null, change: Change): Promise<Committed> {
  const keys: string[] = [stockKey()];
  const placeOf = (key: string) => {
    const at = keys.indexOf(key);
    return at === -1 ? keys.push(key) : at + 1;
  };
  const changeJson = JSON.stringify({
    stock: 1,
    done: placeOf(changedKey(randomUUID())),
    kept: REPEATED_MS,
    expect: change.expect.map(({ key, text, member = '' }) => [placeOf(key), text ?? '', member]),
    pieces: change.pieces.map(({ variant, by, initial }) => [variant, by, initial]),
    counts: (change.counts ?? []).map(({ variant, initial, seen, pieces, beside }) => [
      variant,
      initial,
      seen,
      pieces,
      beside.map(placeOf),
    ]),
    lower: change.lower.map(({ key, field, by }) => [placeOf(key), field, by]),
    forget: change.forget.map(({ key, text }) => [placeOf(key), text]),
    // As text, because Lua writes a time in ms as 1.7e+12.
    writes: change.writes.map(([command, key, ...words]) => [command, placeOf(key), ...words.map(String)]),
    // A key that no backup saves is not copied: the order index alone would be tens of MB.
    saved: [...new Set(change.writes.map(([, key]) => key))].filter(isKept).map(placeOf),
    numbers: (change.numbers ?? []).map(({ series, member, mark }) => [placeOf(series), member, mark]),
    log: (change.log ?? [])
      .map(logParts)
      .map(({ text, ...keyOf }) => [
        placeOf(keyOf.all),
        placeOf(keyOf.subject),
        placeOf(keyOf.months),
        placeOf(keyOf.end),
        keyOf.month,
        text,
      ]),
    ...(change.limits && {
      limits: {
        ...change.limits,
        account: placeOf(change.limits.account),
        paid: change.limits.paid.map(placeOf),
        counts: change.limits.counts.map((count) => ({
          released: [],
          ...count,
          key: placeOf(count.key),
        })),
      },
    }),
  });
  const [outcome, ...rest] = shopper
    ? await write(shopper, shopperCommit, keys, [changeJson])
    : ((await run(ownCommit, keys, [changeJson]))[0] as unknown[]).slice(1);
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
