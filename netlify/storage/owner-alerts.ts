import { redis } from './redis.ts';

/** News that the owner is told once, however often it is found, until it was not found for some time. */

/** Records that it was found at this time (ms). @returns true for one of many parallel calls, if it is news */
export async function markOwnerAlert(key: string, at: number, pauseMs: number): Promise<boolean> {
  if ((await redis().set(key, `${at}`, { nx: true, px: pauseMs })) === 'OK') return true;
  await redis().pexpire(key, pauseMs);
  return false;
}

/** The owner could not be told; the next call that finds it tries again. */
export async function clearOwnerAlert(key: string): Promise<void> {
  await redis().del(key);
}
