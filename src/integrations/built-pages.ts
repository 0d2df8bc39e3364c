/**
 * The pass over the built pages. A sample of each kind of page is read first, for the styles that the kind opens with; then
 * a thread for each core parses each page once, changes it by small functions and writes it once.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AstroIntegration } from 'astro';
import type { FinishedPages, PagesOfThread } from './built-pages-thread.ts';
import type { OpeningStyles } from './critical-styles.ts';
import type { KindsOfPages } from './opening-styles-thread.ts';
import type { BuiltPages } from './page-metadata.ts';
import { readModules } from './page-modules.ts';

/**
 * The heap of one thread. A build that has written thousands of pages lets its own heap grow by more than a gigabyte
 * before it collects the garbage of parsed pages, so it parses none. A parsed page takes a megabyte.
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
        const kinds = [...Map.groupBy(files, kindOf).values()];
        const sample: KindsOfPages = { dist, kinds };
        const styles = await inThread<OpeningStyles[]>('opening-styles', sample);
        const threads = availableParallelism();
        const finished = await Promise.all(
          Array.from({ length: threads }, (_, thread) => {
            const own = kinds.map((pages, kind) => ({
              files: pages.filter((_file, at) => at % threads === thread),
              styles: styles[kind] ?? new Map(),
            }));
            return inThread<FinishedPages>('built-pages', {
              dist,
              modules,
              kinds: own,
            } satisfies PagesOfThread);
          }),
        );
        for (const [file, own] of finished.flat()) built.set(file, own);
        logger.info(`${files.length} pages of ${kinds.length} kinds`);
      },
    },
  };
}

/** Pages of one folder are of one kind. */
const kindOf = (file: string): string => (dirname(file) === '.' ? file : dirname(file));

/** @returns the only message of the thread. @throws what the thread throws */
async function inThread<Message>(
  name: 'opening-styles' | 'built-pages',
  workerData: unknown,
): Promise<Message> {
  const worker = new Worker(new URL(`./${name}-thread.ts`, import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const [message] = (await once(worker, 'message')) as [Message];
  return message;
}
