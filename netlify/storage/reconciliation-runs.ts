import { lastReconciliationKey } from './keys.ts';
import { redis } from './redis.ts';

/** Notes that the reconciliation job ran to its end. @param at now, in ms */
export async function noteReconciliation(at: number): Promise<void> {
  await redis().set(lastReconciliationKey(), at);
}

/** When it did so last, in ms; null where it never did. */
export async function readLastReconciliation(): Promise<number | null> {
  const at = await redis().get<string>(lastReconciliationKey());
  return at === null ? null : Number(at);
}
