import { vitalsWeeks } from '../../src/domain/config.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import type { PageKind, Vital } from '../../src/domain/web-vitals.ts';
import { type Window, writeLimited } from './session-and-limits.ts';
import { vitalsKey } from './keys.ts';
import { numbersFrom, redis } from './redis.ts';
import { addVitals } from './vitals.lua.ts';

/** A week has at most 924 fields: 7 kinds of pages, 132 buckets. */
const KEPT_MS = vitalsWeeks * 7 * DAY_MS;

export interface Measured {
  page: PageKind;
  vital: Vital;
  bucket: number;
}

/** One round trip. @throws TooMany */
export async function countVitals(
  windows: readonly Window[],
  week: string,
  measured: readonly Measured[],
): Promise<void> {
  const fields = measured.map(({ page, vital, bucket }) => `${page}:${vital}:${bucket}`);
  await writeLimited(windows, addVitals, [vitalsKey(week)], [KEPT_MS, ...fields]);
}

/** The counts of each week. One round trip. */
export async function readVitals(weeks: readonly string[]): Promise<(Measured & { views: number })[][]> {
  const pipeline = redis().pipeline();
  for (const week of weeks) pipeline.hgetall(vitalsKey(week));
  const replies = await pipeline.exec<(unknown[] | null)[]>();
  return replies.map((reply) =>
    [...numbersFrom(reply)].map(([field, views]) => {
      const [page, vital, bucket] = field.split(':') as [PageKind, Vital, string];
      return { page, vital, bucket: Number(bucket), views };
    }),
  );
}
