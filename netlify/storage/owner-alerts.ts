import { redis } from './redis.ts';

/** Problems that the owner gets one email about, until they were not found for some time. */

/** Records that it was found at this time (ms). @returns true for one of many parallel calls, if it is news */
export async function markOwnerAlert(key: string, at: number, pauseMs: number): Promise<boolean> {
  if ((await redis().set(key, `${at}`, { nx: true, px: pauseMs })) === 'OK') return true;
  await redis().pexpire(key, pauseMs);
  return false;
}

/** The owner could not be informed; the next call that finds it tries again. */
export async function clearOwnerAlert(key: string): Promise<void> {
  await redis().del(key);
}
