import { orderSurge } from './config.ts';

export interface Pace {
  /** Orders in the last hour. */
  lastHour: number;
  /** Orders in the days before that hour, and the number of those hours: fewer if the shop is younger. */
  before: number;
  hoursBefore: number;
}

export function usualPace({ before, hoursBefore }: Pace): number {
  return before / Math.max(1, hoursBefore);
}

export function isSurge(pace: Pace): boolean {
  return pace.lastHour >= Math.max(orderSurge.least, orderSurge.times * usualPace(pace));
}
