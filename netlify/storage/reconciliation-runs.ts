import { sweptKey } from './keys.ts';
import { redis } from './redis.ts';

/** Notes that the reconciliation job ran to its end. @param at now, in ms */
export async function noteSwept(at: number): Promise<void> {
  await redis().set(sweptKey(), at);
}

/** When it did so last, in ms; null where it never did. */
export async function readSwept(): Promise<number | null> {
  const at = await redis().get<string>(sweptKey());
  return at === null ? null : Number(at);
}
