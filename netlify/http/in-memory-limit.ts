import { type RouteName, rulesOf } from '../../src/contract/routes.ts';
import { TooMany } from '../storage/session-and-limits.ts';

/**
 * In-memory limits for public calls that cost a search and have no counter in Redis: one address must not use a whole
 * function instance. They are checked before any read. They are far above what a shopper's network sends to one
 * instance; the CDN answers most of these calls.
 */
const WINDOW_MS = 10_000;

const counts = new Map<string, number>();
let since = 0;

/** @throws TooMany if this address has called this instance too often in the current window */
export function enforceInMemoryLimit(name: RouteName, network: string, now = Date.now()): void {
  const most = rulesOf(name).inMemoryLimit;
  if (most === undefined) return;
  if (Math.abs(now - since) >= WINDOW_MS) {
    counts.clear();
    since = now;
  }
  const caller = `${name} ${network}`;
  const count = (counts.get(caller) ?? 0) + 1;
  counts.set(caller, count);
  if (count > most) throw new TooMany(Math.max(1, since + WINDOW_MS - now));
}
