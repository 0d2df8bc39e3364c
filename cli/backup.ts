/** The commands `backup` and `restore`. */
import process from 'node:process';
import type { Command } from 'commander';
import { counted } from '../src/domain/counted.ts';
import { linesOf } from '../netlify/services/backup/format.ts';
import { beginBackup, mustBeNoRestore, mustHaveHashKeys } from '../netlify/services/backup/begin-backup.ts';
import { addLine, contradictions, differences, rowsOf, type Sums } from '../netlify/services/backup/sums.ts';
import {
  BackupLost,
  closeBackup,
  countKeys,
  openBackup,
  readBackup,
  RESTORE,
} from '../netlify/storage/backup.ts';
import {
  beginRestore,
  canMigrateHashes,
  findKept,
  type Line,
  readRestore,
  setHashKeys,
  writeLines,
} from '../netlify/storage/restore.ts';
import { SetupError } from '../scripts/setup.mjs';
import { beginFile, readBackupFile, readUnfinished, type Unfinished, writeKeys } from './backup-file.ts';
import { connect } from './connect.ts';
import { fileOf, refuseToOverwrite } from './csv.ts';
import { timeOf } from './days.ts';
import { progress } from './progress.ts';
import { table } from './table.ts';

export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description('Write a consistent backup to a file; the shop stays open')
    .argument('<file>', 'such as taana-2026-11-23.gz; an interrupted backup to the same file continues')
    .option('--force', 'overwrite an existing file')
    .action(backup);
  program
    .command('restore')
    .description('Restore a backup into an empty database')
    .argument('<file>', 'file of "backup"; an interrupted restore of the same file continues')
    .action(restore);
}

async function backup(typed: string, { force }: { force?: boolean }): Promise<void> {
  await refuseToOverwrite({ output: typed, ...(force && { force }) });
  await connect();
  const file = fileOf(typed);
  const unfinished = (await goneOnWith(file)) ?? (await begun(file));
  const { id, at, hashKeys } = unfinished.header;
  const bar = progress('Keys', await countKeys());
  try {
    await writeKeys(
      file,
      unfinished,
      readBackup(id, unfinished.written),
      () => bar.step(),
      () => mustHaveHashKeys(id, hashKeys),
    );
  } catch (error) {
    if (!(error instanceof BackupLost)) throw error;
    throw new SetupError(`Another backup has started, so this one to ${typed} has stopped. Start it again.`);
  } finally {
    bar.end();
  }
  await closeBackup(id);
  tell(
    `The backup of ${timeOf(at)} is in ${typed}. Store it encrypted: it contains personal data.`,
    unfinished.sums,
  );
}

/** Null if there is no backup to continue. */
async function goneOnWith(file: string): Promise<Unfinished | null> {
  const unfinished = await readUnfinished(file);
  if (!unfinished) return null;
  try {
    mustBeNoRestore(await openBackup(unfinished.header.id, true));
    console.log(`Continues after ${counted(unfinished.lines, 'line')}.`);
    return unfinished;
  } catch (error) {
    if (!(error instanceof BackupLost)) throw error;
    console.log('The interrupted backup cannot continue; a new one starts.');
    return null;
  }
}

async function begun(file: string): Promise<Unfinished> {
  return beginFile(file, await beginBackup());
}

async function restore(typed: string): Promise<void> {
  const file = fileOf(typed);
  // Checks the whole file before it writes anything.
  const content = await readBackupFile(file, () => {});
  await connect();
  const { hashKeys } = content.header;
  if (!canMigrateHashes(hashKeys)) {
    throw new SetupError(
      'PERSON_HASH_KEY is not the key of this backup. Set that key; a newer one may follow it.',
    );
  }
  const from = await beginning(content.checksum);
  if (from > 0) console.log(`Continues after ${counted(from, 'line')}.`);
  const bar = progress('Lines', content.lines);
  try {
    await writeAll(file, content.checksum, from, () => bar.step());
  } finally {
    bar.end();
  }
  // Starts the count again, because an interrupted check would skip what it had already counted.
  await beginRestore(content.checksum, content.lines);
  const sums = await sumsHere();
  const wrong = differences(content.sums, sums);
  if (wrong.length > 0) {
    throw new SetupError(
      `The database does not match the file (${wrong.join('; ')}), so the shop stays closed. Empty the database and restore again.`,
    );
  }
  await setHashKeys(hashKeys);
  await closeBackup(RESTORE);
  tell(`The backup of ${timeOf(content.header.at)} is restored, and the shop is open.`, sums);
}

/** The number of written lines. @throws SetupError if the database has other content */
async function beginning(checksum: string): Promise<number> {
  const before = await readRestore(checksum);
  if (typeof before === 'number') return before;
  if (before === 'other') {
    throw new SetupError(
      'The restore of another file was interrupted. Continue with that file, or empty the database.',
    );
  }
  await refuseContent();
  await beginRestore(checksum, 0);
  try {
    // Somebody may have signed up after the first check, before the shop was closed.
    await refuseContent();
  } catch (error) {
    await closeBackup(RESTORE);
    throw error;
  }
  return 0;
}

async function refuseContent(): Promise<void> {
  const found = await findKept();
  if (found === null) return;
  throw new SetupError(`This database is not empty (it has ${found}); restore into an empty one.`);
}

/** Limits of one request, in lines and characters: Upstash accepts 1 MB in its smallest plan. */
const LINES = 200;
const CHARACTERS = 400_000;

async function writeAll(file: string, checksum: string, from: number, onLine: () => void): Promise<void> {
  let read = 0;
  let size = 0;
  let lines: Line[] = [];
  const flush = async () => {
    if (lines.length === 0) return;
    if (!(await writeLines(checksum, read - lines.length, lines))) {
      throw new SetupError('Another restore has started, so this one has stopped.');
    }
    lines = [];
    size = 0;
  };
  await readBackupFile(file, async (line) => {
    if (read >= from) {
      const length = line.key.length + JSON.stringify(line.content).length;
      if (lines.length === LINES || size + length > CHARACTERS) await flush();
      lines.push(line);
      size += length;
    }
    read += 1;
    onLine();
  });
  await flush();
}

async function sumsHere(): Promise<Sums> {
  const sums: Sums = {};
  for await (const standings of readBackup(RESTORE, [])) {
    for (const line of standings.flatMap(linesOf)) addLine(sums, line);
  }
  return sums;
}

function tell(sentence: string, sums: Sums): void {
  console.log(table(['What', 'How much'], rowsOf(sums)));
  console.log(sentence);
  const wrong = contradictions(sums);
  if (wrong.length === 0) return;
  for (const line of wrong) console.error(`✗ ${line}`);
  process.exitCode = 2;
}
