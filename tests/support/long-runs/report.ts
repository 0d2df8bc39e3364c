/** The report of one part of `npm run bench` or `npm run chaos`, as a page in a folder that git ignores. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { projectRoot } from '../../../scripts/setup.mjs';

export interface Report {
  title: string;
  /** The command that writes it again. */
  command: string;
  /** Markdown without a heading; its own headings start at level two. */
  text: string;
}

type Cell = string | number;

/** Numbers are aligned to the right. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const isNumeric = (column: number) =>
    rows.length > 0 && rows.every((row) => /^[\d−–<≤×.,%\s-]*(?:k?B|ms|s|MB|x)?$/.test(String(row[column])));
  return [
    line(columns),
    line(columns.map((_, column) => (isNumeric(column) ? '--:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/** The checks of a run and their results. */
export interface Aim {
  aim: string;
  found: Cell;
  holds: boolean;
}

export const aimsTable = (aims: readonly Aim[]): string =>
  markdownTable(
    ['aim', 'found', ''],
    aims.map(({ aim, found, holds }) => [aim, found, holds ? 'holds' : '**does not hold**']),
  );

/** Without the extension. @param name of the command and its part, such as `chaos/fuzz` */
export const reportFile = (name: string) => join(projectRoot, 'reports', name);

export async function writeReport(name: string, { title, command, text }: Report): Promise<void> {
  const file = reportFile(name);
  const at = new Date().toISOString();
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.md`, `# ${title}\n\n\`${command}\`, ${at}, ${machine}.\n\n${text.trim()}\n`);
  console.log(`Read ${file}.md`);
}
