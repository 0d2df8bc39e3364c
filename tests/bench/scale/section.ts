/** What the figures of several catalogues say together. */
import { growthPlot } from '../../support/report/plots.ts';
import { markdownTable, type Section } from '../../support/report/report.ts';
import type { Measured } from './measure.ts';

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
  { title: 'Memory for that', field: 'snapshotMemory', kind: 'bytes', isFlat: false },
  { title: '`astro build`', field: 'buildMs', kind: 's', isFlat: false },
  { title: 'Memory for that', field: 'buildMemory', kind: 'bytes', isFlat: false },
  { title: 'Files of the site', field: 'files', kind: 'count', isFlat: false },
  { title: 'Site', field: 'siteBytes', kind: 'bytes', isFlat: false },
  { title: 'Home, brotli', field: 'homeBytes', kind: 'bytes', isFlat: true },
  { title: 'Collection, brotli', field: 'collectionBytes', kind: 'bytes', isFlat: true },
  { title: 'A product page, brotli', field: 'productBytes', kind: 'bytes', isFlat: true },
  { title: 'Archive of the product function', field: 'productZip', kind: 'bytes', isFlat: false },
  { title: 'Import of the product function', field: 'productImportMs', kind: 'ms', isFlat: true },
  { title: 'Archive of the cart function', field: 'cartZip', kind: 'bytes', isFlat: false },
  { title: 'Import of the cart function', field: 'cartImportMs', kind: 'ms', isFlat: true },
  { title: 'Memory of the cart function when imported', field: 'cartMemory', kind: 'bytes', isFlat: true },
  { title: 'Fresh: first stock of three products', field: 'firstStockMs', kind: 'ms', isFlat: true },
  { title: 'Fresh: first listing', field: 'firstListMs', kind: 'ms', isFlat: false },
  { title: '… and best sellers after it', field: 'bestSellersAfterListMs', kind: 'ms', isFlat: false },
  { title: 'Fresh: first search', field: 'firstSearchMs', kind: 'ms', isFlat: false },
  { title: 'Warm, p95: stock of three products', field: 'stockMs', kind: 'ms', isFlat: true },
  { title: 'Warm, p95: filter and sort, first 60', field: 'filterMs', kind: 'ms', isFlat: false },
  { title: 'Warm, p95: best sellers, first 60', field: 'bestSellersMs', kind: 'ms', isFlat: false },
  { title: 'Warm, p95: search, first 60', field: 'searchMs', kind: 'ms', isFlat: false },
  { title: 'Redis bytes of a listing', field: 'listBytes', kind: 'bytes', isFlat: true },
  { title: 'Redis bytes of best sellers', field: 'bestSellersBytes', kind: 'bytes', isFlat: true },
  {
    title: 'Redis bytes of best sellers once a minute',
    field: 'firstBestSellersBytes',
    kind: 'bytes',
    isFlat: false,
  },
  { title: 'Memory of a process that has told stock', field: 'memoryOfStock', kind: 'bytes', isFlat: true },
  {
    title: 'Most memory of one that has searched, listed and told stock',
    field: 'memoryPeak',
    kind: 'bytes',
    isFlat: false,
  },
];

function shown(value: number, kind: Kind): string {
  if (kind === 'ms') return `${value.toFixed(1)} ms`;
  if (kind === 's') return `${(value / 1_000).toFixed(1)} s`;
  if (kind === 'count') return value.toLocaleString('en-GB');
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;
}

/** Below it a figure counts as flat; times of a few ms on a shared machine differ by more than bytes do. */
const FLAT = { bytes: 0.15, count: 0.15, ms: 0.3, s: 0.3 } as const;

/**
 * @param all at least two, from the smallest catalogue to the largest
 * @param cardMs what drawing one card takes
 * @param command that makes it again
 */
export function sectionOf(all: readonly Measured[], cardMs: number, command: string): Section {
  const sizes = all.map(({ products }) => products);
  const last = all.at(-1) as Measured;
  const before = all.at(-2) as Measured;
  /** 0 is flat, 1 is in proportion. */
  const exponent = (field: Field) =>
    Math.log(last[field] / before[field]) / Math.log(last.products / before.products);
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
        `${shown(last.memoryPeak, 'bytes')} at its peak`,
        last.memoryPeak < 1_024 * 2 ** 20 ? 'yes' : 'no',
      ],
      [
        'import and first search of a fresh function under 2 s of work',
        `${shown(last.productImportMs, 'ms')} + ${shown(last.firstSearchMs, 'ms')}`,
        last.productImportMs + last.firstSearchMs < 2_000 ? 'yes' : 'no',
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

  return {
    name: 'scale',
    title: 'Scale',
    command,
    text: `
${verdict}

Generated catalogues: the shop's own products again and again with names, prices, days and descriptions of their own, and the
pictures of the real ones. Built in a copy of the project. In Redis every product has been sold. Times of a
fresh and of a warm function, and of imports, are the work of its own thread, without its waiting for Redis; the others are
by the clock. “Fresh” is the first question that a process is asked; its import stands apart, as Netlify bundles it. Functions
are medians of three processes; the one whose memory is told carries all functions of the shop, and may have a heap of 920 MB.
“Grows by” is the exponent between the two largest catalogues, where fixed costs weigh least: 0 is flat, 1 in proportion.

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
          series: plotOf(['firstStockMs', 'firstListMs', 'bestSellersAfterListMs', 'firstSearchMs'], 1),
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
  };
}
