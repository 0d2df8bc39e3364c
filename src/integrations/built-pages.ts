/**
 * The pass over the built pages. A sample of each kind of page is read first, for the styles that the kind opens with; then
 * a thread for each core parses each page once, changes it by small functions and writes it once.
 */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AstroIntegration } from 'astro';
import type { FinishedPages, PagesOfThread } from './built-pages-thread.ts';
import { type OpeningStyles, openingStyles, sheetsOf, wordsOf } from './critical-styles.ts';
import { parsePage } from './page-document.ts';
import type { BuiltPages } from './page-metadata.ts';
import { readModules } from './page-modules.ts';

/** Pages of one folder are of one kind; an evenly spread sample of this size shows which styles the kind needs. */
const ENOUGH_PAGES = 400;

/**
 * The heap of one thread. Without a limit V8 keeps the garbage of thousands of pages before it collects it: 1.3 GB in a
 * build of 50,000 products. A parsed page takes a megabyte.
 */
const MOST_MEGABYTES = 256;

/** @param built receives the facts of every page */
export function processBuiltPages(built: BuiltPages): AstroIntegration {
  return {
    name: 'built-pages',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir);
        const modules = await readModules(dist);
        const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.html'));
        const kinds: PagesOfThread['kinds'][number][] = [];
        for (const kind of Map.groupBy(files, kindOf).values()) {
          kinds.push({ files: kind, styles: await stylesOf(dist, kind) });
        }
        const threads = availableParallelism();
        const facts = await Promise.all(
          Array.from({ length: threads }, (_, thread) => {
            const own = kinds.map(({ files, styles }) => ({
              files: files.filter((_file, at) => at % threads === thread),
              styles,
            }));
            return inThread({ dist, modules, kinds: own });
          }),
        );
        for (const [file, own] of facts.flat()) built.set(file, own);
        logger.info(`${files.length} pages of ${kinds.length} kinds`);
      },
    },
  };
}

const kindOf = (file: string): string => (dirname(file) === '.' ? file : dirname(file));

async function stylesOf(dist: string, files: readonly string[]): Promise<OpeningStyles> {
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

async function inThread(pages: PagesOfThread): Promise<FinishedPages> {
  const worker = new Worker(new URL('./built-pages-thread.ts', import.meta.url), {
    workerData: pages,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  // An error of the thread rejects it.
  const [facts] = (await once(worker, 'message')) as [FinishedPages];
  return facts;
}
