import type { Order } from '../../src/domain/order.ts';
import { changeOrder, type News, readOrder, type Stored } from '../storage/orders.ts';
import { openingStock } from '../storage/stock.ts';
import { productById } from './catalogue.ts';
import { newsOf } from './order-news.ts';

/** The stock of a variant that was never sold here. */
export function opening(productId: string, size: string): number {
  const product = productById(productId);
  return product ? openingStock(product, size) : 0;
}

/** As many tries as can meet each other on one order: its webhooks, its shopper, the sweep and the owner. */
const TRIES = 20;

export interface Amended {
  before: Order;
  after: Order;
}

/**
 * Changes an order by a function of it, again from the start where somebody else has changed it meanwhile; a function
 * that gives the same object back changes nothing.
 * @param next `canReserve` is false once the stock has said that the pieces are gone
 * @returns null where there is no such order, 'short' where `next` asked for pieces that are gone
 * @throws what `next` throws; then nothing has changed
 */
export async function amend(
  orderId: string,
  next: (order: Order, canReserve: boolean) => Order | Promise<Order>,
  news: (before: Order, after: Order) => News = newsOf,
): Promise<Amended | 'short' | null> {
  let canReserve = true;
  let isShortAgain = false;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before: Stored | null = await readOrder(orderId);
    if (!before) return null;
    const after = await next(before.order, canReserve);
    if (after === before.order) return { before: before.order, after };
    const outcome = await changeOrder({ before, after, news: news(before.order, after) }, opening);
    if (outcome === 'done') return { before: before.order, after };
    if (outcome === 'short') {
      if (isShortAgain) return 'short';
      canReserve = false;
      isShortAgain = true;
    }
  }
  throw new Error('An order changed faster than it could be changed');
}
