import { RESTORE, type KeyState } from './backup.ts';
import { isKept } from './backup-key-kinds.ts';
import { journalKey, personKeysKey } from './keys.ts';
import { keyMarks, REPEATED } from './person-hash.ts';
import { redis, run } from './redis.ts';
import { openRestore, writeKeyStates } from './backup-journal.lua.ts';

/**
 * Writes a backup into a database without data of its own. The shop's own changes are blocked meanwhile
 * (backup-journal.lua.ts).
 */

/** One line of a backup; large content takes several. */
export interface Line extends KeyState {
  /** It adds to the line before, of the same key. */
  more: boolean;
}

/** Number of key names that Redis scans in one step. */
const SCANNED = 1_000;

/** Any key that a backup would save; null if there is none. */
export async function findKept(): Promise<string | null> {
  for (let cursor = ''; cursor !== '0';) {
    const [next, keys] = await redis().scan(cursor || '0', { count: SCANNED });
    const found = keys.find(isKept);
    if (found !== undefined) return found;
    cursor = next;
  }
  return null;
}

/**
 * Whether a restore was begun here, of this file or another.
 * @returns 'none', 'other', or how many lines of this file are written
 */
export async function readRestore(file: string): Promise<number | 'none' | 'other'> {
  const [open, of, lines] = await redis()
    .pipeline()
    .hget(journalKey(), '')
    .hget(journalKey(), 'file')
    .hget(journalKey(), 'lines')
    .exec<(string | null)[]>();
  if (open !== RESTORE) return 'none';
  return of === file ? Number(lines) : 'other';
}

/**
 * Whether hashes of a backup can be moved to this shop's PERSON_HASH_KEY, which may have newer keys after the backup's.
 */
export function canMigrateHashes(hashKeys: string): boolean {
  const own = keyMarks();
  const theirs = hashKeys.split(' ').filter((mark) => mark !== '' && mark !== REPEATED);
  return theirs.every((mark, at) => mark === own[at]);
}

/** Records under which keys the personal hashes of this database are. */
export async function setHashKeys(hashKeys: string): Promise<void> {
  await redis().set(personKeysKey(), hashKeys);
}

/**
 * Blocks the shop's own changes until `closeBackup(RESTORE)`.
 * @param file the file's checksum
 * @param lines of it that are written
 */
export async function beginRestore(file: string, lines: number): Promise<void> {
  await run(openRestore, [], [file, lines]);
}

/**
 * Writes the lines after the first `from` of the file: all or none, and only once even if it is retried.
 * @returns false if another restore is in progress
 */
export async function writeLines(file: string, from: number, lines: readonly Line[]): Promise<boolean> {
  const [outcome] = await run(
    writeKeyStates,
    lines.map(({ key }) => key),
    [
      file,
      from,
      from + lines.length,
      ...lines.map(({ type, expires, more, content }) => JSON.stringify([type, expires, more, content])),
    ],
  );
  return outcome === 'written';
}
