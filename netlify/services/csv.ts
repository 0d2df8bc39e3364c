/** CSV tables, for the command line and the desk. */
import { stringify } from 'csv-stringify/sync';
import { withoutControlsPerLine } from '../../src/domain/text-limits.ts';

export type CsvRow = Readonly<Record<string, string | number>>;

/**
 * A CSV. Shoppers type names and emails, and a spreadsheet runs a cell that begins like a formula, so such cells get a
 * quote in front. Control characters are removed.
 * @param isFile it starts with a byte order mark, or Excel misreads Devanagari and ₹
 */
export function csvText(columns: readonly string[], rows: readonly CsvRow[], isFile: boolean): string {
  return textOf(columns, rows, { header: true, bom: isFile });
}

/** A part of a file, which is put behind the ones before; the first has the headings. */
export function csvPart(columns: readonly string[], rows: readonly CsvRow[], isFirst: boolean): string {
  return textOf(columns, rows, { header: isFirst, bom: isFirst });
}

function textOf(
  columns: readonly string[],
  rows: readonly CsvRow[],
  own: { header: boolean; bom: boolean },
): string {
  return stringify([...rows], {
    columns: [...columns],
    escape_formulas: true,
    cast: { string: withoutControlsPerLine },
    ...own,
  });
}
