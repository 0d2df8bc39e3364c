/**
 * How the shop grows with its catalogue: `npm run bench -- scale`, or
 * `npm run bench -- scale --sizes 100,1000,10000,50000` for the whole, which takes a quarter of an hour.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { growthPlot } from '../report/plots.ts';
import { leaveSection, markdownTable } from '../report/report.ts';
import { projectRoot, SetupError, step } from '../setup.mjs';
import { copyTree, type Measured, measure, measureCards, note } from './scale/measure.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000' },
    /** Another state of the project, to compare with. */
    tree: { type: 'string', default: projectRoot },
  },
});
const sizes = values.sizes.split(',').map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 60) || sizes.length < 2) {
  throw new SetupError('--sizes takes two numbers of products or more, each at least 60, such as 100,10000.');
}
sizes.sort((a, b) => a - b);

const tree = join(projectRoot, '.cache', 'scale');
const all: Measured[] = [];
let cardMs = 0;
try {
  await copyTree(values.tree, tree);
  step('cards');
  cardMs = await measureCards(tree, Math.min(...sizes));
  for (const size of sizes) {
    const measured = await measure(tree, size, (what) => step(`${size} products: ${what}`));
    all.push(measured);
    await note(join(projectRoot, '.cache', 'scale.jsonl'), measured);
  }
} finally {
  await rm(tree, { recursive: true, force: true });
}

type Field = Exclude<keyof Measured, 'products'>;
type Kind = 'ms' | 's' | 'bytes' | 'count';
interface Row {
  title: string;
  field: Field;
  kind: Kind;
  /** Whether it must stay as it is, or may grow with the catalogue. */
  isFlat: boolean;
}

const rows: Row[] = [
  {
    title: 'Product files checked, snapshot and search index written',
    field: 'snapshotMs',
    kind: 's',
    isFlat: false,
  },
  { title: '… memory', field: 'snapshotMemory', kind: 'bytes', isFlat: false },
  { title: '`astro build`', field: 'buildMs', kind: 's', isFlat: false },
  { title: '… memory', field: 'buildMemory', kind: 'bytes', isFlat: false },
  { title: 'Files of the site', field: 'files', kind: 'count', isFlat: false },
  { title: 'Site', field: 'siteBytes', kind: 'bytes', isFlat: false },
  { title: 'Home, brotli', field: 'homeBytes', kind: 'bytes', isFlat: true },
  { title: 'Collection, brotli', field: 'collectionBytes', kind: 'bytes', isFlat: true },
  { title: 'A product page, brotli', field: 'productBytes', kind: 'bytes', isFlat: true },
  { title: 'Archive of the product function', field: 'productZip', kind: 'bytes', isFlat: false },
  { title: '… import', field: 'productImportMs', kind: 'ms', isFlat: true },
  { title: 'Archive of the cart function', field: 'cartZip', kind: 'bytes', isFlat: false },
  { title: '… import', field: 'cartImportMs', kind: 'ms', isFlat: true },
  { title: '… memory then', field: 'cartMemory', kind: 'bytes', isFlat: true },
  { title: 'Fresh function: first stock of three products', field: 'firstStockMs', kind: 'ms', isFlat: true },
  { title: '… first listing', field: 'firstListMs', kind: 'ms', isFlat: false },
  { title: '… first best sellers', field: 'firstBestSellersMs', kind: 'ms', isFlat: false },
  { title: '… first search', field: 'firstSearchMs', kind: 'ms', isFlat: false },
  { title: 'Warm function, p95: stock of three products', field: 'stockMs', kind: 'ms', isFlat: true },
  { title: '… filter and sort, first 60', field: 'filterMs', kind: 'ms', isFlat: false },
  { title: '… best sellers, first 60', field: 'bestSellersMs', kind: 'ms', isFlat: false },
  { title: '… search, first 60', field: 'searchMs', kind: 'ms', isFlat: false },
  { title: 'Redis, to and from: a listing', field: 'listBytes', kind: 'bytes', isFlat: true },
  { title: '… best sellers', field: 'bestSellersBytes', kind: 'bytes', isFlat: true },
  { title: '… best sellers once a minute', field: 'firstBestSellersBytes', kind: 'bytes', isFlat: false },
  { title: 'Memory of a function that has told stock', field: 'memoryOfStock', kind: 'bytes', isFlat: true },
  { title: '… that has listed and searched as well', field: 'memoryOfSearch', kind: 'bytes', isFlat: false },
];

function shown(value: number, kind: Kind): string {
  if (kind === 'ms') return `${value.toFixed(1)} ms`;
  if (kind === 's') return `${(value / 1_000).toFixed(1)} s`;
  if (kind === 'count') return value.toLocaleString('en-GB');
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;
}

const first = all[0] as Measured;
const last = all.at(-1) as Measured;

/** 0 is flat, 1 is in proportion, between the smallest and the largest catalogue. */
const exponent = (field: Field) =>
  Math.log(last[field] / first[field]) / Math.log(last.products / first.products);

/** Below it a figure counts as flat; times of a few ms on a shared machine differ by more than bytes do. */
const FLAT = { bytes: 0.1, count: 0.1, ms: 0.3, s: 0.3 } as const;
const grown = rows.filter(({ isFlat, kind, field }) => isFlat && exponent(field) > FLAT[kind]);

const table = markdownTable(
  ['', ...sizes.map((size) => `${size.toLocaleString('en-GB')} products`), 'Grows by'],
  rows.map(({ title, field, kind }) => [
    title,
    ...all.map((measured) => shown(measured[field], kind)),
    `n^${exponent(field).toFixed(2)}`,
  ]),
);

const LAMBDA_ZIP = 50e6;
const verdict = markdownTable(
  ['Aim', 'Found', 'Holds'],
  [
    [
      'pages, carts, stock and Redis bytes of a listing stay flat',
      grown.length === 0
        ? `bytes grow by less than n^${FLAT.bytes}, times by less than n^${FLAT.ms}`
        : grown.map(({ title, field }) => `${title}: n^${exponent(field).toFixed(2)}`).join('; '),
      grown.length === 0 ? 'yes' : 'no',
    ],
    [
      `archives under 50 MB at ${last.products.toLocaleString('en-GB')} products`,
      shown(Math.max(last.productZip, last.cartZip), 'bytes'),
      Math.max(last.productZip, last.cartZip) < LAMBDA_ZIP ? 'yes' : 'no',
    ],
    [
      'a function fits into the 1,024 MB that it has',
      shown(last.memoryOfSearch, 'bytes'),
      last.memoryOfSearch < 1_024e6 ? 'yes' : 'no',
    ],
    [
      'the first search of a fresh function under 2 s',
      shown(last.firstSearchMs, 'ms'),
      last.firstSearchMs < 2_000 ? 'yes' : 'no',
    ],
    [
      'the build in proportion, not worse',
      `n^${exponent('buildMs').toFixed(2)}`,
      exponent('buildMs') <= 1.1 ? 'yes' : 'no',
    ],
  ],
);

const plotOf = (fields: readonly Field[], divisor: number) =>
  fields.map((field) => ({
    name: rows.find((row) => row.field === field)?.title ?? field,
    values: all.map((measured) => Number((measured[field] / divisor).toPrecision(4))),
  }));

await leaveSection('bench', {
  name: 'scale',
  title: 'Scale',
  command: `npm run bench -- scale --sizes ${sizes.join(',')}`,
  text: `
${verdict}

Generated catalogues: the shop's own products again and again with names, prices, days and descriptions of their own, and the
pictures of the real ones. Built in a copy of the project. In Redis every product has been sold. “Grows by” is the exponent
between the smallest and the largest catalogue: 0 is flat, 1 in proportion.

${table}

Cards of shared links are not in these builds: a build draws each once, ${cardMs.toFixed(0)} ms here, and takes it from
\`.cache/cards\` from then on. So the first build of ${last.products.toLocaleString('en-GB')} products takes some
${((cardMs * last.products) / 60_000).toFixed(0)} minutes more.

### Left out

Pictures: no build encodes them, and a catalogue of real ones would have masters of its own. The upload of a deploy.
`,
  plots: [
    {
      name: 'first-answers',
      alt: 'First answers of a fresh function over the size of the catalogue',
      svg: growthPlot({
        title: 'First answers of a fresh function',
        unit: 'ms',
        over: 'products',
        sizes,
        series: plotOf(['firstStockMs', 'firstListMs', 'firstBestSellersMs', 'firstSearchMs'], 1),
      }),
    },
    {
      name: 'build',
      alt: 'Time of snapshot and build over the size of the catalogue',
      svg: growthPlot({
        title: 'Snapshot and build',
        unit: 's',
        over: 'products',
        sizes,
        series: plotOf(['snapshotMs', 'buildMs'], 1_000),
      }),
    },
    {
      name: 'bytes',
      alt: 'Archives, pages and Redis bytes over the size of the catalogue',
      svg: growthPlot({
        title: 'What is carried about',
        unit: 'kB',
        over: 'products',
        sizes,
        series: plotOf(['productZip', 'cartZip', 'collectionBytes', 'productBytes', 'listBytes'], 1_000),
      }),
    },
  ],
  figures: { cardMs, all },
});
process.exitCode = 0;
