import { dailyEmailKey } from './staff-keys.ts';
import { redis } from './redis.ts';

/** The last day, such as 2026-11-24, whose daily emails were queued; null before the first. */
export async function readDailyEmailDay(): Promise<string | null> {
  return redis().get<string>(dailyEmailKey());
}
