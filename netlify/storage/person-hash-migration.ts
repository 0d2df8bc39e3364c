import { setTimeout } from 'node:timers/promises';
import type { Redis } from '@upstash/redis';
import {
  lockKey,
  newsletterKey,
  newsletterOutboxKey,
  personKeysKey,
  personMoveKey,
  codesGivenKey,
  unconfirmedKey,
} from './keys.ts';
import { migratedHash, keyMarks, REPEATED } from './person-hash.ts';
import { moveFields, moveLinks, moveMembers, moveNames } from './person-hash-migration.lua.ts';
import { Unreachable } from './unreachable.ts';

/**
 * Moves stored personal hashes to the current keys, once, before anything else is read or written, so that accounts,
 * subscriptions and used codes from older keys are found under the new one. Every step can be repeated, also in
 * parallel, and the next run continues an interrupted one.
 */

/** A call on Netlify ends after 10 s; the next call continues. */
const MOVE_MS = 5_000;
const LOOK_AGAIN_MS = 50;
/** Longer than a run takes, unless it is killed. */
const CLAIM_MS = 15_000;
/** Entries per step: one step blocks the database for about a millisecond. */
const AT_ONCE = 500;
/** Number of key names that Redis scans in one step. */
const SCANNED = 5_000;

/** Key names that contain a personal hash (storage/keys), as patterns for Redis' SCAN. */
const hashedNames = ['login:*', 'google:*', 'wishes:*', 'code-phone:*'] as const;
/** Names of keys whose value is a personal hash. */
const linkNames = ['newsletter-confirm:*', 'newsletter-leave:*'] as const;

/**
 * @param redis a client that does not wait for this move itself
 * @throws Unreachable during the move, or if the database was written with other keys
 */
export async function migrateHashes(redis: Redis): Promise<void> {
  const marks = keyMarks();
  const known = (await readMarks(redis)).filter((mark) => mark !== REPEATED);
  if (known.some((mark, at) => mark !== marks[at])) {
    throw new Unreachable(
      'PERSON_HASH_KEY is not the one that this database was written with: set that one again, followed by a new one',
    );
  }
  if (known.length === marks.length) return;
  if (!mayMove()) {
    throw new Unreachable('PERSON_HASH_KEY is newer than this database, and a preview must not change that');
  }
  const until = Date.now() + MOVE_MS;
  while (!(await moveAll(redis, marks.join(), until))) {
    if (Date.now() > until) {
      throw new Unreachable('Entries are being carried over to PERSON_HASH_KEY; the next call goes on');
    }
    // Another run has the lock; on a small database it finishes at once.
    await setTimeout(LOOK_AGAIN_MS);
    if ((await redis.get(personKeysKey())) === marks.join(' ')) return;
  }
  await redis.set(personKeysKey(), marks.join(' '));
}

/**
 * Moves the hashes again in the daily run, because functions of the former deploy may have written during the first
 * move; none of them is left by then. @param until (ms) starts no step after this time
 */
export async function migrateRemainingHashes(redis: Redis, until: number): Promise<void> {
  const marks = await readMarks(redis);
  if (marks.length === 0 || marks.includes(REPEATED)) return;
  if (await moveAll(redis, [...marks, REPEATED].join(), until))
    await redis.set(personKeysKey(), [...marks, REPEATED].join(' '));
}

async function readMarks(redis: Redis): Promise<string[]> {
  return ((await redis.get<string>(personKeysKey())) ?? '').split(' ').filter((mark) => mark !== '');
}

/** A preview that shares the database must not move the entries of the live shop. */
function mayMove(): boolean {
  const { Netlify } = globalThis as {
    Netlify?: { context?: { deploy?: { context?: string; published?: boolean } } | null };
  };
  const deploy = Netlify?.context?.deploy;
  return deploy === undefined || deploy.context === 'dev' || deploy.published === true;
}

/** Entries of one kind. */
interface Kind {
  /** Reads some entries: names that may contain a hash; for a link, its value and its key. */
  scan: (cursor: string) => Promise<[next: string, entries: Entry[]]>;
  move: (entries: Required<Entry>[]) => Promise<unknown>;
}

interface Entry {
  key: string;
  old: string;
  /** Its name or value under the current keys. */
  renewed?: string;
}

const count = AT_ONCE;

function kindsIn(redis: Redis): Kind[] {
  const evens = (key: string, flat: readonly (string | number)[]): Entry[] =>
    flat.flatMap((name, at) => (at % 2 === 0 ? [{ key, old: String(name) }] : []));
  const pairs = (entries: readonly Required<Entry>[]) =>
    entries.flatMap(({ old, renewed }) => [old, renewed]);
  return [
    ...[newsletterKey(), codesGivenKey()].map((key): Kind => ({
      scan: async (cursor) => {
        const [next, flat] = await redis.hscan(key, cursor, { count });
        return [next, evens(key, flat)];
      },
      move: (entries) => redis.eval(moveFields.lua, [key], pairs(entries)),
    })),
    ...[unconfirmedKey(), newsletterOutboxKey()].map((key): Kind => ({
      scan: async (cursor) => {
        const [next, flat] = await redis.zscan(key, cursor, { count });
        return [next, evens(key, flat)];
      },
      move: (entries) => redis.eval(moveMembers.lua, [key], pairs(entries)),
    })),
    ...hashedNames.map((match): Kind => ({
      scan: async (cursor) => {
        const [next, names] = await redis.scan(cursor, { match, count: SCANNED });
        return [next, names.map((old) => ({ key: old, old }))];
      },
      move: (entries) => redis.eval(moveNames.lua, pairs(entries), []),
    })),
    ...linkNames.map((match): Kind => ({
      scan: async (cursor) => {
        const [next, names] = await redis.scan(cursor, { match, count: SCANNED });
        const people = names.length > 0 ? await redis.mget<(string | null)[]>(...names) : [];
        return [next, names.map((key, at) => ({ key, old: people[at] ?? '' }))];
      },
      move: (entries) =>
        redis.eval(
          moveLinks.lua,
          entries.map(({ key }) => key),
          pairs(entries),
        ),
    })),
  ];
}

/**
 * Takes a lock, so that one run works at a time.
 * @param goal of this run; it continues an earlier run only if that had the same goal
 * @returns false if the time was over before the end; the next run continues
 */
async function moveAll(redis: Redis, goal: string, until: number): Promise<boolean> {
  const inHand = lockKey('person-hash-move');
  if ((await redis.set(inHand, '1', { nx: true, px: CLAIM_MS })) !== 'OK') return false;
  try {
    return await moveFrom(redis, goal, until);
  } finally {
    await redis.del(inHand);
  }
}

async function moveFrom(redis: Redis, goal: string, until: number): Promise<boolean> {
  const kinds = kindsIn(redis);
  const [of, at, from] = ((await redis.get<string>(personMoveKey())) ?? '').split(' ');
  let [place, cursor] = of === goal ? [Number(at), from ?? '0'] : [0, '0'];
  for (let kind = kinds[place]; kind; kind = kinds[place]) {
    if (Date.now() > until) {
      await redis.set(personMoveKey(), `${goal} ${place} ${cursor}`);
      return false;
    }
    const [next, entries] = await kind.scan(cursor);
    const old = entries.flatMap(renewedOf);
    for (let first = 0; first < old.length; first += AT_ONCE) {
      await kind.move(old.slice(first, first + AT_ONCE));
    }
    cursor = String(next);
    if (cursor === '0') place += 1;
  }
  await redis.del(personMoveKey());
  return true;
}

/** Replaces the hashes between colons; skips an entry without an older hash. */
function renewedOf({ key, old }: Entry): Required<Entry>[] {
  const renewed = old
    .split(':')
    .map((part) => migratedHash(part) ?? part)
    .join(':');
  return renewed === old ? [] : [{ key, old, renewed }];
}
