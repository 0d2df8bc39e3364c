import { redis } from './redis.ts';

/** News for the owner that is told once, however often it is found, until it was not found for some time. */

/** Notes that it is found now, in ms. @returns whether it is news: of many who note it at once, one is told so */
export async function noteNews(key: string, at: number, pauseMs: number): Promise<boolean> {
  if ((await redis().set(key, `${at}`, { nx: true, px: pauseMs })) === 'OK') return true;
  await redis().pexpire(key, pauseMs);
  return false;
}

/** The owner could not be told: whoever finds it next tries again. */
export async function forgetNews(key: string): Promise<void> {
  await redis().del(key);
}
