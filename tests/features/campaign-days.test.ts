import { expect, test, vi } from 'vitest';
import campaignDays from '../../src/layouts/campaign-days.js?raw';

/** The part of a hidden campaign that a phone shows. */
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
