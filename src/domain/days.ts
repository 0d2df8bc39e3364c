import { shop } from './config.ts';
import { DAY_MS, HOUR_MS } from './time-units.ts';

/** Dates in India's time zone, wherever the shopper or the server is. Times are ms since 1970. */

/** India has one time zone and no daylight saving time. */
const INDIA_MS = 5.5 * HOUR_MS;

/** The date as `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at + INDIA_MS).toISOString().slice(0, 10);
}

/** The month as `YYYY-MM`. */
export function monthOf(at: number): string {
  return dayOf(at).slice(0, 7);
}

/** The time of the day as `HH:MM`. */
export function clockOf(at: number): string {
  return new Date(at + INDIA_MS).toISOString().slice(11, 16);
}

/** The first millisecond of a date; NaN if the date does not exist. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - INDIA_MS;
}

/** The last millisecond of a date, so that it still formats as the same date. */
export function endOf(day: string): number {
  return startOf(day) + DAY_MS - 1;
}

const long = new Intl.DateTimeFormat(shop.currency.locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** `20 November 2026`, for sentences. */
export function formatDay(at: number): string {
  return long.format(at);
}

/** The first and last date on which something is shown, such as 2026-11-20. A missing date means no limit. */
export interface Days {
  firstDay?: string | undefined;
  lastDay?: string | undefined;
}

export const isOver = ({ lastDay }: Days, today: string): boolean => lastDay !== undefined && lastDay < today;

/**
 * True if a build of `today` cannot decide whether it is shown, because that depends on the date when a page is opened.
 */
export const isDated = ({ firstDay, lastDay }: Days, today: string): boolean =>
  lastDay !== undefined || (firstDay !== undefined && firstDay > today);
