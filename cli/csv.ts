/** Tables for spreadsheets: to standard output, or into a file. */
import { access, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { stringify } from 'csv-stringify/sync';
import { SetupError } from '../scripts/setup.mjs';
import { plain } from './terminal.ts';

export type CsvRow = Readonly<Record<string, string | number>>;

export interface Output {
  output?: string;
  force?: boolean;
}

/** Where the owner stands: npm and this command stand in the project's own folder. */
export function fileOf(typed: string): string {
  return resolve(process.env['INIT_CWD'] || '.', typed);
}

/** Looks at the file before the work begins. @throws SetupError where it is there and must not be written over */
export async function refuseToOverwrite({ output, force }: Output): Promise<void> {
  if (output === undefined || force) return;
  const isThere = await access(fileOf(output)).then(
    () => true,
    () => false,
  );
  if (isThere) throw taken(output);
}

const taken = (output: string) => new SetupError(`${output} is there already; --force writes over it.`);

/**
 * Shoppers type names and e-mails, and a spreadsheet runs a cell that begins like a formula: such cells get a quote in
 * front, and no cell carries what a terminal would obey. A file begins with a byte order mark, without which Excel takes Devanagari and ₹ for something else; it is for
 * the owner's eyes only, as it names people.
 * @throws SetupError
 */
export async function writeCsv(
  columns: readonly string[],
  rows: readonly CsvRow[],
  { output, force }: Output,
): Promise<void> {
  const text = stringify([...rows], {
    columns: [...columns],
    header: true,
    escape_formulas: true,
    bom: output !== undefined,
    cast: { string: plain },
  });
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
