import type { Parsed, Reply } from '../../src/contract/routes.ts';
import { type Vital, vitals } from '../../src/domain/web-vitals.ts';
import { weekOf } from '../../src/domain/vitals-report.ts';
import { countVitals } from '../storage/vitals.ts';
import type { Call } from './shopper-call.ts';

/** Counts one page view of a shopper (domain/web-vitals). @throws TooMany */
export async function count(
  { page, buckets }: Parsed<'vitals'>,
  { windows }: Call,
): Promise<Reply<'vitals'>> {
  const measured = vitals.flatMap((vital): { page: typeof page; vital: Vital; bucket: number }[] => {
    const bucket = buckets[vital];
    return bucket === undefined ? [] : [{ page, vital, bucket }];
  });
  await countVitals(windows, weekOf(Date.now()), measured);
  return { success: true };
}
