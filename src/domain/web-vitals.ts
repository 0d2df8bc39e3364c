/**
 * How fast pages are for shoppers, as counts: a measured value goes into a bucket at once, so no single value is sent or
 * kept. Metrics and thresholds are those of web.dev/articles/vitals.
 */

/** LCP, INP, FCP and TTFB in ms, CLS as its score. */
export const vitals = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type Vital = (typeof vitals)[number];

export const pageKinds = ['home', 'collection', 'product', 'cart', 'checkout', 'orders', 'other'] as const;
export type PageKind = (typeof pageKinds)[number];

const kindOfWord: Record<string, PageKind> = {
  '': 'home',
  collection: 'collection',
  product: 'product',
  cart: 'cart',
  'place-order': 'checkout',
  orders: 'orders',
};

export const pageKindOf = (path: string): PageKind => kindOfWord[path.split('/')[1] ?? ''] ?? 'other';

/** Upper edges of the buckets; the last bucket has none. Every threshold below is an edge. */
const msEdges = [
  50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 1_000, 1_200, 1_500, 1_800, 2_100, 2_500, 3_000,
  3_500, 4_000, 5_000, 6_000, 7_500, 9_000, 11_000, 13_500, 16_500, 20_000,
];
const scoreEdges = [0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1];

export const edgesOf = (vital: Vital): readonly number[] => (vital === 'CLS' ? scoreEdges : msEdges);

/** The bucket of a value, from 0. */
export function bucketOf(vital: Vital, value: number): number {
  const at = edgesOf(vital).findIndex((edge) => value <= edge);
  return at < 0 ? edgesOf(vital).length : at;
}
