import { expect, test } from 'vitest';
import { daysOf, monthAfter, monthFrom } from '../../src/features/desk/money/months.ts';
import { startOf } from '../../src/domain/days.ts';

test('months continue across the turn of the year, in both directions', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-05', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-05',
  ]);
});

test('a month is accepted in its own form alone', () => {
  expect(['2026-11', '2026-13', '2026-1', '1999-01', ''].map(monthFrom)).toEqual([
    '2026-11',
    null,
    null,
    null,
    null,
  ]);
});

test('a month has every day of India up to today', () => {
  expect(daysOf('2024-02', startOf('2030-01-01'))).toHaveLength(29);
  expect(daysOf('2026-11', startOf('2026-11-03')).at(-1)).toBe('2026-11-03');
  expect(daysOf('2026-12', startOf('2026-11-03'))).toEqual([]);
});
