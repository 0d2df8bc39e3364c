import { lastActiveKey, sessionsKey } from './keys.ts';
import { run, type Script } from './redis.ts';
import { guard, limit } from './guard.lua.ts';

/** What a token claims: whose it is, and the hash under which it must be stored. Only Redis knows whether it stands. */
export interface Session {
  userId: string;
  tokenHash: string;
}

/** One rate limit's counter: at most `limit` calls within `windowMs`. */
export interface Window {
  key: string;
  limit: number;
  windowMs: number;
  /** A right password empties the counter, or lowers it by its own try: it counts wrong ones. */
  forgiven: boolean | 'lowered';
  /** Whose tries at a password it counts where not all, see scripts/account `guess`. */
  counts?: 'strangers' | 'nobody' | undefined;
}

/** Who calls with a token, and what the call counts against. */
export interface Shopper {
  session: Session;
  windows: readonly Window[];
}

/** The token was never given out, has expired, or was revoked. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/** A rate limit is reached. */
export class TooMany extends Error {
  override name = 'TooMany';
  readonly retryAfterMs: number;
  /** @param message what to do about it; '' where there is nothing but to wait */
  constructor(retryAfterMs: number, message = '') {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

type Reads = NonNullable<Parameters<typeof run>[3]>;

/**
 * Runs a script of `guarded(…)`: it changes nothing unless the session stands and no limit is reached.
 * @returns what the script's own part returned.
 * @throws SessionEnded, TooMany
 */
export async function write(
  shopper: Shopper,
  script: Script,
  keys: string[],
  args: (string | number)[],
): Promise<unknown[]> {
  const [reply] = await run(script, [...guardKeys(shopper), ...keys], [...guardArgs(shopper), ...args]);
  return admitted(reply);
}

/**
 * Reads beside the session check in one round trip; what was read is thrown away when the session does not stand.
 * @throws SessionEnded, TooMany
 */
export async function read(shopper: Shopper, reads: Reads): Promise<unknown[]> {
  const [reply, ...values] = await run(guard, guardKeys(shopper), guardArgs(shopper), reads);
  admitted(reply);
  return values;
}

/**
 * Reads for a call without a token, which only counts against its limits.
 * @throws TooMany
 */
export async function readLimited(windows: readonly Window[], reads: Reads): Promise<unknown[]> {
  const [reply, ...values] = await run(limit, keysOf(windows), limitsOf(windows), reads);
  admitted(reply);
  return values;
}

/**
 * Runs a script of `limited(…)`: it changes nothing when a limit is reached.
 * @returns what the script's own part returned.
 * @throws TooMany
 */
export async function writeLimited(
  windows: readonly Window[],
  script: Script,
  keys: string[],
  args: (string | number)[],
): Promise<unknown[]> {
  const limits = [windows.length, ...limitsOf(windows)];
  const [reply] = await run(script, [...keysOf(windows), ...keys], [...limits, ...args]);
  return admitted(reply);
}

function guardKeys({ session, windows }: Shopper): string[] {
  return [sessionsKey(session.userId), lastActiveKey(), ...keysOf(windows)];
}

function guardArgs({ session, windows }: Shopper): (string | number)[] {
  return [session.tokenHash, session.userId, windows.length, ...limitsOf(windows)];
}

/**
 * Runs a script that takes windows after its own keys, and whom each counts before its own arguments.
 * @returns what the script's own part returned.
 * @throws TooMany
 */
export async function tryGuess(
  windows: readonly Window[],
  script: Script,
  keys: string[],
  args: string[],
): Promise<unknown[]> {
  const counted = windows.map(({ counts }) => counts ?? 'all');
  const [reply] = await run(
    script,
    [...keys, ...keysOf(windows)],
    [...limitsOf(windows), ...counted, ...args],
  );
  return admitted(reply);
}

function keysOf(windows: readonly Window[]): string[] {
  return windows.map(({ key }) => key);
}

function limitsOf(windows: readonly Window[]): number[] {
  return windows.flatMap(({ limit: most, windowMs }) => [most, windowMs]);
}

function admitted(reply: unknown): unknown[] {
  const [verdict, ...rest] = reply as [string, ...unknown[]];
  if (verdict === 'session-ended') throw new SessionEnded();
  if (verdict === 'too-many') throw new TooMany(Number(rest[0]));
  return rest;
}
