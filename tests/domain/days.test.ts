import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, endOf, formatDay, isDated, isOver, startOf } from '../../src/domain/days.ts';
import { forAll } from '../support/for-all.ts';

test('a day of India begins at 18:30 UTC and ends a millisecond before the next', () => {
  expect(startOf('2026-11-20')).toBe(Date.parse('2026-11-19T18:30:00Z'));
  const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });
  forAll(time, (date) => {
    const day = dayOf(date.getTime());
    expect(startOf(day)).toBeLessThanOrEqual(date.getTime());
    expect(endOf(day)).toBeGreaterThanOrEqual(date.getTime());
    expect([dayOf(startOf(day)), dayOf(endOf(day))]).toEqual([day, day]);
    expect(dayOf(endOf(day) + 1)).not.toBe(day);
  });
});

test('an invalid date has no start', () => {
  expect(startOf('2026-13-01')).toBeNaN();
});

test('a day is formatted as in India', () => {
  expect(formatDay(Date.parse('2026-11-19T18:30:00Z'))).toBe('20 November 2026');
});

test.each([
  [{}, false, false],
  [{ firstDay: '2026-11-23' }, false, false],
  [{ firstDay: '2026-11-24' }, false, true],
  [{ lastDay: '2026-11-23' }, false, true],
  [{ firstDay: '2026-11-01', lastDay: '2026-11-22' }, true, true],
])('on 23 November, %j has passed: %s, and depends on the day of the visit: %s', (days, over, dated) => {
  const today = '2026-11-23';
  expect([isOver(days, today), isDated(days, today)]).toEqual([over, dated]);
});
