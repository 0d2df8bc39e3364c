import { dayOf, endOf, startOf } from '../../../domain/days.ts';

/** Months as `YYYY-MM`. */

/** The month that somebody typed; null if it is none. */
export function monthFrom(typed: string): string | null {
  return /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(typed) ? typed : null;
}

/** The month that many months later; a negative number goes back. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Every day of the month, `YYYY-MM-DD`, up to the one that is today (ms). */
export function daysOf(month: string, today: number): string[] {
  const days: string[] = [];
  for (let at = startOf(`${month}-01`); dayOf(at).startsWith(month); at = endOf(dayOf(at)) + 1) {
    if (at > today) break;
    days.push(dayOf(at));
  }
  return days;
}
