import { shop } from './config.ts';

/** Days as the shop and the law count them: India's, wherever the shopper or the server is. Times are ms since 1970. */

/** India keeps one time all year. */
const INDIA_MS = 5.5 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** `YYYY-MM-DD`: which day it is. */
export function dayOf(at: number): string {
  return new Date(at + INDIA_MS).toISOString().slice(0, 10);
}

/** When a day begins; NaN where there is no such day. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - INDIA_MS;
}

/** The last millisecond of a day, so that its date is still that day's. */
export function endOf(day: string): number {
  return startOf(day) + DAY_MS - 1;
}

const long = new Intl.DateTimeFormat(shop.currency.locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** `20 November 2026`, as sentences name a day. */
export function formatDay(at: number): string {
  return long.format(at);
}
