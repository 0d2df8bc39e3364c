/** The reports on catalogues of several sizes, and on the desk's calls in a shop with many orders. */
import { aimsTable, markdownTable, type Report } from '../../support/long-runs/report.ts';
import type { DeskFigures } from './desk.ts';
import type { Measured } from './measure.ts';

type Kind = 'ms' | 's' | 'bytes' | 'count';
/** A flat figure must not grow with the catalogue. */
type Row = [title: string, field: Exclude<keyof Measured, 'products'>, kind: Kind, growth?: 'flat'];

const rows: Row[] = [
  ['Product files checked, snapshot and search index written', 'snapshotMs', 's'],
  ['Memory for that', 'snapshotMemory', 'bytes'],
  ['What the product function carries', 'snapshotBytes', 'bytes'],
  ['`astro build`, without cards of shared links', 'buildMs', 's'],
  ['Memory for that', 'buildMemory', 'bytes'],
  ['Files of the site', 'files', 'count'],
  ['Site', 'siteBytes', 'bytes'],
  ['Home, brotli', 'homeBytes', 'bytes', 'flat'],
  ['Collection, brotli', 'collectionBytes', 'bytes', 'flat'],
  ['A product page, brotli', 'productBytes', 'bytes', 'flat'],
  ['Import of the product function', 'importMs', 'ms', 'flat'],
  ['Fresh: first stock of three products', 'firstStockMs', 'ms', 'flat'],
  ['Fresh: first listing', 'firstListMs', 'ms'],
  ['… and best sellers after it', 'bestSellersAfterListMs', 'ms'],
  ['Fresh: first search', 'firstSearchMs', 'ms'],
  ['Warm, p95: stock of three products', 'stockMs', 'ms', 'flat'],
  ['Warm, p95: filter and sort, first 60', 'filterMs', 'ms'],
  ['Warm, p95: best sellers, first 60', 'bestSellersMs', 'ms'],
  ['Warm, p95: search, first 60', 'searchMs', 'ms'],
  ['Redis bytes of a listing', 'listBytes', 'bytes', 'flat'],
  ['Redis bytes of best sellers', 'bestSellersBytes', 'bytes', 'flat'],
  ['Redis bytes of best sellers once a minute', 'firstBestSellersBytes', 'bytes'],
  ['Memory of a process after a stock request', 'memoryOfStock', 'bytes', 'flat'],
  ['Peak memory after search, list and stock requests', 'memoryPeak', 'bytes'],
];

function shown(value: number, kind: Kind): string {
  if (kind === 'ms') return `${value.toFixed(1)} ms`;
  if (kind === 's') return `${(value / 1_000).toFixed(1)} s`;
  if (kind === 'count') return value.toLocaleString('en-GB');
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;
}

/** Smaller exponents count as flat; times of a few ms vary more than bytes on a shared machine. */
const FLAT = { bytes: 0.15, count: 0.15, ms: 0.3, s: 0.3 } as const;
/** The memory of a function on Netlify. */
const MEMORY = 1_024 * 2 ** 20;
const FIRST_SEARCH_MS = 2_000;
const BUILD_GROWTH = 1.1;

/** @param all at least two results, from the smallest catalogue to the largest */
export function scaleReport(all: readonly Measured[]): Report {
  const [before, last] = all.slice(-2) as [Measured, Measured];
  /** 0 is flat, 1 is proportional. */
  const exponent = (field: Row[1]) =>
    Math.log(last[field] / before[field]) / Math.log(last.products / before.products);
  const grown = rows.filter(([, field, kind, growth]) => growth === 'flat' && exponent(field) > FLAT[kind]);
  const firstSearchMs = last.importMs + last.firstSearchMs;
  const verdict = aimsTable([
    {
      aim: 'pages, stock and Redis bytes of a listing stay flat',
      found: grown.map(([title, field]) => `${title}: n^${exponent(field).toFixed(2)}`).join('; ') || 'all',
      holds: grown.length === 0,
    },
    {
      aim: 'a function fits into its 1,024 MB',
      found: `${shown(last.memoryPeak, 'bytes')} at its peak`,
      holds: last.memoryPeak < MEMORY,
    },
    {
      aim: 'import and first search of a fresh function under 2 s of work',
      found: shown(firstSearchMs, 'ms'),
      holds: firstSearchMs < FIRST_SEARCH_MS,
    },
    {
      aim: 'the build grows at most proportionally',
      found: `n^${exponent('buildMs').toFixed(2)}`,
      holds: exponent('buildMs') <= BUILD_GROWTH,
    },
  ]);
  const table = markdownTable(
    ['', ...all.map(({ products }) => `${products.toLocaleString('en-GB')} products`), 'Grows by'],
    rows.map(([title, field, kind]) => [
      title,
      ...all.map((measured) => shown(measured[field], kind)),
      `n^${exponent(field).toFixed(2)}`,
    ]),
  );
  const text = `${verdict}

Catalogues are the shop's own products again and again with names, prices, days and descriptions of their own. In Redis every
product has been sold. Times of functions are the work of their own thread, medians of three fresh processes with a heap of
920 MB; the others are by the clock. “Grows by” is the exponent between the two largest catalogues: 0 is flat, 1 in proportion.

${table}`;
  const sizes = all.map(({ products }) => products).join(',');
  return { title: 'Scale', command: `npm run bench -- scale --sizes ${sizes}`, text };
}

/** A slower or larger call is noticeable, or may exceed the limits of a function. */
const DESK_AIMS = [
  ['ms', 1_000, 'every call within 1 s', 'ms'],
  ['replyBytes', 400_000, 'every reply within 400 kB', 'bytes'],
  ['blockedMs', 50, 'no command keeps Redis for more than 50 ms', 'ms'],
] as const;

export function deskReport(products: number, orders: number, figures: readonly DeskFigures[]): Report {
  const verdict = aimsTable(
    DESK_AIMS.map(([field, most, aim, kind]) => {
      const [worst] = figures.toSorted((a, b) => b[field] - a[field]);
      const value = worst?.[field] ?? 0;
      return { aim, found: `${worst?.call}: ${shown(value, kind)}`, holds: value <= most };
    }),
  );
  const table = markdownTable(
    ['Call', 'Time', 'Reply', 'Round trips', 'To and from Redis', 'Longest command'],
    figures.map(({ call, ms, replyBytes, trips, redisBytes, blockedMs }) => [
      call,
      shown(ms, 'ms'),
      shown(replyBytes, 'bytes'),
      String(trips),
      shown(redisBytes, 'bytes'),
      blockedMs === 0 ? '< 10 ms' : shown(blockedMs, 'ms'),
    ]),
  );
  const text = `${verdict}

Orders of a year, evenly spread, each committed in its last state with three entries of the log, without taking pieces from the
stock; a quarter as many subscribers, waitlist entries and codes. The month is a complete one. Times are wall-clock
medians of three, without sign-in and network.

${table}`;
  return { title: 'Desk', command: `npm run bench -- scale --sizes 60,${products} --orders ${orders}`, text };
}
