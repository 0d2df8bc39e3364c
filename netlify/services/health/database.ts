/** Database checks: whether it is near, supports the shop's scripts, and keeps its data. */
import { createHash, randomUUID } from 'node:crypto';
import { personKeysKey, scratchKey } from '../../storage/keys.ts';
import { keyMarks, REPEATED } from '../../storage/person-hash.ts';
import { script } from '../../storage/script.ts';
import type { Finding } from '../../../src/contract/desk-health.ts';
import { type Check, ok, placeOf, reasonOf, red, type Shop, unseen } from './finding.ts';

type Command = NonNullable<Shop['command']>;

/** Function and database need 1 to 5 ms in one region, and 60 ms or more in two. */
const NEAR_MS = 25;
/** A function that has just started, or a busy machine, is slow at first. */
const MOST_ROUNDS = 20;
/** Temporary keys expire after this time. */
const KEPT_MS = 60_000;

const newDatabase =
  'This database does not support the shop. Create one at Upstash (Redis, with eviction off) and set its address and token.';

/** A check that needs the database settings in this terminal. */
function ofDatabase(name: string, look: (command: Command, shop: Shop) => Promise<Finding>): Check {
  return {
    name,
    look: async (shop) =>
      shop.command
        ? look(shop.command, shop)
        : unseen(
            `${placeOf(shop)} has no settings of the database`,
            'Set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN as on Netlify and look again.',
          ),
  };
}

const evaluate = (command: Command, body: string, keys: string[], args: string[]) =>
  command(['EVAL', script(body).lua, keys.length, ...keys, ...args]);

const newKey = () => scratchKey(randomUUID());

const near: Check = {
  name: 'Functions near the database',
  look: async ({ ask, health }) => {
    const { region } = await health();
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < MOST_ROUNDS && best > NEAR_MS; round += 1) {
      const { redisMs } = (await (await ask('/api/health')).json()) as { redisMs: number };
      best = Math.min(best, redisMs);
    }
    const where = region === null ? 'this machine' : region;
    if (best <= NEAR_MS) return ok(`${best} ms a round trip, functions in ${where}`);
    return red(
      `${best} ms a round trip, functions in ${where}`,
      'Put both into one region near the shoppers (Mumbai): Netlify, Project configuration, Functions, Region; at Upstash the region of the database.',
    );
  },
};

const timeFirst = ofDatabase('Scripts: the time before a change', async (command) => {
  const body = `local time = redis.call('TIME')
redis.call('SET', KEYS[1], time[1], 'PX', ARGV[1])
return { time[1], redis.call('GET', KEYS[1]) }`;
  try {
    const [time, kept] = (await evaluate(command, body, [newKey()], [String(KEPT_MS)])) as string[];
    if (time && time === kept) return ok('a script reads the time and writes');
    return red(`it read ${time} and kept ${kept}`, newDatabase);
  } catch (error) {
    return red(reasonOf(error), newDatabase);
  }
});

const json = ofDatabase('Scripts: JSON', async (command) => {
  const document = { at: 1_795_000_000_000, paise: 329_900, list: ['a', 'ü₹'], none: null, yes: true };
  const text = await evaluate(
    command,
    'return cjson.encode(cjson.decode(ARGV[1]))',
    [],
    [JSON.stringify(document)],
  );
  const sorted = (value: object) => JSON.stringify(Object.entries(value).toSorted());
  // Some clients parse JSON into a value, others return the text.
  const read = (typeof text === 'string' ? JSON.parse(text) : text) as object;
  if (sorted(read) === sorted(document)) return ok('what a script reads and writes stays the same');
  return red(`it made ${JSON.stringify(read)} of ${JSON.stringify(document)}`, newDatabase);
});

const unknownScript = ofDatabase('Scripts: an unknown one', async (command) => {
  const sha = createHash('sha1').update(randomUUID()).digest('hex');
  const advice = `${newDatabase} The shop sends a script's text again when it hears NOSCRIPT, and hears something else here.`;
  try {
    await command(['EVALSHA', sha, 0]);
    return red('it ran a script that there is not', advice);
  } catch (error) {
    const reason = reasonOf(error);
    return reason.startsWith('NOSCRIPT') ? ok('it answers NOSCRIPT') : red(reason, advice);
  }
});

const locking = ofDatabase('Scripts: key locking', async (command) => {
  const [declared, other] = [newKey(), newKey()];
  const advice =
    'Without key locking every script waits for all others. Ask Upstash whether the database is of the present version (Key-Based Locking), or create a new one.';
  try {
    await evaluate(command, "return redis.call('GET', KEYS[1])", [declared], []);
  } catch (error) {
    return red(`it refuses the flag: ${reasonOf(error)}`, advice);
  }
  try {
    await evaluate(command, "return redis.call('GET', ARGV[1])", [declared], [other]);
    return red('a script reaches a key that it did not declare', advice);
  } catch {
    return ok('scripts lock their own keys alone');
  }
});

const eviction = ofDatabase('Eviction', async (command) => {
  const advice =
    'Switch eviction off at Upstash (the database, Configuration, Eviction): else orders are deleted when the database is full.';
  const policy = await evictionPolicy(command);
  if (policy === undefined) {
    return unseen(
      'the database does not say',
      'Look at Upstash: the database, Configuration, Eviction has to be off.',
    );
  }
  return policy === 'noeviction' ? ok('off') : red(policy, advice);
});

async function evictionPolicy(command: Command): Promise<string | undefined> {
  const asked = await command(['CONFIG', 'GET', 'maxmemory-policy']).catch(() => null);
  if (Array.isArray(asked) && typeof asked[1] === 'string') return asked[1];
  const info = await command(['INFO']).catch(() => '');
  return /^maxmemory_policy:(\S+)/m.exec(String(info))?.[1];
}

const personKey = ofDatabase('Key of the hashes of persons', async (command, shop) => {
  let marks: string[];
  try {
    marks = keyMarks(shop.settings['PERSON_HASH_KEY'] ?? '');
  } catch (error) {
    return red(
      reasonOf(error),
      'Set PERSON_HASH_KEY as on Netlify. A shop that has none yet gets "openssl rand -hex 32", kept apart from its backups.',
    );
  }
  const text = String((await command(['GET', personKeysKey()])) ?? '');
  const known = text.split(' ').filter((mark) => mark !== '' && mark !== REPEATED);
  if (known.some((mark, at) => mark !== marks[at])) {
    return red(
      'PERSON_HASH_KEY is not the one that this database was written with',
      'Set that one again, followed by a new one if it leaked: without it nobody can log in.',
    );
  }
  if (known.length > 0 && known.length < marks.length) {
    return red(
      `${placeOf(shop)} has a newer key than the database`,
      'Set the same PERSON_HASH_KEY on Netlify and deploy; the first call migrates the hashes.',
    );
  }
  return ok(known.length === 0 ? 'set; nothing was written with it yet' : 'the one of this database');
});

export const databaseChecks: readonly Check[] = [
  near,
  timeFirst,
  json,
  unknownScript,
  locking,
  eviction,
  personKey,
];
