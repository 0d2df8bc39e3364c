import { chunksOf } from '../../src/domain/chunks.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { eventKey, lockKey } from './keys.ts';
import { redis } from './redis.ts';

/** Providers repeat an event for up to three days. */
const REMEMBERED_MS = 7 * DAY_MS;

/** Whether a provider's event was handled already. */
export async function isEventHandled(provider: string, id: string): Promise<boolean> {
  return (await redis().exists(eventKey(provider, id))) === 1;
}

const AT_ONCE = 500;

/** Those of a provider's events that were not handled yet. */
export async function readUnhandled(provider: string, ids: readonly string[]): Promise<Set<string>> {
  const unhandled = new Set<string>();
  for (const part of chunksOf(ids, AT_ONCE)) {
    const marks = await redis().mget<(string | null)[]>(...part.map((id) => eventKey(provider, id)));
    for (const [at, id] of part.entries()) if (marks[at] === null) unhandled.add(id);
  }
  return unhandled;
}

/** @param ms for how long; by default for longer than providers repeat it */
export async function markEventHandled(provider: string, id: string, ms = REMEMBERED_MS): Promise<void> {
  await redis().set(eventKey(provider, id), '1', { px: ms });
}

/** Locks a piece of work for some ms, unless it is locked already. */
export async function acquireLock(work: string, ms: number): Promise<boolean> {
  return (await redis().set(lockKey(work), '1', { nx: true, px: ms })) === 'OK';
}

/** Locks it from now on for some ms, whether it is locked or not. */
export async function holdLock(work: string, ms: number): Promise<void> {
  await redis().set(lockKey(work), '1', { px: ms });
}

/** Releases the lock, so that another run can take it at once. */
export async function releaseLock(work: string): Promise<void> {
  await redis().del(lockKey(work));
}
