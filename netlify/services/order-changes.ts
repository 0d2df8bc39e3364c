import { isNumbered } from '../../src/domain/invoice.ts';
import type { Order } from '../../src/domain/order.ts';
import { changeOrder, type News, readOrder, type Stored } from '../storage/orders.ts';
import { openingStock } from '../storage/stock.ts';
import { productById } from './products.ts';
import { documented } from './invoices.ts';
import { overLimit } from './order-draft.ts';
import { eventsOf } from './order-events.ts';

/** The stock of a variant that was never sold here. */
export function initialStockOf(productId: string, size: string): number {
  const product = productById(productId);
  return product ? openingStock(product, size) : 0;
}

/** As many tries as can meet each other on one order: its webhooks, its shopper, the sweep and the owner. */
const TRIES = 20;

/** What an order that had let go of it can have again, as far as is known. */
export interface Can {
  /** Its pieces. */
  reserve: boolean;
  /** Its code. */
  takeCode: boolean;
}

export interface UpdatedOrder {
  before: Order;
  after: Order;
}

/**
 * Changes an order by a function of it, again from the start where somebody else has changed it meanwhile; a function
 * that gives the same object back changes nothing.
 * @param next is told what turned out to be gone
 * @returns null where there is no such order, 'short' where `next` asked again for what is gone
 * @throws what `next` throws, and Refused 'hold-limit' where it would keep more pieces for a payment than may be; then nothing has changed
 */
export async function updateOrder(
  orderId: string,
  next: (order: Order, can: Can) => Order | Promise<Order>,
  news: (before: Order, after: Order) => News = eventsOf,
): Promise<UpdatedOrder | 'short' | null> {
  let can: Can = { reserve: true, takeCode: true };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before: Stored | null = await readOrder(orderId);
    if (!before) return null;
    const changed = await next(before.order, can);
    if (changed === before.order) return { before: before.order, after: changed };
    const after = documented(changed);
    const outcome = await changeOrder({ before, after, news: news(before.order, after) }, initialStockOf);
    if (outcome === 'done') return { before: before.order, after: await numbered(after) };
    if (outcome === 'stale') continue;
    if (typeof outcome === 'object') {
      throw overLimit(after.paymentMethod, outcome.limit, outcome.isConfirmed);
    }
    const gone = outcome === 'short' ? 'reserve' : 'takeCode';
    if (!can[gone]) return 'short';
    can = { ...can, [gone]: false };
  }
  throw new Error('An order changed faster than it could be changed');
}

/** The order with the numbers that its documents got when it was written. */
async function numbered(after: Order): Promise<Order> {
  if (isNumbered(after)) return after;
  return (await readOrder(after.id))?.order ?? after;
}
