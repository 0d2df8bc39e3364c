import process from 'node:process';
import { errors, Redis } from '@upstash/redis';
import { journalKey, personKeysKey } from './keys.ts';
import { keyMarks, REPEATED } from './person-hash.ts';
import type { Script } from './script.ts';
import { Unreachable } from './unreachable.ts';

export type Pipeline = ReturnType<Redis['pipeline']>;

/** Timeout of one request to Redis, including its retry. */
const TIMEOUT_MS = 4_000;

let client: { redis: Redis; address: string } | undefined;

/**
 * The only client. It is created from UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN at its first use, and again
 * when they change, so that importing a function needs no settings. It does not deserialize values. Its first request
 * waits until the personal hashes match PERSON_HASH_KEY.
 * @throws Unreachable if a setting is missing
 */
export function redis(): Redis {
  const url = process.env['UPSTASH_REDIS_REST_URL'];
  const token = process.env['UPSTASH_REDIS_REST_TOKEN'];
  if (!url || !token) throw new Unreachable('Set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN');
  const address = `${url} ${token} ${process.env['PERSON_HASH_KEY']}`;
  if (client?.address !== address) client = { redis: opened(url, token), address };
  return client.redis;
}

function opened(url: string, token: string): Redis {
  const waiting = open(url, token);
  let ready: Promise<void> | undefined;
  waiting.use(async (request, next) => {
    ready ??= mustHaveOurHashes(open(url, token)).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    await ready;
    return next(request);
  });
  return waiting;
}

/** @throws Unreachable if the database's hashes have other keys than PERSON_HASH_KEY */
async function mustHaveOurHashes(asItIs: Redis): Promise<void> {
  const marks = keyMarks().join(' ');
  const known = await asItIs.get<string>(personKeysKey());
  if (known === marks || known === `${marks} ${REPEATED}`) return;
  // Rarely needed: once per key.
  const { migrateHashes } = await import('./person-hash-migration.ts');
  await migrateHashes(asItIs);
}

function open(url: string, token: string): Redis {
  const opened = new Redis({
    url,
    token,
    // A PIN code must stay text.
    automaticDeserialization: false,
    // The code composes its round trips itself, and tests count them.
    enableAutoPipelining: false,
    enableTelemetry: false,
    // The kept connection of a function that was idle is closed, so the first attempt fails and the second opens a new
    // one. If only the response of the first was lost, scripts recognise the retry.
    retry: { retries: 1, backoff: () => 100 },
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  });
  opened.use(async (request, next) => {
    try {
      return await next(request);
    } catch (error) {
      throw mapError(error);
    }
  });
  return opened;
}

/** Errors of a server that is running but cannot serve: loading, full, misconfigured, or over the plan's limits. */
const CANNOT_SERVE =
  /^(?:LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|OOM|MISCONF|WRONGPASS|NOAUTH|NOPERM|Unauthorized|ERR max )/;

function mapError(error: unknown): Error {
  if (!(error instanceof errors.UpstashError) || error instanceof errors.UpstashJSONParseError) {
    return new Unreachable(`Redis does not answer: ${reasonOf(error)}`);
  }
  // The client's message contains the whole command; without it, addresses and emails stay out of the log.
  const message = error.message.split(', command was:')[0] ?? '';
  return CANNOT_SERVE.test(message) ? new Unreachable(message) : new Error(message);
}

/** For example `ECONNREFUSED` or `TimeoutError`; fetch puts the first in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/**
 * Runs a script and further commands after it, in one round trip.
 *
 * Redis loses scripts when it restarts; then everything is sent again with the script's text. So the further commands
 * must be safe to repeat: reads, or writes with the same result.
 * @returns the script's reply, then those of the commands
 */
export async function run(
  { lua, sha, isJournaled }: Script,
  ownKeys: string[],
  args: (string | number)[],
  beside: (pipeline: Pipeline) => void = () => {},
): Promise<unknown[]> {
  const keys = isJournaled ? [journalKey(), ...ownKeys] : ownKeys;
  const send = (how: 'evalsha' | 'eval') => {
    const pipeline = redis().pipeline();
    if (how === 'eval') pipeline.eval(lua, keys, args);
    else pipeline.evalsha(sha, keys, args);
    beside(pipeline);
    return pipeline.exec<unknown[]>({ keepErrors: true });
  };
  let answers = await send('evalsha');
  if (answers[0]?.error?.startsWith('NOSCRIPT')) answers = await send('eval');
  for (const { error } of answers) {
    if (error) throw mapError(new errors.UpstashError(error));
  }
  return answers.map(({ result }) => result);
}

/** A reply with fields and values, or members and scores, in turn. Null, for a missing key, has no pairs. */
export function pairsOf(reply: unknown): [name: string, value: string][] {
  const flat = (reply ?? []) as unknown[];
  return Array.from({ length: flat.length / 2 }, (_, at) => [String(flat[2 * at]), String(flat[2 * at + 1])]);
}

/** The same with numbers as values, or scores. */
export function numbersFrom(reply: unknown): Map<string, number> {
  return new Map(pairsOf(reply).map(([name, value]) => [name, Number(value)]));
}
