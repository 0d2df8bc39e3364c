import type { Pace } from '../../src/domain/order-surge.ts';
import { rush } from '../../src/domain/config.ts';
import { allOrdersKey, orderSurgeKey } from './keys.ts';
import { redis } from './redis.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** How fast orders come at `at` (ms). One round trip. */
export async function readPace(at: number): Promise<Pace> {
  const hour = at - HOUR_MS;
  const from = hour - rush.usualDays * 24 * HOUR_MS;
  const [lastHour, before, first] = await redis()
    .pipeline()
    .zcount(allOrdersKey(), `(${hour}`, at)
    .zcount(allOrdersKey(), from, hour)
    .zrange(allOrdersKey(), 0, 0, { withScores: true })
    .exec<[number, number, (string | number)[]]>();
  const firstAt = Number(first[1] ?? at);
  return { lastHour, before, hoursBefore: Math.max(0, hour - Math.max(from, firstAt)) / HOUR_MS };
}

/** Notes that there is a rush. @returns whether it begins with that: of many who note it at once, one is told so */
export async function noteSurge(at: number): Promise<boolean> {
  const px = rush.pauseHours * HOUR_MS;
  if ((await redis().set(orderSurgeKey(), `${at}`, { nx: true, px })) === 'OK') return true;
  await redis().pexpire(orderSurgeKey(), px);
  return false;
}

/** The owner could not be told: whoever looks next tries again. */
export async function forgetSurge(): Promise<void> {
  await redis().del(orderSurgeKey());
}
