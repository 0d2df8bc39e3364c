/**
 * How `npm run bench` and `npm run chaos` tell what they found: every part leaves a section in a folder that git does
 * not keep, and one readable page is composed of all that lie there, so a part can be run again by itself.
 */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { projectRoot } from '../setup.mjs';

export interface Plot {
  /** Of its file, without an ending. */
  name: string;
  /** What somebody reads who cannot see it. */
  alt: string;
  svg: string;
}

export interface Section {
  /** Of its files: lower case, with hyphens. */
  name: string;
  title: string;
  /** The command that makes it again. */
  command: string;
  /** Markdown without a heading; its own headings begin at the third level. */
  text: string;
  plots: readonly Plot[];
  /** Every figure behind the text, for machines. */
  figures: unknown;
}

interface KeptSection extends Section {
  at: string;
  machine: string;
}

type Cell = string | number;

/** Numbers stand right. */
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

const folderOf = (report: string) => join(projectRoot, 'reports', report);

const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;

/** @param report `bench` or `chaos` */
export async function leaveSection(report: string, section: Section): Promise<void> {
  const folder = folderOf(report);
  await mkdir(folder, { recursive: true });
  for (const { name, svg } of section.plots) {
    await writeFile(join(folder, `${section.name}-${name}.svg`), svg);
  }
  const kept: KeptSection = { ...section, at: new Date().toISOString(), machine: machine() };
  await writeFile(join(folder, `${section.name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
}

function page(title: string, sections: readonly KeptSection[]): string {
  const parts = sections.map(({ name, title: heading, command, text, plots, at, machine: where }) =>
    [
      `## ${heading}`,
      `\`${command}\`, ${at.slice(0, 10)}, ${where}.`,
      text.trim(),
      ...plots.map((plot) => `![${plot.alt}](${name}-${plot.name}.svg)`),
    ].join('\n\n'),
  );
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}

/**
 * Composes `report.md` and `report.json` of what lies in the report's folder.
 *
 * @param order of the sections' names
 * @returns the path of the page
 */
export async function composeReport(
  report: string,
  title: string,
  order: readonly string[],
): Promise<string> {
  const folder = folderOf(report);
  const sections: KeptSection[] = [];
  for (const name of order) {
    const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => undefined);
    if (text !== undefined) sections.push(JSON.parse(text) as KeptSection);
  }
  const figures = Object.fromEntries(
    sections.map(({ name, at, machine: where, figures: found }) => [
      name,
      { at, machine: where, ...{ figures: found } },
    ]),
  );
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(figures, null, 2)}\n`);
  const path = join(folder, 'report.md');
  await writeFile(path, page(title, sections));
  return path;
}

/** Keeps the composed page, its plots and its figures as the last ones in `docs`. */
export async function keepInDocs(report: string): Promise<void> {
  const from = folderOf(report);
  const to = join(projectRoot, 'docs', report);
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const files = (await readdir(from)).filter((file) => /^report\.(?:md|json)$|\.svg$/.test(file));
  for (const file of files) await copyFile(join(from, file), join(to, file));
}
