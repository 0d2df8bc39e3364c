import { allOrdersKey } from './keys.ts';
import { pairsOf, redis } from './redis.ts';

/** The orders by the time of their placing, page by page. Any number of them may have the same millisecond. */

/** Where a page begins: with this time (ms), after so many orders of the same millisecond. */
export interface PageStart {
  at: number;
  skip: number;
}

interface PlacedPage {
  page: { id: string; at: number }[];
  /** Where the next page begins; null if there is none. */
  next: PageStart | null;
}

/** Orders from `start` to this time (ms, included), at most so many. */
export async function readPlaced(
  start: PageStart,
  to: number,
  most: number,
  isNewestFirst = false,
): Promise<PlacedPage> {
  const flat = await redis().zrange<(string | number)[]>(allOrdersKey(), start.at, to, {
    byScore: true,
    rev: isNewestFirst,
    withScores: true,
    offset: start.skip,
    // One more, to see whether there is a next page.
    count: most + 1,
  });
  const found = pairsOf(flat).map(([id, at]) => ({ id, at: Number(at) }));
  const page = found.slice(0, most);
  const last = page.at(-1);
  if (!last || found.length <= most) return { page, next: null };
  const beside = page.filter(({ at }) => at === last.at).length;
  return { page, next: { at: last.at, skip: last.at === start.at ? start.skip + beside : beside } };
}
