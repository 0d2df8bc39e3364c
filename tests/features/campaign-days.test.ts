import { expect, test, vi } from 'vitest';
import { isDated, isOver } from '../../src/domain/days.ts';
import campaignDays from '../../src/layouts/campaign-days.js?raw';

/** What a phone shows of a campaign that stands hidden in the page. */
function isShown(days: string, at: string): boolean {
  vi.useFakeTimers({ now: new Date(at) });
  const campaign = { dataset: { days }, hidden: true };
  new Function('document', campaignDays)({ querySelectorAll: () => [campaign] });
  vi.useRealTimers();
  return !campaign.hidden;
}

test.each([
  ['2026-12-01/2026-12-03', '2026-11-30T23:59:59+05:30', false],
  ['2026-12-01/2026-12-03', '2026-12-01T00:00:00+05:30', true],
  ['2026-12-01/2026-12-03', '2026-12-03T23:59:59+05:30', true],
  ['2026-12-01/2026-12-03', '2026-12-04T00:00:00+05:30', false],
  ['/2026-12-03', '2026-11-01T12:00:00+05:30', true],
  ['2026-12-01/', '2030-01-01T12:00:00+05:30', true],
])('a campaign of %s, at %s: shown is %s', (days, at, shown) => {
  expect(isShown(days, at)).toBe(shown);
});

test.each([
  [{}, { over: false, dated: false }],
  [{ firstDay: '2026-11-23' }, { over: false, dated: false }],
  [{ firstDay: '2026-11-24' }, { over: false, dated: true }],
  [{ lastDay: '2026-11-23' }, { over: false, dated: true }],
  [
    { firstDay: '2026-11-01', lastDay: '2026-11-22' },
    { over: true, dated: true },
  ],
])(
  'a build on 23 November leaves out what is over, and leaves to the phone what depends on its day: %j',
  (days, said) => {
    const today = '2026-11-23';
    expect({ over: isOver(days, today), dated: isDated(days, today) }).toEqual(said);
  },
);
