import { withoutControls } from '../../../src/domain/text-limits.ts';

/**
 * A CSV for a spreadsheet, which would run a cell that begins like a formula: such a cell gets a quote in front. It
 * starts with a byte order mark, or Excel misreads Devanagari and ₹.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = withoutControls(value);
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
