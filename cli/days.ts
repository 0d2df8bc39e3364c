/** Days and times in the command line, in India's time zone. */
import { dayOf, endOf, startOf } from '../src/domain/days.ts';
import { MINUTE_MS } from '../src/domain/time-units.ts';
import { SetupError } from '../scripts/setup.mjs';

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** `20 Nov 2026, 5:03 pm`. @param at ms since 1970 */
export function timeOf(at: number): string {
  return time.format(at);
}

/** The start of a typed day, in ms since 1970. @throws SetupError */
function firstMs(option: string, typed: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? startOf(typed) : Number.NaN;
  // Date.parse reads the 31st of June as the 1st of July.
  if (!Number.isNaN(at) && dayOf(at) === typed) return at;
  throw new SetupError(`${option} must be a day such as ${dayOf(Date.now())}, not "${typed}".`);
}

/** The end of a typed day, in ms since 1970. @throws SetupError */
function lastMs(option: string, typed: string): number {
  firstMs(option, typed);
  return endOf(typed);
}

/**
 * A typed time in ms since 1970: a day (its start or end), a day with a time, or minutes or hours ago.
 * @throws SetupError
 */
export function momentMs(option: string, typed: string, edge: 'begin' | 'end'): number {
  const [, count, unit] = /^(\d{1,4})([mh])$/.exec(typed) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (unit === 'h' ? 60 : 1) * MINUTE_MS;
  const [, day, hours, minutes] = /^(\S+)[ T]([01]\d|2[0-3]):([0-5]\d)$/.exec(typed) ?? [];
  if (day !== undefined) return firstMs(option, day) + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return edge === 'begin' ? firstMs(option, typed) : lastMs(option, typed);
}

/** The time span of two options with their defaults: from the first day of the month, to today. @throws SetupError */
export function daysOrMonth({ from, to = dayOf(Date.now()) }: { from?: string; to?: string }) {
  lastMs('--to', to);
  const first = from ?? `${to.slice(0, 7)}-01`;
  const { from: start = 0, to: end = 0 } = spanOf({ from: first, to });
  return { first, last: to, start, end };
}

/** The time span of two options. @throws SetupError */
export function spanOf({ from, to }: { from?: string; to?: string }): { from?: number; to?: number } {
  const span = {
    ...(from !== undefined && { from: firstMs('--from', from) }),
    ...(to !== undefined && { to: lastMs('--to', to) }),
  };
  if (span.from !== undefined && span.to !== undefined && span.from > span.to) {
    throw new SetupError(`--from ${from} is after --to ${to}.`);
  }
  return span;
}
