/** Days as the shop counts them: India's. It keeps one time all year. */
const INDIA_MS = 5.5 * 60 * 60 * 1_000;

/** `YYYY-MM-DD`: which day it is. @param at ms since 1970 */
export function dayOf(at: number): string {
  return new Date(at + INDIA_MS).toISOString().slice(0, 10);
}

/** When a day begins, in ms since 1970; NaN where there is no such day. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - INDIA_MS;
}

/** The last millisecond of a day, so that its date is still that day's. */
export function endOf(day: string): number {
  return startOf(day) + 24 * 60 * 60 * 1_000 - 1;
}
