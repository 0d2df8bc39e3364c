import type { Pace } from '../../src/domain/order-surge.ts';
import { orderSurge } from '../../src/domain/config.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time-units.ts';
import { allOrdersKey } from './keys.ts';
import { redis } from './redis.ts';

/** How fast orders come at the time `at` (ms). One round trip. */
export async function readOrderRate(at: number): Promise<Pace> {
  const hour = at - HOUR_MS;
  const from = hour - orderSurge.usualDays * DAY_MS;
  const [lastHour, before, first] = await redis()
    .pipeline()
    .zcount(allOrdersKey(), `(${hour}`, at)
    .zcount(allOrdersKey(), from, hour)
    .zrange(allOrdersKey(), 0, 0, { withScores: true })
    .exec<[number, number, (string | number)[]]>();
  const firstAt = Number(first[1] ?? at);
  return { lastHour, before, hoursBefore: Math.max(0, hour - Math.max(from, firstAt)) / HOUR_MS };
}
