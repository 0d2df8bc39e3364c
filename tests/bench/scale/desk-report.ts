/** The cost of the desk's calls in a shop with many orders. */
import { aimsTable, markdownTable, type Report } from '../../support/report/report.ts';
import type { DeskFigures } from './desk.ts';
import { shown } from './report.ts';

/** A slower or larger call is noticeable, or may exceed the limits of a function. */
const AIMS = [
  ['ms', 1_000, 'every call within 1 s', 'ms'],
  ['replyBytes', 400_000, 'every reply within 400 kB', 'bytes'],
  ['blockedMs', 50, 'no command keeps Redis for more than 50 ms', 'ms'],
] as const;

export function deskReport(products: number, orders: number, figures: readonly DeskFigures[]): Report {
  const verdict = aimsTable(
    AIMS.map(([field, most, aim, kind]) => {
      const [worst] = figures.toSorted((a, b) => b[field] - a[field]);
      const value = worst?.[field] ?? 0;
      return { aim, found: `${worst?.call}: ${shown(value, kind)}`, holds: value <= most };
    }),
  );
  const table = markdownTable(
    ['Call', 'Time', 'Reply', 'Round trips', 'To and from Redis', 'Longest command'],
    figures.map(({ call, ms, replyBytes, trips, redisBytes, blockedMs }) => [
      call,
      shown(ms, 'ms'),
      shown(replyBytes, 'bytes'),
      String(trips),
      shown(redisBytes, 'bytes'),
      blockedMs === 0 ? '< 10 ms' : shown(blockedMs, 'ms'),
    ]),
  );
  const text = `${verdict}

Orders of a year, evenly spread, written directly into Redis with everything that their commits would write: index, running sums,
documents, log; a quarter as many subscribers, waitlist entries and codes. The month is a complete one. Times are wall-clock
medians of three, without sign-in and network.

${table}`;
  return { title: 'Desk', command: `npm run bench -- scale --sizes 60,${products} --orders ${orders}`, text };
}
