/** The commands `backup` and `restore`. */
import process from 'node:process';
import type { Command } from 'commander';
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
import { counted, table } from './table.ts';

export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description('write everything that lasts into one file, as it stands at this moment; the shop sells on')
    .argument('<file>', 'such as taana-2026-11-23.gz; a backup to it that was broken off goes on')
    .option('--force', 'write over a file that is there')
    .action(backup);
  program
    .command('restore')
    .description('make the shop of a backup, in a database that has nothing of its own')
    .argument('<file>', 'what "backup" wrote; a restore of it that was broken off goes on')
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
    throw new SetupError(`Another backup has begun meanwhile; ${typed} ends here. Begin it again.`);
  } finally {
    bar.end();
  }
  await closeBackup(id);
  tell(
    `The shop as it was on ${timeOf(at)} is in ${typed}; keep it encrypted, it names people.`,
    unfinished.sums,
  );
}

/** Null if there is no backup to continue. */
async function goneOnWith(file: string): Promise<Unfinished | null> {
  const unfinished = await readUnfinished(file);
  if (!unfinished) return null;
  try {
    mustBeNoRestore(await openBackup(unfinished.header.id, true));
    console.log(`Going on after ${counted(unfinished.lines, 'line')}.`);
    return unfinished;
  } catch (error) {
    if (!(error instanceof BackupLost)) throw error;
    console.log('The backup that was broken off can no longer go on; this one begins anew.');
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
      'PERSON_HASH_KEY is not the one that this backup was made with: set that one; a newer one may stand behind it.',
    );
  }
  const from = await beginning(content.checksum);
  if (from > 0) console.log(`Going on after ${counted(from, 'line')}.`);
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
      `The shop does not say what the file says (${wrong.join('; ')}) and stays closed. Empty the database and restore again.`,
    );
  }
  await setHashKeys(hashKeys);
  await closeBackup(RESTORE);
  tell(`The shop is as it was on ${timeOf(content.header.at)} and sells on.`, sums);
}

/** The number of written lines. @throws SetupError if the database has other content */
async function beginning(checksum: string): Promise<number> {
  const before = await readRestore(checksum);
  if (typeof before === 'number') return before;
  if (before === 'other') {
    throw new SetupError(
      'The restore of another file was broken off here: go on with that file, or empty the database.',
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

async function writeAll(file: string, checksum: string, from: number, hear: () => void): Promise<void> {
  let read = 0;
  let size = 0;
  let lines: Line[] = [];
  const flush = async () => {
    if (lines.length === 0) return;
    if (!(await writeLines(checksum, read - lines.length, lines))) {
      throw new SetupError('Another restore has begun meanwhile; this one ends here.');
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
    hear();
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
