import { rush } from './config.ts';

/** How fast orders come. */
export interface Pace {
  /** Orders of the last hour. */
  lastHour: number;
  /** Orders of the days before it, and how many hours those are: fewer in a shop that is younger. */
  before: number;
  hoursBefore: number;
}

/** Orders in an hour, as it usually is. */
export function usualPace({ before, hoursBefore }: Pace): number {
  return before / Math.max(1, hoursBefore);
}

export function isSurge(pace: Pace): boolean {
  return pace.lastHour >= Math.max(rush.least, rush.times * usualPace(pace));
}
