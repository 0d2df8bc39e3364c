/** CSV tables: to standard output, or into a file. */
import { access, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { type CsvRow, csvText } from '../netlify/services/csv.ts';
import { SetupError } from '../scripts/setup.mjs';

export interface Output {
  output?: string;
  force?: boolean;
}

/** The options of a command that writes a CSV. */
export function outputOptions(command: Command): Command {
  return command
    .option('--output <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite an existing file');
}

/** Relative to the owner's own directory: npm changes the working directory to the project's folder. */
export function fileOf(typed: string): string {
  return resolve(process.env['INIT_CWD'] || '.', typed);
}

/** For `catch`: the file cannot be read. @throws SetupError */
export const refuseUnreadable =
  (file: string) =>
  ({ code }: NodeJS.ErrnoException): never => {
    throw new SetupError(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`,
    );
  };

/** Checks the file before the work starts. @throws SetupError if it exists and must not be overwritten */
export async function refuseToOverwrite({ output, force }: Output): Promise<void> {
  if (output === undefined || force) return;
  const isThere = await access(fileOf(output)).then(
    () => true,
    () => false,
  );
  if (isThere) throw taken(output);
}

const taken = (output: string) => new SetupError(`${output} already exists; use --force to overwrite it.`);

/**
 * Writes a CSV. Only the owner can read the file, because it contains personal data.
 * @throws SetupError
 */
export async function writeCsv(
  columns: readonly string[],
  rows: readonly CsvRow[],
  { output, force }: Output,
): Promise<void> {
  const text = csvText(columns, rows, output !== undefined);
  if (output === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    await writeFile(fileOf(output), text, { mode: 0o600, flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST' ? taken(output) : new SetupError(`${output} cannot be written (${code}).`);
  }
}
