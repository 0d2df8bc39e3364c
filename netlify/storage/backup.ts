import { accountOf, isKept } from './key-kinds.ts';
import { lockKey, journalKey, personKeysKey, personMoveKey } from './keys.ts';
import { redis, run } from './redis.ts';
import { closeJournal, openJournal, readStandings } from './backup-journal.lua.ts';

/** Reads the whole database as it stood at one moment, while the shop sells on (scripts/journal says how). */

/** A key and how it stood. */
export interface Standing {
  key: string;
  type: string;
  /** When (ms since 1970) the key goes, as text; '-1' for never. */
  expires: string;
  /** Fields and values, or members and scores, in turn. */
  content: string | string[];
}

/** The journal is no more: the backup was not gone on with in time, or another one has begun. */
export class BackupLost extends Error {
  override name = 'BackupLost';
}

/** A backup that is broken off for longer has to begin anew. */
const OPEN_MS = 24 * 60 * 60 * 1_000;

/** Key names that Redis looks at in one step, and about as many keys as are read in one. */
const AT_ONCE = 250;

/**
 * Opens a backup, whose moment is now, or goes on with one.
 * @param goesOn it must have been opened before
 * @returns the database's time in ms @throws BackupLost
 */
export async function openBackup(id: string, goesOn: boolean): Promise<number | 'restore'> {
  const [reply] = await run(openJournal, [], [id, OPEN_MS, goesOn ? '1' : '']);
  const [outcome, at] = reply as ['open', string] | ['lost' | 'restore'];
  if (outcome === 'lost') throw new BackupLost();
  return outcome === 'restore' ? 'restore' : Number(at);
}

/**
 * Marks of the keys under which hashes of persons stand; null while they are being carried over to another one
 * (storage/person-hash-move). That changes names of keys without a note in the journal, so a backup is good only where
 * this is the same at its end as at its beginning.
 */
export async function readHashKeys(): Promise<string | null> {
  const [marks, isBegun, isInHand] = await redis()
    .pipeline()
    .get(personKeysKey())
    .exists(personMoveKey())
    .exists(lockKey('person-hash-move'))
    .exec<[string | null, number, number]>();
  return isBegun + isInHand > 0 ? null : (marks ?? '');
}

/** About how many keys there are. */
export async function countKeys(): Promise<number> {
  return redis().dbsize();
}

/** The database is no longer kept for this backup, or this restore. */
export async function closeBackup(id: string): Promise<void> {
  await run(closeJournal, [], [id]);
}

/**
 * Every key that a backup keeps, each once, as it stood at the backup's moment. Whoever asks for the next ones has written
 * down the last ones for good.
 * @param written keys that were written down before, and may not be known as such
 * @throws BackupLost
 */
export async function* readBackup(id: string, written: readonly string[]): AsyncGenerator<Standing[]> {
  let done = written;
  for await (const keys of keysOf(id)) {
    const standings = await readStandingsOf(id, keys, done);
    done = standings.map(({ key }) => key);
    if (standings.length > 0) yield standings;
  }
}

/**
 * The keys that are there, then those that were there and of which the journal knows, because they have gone since. A key
 * may come twice.
 */
async function* keysOf(id: string): AsyncGenerator<string[]> {
  for (let cursor = ''; cursor !== '0';) {
    const [next, keys] = await redis().scan(cursor || '0', { count: AT_ONCE });
    yield keys.filter(isKept);
    cursor = next;
  }
  if (id === RESTORE) return;
  for (let cursor = ''; cursor !== '0';) {
    const [next, flat] = await redis().hscan(journalKey(), cursor || '0', { count: AT_ONCE });
    const isGone = (at: number) => flat[at + 1] !== '' && flat[at + 1] !== 'null';
    yield flat.map(String).filter((key, at) => at % 2 === 0 && key !== '' && isGone(at) && isKept(key));
    cursor = next;
  }
}

/** What the journal is open for while a restore is written. */
export const RESTORE = 'restore';

async function readStandingsOf(
  id: string,
  keys: readonly string[],
  written: readonly string[],
): Promise<Standing[]> {
  const owners = keys.map((key) => accountOf(key) ?? '');
  const [reply] = await run(
    readStandings,
    [...keys],
    [id, id === RESTORE ? '' : OPEN_MS, written.length, ...written, ...owners],
  );
  const [outcome, ...texts] = reply as string[];
  if (outcome === 'lost') throw new BackupLost();
  return keys.flatMap((key, at) => {
    const text = texts[at] ?? '';
    if (text === '' || text === 'null') return [];
    const [type, expires, content] = JSON.parse(text) as [string, string, string | string[]];
    return [{ key, type, expires, content }];
  });
}
