import { withoutControls } from '../src/domain/text-limits.ts';

type Cell = string | number;

/** Formats rows under headings; each column is as wide as its widest cell, and numbers and prices are right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell : withoutControls(cell))),
  );
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...cells.map((row) => String(row[at] ?? '').length)),
  );
  const line = (row: readonly Cell[]) =>
    widths
      .map((width, at) => {
        const cell = row[at] ?? '';
        return isAmount(cell) ? String(cell).padStart(width) : String(cell).padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [headings, ...cells].map(line).join('\n');
}

function isAmount(cell: Cell): boolean {
  return typeof cell === 'number' || /^-?₹/.test(cell);
}
