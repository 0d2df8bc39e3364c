import { lastActiveKey, sessionsKey } from './keys.ts';
import { type Pipeline, redis, run } from './redis.ts';
import type { Script } from './script.ts';
import { guard, limit } from './session-and-limits.lua.ts';

/**
 * The user id in a token, and the hash under which its session is stored. Only Redis knows whether the session exists.
 */
export interface Session {
  userId: string;
  tokenHash: string;
}

/** The counter of one rate limit: at most `limit` calls within `windowMs`. */
export interface Window {
  key: string;
  limit: number;
  windowMs: number;
  /** A right password deletes the counter ('lowered': only lowers it by one), because it counts wrong passwords. */
  forgiven: boolean | 'lowered';
  /** Which password attempts count, if not all; see `guess` in accounts.lua.ts. */
  counts?: 'strangers' | 'new-devices' | 'known-devices' | 'nobody' | undefined;
}

/** The session of a call with a token, and the rate limits of the call. */
export interface Shopper {
  session: Session;
  windows: readonly Window[];
}

/** The shop reads an account's data for its staff (services/desk/shoppers): there is no session to check. */
export interface OnBehalf {
  session: Pick<Session, 'userId'>;
  onBehalf: true;
}

/** The token was never issued, has expired, or was revoked. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/** A rate limit is reached. */
export class TooMany extends Error {
  override name = 'TooMany';
  readonly retryAfterMs: number;
  /** @param message what to do about it; '' if the caller can only wait */
  constructor(retryAfterMs: number, message = '') {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

type Reads = (pipeline: Pipeline) => void;

/**
 * Runs a script of `guarded(…)`: it changes nothing unless the session is valid and no limit is reached.
 * @returns what the script's own part returned
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
 * Reads in the round trip of the session check; discards the values if the session is not valid.
 * @throws SessionEnded, TooMany
 */
export async function read(shopper: Shopper | OnBehalf, reads: Reads): Promise<unknown[]> {
  if ('onBehalf' in shopper) {
    const pipeline = redis().pipeline();
    reads(pipeline);
    return pipeline.exec();
  }
  const [reply, ...values] = await run(guard, guardKeys(shopper), guardArgs(shopper), reads);
  admitted(reply);
  return values;
}

/**
 * Reads for a call without a token, which counts against its limits.
 * @throws TooMany
 */
export async function readLimited(windows: readonly Window[], reads: Reads): Promise<unknown[]> {
  const [reply, ...values] = await run(limit, keysOf(windows), limitsOf(windows), reads);
  admitted(reply);
  return values;
}

/**
 * Runs a script of `limited(…)`: it changes nothing if a limit is reached.
 * @returns what the script's own part returned
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
 * Runs a script whose own keys come before the windows, and whose own arguments come after what each window counts.
 * @returns what the script's own part returned
 * @throws TooMany
 */
export async function tryGuess(
  windows: readonly Window[],
  script: Script,
  keys: string[],
  args: readonly string[],
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

/** What a script's own part returned. @throws SessionEnded, TooMany */
export function admitted(reply: unknown): unknown[] {
  const [verdict, ...rest] = reply as [string, ...unknown[]];
  if (verdict === 'session-ended') throw new SessionEnded();
  if (verdict === 'too-many') throw new TooMany(Number(rest[0]));
  return rest;
}
