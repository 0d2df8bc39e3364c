import type { RouteName } from '../../src/contract/routes.ts';
import { TooMany } from '../storage/guard.ts';

/**
 * Calls that anybody may make, that no counter of Redis stands before, and that cost a search: one address may not have
 * all of an instance. Looked at before anything is read, and far above what a shopper's network sends to one instance;
 * most of those calls are answered by the CDN.
 */
const MOST: Partial<Record<RouteName, number>> = { 'product.list': 200, 'product.stock': 200 };
const WINDOW_MS = 10_000;

const counts = new Map<string, number>();
let since = 0;

export function hasInMemoryLimit(name: RouteName): boolean {
  return MOST[name] !== undefined;
}

/** @throws TooMany where this address has asked this instance too often in these seconds */
export function enforceInMemoryLimit(name: RouteName, network: string, now = Date.now()): void {
  const most = MOST[name];
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
