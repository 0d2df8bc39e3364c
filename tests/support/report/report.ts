/**
 * The reports of `npm run bench` and `npm run chaos`: every part writes a section to a folder that git ignores, and one
 * page is composed of all sections, so that a part can be run again by itself.
 */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { projectRoot } from '../../../scripts/setup.mjs';

export interface Plot {
  /** Name of its file, without the extension. */
  name: string;
  /** Alternative text for people who cannot see it. */
  alt: string;
  svg: string;
}

export interface Section {
  /** Name of its files: lower case, with hyphens. */
  name: string;
  title: string;
  /** The command that produces it again. */
  command: string;
  /** Markdown without a heading; its own headings start at level three. */
  text: string;
  plots: readonly Plot[];
  /** Every figure behind the text, for machines. */
  figures: unknown;
}

interface KeptSection extends Section {
  /** When it was written; ISO 8601. */
  at: string;
  machine: string;
  /** Its part found a problem, or did not end normally. */
  isDoubted?: true;
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

const folderOf = (report: string) => join(projectRoot, 'reports', report);

const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;

/** @param report `bench` or `chaos` */
export async function writeSection(report: string, section: Section): Promise<void> {
  const folder = folderOf(report);
  await mkdir(folder, { recursive: true });
  for (const { name, svg } of section.plots) {
    await writeFile(join(folder, `${section.name}-${name}.svg`), svg);
  }
  const kept: KeptSection = { ...section, at: new Date().toISOString(), machine: machine() };
  await writeSectionFile(report, kept);
}

async function writeSectionFile(report: string, section: KeptSection): Promise<void> {
  await writeFile(join(folderOf(report), `${section.name}.json`), `${JSON.stringify(section, null, 2)}\n`);
}

async function readSection(report: string, name: string): Promise<KeptSection | undefined> {
  const text = await readFile(join(folderOf(report), `${name}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as KeptSection);
}

/** Runs before a part, so that an old section cannot pass for the new result. */
export async function discardSection(report: string, name: string): Promise<void> {
  const folder = folderOf(report);
  await mkdir(folder, { recursive: true });
  const files = await readdir(folder);
  const own = files.filter(
    (file) => file === `${name}.json` || (file.startsWith(`${name}-`) && file.endsWith('.svg')),
  );
  for (const file of own) await rm(join(folder, file));
}

/** Runs after a part that failed: marks its section, if it has written one. */
export async function markSectionFailed(report: string, name: string): Promise<void> {
  const section = await readSection(report, name);
  if (section) await writeSectionFile(report, { ...section, isDoubted: true });
}

const minute = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function origin(sections: readonly KeptSection[], missing: readonly string[], began: string): string {
  const earlier = sections.filter(({ at }) => at < began);
  if (earlier.length === 0 && missing.length === 0) return `Measured in one run from ${minute(began)} on.`;
  return [
    '**Not of one run.** Every section says when and by which command it was made.',
    ...(earlier.length === 0
      ? []
      : [`Older than the last run: ${earlier.map(({ name, at }) => `${name} (${minute(at)})`).join(', ')}.`]),
    ...(missing.length === 0
      ? []
      : [`Missing, because it was not run or did not come to its end: ${missing.join(', ')}.`]),
  ].join(' ');
}

function page(title: string, from: string, sections: readonly KeptSection[]): string {
  const parts = sections.map(
    ({ name, title: heading, command, text, plots, at, machine: where, isDoubted }) =>
      [
        `## ${heading}`,
        `\`${command}\`, ${minute(at)}, ${where}.${isDoubted ? ' **It ended with something that is not as it should be.**' : ''}`,
        text.trim(),
        ...plots.map((plot) => `![${plot.alt}](${name}-${plot.name}.svg)`),
      ].join('\n\n'),
  );
  return `${[`# ${title}`, from, ...parts].join('\n\n')}\n`;
}

/**
 * Composes `report.md` and `report.json` from the sections in the report's folder.
 * @param order of the sections' names
 * @param began start of the run, ISO 8601; earlier sections are marked as older
 * @returns the path of the page, and the names of missing sections
 */
export async function composeReport(
  report: string,
  title: string,
  order: readonly string[],
  began: string,
): Promise<{ path: string; missing: string[] }> {
  const folder = folderOf(report);
  const sections: KeptSection[] = [];
  const missing: string[] = [];
  for (const name of order) {
    const section = await readSection(report, name);
    if (section) sections.push(section);
    else missing.push(name);
  }
  const figures = Object.fromEntries(
    sections.map(({ name, command, at, machine: where, isDoubted, figures: found }) => [
      name,
      { ...{ command, at, machine: where, isDoubted }, figures: found },
    ]),
  );
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(figures, null, 2)}\n`);
  const path = join(folder, 'report.md');
  await writeFile(path, page(title, origin(sections, missing, began), sections));
  return { path, missing };
}

/** Copies the composed page, its plots and its figures to `docs` as the latest ones. */
export async function keepInDocs(report: string): Promise<void> {
  const from = folderOf(report);
  const to = join(projectRoot, 'docs', report);
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const files = (await readdir(from)).filter((file) => /^report\.(?:md|json)$|\.svg$/.test(file));
  for (const file of files) await copyFile(join(from, file), join(to, file));
}
