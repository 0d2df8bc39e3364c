import { desk } from '../../src/domain/config.ts';
import type { Order, OrderStatus } from '../../src/domain/order.ts';
import { emailName } from '../storage/email-outbox.ts';
import { emailOutboxKey } from '../storage/keys.ts';
import { readNotificationTexts } from '../storage/notifications.ts';
import { changeOrder } from '../storage/order-changes.ts';
import type { OrderEvents } from '../storage/order-writes.ts';
import { readOrder } from '../storage/orders.ts';
import { initialStockOf, OrderChanged, type StaffChange, versionOf } from './order-changes.ts';
import { eventsOf, noEvents } from './order-events.ts';
import { Refused } from './refusal.ts';

/**
 * Undoing that an order is being packed, was shipped or was delivered. The desk delays the email about it; until a run
 * has claimed that email, the order can go back to what it was, and its shopper hears nothing.
 */

/** A run claims emails that are due within this time, in ms (storage/email-outbox.lua). */
const CLAIMED_EARLY_MS = 5_000;

const emailOf = { Processing: 'processing', Shipped: 'shipped', Delivered: 'delivered' } as const;
const delayedKinds: readonly string[] = Object.values(emailOf);

/** The events, with the emails about packing, shipping and delivery delayed. */
export function delayed({ notifications, emails }: OrderEvents, ms: number): OrderEvents {
  const later = emails.map(({ kind, at }) => ({ kind, at: delayedKinds.includes(kind) ? at + ms : at }));
  return { notifications, emails: later };
}

/** For how many ms from now the order's last change can be undone; null if it cannot. */
export function undoLeftMs(order: Order, now: number): number | null {
  const last = order.history.at(-1);
  if (!last || !isUndoable(last.status) || order.history.length < 2) return null;
  const left = last.at + desk.undoMs - CLAIMED_EARLY_MS - now;
  return left > 0 ? left : null;
}

function isUndoable(status: OrderStatus): status is keyof typeof emailOf {
  return Object.hasOwn(emailOf, status);
}

/**
 * An invoice that was issued meanwhile stays: its number is used up. Cash that came with the delivery is owed again,
 * and a delivered parcel keeps its courier.
 */
function undone(order: Order, status: OrderStatus): Order {
  const before = { ...order, status, history: order.history.slice(0, -1) };
  return order.status === 'Delivered'
    ? { ...before, paid: order.payment !== null }
    : { ...before, shipment: null };
}

/**
 * Takes back that an order is being packed, was shipped or was delivered.
 * @throws OrderChanged, and Refused 'invalid' if its email has gone or nothing can be undone
 */
export async function undoLastChange(orderId: string, by: StaffChange): Promise<Order> {
  const before = await readOrder(orderId);
  if (!before) throw new Refused('not-found', `There is no order ${orderId}.`);
  if (versionOf(before) !== by.seen) throw new OrderChanged();
  const { order } = before;
  const [last, previous] = [order.history.at(-1), order.history.at(-2)];
  if (!last || !previous || !isUndoable(last.status)) throw tooLate();
  const after = undone(order, previous.status);
  const email = emailName({ about: orderId, kind: emailOf[last.status] });
  const notification = eventsOf(undone(order, previous.status), order).notifications.at(-1);
  const outdated = notification
    ? await readNotificationTexts(order.userId, (id) => id === notification.id)
    : [];
  const outcome = await changeOrder({ before, after, events: { ...noEvents, outdated } }, initialStockOf, {
    expect: [{ key: emailOutboxKey(), text: String(last.at + desk.undoMs), member: email }],
    writes: [['ZREM', emailOutboxKey(), email]],
    log: [by.log(order, after)],
  });
  if (outcome === 'done') return after;
  const now = await readOrder(orderId);
  throw now && now.text === before.text ? tooLate() : new OrderChanged();
}

function tooLate(): Refused {
  return new Refused('invalid', 'It is too late to undo this: its email is on its way.');
}
