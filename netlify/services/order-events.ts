import { orderNotifications, refundReasons } from '../../src/contract/messages/orders.ts';
import { newTroubles } from '../../src/domain/desk-news.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { type Order, type OrderStatus, type Refund, shortOrderId } from '../../src/domain/order.ts';
import { refundStateOf } from '../../src/domain/refund.ts';
import { DELETED_USER } from '../../src/domain/retention.ts';
import type { OrderEvents } from '../storage/order-writes.ts';
import { type Notification, readNotificationTexts } from '../storage/notifications.ts';
import { paymentFailedEmailMs } from '../../src/domain/config.ts';

/** Kinds of order emails. A refund email also has the refund's key, a dispute email the dispute's id. */
export type EmailKind =
  | ('placed' | 'processing' | 'shipped' | 'delivered' | 'cancelled' | 'failed')
  | `refund-${string}`
  | `refunded-${string}`
  | `refund-failed-${string}`
  | `owner-${string}`;

/**
 * The notification and the email for each new status (docs/behaviour.md#order-life). Waiting for payment is the
 * shopper's own action, so it has neither. A failed payment is often followed by a successful one, so its email waits
 * and is sent only if it is still true.
 */
const eventOfStatus = {
  'Payment Pending': null,
  'Payment Failed': { type: 'payment', email: 'failed', afterMs: paymentFailedEmailMs },
  'Order Placed': { type: 'order', email: 'placed', afterMs: 0 },
  Processing: { type: 'order', email: 'processing', afterMs: 0 },
  Shipped: { type: 'order', email: 'shipped', afterMs: 0 },
  Delivered: { type: 'order', email: 'delivered', afterMs: 0 },
  Cancelled: { type: 'order', email: 'cancelled', afterMs: 0 },
} as const satisfies Record<
  OrderStatus,
  { type: Notification['type']; email: EmailKind; afterMs: number } | null
>;

/** The events of a changed order; `before` is null for a new one. A shopper without an account gets none. */
export function eventsOf(before: Order | null, after: Order): OrderEvents {
  const events: OrderEvents = { notifications: [], emails: emailsToOwner(before, after) };
  if (after.userId === DELETED_USER) return events;
  // The refund is the news then: money came, and went back.
  const isSentBack = after.refunds.length > (before?.refunds.length ?? 0);
  for (const { status, at } of after.history.slice(before?.history.length ?? 0)) {
    const event = eventOfStatus[status];
    if (!event || (status === 'Payment Failed' && isSentBack)) continue;
    events.notifications.push({
      id: `${after.id}-${after.history.length}-${idPart(status)}`,
      type: event.type,
      message: sentence(after, status),
      read: false,
      createdAt: at,
    });
    events.emails.push({ kind: event.email, at: at + event.afterMs });
  }
  for (const refund of after.refunds) {
    const event = eventOfRefund(before, after, refund);
    if (!event) continue;
    const { kind, message, at } = event;
    const id = `${after.id}-${kind}-${refund.key}`;
    events.notifications.push({ id, type: 'refund', message, read: false, createdAt: at });
    events.emails.push({ kind: `${kind}-${refund.key}`, at });
  }
  return events;
}

/** A refund is on its way when the provider accepts it, and sent when the provider confirms it. */
function eventOfRefund(before: Order | null, { id }: Order, refund: Refund) {
  const state = refundStateOf(refund);
  const old = before?.refunds.find(({ key }) => key === refund.key);
  const oldState = old ? refundStateOf(old) : 'wanted';
  if (state === oldState) return null;
  const [order, amount] = [shortOrderId(id), formatPrice(refund.amountPaise)];
  const why = refundReasons[refund.reason];
  const at = refund.wantedAt;
  if (state === 'pending' && oldState === 'wanted') {
    return { kind: 'refund', message: orderNotifications.refund(order, amount, why), at } as const;
  }
  if (state === 'done') {
    const message = orderNotifications.refunded(order, amount, why);
    return { kind: 'refunded', message, at: refund.doneAt ?? at } as const;
  }
  if (state !== 'failed') return null;
  return {
    kind: 'refund-failed',
    message: orderNotifications.refundFailed(order, amount),
    at: refund.failure?.at ?? at,
  } as const;
}

/** Events that the owner must know at once: a failed refund, a dispute, or the end of a dispute. */
function emailsToOwner(before: Order | null, after: Order): OrderEvents['emails'] {
  const { failed, disputed } = newTroubles(before, after);
  const now = Date.now();
  return [
    ...failed.map(({ key, failure }) => ({ kind: `owner-refund-${key}`, at: failure?.at ?? now })),
    ...disputed.map(({ id, state }) => ({ kind: `owner-dispute-${state}-${id}`, at: now })),
  ];
}

/** Events of an order whose provider has not answered: nobody may say that nothing was charged. Its email asks again. */
export function unconfirmedEvents(before: Order | null, after: Order): OrderEvents {
  const events = eventsOf(before, after);
  const unconfirmed = orderNotifications.unconfirmed(shortOrderId(after.id));
  const failed = idPart('Payment Failed');
  return {
    ...events,
    notifications: events.notifications.map((notification) =>
      notification.id.endsWith(failed) ? { ...notification, message: unconfirmed } : notification,
    ),
  };
}

/** For changes that the shopper made, or that are no news to the shopper. */
export const noEvents: OrderEvents = { notifications: [], emails: [] };

/** The stored notifications that offer the payment of this order: not true any more once it has ended. */
export async function paymentOffers({ id, userId, history }: Order): Promise<string[]> {
  if (!history.some(({ status }) => status === 'Payment Failed')) return [];
  return readNotificationTexts(
    userId,
    (notification) => notification.startsWith(`${id}-`) && notification.endsWith(idPart('Payment Failed')),
  );
}

/** The events of an order that its shopper replaced by another one. */
export function replacedEvents(after: Order, other: Order, outdated: readonly string[]): OrderEvents {
  const notification: Notification = {
    id: `${after.id}-${after.history.length}-${idPart('Cancelled')}`,
    type: 'order',
    message: orderNotifications.replaced(shortOrderId(after.id), shortOrderId(other.id)),
    read: false,
    createdAt: after.history.at(-1)?.at ?? other.placedAt,
  };
  return { notifications: [notification], emails: [], outdated };
}

function idPart(status: OrderStatus): string {
  return status.toLowerCase().replace(' ', '-');
}

function sentence({ id, shipment }: Order, status: OrderStatus): string {
  const order = shortOrderId(id);
  if (status !== 'Shipped') return orderNotifications[status](order);
  return orderNotifications.Shipped(order, shipment?.courier ?? '', shipment?.trackingNumber ?? '');
}
