import { SUMS_EDITION } from '../../src/domain/order-sums.ts';
import { markCountedUntil, readCountedUntil } from '../storage/order-sums.ts';
import { type PageStart, readPlaced } from '../storage/order-times.ts';
import { changeOrder } from '../storage/order-changes.ts';
import { readOrder, readStored } from '../storage/orders.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { isNewer } from './newer-documents.ts';
import { initialStockOf } from './order-changes.ts';
import { noEvents } from './order-events.ts';

const PAGE = 100;
const AT_ONCE = 5;

/**
 * Adds orders from before there were running sums to them, the oldest first. A stopped run loses nothing; the next one
 * continues. Orders that cannot be read are skipped.
 * @param until (ms) starts no new order after this time
 * @returns whether all orders are in the sums
 */
export async function countOldOrders(until: number): Promise<boolean> {
  const from = await readCountedUntil();
  if (from === null) return true;
  for (let start: PageStart | null = { at: from, skip: 0 }; start;) {
    const { page, next } = await readPlaced(start, Number.MAX_SAFE_INTEGER, PAGE);
    const counted = await countedOf(page.map(({ id }) => id));
    for (let at = 0; at < page.length; at += AT_ONCE) {
      if (Date.now() > until) return false;
      const left = page.slice(at, at + AT_ONCE).filter(({ id }) => !counted.has(id));
      if (left.length === 0) continue;
      await Promise.all(left.map(({ id }) => countOrLog(id)));
      // The order of this time may have others beside it, so a further run begins with it again.
      await markCountedUntil(page[Math.min(at + AT_ONCE, page.length) - 1]?.at ?? from);
    }
    await markCountedUntil(next?.at ?? 'all');
    start = next;
  }
  return true;
}

/** Those that are in all sums already, which is most of them after a restore. */
async function countedOf(ids: readonly string[]): Promise<Set<string>> {
  const stored = await readStored(ids);
  return new Set(stored.filter(({ counted }) => counted === SUMS_EDITION).map(({ order }) => order.id));
}

async function countOrLog(orderId: string): Promise<void> {
  try {
    await count(orderId);
  } catch (error) {
    if (await isNewer(error)) return;
    if (error instanceof Unreachable || !(error instanceof Error)) throw error;
    console.error(JSON.stringify({ level: 'error', order: orderId, error: error.name }));
  }
}

/** Writes the order as it is, with the mark. If somebody changes it meanwhile, that change has marked it. */
async function count(orderId: string): Promise<void> {
  const before = await readOrder(orderId);
  if (!before || before.counted === SUMS_EDITION) return;
  await changeOrder({ before, after: before.order, events: noEvents }, initialStockOf);
}
