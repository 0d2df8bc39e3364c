import { expect, test } from 'vitest';
import { Found } from './speed/figures.ts';
import { rowOf, type TableLine } from './speed/table.ts';

const line = (more: Partial<TableLine>): TableLine => ({
  ...{ name: 'Journey', figure: 'journey.totalMs', unit: 's', aim: { most: 5.6 }, isShopOnly: false },
  ...more,
});

/** @param shop and floor: what each round found */
function found(shop: readonly (number | null)[], floor: readonly (number | null)[] = []): Found {
  const all = new Found();
  for (const totalMs of shop) all.note('shop', 'journey', { totalMs });
  for (const totalMs of floor) all.note('floor', 'journey', { totalMs });
  return all;
}

test('a row has the medians of both sides in the unit of its line, and the spread of the shop', () => {
  const row = rowOf(found([9_000, 5_000, 5_500], [4_000, 6_000]), line({}));
  expect(row).toMatchObject({ shop: 5.5, floor: 5, spread: [5, 9], verdict: 'met' });
});

test.each([
  ['most', { most: 5.6 }, 5_600, 'met'],
  ['most', { most: 5.6 }, 5_601, 'missed'],
  ['least', { least: 100 }, 100_000, 'met'],
  ['least', { least: 100 }, 99_999, 'missed'],
  ['timesFloor', { timesFloor: 1.1 }, 1_099, 'met'],
  ['timesFloor', { timesFloor: 1.1 }, 1_101, 'missed'],
] as const)('an aim of %s %o holds up to its edge: %i ms is %s', (_, aim, shopMs, verdict) => {
  expect(rowOf(found([shopMs], [1_000]), line({ aim })).verdict).toBe(verdict);
});

test('a line without a figure of the floor is not measured, unless the floor has no such line', () => {
  expect(rowOf(found([5_000]), line({})).verdict).toBe('not measured');
  expect(rowOf(found([5_000]), line({ isShopOnly: true })).verdict).toBe('met');
  expect(rowOf(found([], [5_000]), line({})).verdict).toBe('not measured');
});

test('a step that did not happen in one round fails the run, whatever the other rounds found', () => {
  const all = found([5_000, null, 5_200]);
  expect(all.failures).toEqual(['shop journey.totalMs did not happen']);
  expect(all.of('shop', 'journey.totalMs')).toEqual([5_000, 5_200]);
});
