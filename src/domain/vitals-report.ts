import { dayOf, startOf } from './days.ts';
import { edgesOf, type Vital } from './web-vitals.ts';
import { DAY_MS } from './time-units.ts';

/** What the desk makes of the counts of web vitals. Browsers of shoppers do not load this file. */

/** Up to the first a value is good, above the second it is poor. */
export const thresholds: Readonly<Record<Vital, readonly [good: number, poor: number]>> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
};

export type Verdict = 'good' | 'needs-work' | 'poor';

export function verdictOf(vital: Vital, value: number): Verdict {
  const [good, poor] = thresholds[vital];
  if (value <= good) return 'good';
  return value <= poor ? 'needs-work' : 'poor';
}

const MONDAY = 1;

/** The week of a time (ms), as the date of its Monday in India. */
export function weekOf(at: number): string {
  const day = startOf(dayOf(at));
  const weekday = new Date(`${dayOf(at)}T00:00:00Z`).getUTCDay();
  return dayOf(day - ((weekday - MONDAY + 7) % 7) * DAY_MS);
}

/** The newest weeks up to a time (ms), newest first. */
export function weeksUpTo(at: number, count: number): string[] {
  return Array.from({ length: count }, (_, back) => weekOf(at - back * 7 * DAY_MS));
}

export interface Percentile {
  views: number;
  value: number;
  /** The value lies above the last edge, which is `value`. */
  isOver: boolean;
}

/**
 * The value that three quarters of the views do not exceed; null without views. Within its bucket it is interpolated
 * as if the views were spread evenly, so it is at most one bucket away from the exact one: above 150 ms at most a third
 * of it, and always on the same side of both thresholds.
 * @param counts views by bucket
 */
export function percentile75(vital: Vital, counts: ReadonlyMap<number, number>): Percentile | null {
  const edges = edgesOf(vital);
  const views = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (views === 0) return null;
  const wanted = views * 0.75;
  let below = 0;
  for (const [bucket, upper] of edges.entries()) {
    const count = counts.get(bucket) ?? 0;
    if (below + count >= wanted) {
      const lower = edges[bucket - 1] ?? 0;
      return { views, value: lower + ((wanted - below) / count) * (upper - lower), isOver: false };
    }
    below += count;
  }
  return { views, value: edges.at(-1) ?? 0, isOver: true };
}
