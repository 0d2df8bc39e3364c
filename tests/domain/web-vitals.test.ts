import { expect, test } from 'vitest';
import { percentile75, thresholds, verdictOf, weekOf, weeksUpTo } from '../../src/domain/vitals-report.ts';
import { bucketOf, edgesOf, pageKindOf, type Vital, vitals } from '../../src/domain/web-vitals.ts';

/** The percentile from the shop's counts of these values, and the exact one. */
function bothOf(vital: Vital, values: readonly number[]) {
  const counts = new Map<number, number>();
  for (const value of values) {
    const bucket = bucketOf(vital, value);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const exact = values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? 0;
  return { said: percentile75(vital, counts), exact };
}

test.each(vitals)('the 75th percentile of %s from counts is in the bucket of the exact one', (vital) => {
  const most = (edgesOf(vital).at(-1) ?? 0) * 0.9;
  for (const views of [1, 2, 3, 7, 40, 999]) {
    const values = Array.from({ length: views }, (_, at) => most * ((at * 0.618_034) % 1) ** 3);
    const { said, exact } = bothOf(vital, values);
    expect(said?.views).toBe(views);
    expect(bucketOf(vital, said?.value ?? Number.NaN)).toBe(bucketOf(vital, exact));
    expect(verdictOf(vital, said?.value ?? Number.NaN)).toBe(verdictOf(vital, exact));
  }
});

test('each threshold is the edge of a bucket, and above 150 ms a bucket is at most a third of its value wide', () => {
  for (const vital of vitals) for (const limit of thresholds[vital]) expect(edgesOf(vital)).toContain(limit);
  const edges = edgesOf('LCP').filter((edge) => edge >= 150);
  for (const [at, edge] of edges.slice(1).entries())
    expect(edge / (edges[at] ?? 0)).toBeLessThanOrEqual(4 / 3);
});

test('a value above the last edge is reported as above it, and no views have no percentile', () => {
  const last = edgesOf('LCP').at(-1);
  expect(bothOf('LCP', [90_000, 90_000, 10]).said).toEqual({ views: 3, value: last, isOver: true });
  expect(percentile75('LCP', new Map())).toBeNull();
});

test('a week begins on Monday in India', () => {
  expect(weekOf(Date.parse('2026-11-23T00:00:00+05:30'))).toBe('2026-11-23');
  expect(weekOf(Date.parse('2026-11-22T23:59:59+05:30'))).toBe('2026-11-16');
  const three = weeksUpTo(Date.parse('2027-01-01T12:00:00Z'), 3);
  expect(three).toEqual(['2026-12-28', '2026-12-21', '2026-12-14']);
});

test.each([
  ['/', 'home'],
  ['/collection/2', 'collection'],
  ['/product/warp-line-hoodie', 'product'],
  ['/place-order', 'checkout'],
  ['/terms-conditions', 'other'],
] as const)('the page %s is of the kind %s', (path, kind) => {
  expect(pageKindOf(path)).toBe(kind);
});
