/**
 * A backup on the disk. It is written in pieces to a `.part` file beside it, with a progress note, so an interrupted
 * backup continues after its last complete piece.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  addTo,
  chained,
  type Footer,
  footerOf,
  FORMAT,
  type Header,
  headerOf,
  linesOf,
  pieceOf,
  type Written,
} from '../netlify/services/backup/format.ts';
import { addLine, differences, type Sums } from '../netlify/services/backup/sums.ts';
import type { KeyState } from '../netlify/storage/backup.ts';
import type { Line } from '../netlify/storage/restore.ts';
import { SetupError } from '../scripts/setup.mjs';
import { refuseUnreadable } from './csv.ts';

/** The progress of an incomplete file. */
export interface Unfinished extends Written {
  header: Header;
  bytes: number;
  /** Keys in the last piece. */
  written: string[];
}

const partOf = (file: string) => `${file}.part`;
const noteOf = (file: string) => `${file}.part.json`;

/** The interrupted backup to this path; null if there is none. */
export async function readUnfinished(file: string): Promise<Unfinished | null> {
  const [note, part] = await Promise.all([
    readFile(noteOf(file), 'utf8').catch(() => null),
    stat(partOf(file)).catch(() => null),
  ]);
  if (note === null || part === null) return null;
  const unfinished = JSON.parse(note) as Unfinished;
  return part.size >= unfinished.bytes ? unfinished : null;
}

/**
 * Starts a file and deletes the rest of an older one. Readable only by the owner, because it contains personal data.
 */
export async function beginFile(
  file: string,
  opened: Omit<Header, 'backup' | 'format'>,
): Promise<Unfinished> {
  await Promise.all([partOf(file), noteOf(file)].map((path) => rm(path, { force: true })));
  const { header, text, written } = headerOf(opened);
  const unfinished: Unfinished = { header, bytes: 0, ...written, written: [] };
  const handle = await open(partOf(file), 'wx', 0o600).catch(({ code }: NodeJS.ErrnoException) => {
    throw new SetupError(`${file} cannot be written (${code}).`);
  });
  try {
    await append(handle, file, unfinished, [text]);
  } finally {
    await handle.close();
  }
  return unfinished;
}

/**
 * Appends keys to the file, flushes them to disk and updates `unfinished`.
 * @param onKey called for each key
 * @param isGood throws if the data must not be kept
 */
export async function writeKeys(
  file: string,
  unfinished: Unfinished,
  batches: AsyncIterable<KeyState[]>,
  onKey: () => void,
  isGood: () => Promise<void>,
): Promise<void> {
  const handle = await open(partOf(file), 'r+');
  try {
    await handle.truncate(unfinished.bytes);
    for await (const standings of batches) {
      const texts = standings.flatMap(linesOf).map((line) => addTo(unfinished, line));
      unfinished.written = standings.map(({ key }) => key);
      await append(handle, file, unfinished, texts);
      for (const _ of standings) onKey();
    }
    await isGood();
    // The progress note does not count the footer: a continued file overwrites it with another footer.
    await write(handle, unfinished.bytes, [footerOf(unfinished)]);
  } finally {
    await handle.close();
  }
  await rename(partOf(file), file);
  await rm(noteOf(file), { force: true });
}

/** @returns the number of written bytes */
async function write(handle: FileHandle, at: number, lines: readonly string[]): Promise<number> {
  const piece = await pieceOf(lines);
  await handle.write(piece, 0, piece.length, at);
  await handle.datasync();
  return piece.length;
}

/** Writes the progress note after the piece is on the disk, and replaces the older note atomically. */
async function append(
  handle: FileHandle,
  file: string,
  unfinished: Unfinished,
  lines: readonly string[],
): Promise<void> {
  unfinished.bytes += await write(handle, unfinished.bytes, lines);
  const fresh = `${noteOf(file)}.new`;
  await writeFile(fresh, JSON.stringify(unfinished), { mode: 0o600, flush: true });
  await rename(fresh, noteOf(file));
}

/**
 * Reads a whole file, line by line.
 * @param onLine called for each line, in order
 * @returns the content, after its counts and checksum are verified
 * @throws SetupError if the file is broken, incomplete, or of a later format
 */
export async function readBackupFile(
  file: string,
  onLine: (line: Line) => Promise<void> | void,
): Promise<Omit<Footer, 'end'> & { header: Header }> {
  let header: Header | undefined;
  let footer: Footer | undefined;
  let checksum = '';
  let lines = 0;
  const sums: Sums = {};
  for await (const text of textsOf(file)) {
    if (footer) throw broken(file);
    if (!header) {
      header = headerIn(file, text);
      checksum = chained('', text);
      continue;
    }
    const parsed = parsedIn(file, text) as Footer | [string, string, string, boolean, Line['content']];
    if (!Array.isArray(parsed)) {
      footer = parsed;
      continue;
    }
    const [key, type, expires, more, content] = parsed;
    const line = { key, type, expires, more, content };
    checksum = chained(checksum, text);
    lines += 1;
    addLine(sums, line);
    await onLine(line);
  }
  if (!header || footer?.checksum !== checksum || footer.lines !== lines) throw broken(file);
  // A later build may count other things.
  const said = footer.sums;
  if (differences(said, sums).some((name) => name in said && name in sums)) throw broken(file);
  return { header, checksum, lines, sums };
}

const broken = (file: string) =>
  new SetupError(`${file} is not a complete backup: it was cut off or changed. Use another one.`);

/** @throws SetupError */
function parsedIn(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw broken(file);
  }
}

function headerIn(file: string, text: string): Header {
  const { backup, format, ...rest } = parsedIn(file, text) as Header;
  if (backup !== 'taana') throw broken(file);
  if (format > FORMAT) {
    throw new SetupError(
      `${file} has format ${format}, this build reads up to ${FORMAT}. Use a newer build.`,
    );
  }
  return { backup, format, ...rest };
}

async function* textsOf(file: string): AsyncGenerator<string> {
  const handle = await open(file).catch(refuseUnreadable(file));
  const unpacked = pipeline(createReadStream('', { fd: handle }), createGunzip(), () => {});
  try {
    yield* createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY });
    if (unpacked.errored) throw broken(file);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? broken(file) : error;
  } finally {
    unpacked.destroy();
    await handle.close().catch(() => {});
  }
}
