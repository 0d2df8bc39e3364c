import { createHash } from 'node:crypto';
import { isNumbered } from '../../src/domain/invoice.ts';
import type { Order } from '../../src/domain/order.ts';
import type { LogEntry } from '../../src/domain/staff.ts';
import { changeOrder } from '../storage/order-changes.ts';
import type { OrderEvents } from '../storage/order-writes.ts';
import { readOrder, type Stored } from '../storage/orders.ts';
import { initialStock } from '../storage/stock.ts';
import { productById } from './products.ts';
import { documented } from './invoices.ts';
import { overLimit } from './order-pricing.ts';
import { eventsOf } from './order-events.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** The stock of a variant before its first sale. */
export function initialStockOf(productId: string, size: string): number {
  const product = productById(productId);
  return product ? initialStock(product, size) : 0;
}

/** What an order that released its stock and code can get again, as far as the shop knows. */
export interface Availability {
  /** Its stock. */
  reserve: boolean;
  /** Its discount code. */
  takeCode: boolean;
}

export interface UpdatedOrder {
  before: Order;
  after: Order;
}

/** A change by staff: it is refused if the order is not the one that they saw, and written to their log. */
export interface StaffChange {
  /** The version that they saw; null at the command line, which changes the order as it is. */
  seen: string | null;
  log: (before: Order, after: Order) => LogEntry;
}

/** Somebody changed the order after it was read for this change. */
export class OrderChanged extends Error {
  override name = 'OrderChanged';
}

/** What identifies this state of an order. */
export function versionOf({ text }: Stored): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, VERSION_LENGTH);
}

const VERSION_LENGTH = 16;

/**
 * Changes an order by a function, and starts again if the order was changed meanwhile. A function that returns the same
 * object changes nothing.
 * @param next gets what is no longer available
 * @returns null if there is no such order, 'short' if `next` asked again for something unavailable
 * @throws what `next` throws, OrderChanged if staff saw another version, and Refused 'hold-limit' if the order would
 * exceed the limit of unpaid reservations; then nothing has changed
 */
export async function updateOrder(
  orderId: string,
  next: (order: Order, can: Availability) => Order | Promise<Order>,
  events: (before: Order, after: Order) => OrderEvents = eventsOf,
  staff?: StaffChange,
): Promise<UpdatedOrder | 'short' | null> {
  let can: Availability = { reserve: true, takeCode: true };
  return retryOnConflict(20, 'An order changed faster than it could be changed', async () => {
    const before: Stored | null = await readOrder(orderId);
    if (!before) return null;
    if (staff && staff.seen !== null && versionOf(before) !== staff.seen) throw new OrderChanged();
    const changed = await next(before.order, can);
    if (changed === before.order) return { before: before.order, after: changed };
    const after = documented(changed);
    const log = staff ? [staff.log(before.order, after)] : [];
    const change = { before, after, events: events(before.order, after) };
    const outcome = await changeOrder(change, initialStockOf, { log });
    if (outcome === 'done') return { before: before.order, after: await numbered(after) };
    if (outcome === 'stale') return 'stale';
    if (typeof outcome === 'object') {
      throw overLimit(after.paymentMethod, outcome.limit, outcome.isConfirmed);
    }
    const gone = outcome === 'short' ? 'reserve' : 'takeCode';
    if (!can[gone]) return 'short';
    can = { ...can, [gone]: false };
    return 'stale';
  });
}

/** The order with the document numbers that it got when it was written. */
async function numbered(after: Order): Promise<Order> {
  if (isNumbered(after)) return after;
  return (await readOrder(after.id))?.order ?? after;
}
