import type { DeskReply, WireVital } from '../../../src/contract/desk.ts';
import { vitalsWeeks } from '../../../src/domain/config.ts';
import { percentile75, weeksUpTo } from '../../../src/domain/vitals-report.ts';
import { pageKinds, vitals } from '../../../src/domain/web-vitals.ts';
import { readVitals } from '../../storage/vitals.ts';

/** The 75th percentile of each metric by page and week. One round trip. */
export async function read(): Promise<DeskReply<'vitals.read'>> {
  const weeks = weeksUpTo(Date.now(), vitalsWeeks);
  const counts = await readVitals(weeks);
  const figures = weeks.flatMap((week, at) =>
    vitals.flatMap((vital) => {
      const ofVital = (counts[at] ?? []).filter((one) => one.vital === vital);
      return [...pageKinds, 'all' as const].flatMap((page): WireVital[] => {
        const byBucket = new Map<number, number>();
        for (const { bucket, views } of ofVital.filter((one) => page === 'all' || one.page === page)) {
          byBucket.set(bucket, (byBucket.get(bucket) ?? 0) + views);
        }
        const found = percentile75(vital, byBucket);
        return found ? [{ week, vital, page, ...found }] : [];
      });
    }),
  );
  return { success: true, figures };
}
