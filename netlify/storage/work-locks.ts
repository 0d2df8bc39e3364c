import { eventKey, lockKey } from './keys.ts';
import { redis } from './redis.ts';

/** Providers repeat an event for up to three days. */
const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1_000;

/** Whether a provider's event was dealt with already. */
export async function isEventHandled(provider: string, id: string): Promise<boolean> {
  return (await redis().exists(eventKey(provider, id))) === 1;
}

export async function markEventHandled(provider: string, id: string): Promise<void> {
  await redis().set(eventKey(provider, id), '1', { px: REMEMBERED_MS });
}

/** Takes a piece of work in hand for some ms, unless another has it. */
export async function acquireLock(work: string, ms: number): Promise<boolean> {
  return (await redis().set(lockKey(work), '1', { nx: true, px: ms })) === 'OK';
}

/** Another may take it in hand at once. */
export async function releaseLock(work: string): Promise<void> {
  await redis().del(lockKey(work));
}
