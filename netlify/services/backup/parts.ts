import { type BackupState, PART_KEYS } from '../../../src/contract/desk-backup.ts';
import { deskBackupMessages as says } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import { BEGINNING, freeze, readKeysAt, readKeyStatesOf, type KeyState } from '../../storage/backup.ts';
import { isKept } from '../../storage/backup-key-kinds.ts';
import type { Line } from '../../storage/restore.ts';
import { Refused } from '../refusal.ts';
import { addTo, footerOf, type Header, headerOf, linesOf, pieceOf, type Written } from './format.ts';
import { mustHaveHashKeys } from './begin-backup.ts';

/**
 * A backup in parts that each fit into one call, for a reader that may lose a reply. The reader holds the whole state. A
 * key counts as written only once the part after it is asked for, so the same call gives the same keys again.
 */

/** The most bytes of a part before it is compressed; a line of a large key may exceed it. */
const PART_BYTES = 2_000_000;

export interface Part {
  piece: Buffer;
  /** Null after the last part. */
  state: BackupState | null;
  written: Written;
}

type Inside = NonNullable<BackupState['inside']>;

/** A part while it is made. */
interface Draft extends Written {
  texts: string[];
  bytes: number;
  /** The keys that are whole in it. */
  keys: Set<string>;
  most: number;
}

/** The first part. */
export async function firstPart(opened: Omit<Header, 'backup' | 'format'>): Promise<Part> {
  const { text, written } = headerOf(opened);
  const state = { ...opened, ...written, place: BEGINNING, written: [] };
  return { piece: await pieceOf([text]), state, written };
}

/**
 * The part after this state.
 * @param until (ms) begins no step after this time
 * @param most bytes, fewer than usual in tests
 * @throws BackupLost; Refused 'unavailable' if the hashes of persons have moved meanwhile
 */
export async function nextPart(state: BackupState, until: number, most = PART_BYTES): Promise<Part> {
  const { id, at, hashKeys, lines, checksum, sums } = state;
  const draft: Draft = {
    lines,
    checksum,
    sums: { ...sums },
    texts: [],
    bytes: 0,
    keys: new Set<string>(),
    most,
  };
  let { place, inside } = state;
  // What is not saved is not read either, whatever a caller names.
  if (inside && !isKept(inside.key)) throw new Refused('invalid', says.notKept);
  // The empty name is the journal's own field.
  let done = state.written.filter((key) => key !== '' && isKept(key));
  do {
    if (inside) {
      inside = await addInside(id, inside, done, draft);
      done = [];
      continue;
    }
    const { keys, next } = await readKeysAt(place);
    const standings = await readKeyStatesOf(
      id,
      keys.filter((key) => !draft.keys.has(key)),
      done,
    );
    done = [];
    const stop = addWhole(standings, draft);
    if (stop === 'full') break;
    if (stop) inside = stop;
    else if (next) place = next;
    else return lastPart(id, hashKeys, draft);
  } while (!isFull(draft) && Date.now() < until);
  const written = writtenOf(draft);
  return {
    piece: await pieceOf(draft.texts),
    state: {
      id,
      at,
      hashKeys,
      place,
      ...(inside && { inside }),
      ...written,
      written: [...draft.keys],
    },
    written,
  };
}

const isFull = ({ bytes, keys, most }: Draft) => bytes >= most || keys.size >= PART_KEYS;

const writtenOf = ({ lines, checksum, sums }: Draft): Written => ({ lines, checksum, sums });

function add(draft: Draft, line: Line): void {
  const text = addTo(draft, line);
  draft.texts.push(text);
  draft.bytes += Buffer.byteLength(text);
}

/**
 * Adds whole keys as long as there is room.
 * @returns a key that no part has room for; 'full' if keys are left for the next part; null if all are in
 */
function addWhole(standings: readonly KeyState[], draft: Draft): Inside | 'full' | null {
  for (const standing of standings) {
    const bytes = Buffer.byteLength(JSON.stringify(standing.content));
    if (bytes > draft.most) return { key: standing.key, from: 0 };
    if (draft.bytes + bytes > draft.most || isFull(draft)) return 'full';
    for (const line of linesOf(standing)) add(draft, line);
    draft.keys.add(standing.key);
  }
  return null;
}

/**
 * Adds lines of a large key. It is frozen first: lines of two calls must be of one state.
 * @returns where it goes on; undefined once it is whole
 */
async function addInside(
  id: string,
  { key, from }: Inside,
  done: readonly string[],
  draft: Draft,
): Promise<Inside | undefined> {
  await freeze(id, key);
  const [standing] = await readKeyStatesOf(id, [key], done);
  const lines = standing ? linesOf(standing).slice(from) : [];
  for (const [at, line] of lines.entries()) {
    if (at > 0 && isFull(draft)) return { key, from: from + at };
    add(draft, line);
  }
  draft.keys.add(key);
  return undefined;
}

async function lastPart(id: string, hashKeys: string, draft: Draft): Promise<Part> {
  await mustHaveHashKeys(id, hashKeys);
  const written = writtenOf(draft);
  return { piece: await pieceOf([...draft.texts, footerOf(written)]), state: null, written };
}
