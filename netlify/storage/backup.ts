import { DAY_MS } from '../../src/domain/time-units.ts';
import { accountOf, isKept } from './backup-key-kinds.ts';
import { lockKey, journalKey, personKeysKey, personMoveKey } from './keys.ts';
import { pairsOf, redis, run } from './redis.ts';
import { closeJournal, journalKeyState, openJournal, readKeyStates } from './backup-journal.lua.ts';

/** Reads the whole database as it was at one moment, while the shop stays open (backup-journal.lua.ts explains how). */

/** A key and its state. */
export interface KeyState {
  key: string;
  type: string;
  /** When (ms since 1970) the key expires, as text; '-1' for never. */
  expires: string;
  /** Fields and values in turn, or members and scores in turn. */
  content: string | string[];
}

/** The journal is gone: the backup was not continued in time, or another one has begun. */
export class BackupLost extends Error {
  override name = 'BackupLost';
}

/** A backup that pauses for longer must start again. messages/desk-lists-and-shop and README.md repeat it. */
const OPEN_MS = DAY_MS;

/** Number of key names that Redis scans in one step; also about the number of keys that one call reads. */
const AT_ONCE = 250;

/**
 * Opens a backup of the current moment, or continues one.
 * @param goesOn the backup must be open already
 * @returns the database's time in ms @throws BackupLost
 */
export async function openBackup(id: string, goesOn: boolean): Promise<number | 'restore'> {
  const [reply] = await run(openJournal, [], [id, OPEN_MS, goesOn ? '1' : '']);
  const [outcome, at] = reply as ['open', string] | ['lost' | 'restore'];
  if (outcome === 'lost') throw new BackupLost();
  return outcome === 'restore' ? 'restore' : Number(at);
}

/**
 * Marks of the keys of the personal hashes; null while the hashes are being moved to a new key
 * (storage/person-hash-migration). That move renames keys without a journal entry, so a backup is valid only if this
 * value is the same at its start and end.
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

/** About how many keys exist. */
export async function countKeys(): Promise<number> {
  return redis().dbsize();
}

/** Closes the journal of this backup or restore. */
export async function closeBackup(id: string): Promise<void> {
  await run(closeJournal, [], [id]);
}

/**
 * Every key that a backup keeps, each once, in its state at the backup's moment. A caller must have stored one batch
 * before it asks for the next.
 * @param written keys that are in the file already, if the journal may not know that
 * @throws BackupLost
 */
export async function* readBackup(id: string, written: readonly string[]): AsyncGenerator<KeyState[]> {
  let done = written;
  for (let place: BackupPlace | null = BEGINNING; place;) {
    const { keys, next } = await readKeysAt(place);
    const standings = await readKeyStatesOf(id, keys, done);
    done = standings.map(({ key }) => key);
    if (standings.length > 0) yield standings;
    // A restore deletes nothing.
    place = id === RESTORE && next?.of === 'journal' ? null : next;
  }
}

/** How far the reading is: first the current keys, then the deleted ones that the journal knows. A cursor of Redis. */
interface BackupPlace {
  of: 'keys' | 'journal';
  cursor: string;
}

export const BEGINNING: BackupPlace = { of: 'keys', cursor: '0' };

/** Some keys from this place on, and the next place; null after the last. A key may come twice. */
export async function readKeysAt(place: BackupPlace): Promise<{ keys: string[]; next: BackupPlace | null }> {
  if (place.of === 'keys') {
    const [cursor, keys] = await redis().scan(place.cursor, { count: AT_ONCE });
    const next: BackupPlace = cursor === '0' ? { of: 'journal', cursor } : { of: 'keys', cursor };
    return { keys: keys.filter(isKept), next };
  }
  const [cursor, flat] = await redis().hscan(journalKey(), place.cursor, { count: AT_ONCE });
  const gone = pairsOf(flat).filter(([key, state]) => key !== '' && !['', 'null'].includes(state));
  const keys = gone.map(([key]) => key).filter(isKept);
  return { keys, next: cursor === '0' ? null : { of: 'journal', cursor } };
}

/** Copies a key into the journal, so that its content stays the same until the backup ends. @throws BackupLost */
export async function freeze(id: string, key: string): Promise<void> {
  const [outcome] = await run(journalKeyState, [key], [id]);
  if (outcome === 'lost') throw new BackupLost();
}

/** The value of the journal's field '' during a restore. */
export const RESTORE = 'restore';

/**
 * These keys in their state at the backup's moment, without those that the file has.
 * @param written keys that are in the file now
 * @throws BackupLost
 */
export async function readKeyStatesOf(
  id: string,
  keys: readonly string[],
  written: readonly string[],
): Promise<KeyState[]> {
  const owners = keys.map((key) => accountOf(key) ?? '');
  const [reply] = await run(
    readKeyStates,
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
