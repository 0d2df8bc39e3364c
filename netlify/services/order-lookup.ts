import type { Order, OrderStatus } from '../../src/domain/order.ts';
import { findOrderIds } from '../storage/order-search.ts';
import type { PageStart } from '../storage/order-times.ts';
import { readOrder, readShopOrders } from '../storage/orders.ts';
import { Refused } from './refusal.ts';

/** Finds orders for the owner: one by what was typed, or those of a time span. */

const ID_LENGTH = 20;
const SHORTEST_ENDING = 6;

/**
 * Finds an order by its whole id or by its last characters, six or more. Ids have no I, L and O, so those letters are
 * read as digits.
 * @throws Refused if no order or more than one matches
 */
export async function findOrder(typed: string): Promise<Order> {
  const ending = typed.trim().replace(/^#/, '').toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
  if (!/^[0-9A-Z]+$/.test(ending) || ending.length < SHORTEST_ENDING || ending.length > ID_LENGTH) {
    throw new Refused(
      'invalid',
      `"${typed}" is no order: give its ${ID_LENGTH} characters or at least the last ${SHORTEST_ENDING}.`,
    );
  }
  const ids = ending.length === ID_LENGTH ? [ending] : await findOrderIds(ending);
  const [id, ...others] = ids;
  if (others.length > 0) {
    throw new Refused(
      'invalid',
      `${ids.length} orders end with ${ending}, so give more: ${ids.slice(0, 5).join(', ')}.`,
    );
  }
  const found = id === undefined ? null : await readOrder(id).catch(notRead(id));
  if (!found) throw new Refused('not-found', `There is no order ${ending}.`);
  return found.order;
}

/** A parser's message would quote its input, which names a shopper. */
const notRead = (orderId: string) => (error: unknown) => {
  if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  throw new Refused('failed', `Order ${orderId} cannot be read.`);
};

export interface Wanted {
  status?: OrderStatus | undefined;
  /** Placed from and to, in ms, both included; without them there is no limit. */
  from?: number | undefined;
  to?: number | undefined;
  most: number;
}

/** Receives the id of each unreadable order; the list continues with the rest. */
export type OnUnreadableOrder = (orderId: string) => void;

/** The shop's orders, newest first. */
export async function listOrders(
  { status, from = 0, to = Number.MAX_SAFE_INTEGER, most }: Wanted,
  onUnreadable: OnUnreadableOrder,
): Promise<Order[]> {
  const orders: Order[] = [];
  for await (const order of ordersBetween(from, to, onUnreadable)) {
    if (orders.length === most) break;
    if (status === undefined || order.status === status) orders.push(order);
  }
  return orders;
}

const PAGE = 200;

/** Newest first, page by page: a filter may have to read many. */
export async function* ordersBetween(
  from: number,
  to: number,
  onUnreadable: OnUnreadableOrder,
): AsyncGenerator<Order> {
  for (let start: PageStart | null = { at: to, skip: 0 }; start;) {
    const { orders, next } = await readShopOrders(start, from, PAGE);
    for (const { id, order } of orders) {
      if (order) yield order;
      else onUnreadable(id);
    }
    start = next;
  }
}
