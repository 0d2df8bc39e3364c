/** Builds and measures a copy of the project with a catalogue of any size. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { projectRoot, SetupError, step } from '../../../scripts/setup.mjs';
import { copyShop } from '../../support/copied-shop.ts';
import { withDatabase } from '../../support/long-runs/part.ts';
import { writeCatalogue } from '../generate-catalogue.ts';
import { median } from '../../support/long-runs/statistics.ts';
import type { DeskFigures } from './desk.ts';
import type { First, FunctionFigures } from './functions.ts';

/** The file with the ids of all products of a tree. */
const IDS = '.ids.json';

/** Records the peak memory of every Node process of a command, in bytes. */
const WITNESS = `data:text/javascript,${encodeURIComponent(`
import { appendFileSync } from 'node:fs';
process.on('exit', () => appendFileSync(process.env.BENCH_MEMORY, process.resourceUsage().maxRSS * 1024 + '\\n'));
`)}`;

/** A first answer happens once in a process, so several processes are measured. */
const PROCESSES = 3;
/** The heap limit: nine tenths of a function's memory on Netlify. */
const HEAP = '--max-old-space-size=920';

/** As `npm run build` sets it, so that freed page memory returns to the system (docs/measurements.md#scale). */
const MALLOC = { MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '131072' };

/** A copy whose builds draw no share cards, because ten thousand cards would dominate the time. */
async function copyTree(): Promise<string> {
  const tree = join(projectRoot, '.cache', 'scale');
  await rm(tree, { recursive: true, force: true });
  await mkdir(tree, { recursive: true });
  await copyShop(projectRoot, tree, ['tests/bench', 'tests/support']);
  const config = join(tree, 'astro.config.mjs');
  const before = await readFile(config, 'utf8');
  const without = before.replace(/^\s*shareCards\([^)]*\),\n/m, '');
  if (without === before) throw new SetupError('astro.config.mjs has no shareCards() line to remove.');
  await writeFile(config, without);
  return tree;
}

async function fill(tree: string, count: number): Promise<string[]> {
  const content = join(tree, 'src/content/products');
  await rm(content, { recursive: true, force: true });
  const ids = await writeCatalogue(content, count);
  await writeFile(join(tree, IDS), JSON.stringify(ids));
  return ids;
}

/** @throws SetupError if the command fails; the reason of `ended` if that is aborted */
async function run(args: readonly string[], tree: string, ended: AbortSignal) {
  ended.throwIfAborted();
  const notes = join(tree, '.memory');
  await writeFile(notes, '');
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: tree,
    env: {
      ...process.env,
      ...MALLOC,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_OPTIONS: `--import ${WITNESS} --max-old-space-size=8192`,
      BENCH_MEMORY: notes,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const read = Promise.all([text(child.stdout), text(child.stderr)]);
  const end = () => child.kill();
  ended.addEventListener('abort', end, { once: true });
  const [code] = (await once(child, 'close')) as [number | null];
  ended.removeEventListener('abort', end);
  ended.throwIfAborted();
  const [output, errors] = await read;
  if (code !== 0) {
    throw new SetupError(`${args.join(' ')} failed:\n${output.slice(-2_000)}${errors.slice(-2_000)}`);
  }
  const memory = (await readFile(notes, 'utf8')).split('\n').map(Number);
  return { ms: performance.now() - begin, memory: Math.max(...memory), output };
}

async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (const file of files) bytes += (await stat(join(file.parentPath, file.name))).size;
  return { files: files.length, bytes };
}

/** Medians over several fresh processes. */
async function freshFunctions(tree: string, ended: AbortSignal): Promise<FunctionFigures> {
  const asked: [First, string][] = [
    ['stock', '--expose-gc'],
    ['list', HEAP],
    ['search', HEAP],
  ];
  const figures: Record<string, number> = {};
  for (const [first, option] of asked) {
    const all: Record<string, number>[] = [];
    for (let at = 0; at < PROCESSES; at += 1) {
      const { output } = await run([option, 'tests/bench/scale/functions.ts', IDS, first], tree, ended);
      all.push(JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, number>);
    }
    for (const field of Object.keys(all[0] ?? {})) {
      figures[field] = median(all.map((each) => each[field] ?? Number.NaN));
    }
  }
  return figures as unknown as FunctionFigures;
}

async function measure(tree: string, count: number, ended: AbortSignal) {
  const ids = await fill(tree, count);
  step(`${count} products: snapshot`);
  const snapshot = await run(['scripts/snapshot.ts'], tree, ended);
  step(`${count} products: functions`);
  const functions = await freshFunctions(tree, ended);
  step(`${count} products: build`);
  await rm(join(tree, 'dist'), { recursive: true, force: true });
  const build = await run(['node_modules/astro/bin/astro.mjs', 'build'], tree, ended);
  const site = await sizeOf(join(tree, 'dist'));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const page = async (path: string) =>
    brotliCompressSync(await readFile(join(tree, 'dist', path)), { params }).length;
  return {
    ...functions,
    products: count,
    snapshotMs: snapshot.ms,
    snapshotMemory: snapshot.memory,
    /** The product function's data besides code: products and search index. */
    snapshotBytes: (await sizeOf(join(tree, 'src/content/snapshot'))).bytes,
    buildMs: build.ms,
    buildMemory: build.memory,
    files: site.files,
    siteBytes: site.bytes,
    homeBytes: await page('index.html'),
    collectionBytes: await page('collection.html'),
    productBytes: await page(`product/${ids[0]}.html`),
  };
}

export type Measured = Awaited<ReturnType<typeof measure>>;

/** Passes a copy of the project and an empty database to `work`. */
async function withTree<Result>(work: (tree: string) => Promise<Result>): Promise<Result> {
  const tree = await copyTree();
  try {
    return await withDatabase(() => work(tree));
  } finally {
    await rm(tree, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** @param sizes of catalogues, in products */
export async function measureAll(sizes: readonly number[], ended: AbortSignal): Promise<Measured[]> {
  return withTree(async (tree) => {
    const all: Measured[] = [];
    for (const size of sizes) all.push(await measure(tree, size, ended));
    return all;
  });
}

/** The cost of the desk's calls in a shop of this size. */
export async function measureDesk(
  products: number,
  orders: number,
  ended: AbortSignal,
): Promise<DeskFigures[]> {
  return withTree(async (tree) => {
    await fill(tree, products);
    step(`${products} products: snapshot`);
    await run(['scripts/snapshot.ts'], tree, ended);
    step(`${orders} orders: calls of the desk`);
    const { output } = await run(['tests/bench/scale/desk.ts', String(orders)], tree, ended);
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as DeskFigures[];
  });
}
