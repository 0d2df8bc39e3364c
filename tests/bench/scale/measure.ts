/** A tree with a catalogue of any size, built and measured. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Product } from '../../../src/domain/product.ts';
import { SetupError } from '../../../scripts/setup.mjs';
import { generateCatalogue, productFile } from '../generate-catalogue.ts';
import { type ColdStart, coldStarts } from '../server/cold-start.ts';
import { median } from '../statistics.ts';
import type { Asked, FunctionFigures } from './functions.ts';

export interface Measured extends FunctionFigures {
  products: number;
  snapshotMs: number;
  snapshotMemory: number;
  buildMs: number;
  buildMemory: number;
  files: number;
  siteBytes: number;
  homeBytes: number;
  collectionBytes: number;
  productBytes: number;
  productZip: number;
  productImportMs: number;
  cartZip: number;
  cartImportMs: number;
  cartMemory: number;
}

const PARTS = [
  'src',
  'public',
  'netlify',
  'scripts',
  'tests/bench',
  'local',
  'astro.config.mjs',
  'netlify.toml',
  'package.json',
  'tsconfig.json',
];

/** The ids of all products of a tree. */
const IDS = '.ids.json';

/** Leaves the highest memory of every Node process of a command behind, in bytes. */
const WITNESS = `data:text/javascript,${encodeURIComponent(`
import { appendFileSync } from 'node:fs';
process.on('exit', () => appendFileSync(process.env.BENCH_MEMORY, process.resourceUsage().maxRSS * 1024 + '\\n'));
`)}`;

/** A copy of the project, so that its own catalogue stays what it is. Packages are linked, not copied. */
export async function copyTree(from: string, to: string, ended: AbortSignal): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const part of PARTS) await cp(join(from, part), join(to, part), { recursive: true });
  await run('cp', ['-al', join(from, 'node_modules'), join(to, 'node_modules')], to, ended);
}

/**
 * What drawing the cards of shared links adds to the first build of a catalogue, in ms a card; from then on builds take those
 * that were drawn. Afterwards the tree draws none, because ten thousand would hide all else.
 */
export async function measureCards(tree: string, count: number, ended: AbortSignal): Promise<number> {
  await fill(tree, count);
  await run(process.execPath, ['scripts/snapshot.ts'], tree, ended);
  const build = async () =>
    (await run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], tree, ended)).ms;
  const first = await build();
  const cards = (await readdir(join(tree, '.cache/cards'))).length;
  const again = await build();
  const config = join(tree, 'astro.config.mjs');
  const text = await readFile(config, 'utf8');
  const without = text.replace(/^\s*shareCards\([^)]*\),\n/m, '');
  if (without === text) throw new SetupError('astro.config.mjs draws no cards where they were expected.');
  await writeFile(config, without);
  return Math.max(0, first - again) / cards;
}

async function fill(tree: string, count: number): Promise<Product[]> {
  const content = join(tree, 'src/content/products');
  const products = generateCatalogue(count);
  await rm(content, { recursive: true, force: true });
  await mkdir(content);
  for (const product of products) await writeFile(join(content, `${product.id}.md`), productFile(product));
  await writeFile(join(tree, IDS), JSON.stringify(products.map(({ id }) => id)));
  return products;
}

interface Ran {
  ms: number;
  memory: number;
  output: string;
}

/** @throws SetupError where it fails; the reason of `ended`, when it has gone */
async function run(program: string, args: readonly string[], root: string, ended: AbortSignal): Promise<Ran> {
  ended.throwIfAborted();
  const notes = join(root, '.memory');
  await writeFile(notes, '');
  const begin = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_OPTIONS: `--import ${WITNESS} --max-old-space-size=8192`,
      BENCH_MEMORY: notes,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const end = () => child.kill();
  ended.addEventListener('abort', end, { once: true });
  const [code] = (await once(child, 'close')) as [number | null];
  ended.removeEventListener('abort', end);
  ended.throwIfAborted();
  if (code !== 0)
    throw new SetupError(
      `${program} ${args.join(' ')} failed:\n${output.slice(-2_000)}${errors.slice(-2_000)}`,
    );
  const memory = (await readFile(notes, 'utf8')).split('\n').map(Number);
  return { ms: performance.now() - begin, memory: Math.max(...memory), output };
}

const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;

async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (const file of files) bytes += (await stat(join(file.parentPath, file.name))).size;
  return { files: files.length, bytes };
}

/** @param tree made by `copyTree`; its catalogue is replaced */
export async function measure(
  tree: string,
  count: number,
  ended: AbortSignal,
  hear: (step: string) => void,
): Promise<Measured> {
  const products = await fill(tree, count);
  hear('snapshot');
  const snapshot = await run(process.execPath, ['scripts/snapshot.ts'], tree, ended);
  hear('functions');
  const functions = await freshFunctions(tree, ended);
  hear('archives');
  const cold = await coldStarts(tree, ended, ['product', 'cart']);
  const of = (name: string) => cold.find((one) => one.name === name) as ColdStart;
  hear('build');
  await rm(join(tree, 'dist'), { recursive: true, force: true });
  const build = await run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], tree, ended);
  const site = await sizeOf(join(tree, 'dist'));
  const page = async (path: string) => brotli(await readFile(join(tree, 'dist', path)));
  const pages = await readdir(join(tree, 'dist/product'));
  const one = pages.find((name) => products.slice(0, 40).some(({ id }) => name.startsWith(id))) ?? '';
  const productPage = one.endsWith('.html') ? `product/${one}` : `product/${one}/index.html`;
  return {
    ...functions,
    products: count,
    ...{
      snapshotMs: snapshot.ms,
      snapshotMemory: snapshot.memory,
      buildMs: build.ms,
      buildMemory: build.memory,
    },
    ...{ files: site.files, siteBytes: site.bytes },
    homeBytes: await page('index.html'),
    collectionBytes: await page('collection/index.html').catch(() => page('collection.html')),
    productBytes: await page(productPage),
    ...{ productZip: of('product').zipBytes, productImportMs: of('product').importWorkMs },
    ...{
      cartZip: of('cart').zipBytes,
      cartImportMs: of('cart').importWorkMs,
      cartMemory: of('cart').memoryBytes,
    },
  };
}

/** A first answer comes once in a process, so several processes are asked. */
const PROCESSES = 3;

/** What a function has on Netlify, of which Node's own heap may take nine tenths. */
const HEAP = '--max-old-space-size=920';

/** Medians. */
async function freshFunctions(tree: string, ended: AbortSignal): Promise<FunctionFigures> {
  async function medians<Figures extends object>(what: keyof Asked, ...options: string[]): Promise<Figures> {
    const all: Record<string, number>[] = [];
    for (let at = 0; at < PROCESSES; at += 1) {
      const args = [...options, 'tests/bench/scale/functions.ts', IDS, what];
      const { output } = await run(process.execPath, args, tree, ended);
      all.push(JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, number>);
    }
    const fields = Object.keys(all[0] ?? {});
    return Object.fromEntries(
      fields.map((field) => [field, median(all.map((figures) => figures[field] ?? Number.NaN))]),
    ) as Figures;
  }
  return {
    ...(await medians<Asked['stock']>('stock', '--expose-gc')),
    ...(await medians<Asked['list']>('list')),
    ...(await medians<Asked['search']>('search', HEAP)),
  };
}

/** A figure must not be lost with the sizes that come after it. */
export async function note(file: string, measured: Measured): Promise<void> {
  await appendFile(file, `${JSON.stringify(measured)}\n`);
}
