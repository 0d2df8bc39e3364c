/** When the scheduled jobs last did their work. */
import { lastReconciliationKey } from './keys.ts';
import { redis } from './redis.ts';
import { dailyEmailKey } from './staff-keys.ts';

/** Records that the reconciliation job finished a run. @param at now, in ms */
export async function noteReconciliation(at: number): Promise<void> {
  await redis().set(lastReconciliationKey(), at);
}

/** When it last finished, in ms; null if never. */
export async function readLastReconciliation(): Promise<number | null> {
  const at = await redis().get<string>(lastReconciliationKey());
  return at === null ? null : Number(at);
}

/** The last day, such as 2026-11-24, whose daily emails were queued; null before the first. */
export async function readDailyEmailDay(): Promise<string | null> {
  return redis().get<string>(dailyEmailKey());
}
