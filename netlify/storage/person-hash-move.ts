import { setTimeout } from 'node:timers/promises';
import type { Redis } from '@upstash/redis';
import {
  hashedNames,
  lockKey,
  linkNames,
  newsletterKey,
  newsletterOutboxKey,
  personKeysKey,
  personMoveKey,
  promisedKey,
  unconfirmedKey,
} from './keys.ts';
import { carriedOver, keyMarks, REPEATED } from './person-hash.ts';
import { moveFields, moveLinks, moveMembers, moveNames } from './person-hash-move.lua.ts';
import { Unreachable } from './unreachable.ts';

/**
 * Carries stored hashes of persons over to the keys of today, once, before anything else is read or written: whoever
 * signed up, subscribed or had a code under older keys is found under the new one. Each step may come twice, also at
 * once, and a run that is ended is gone on with by the next.
 */

/** A call of Netlify's ends after 10 s; the next one goes on. */
const MOVE_MS = 5_000;
const LOOK_AGAIN_MS = 50;
/** Longer than a run that is not ended from outside. */
const IN_HAND_MS = 15_000;
/** Entries in one step: it holds up everybody else for about a millisecond. */
const AT_ONCE = 500;
/** Key names that Redis looks at in one step. */
const SCANNED = 5_000;

/**
 * @param redis a client that does not wait for this itself
 * @throws Unreachable while it is under way, or where the database was written with keys that are not these
 */
export async function carryOver(redis: Redis): Promise<void> {
  const marks = keyMarks();
  const known = (await readMarks(redis)).filter((mark) => mark !== REPEATED);
  if (known.some((mark, at) => mark !== marks[at])) {
    throw new Unreachable(
      'PERSON_HASH_KEY is not the one that this database was written with: set that one again, with a new one behind it',
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
    // Another run has it in hand; on a small database it is over at once.
    await setTimeout(LOOK_AGAIN_MS);
    if ((await redis.get(personKeysKey())) === marks.join(' ')) return;
  }
  await redis.set(personKeysKey(), marks.join(' '));
}

/**
 * Once more, for what functions of the former deploy wrote while those of the new one carried over: for the daily run,
 * by which none of them is left. @param until (ms) begins no more after that
 */
export async function carryOverTheRest(redis: Redis, until: number): Promise<void> {
  const marks = await readMarks(redis);
  if (marks.length === 0 || marks.includes(REPEATED)) return;
  if (await moveAll(redis, [...marks, REPEATED].join(), until))
    await redis.set(personKeysKey(), [...marks, REPEATED].join(' '));
}

async function readMarks(redis: Redis): Promise<string[]> {
  return ((await redis.get<string>(personKeysKey())) ?? '').split(' ').filter((mark) => mark !== '');
}

/** A preview that shares the database must not take its entries away from the shop that is open. */
function mayMove(): boolean {
  const { Netlify } = globalThis as {
    Netlify?: { context?: { deploy?: { context?: string; published?: boolean } } | null };
  };
  const deploy = Netlify?.context?.deploy;
  return deploy === undefined || deploy.context === 'dev' || deploy.published === true;
}

/** Entries of one kind. */
interface Kind {
  /** Reads some of them: names that may carry a hash, for a link with its key in front. */
  scan: (cursor: string) => Promise<[next: string, entries: Entry[]]>;
  move: (entries: Required<Entry>[]) => Promise<unknown>;
}

interface Entry {
  key: string;
  old: string;
  /** As it is carried over. */
  renewed?: string;
}

const count = AT_ONCE;

function kindsIn(redis: Redis): Kind[] {
  const evens = (key: string, flat: readonly (string | number)[]): Entry[] =>
    flat.flatMap((name, at) => (at % 2 === 0 ? [{ key, old: String(name) }] : []));
  const pairs = (entries: readonly Required<Entry>[]) =>
    entries.flatMap(({ old, renewed }) => [old, renewed]);
  return [
    ...[newsletterKey(), promisedKey()].map((key): Kind => ({
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
 * By one run at a time.
 * @param goal of this run: how far another one came counts for the same goal alone
 * @returns false where time was over before the end; the next run goes on from there
 */
async function moveAll(redis: Redis, goal: string, until: number): Promise<boolean> {
  const inHand = lockKey('person-hash-move');
  if ((await redis.set(inHand, '1', { nx: true, px: IN_HAND_MS })) !== 'OK') return false;
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

/** A hash stands between colons; an entry without one of older keys is left as it is. */
function renewedOf({ key, old }: Entry): Required<Entry>[] {
  const renewed = old
    .split(':')
    .map((part) => carriedOver(part) ?? part)
    .join(':');
  return renewed === old ? [] : [{ key, old, renewed }];
}
