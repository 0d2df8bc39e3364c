/**
 * The one pass over the built pages: each is parsed once, changed by small functions and written once. Five passes of
 * regular expressions took a third of the build time of a large catalogue.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { openingStyles, sheetsOf, withOpeningStyles, wordsOf } from './critical-styles.ts';
import { inOrder } from './head-order.ts';
import { type BuiltPages, factsOf } from './page-metadata.ts';
import { type PageDocument, parsePage, writePage } from './page-document.ts';
import { type Modules, readModules, withModules } from './page-modules.ts';
import { withOwnHashes } from './csp-hashes.ts';

/** Pages of one folder are of one kind; an evenly spread sample of this size shows which styles the kind needs. */
const ENOUGH_PAGES = 400;

/** A parsed page takes a megabyte: a larger sample is read again instead of kept in memory. */
const MOST_KEPT = 100;

/** Reads and writes run in parallel with parsing. */
const AT_ONCE = 8;

/** @param built receives the facts of every page */
export function processBuiltPages(built: BuiltPages): AstroIntegration {
  return {
    name: 'built-pages',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir);
        const modules = await readModules(dist);
        const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.html'));
        const kinds = Map.groupBy(files, (file) => (dirname(file) === '.' ? file : dirname(file)));
        for (const kind of kinds.values()) await passOver(dist, kind, modules, built);
        logger.info(`${files.length} pages of ${kinds.size} kinds`);
      },
    },
  };
}

async function passOver(
  dist: string,
  files: readonly string[],
  modules: Modules,
  built: BuiltPages,
): Promise<void> {
  const open = async (file: string) => parsePage(await readFile(dist + file, 'utf8'));
  const step = Math.max(1, Math.floor(files.length / ENOUGH_PAGES));
  const kept = new Map<string, PageDocument>();
  const words: Set<string>[] = [];
  const sheets = new Set<string>();
  for (let index = 0; index < files.length; index += step) {
    const file = files[index] ?? '';
    const page = await open(file);
    if (!page) continue;
    if (files.length <= MOST_KEPT) kept.set(file, page);
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
  const waiting = files.values();
  const worker = async (): Promise<void> => {
    for (const file of waiting) {
      const page = kept.get(file) ?? (await open(file));
      kept.delete(file);
      if (!page) continue;
      built.set(file, factsOf(page));
      await writeFile(dist + file, writePage(finished(page, styles, modules)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function finished(
  page: PageDocument,
  styles: ReadonlyMap<string, readonly string[]>,
  modules: Modules,
): PageDocument {
  return withOwnHashes(inOrder(withOpeningStyles(withModules(page, modules), styles)));
}
