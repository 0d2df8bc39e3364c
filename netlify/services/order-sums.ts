import { markCountedUntil, readCountedUntil, readPlacedFrom } from '../storage/order-sums.ts';
import { changeOrder } from '../storage/order-changes.ts';
import { readOrder } from '../storage/orders.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { isNewer } from './newer-documents.ts';
import { initialStockOf } from './order-changes.ts';
import { noEvents } from './order-events.ts';

/** More than the number of orders that one millisecond can have. */
const PAGE = 100;
const AT_ONCE = 5;

/**
 * Adds orders from before there were running sums to them, the oldest first. A stopped run loses nothing; the next one
 * continues. Orders that cannot be read are skipped.
 * @param until (ms) starts no new order after this time
 * @returns whether all orders are in the sums
 */
export async function countOldOrders(until: number): Promise<boolean> {
  for (;;) {
    const from = await readCountedUntil();
    if (from === null) return true;
    const page = await readPlacedFrom(from, PAGE);
    for (let at = 0; at < page.length; at += AT_ONCE) {
      if (Date.now() > until) return false;
      await Promise.all(page.slice(at, at + AT_ONCE).map(({ id }) => countOrLog(id)));
      // The order of this time may have others beside it, so a further run begins with it again.
      await markCountedUntil(page[Math.min(at + AT_ONCE, page.length) - 1]?.at ?? from);
    }
    if (page.length < PAGE) {
      await markCountedUntil('all');
      return true;
    }
  }
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
  if (!before || before.isCounted) return;
  await changeOrder({ before, after: before.order, news: noEvents }, initialStockOf);
}
