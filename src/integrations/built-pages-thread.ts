/** Finishes the pages that built-pages gives to this thread, and answers with their facts. */
import { readFile, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type OpeningStyles, withOpeningStyles } from './critical-styles.ts';
import { withOwnHashes } from './csp-hashes.ts';
import { inOrder } from './head-order.ts';
import { parsePage, writePage } from './page-document.ts';
import { factsOf, type PageFacts } from './page-metadata.ts';
import { type Modules, withModules } from './page-modules.ts';

export interface PagesOfThread {
  /** The folder of the build, with a slash at its end. */
  dist: string;
  modules: Modules;
  kinds: readonly { files: readonly string[]; styles: OpeningStyles }[];
}

export type FinishedPages = [file: string, facts: PageFacts][];

/** Reads and writes run in parallel with parsing. */
const AT_ONCE = 8;

const { dist, modules, kinds } = workerData as PagesOfThread;
const waiting = kinds.flatMap(({ files, styles }) => files.map((file) => ({ file, styles }))).values();

async function finishPages(): Promise<FinishedPages> {
  const finished: FinishedPages = [];
  for (const { file, styles } of waiting) {
    const page = parsePage(await readFile(dist + file, 'utf8'));
    if (!page) continue;
    finished.push([file, factsOf(page)]);
    const changed = withOwnHashes(inOrder(withOpeningStyles(withModules(page, modules), styles)));
    await writeFile(dist + file, writePage(changed));
  }
  return finished;
}

const finished = await Promise.all(Array.from({ length: AT_ONCE }, finishPages));
parentPort?.postMessage(finished.flat());
