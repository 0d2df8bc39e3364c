/** Reads a sample of each kind of page, and answers with the styles that each kind opens with. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type OpeningStyles, openingStyles, sheetsOf, wordsOf } from './critical-styles.ts';
import { parsePage } from './page-document.ts';

export interface KindsOfPages {
  /** The folder of the build, with a slash at its end. */
  dist: string;
  /** The files of each kind. */
  kinds: readonly (readonly string[])[];
}

/** An evenly spread sample of this size shows which styles a kind needs. */
const ENOUGH_PAGES = 400;

const { dist, kinds } = workerData as KindsOfPages;

async function stylesOf(files: readonly string[]): Promise<OpeningStyles> {
  const step = Math.max(1, Math.floor(files.length / ENOUGH_PAGES));
  const words: Set<string>[] = [];
  const sheets = new Set<string>();
  for (let index = 0; index < files.length; index += step) {
    const page = parsePage(await readFile(dist + files[index], 'utf8'));
    if (!page) continue;
    for (const [stage, some] of wordsOf(page).entries()) {
      words[stage] ??= new Set();
      for (const word of some) words[stage].add(word);
    }
    for (const sheet of sheetsOf(page)) sheets.add(sheet);
  }
  const styles = new Map<string, readonly string[]>();
  for (const sheet of sheets) {
    styles.set(sheet, await openingStyles(await readFile(dist + sheet, 'utf8'), words));
  }
  return styles;
}

const styles: OpeningStyles[] = [];
for (const files of kinds) styles.push(await stylesOf(files));
parentPort?.postMessage(styles);
