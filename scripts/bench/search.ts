/** How long the search takes, by the size of the catalogue, as a Markdown table: `node scripts/bench/search.ts`. */
import { openSearch, searchIndex, type SearchIndex } from '../../netlify/services/search.ts';
import { generateCatalogue } from './generate-catalogue.ts';

/** Words whole, begun, misspelt, many, common, in Devanagari, and what finds nothing. */
const TEXTS = [
  ...[
    'hoodie',
    'hoodies',
    'hodie',
    'swetshirt',
    'black cargo',
    'blak cargo',
    'kite',
    'tee',
    'tshirt',
    'co-ord',
  ],
  ...[
    'h',
    'ho',
    'hoo',
    'cotton',
    'cotton hoodie for men',
    'women oversized fleece',
    'सावन',
    'ताना',
    '8:04 fast crew',
  ],
  ...[
    'relaxed marigold kite hoodie with pockets',
    'zzzzzzzz',
    '.*+?^$()|[]\\',
    'a b c d e f g h i j k l m n o p',
  ],
  'x'.repeat(100),
];
const ROUNDS = 30;

interface Figures {
  products: number;
  openMs: number;
  medianMs: number;
  p95Ms: number;
  slowestMs: number;
  slowest: string;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function measure(count: number): Figures {
  const products = generateCatalogue(count);
  const index = JSON.stringify(searchIndex(products));
  let search = (_text: string): unknown => undefined;
  const openMs = timed(() => {
    search = openSearch(JSON.parse(index) as SearchIndex);
    search('hoodie');
  });
  const times = TEXTS.flatMap((text) =>
    Array.from({ length: ROUNDS }, () => ({ text, ms: timed(() => search(text)) })),
  ).sort((a, b) => a.ms - b.ms);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)];
  return {
    products: count,
    openMs,
    medianMs: at(0.5)?.ms ?? 0,
    p95Ms: at(0.95)?.ms ?? 0,
    slowestMs: at(1)?.ms ?? 0,
    slowest: at(1)?.text ?? '',
  };
}

console.log('| Products | First search, index opened | Median | 95th percentile | Slowest | Slowest text |');
console.log('| ---: | ---: | ---: | ---: | ---: | --- |');
for (const { products, openMs, medianMs, p95Ms, slowestMs, slowest } of [54, 1_000, 10_000].map(measure)) {
  const ms = [openMs, medianMs, p95Ms, slowestMs].map((value) => `${value.toFixed(2)} ms`).join(' | ');
  console.log(`| ${products.toLocaleString('en-IN')} | ${ms} | ${slowest} |`);
}
