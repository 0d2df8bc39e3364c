/** How long the search takes, by the size of the catalogue, as a Markdown table: `npm run bench -- search`. */
import { openSearch, searchIndex, type SearchIndex } from '../../netlify/services/search.ts';
import type { Product } from '../../src/domain/product.ts';
import { takeSnapshot } from '../../local/site/site-build.ts';
import { exitWith, projectRoot } from '../../scripts/setup.mjs';
import { percentile } from './statistics.ts';

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

function measure(products: readonly Product[]): Figures {
  const index = JSON.stringify(searchIndex(products));
  let search = (_text: string): unknown => undefined;
  const openMs = timed(() => {
    search = openSearch(JSON.parse(index) as SearchIndex);
    search('hoodie');
  });
  const times = TEXTS.flatMap((text) =>
    Array.from({ length: ROUNDS }, () => ({ text, ms: timed(() => search(text)) })),
  ).sort((a, b) => a.ms - b.ms);
  const all = times.map(({ ms }) => ms);
  const last = times.at(-1);
  return {
    ...{ products: products.length, openMs },
    ...{ medianMs: percentile(all, 0.5), p95Ms: percentile(all, 0.95) },
    ...{ slowestMs: last?.ms ?? 0, slowest: last?.text ?? '' },
  };
}

try {
  await takeSnapshot(projectRoot);
  // It varies the shop's own products, which have to be there first.
  const { generateCatalogue } = await import('./generate-catalogue.ts');
  console.log(
    '| Products | First search, index opened | Median | 95th percentile | Slowest | Slowest text |',
  );
  console.log('| ---: | ---: | ---: | ---: | ---: | --- |');
  for (const count of [54, 1_000, 10_000]) {
    const { products, openMs, medianMs, p95Ms, slowestMs, slowest } = measure(generateCatalogue(count));
    const ms = [openMs, medianMs, p95Ms, slowestMs].map((value) => `${value.toFixed(2)} ms`).join(' | ');
    console.log(`| ${products.toLocaleString('en-IN')} | ${ms} | ${slowest} |`);
  }
} catch (error) {
  exitWith(error);
}
