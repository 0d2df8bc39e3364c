import { orderMessages } from '../../src/contract/messages/order.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { type Order, type OrderStatus, type Refund, shortOrderId } from '../../src/domain/order.ts';
import { NOBODY } from '../../src/domain/retention.ts';
import type { News } from '../storage/orders.ts';
import type { Notification } from '../storage/notifications.ts';

/** Letters that an order can bring about; one about a refund carries the refund's key. */
export type LetterKind =
  'placed' | 'processing' | 'shipped' | 'delivered' | 'cancelled' | 'failed' | `refund-${string}`;

const MINUTE_MS = 60_000;

/**
 * What each new status brings about (decisions, Order life): a line in the Notifications tab and a letter. Waiting for
 * the money is the shopper's own doing, so nothing is said of it; a payment that failed is often followed by one that
 * does not, so its letter waits, and goes out only if it is still true then.
 */
const newsOfStatus = {
  'Payment Pending': null,
  'Payment Failed': { type: 'payment', letter: 'failed', afterMs: 10 * MINUTE_MS },
  'Order Placed': { type: 'order', letter: 'placed', afterMs: 0 },
  Processing: { type: 'order', letter: 'processing', afterMs: 0 },
  Shipped: { type: 'order', letter: 'shipped', afterMs: 0 },
  Delivered: { type: 'order', letter: 'delivered', afterMs: 0 },
  Cancelled: { type: 'order', letter: 'cancelled', afterMs: 0 },
} as const satisfies Record<
  OrderStatus,
  { type: Notification['type']; letter: LetterKind; afterMs: number } | null
>;

/** What a shopper hears of an order being otherwise than before; null before for a new one. Who has left hears nothing. */
export function newsOf(before: Order | null, after: Order): News {
  const news: News = { notifications: [], letters: [] };
  if (after.userId === NOBODY) return news;
  for (const { status, at } of after.history.slice(before?.history.length ?? 0)) {
    const told = newsOfStatus[status];
    if (!told) continue;
    news.notifications.push({
      id: `${after.id}-${after.history.length}-${status.toLowerCase().replace(' ', '-')}`,
      type: told.type,
      message: sentence(after, status),
      read: false,
      createdAt: at,
    });
    news.letters.push({ kind: told.letter, at: at + told.afterMs });
  }
  for (const refund of after.refunds) {
    const isNews = refund.doneAt !== null && !before?.refunds.some(isDone(refund));
    if (!isNews) continue;
    news.notifications.push({
      id: `${after.id}-refund-${refund.key}`,
      type: 'refund',
      message: orderMessages.news.refund(
        shortOrderId(after.id),
        formatPrice(refund.amountPaise),
        orderMessages.news.why[refund.reason],
      ),
      read: false,
      createdAt: refund.doneAt ?? refund.wantedAt,
    });
    news.letters.push({ kind: `refund-${refund.key}`, at: refund.doneAt ?? refund.wantedAt });
  }
  return news;
}

/** For changes that a shopper has made, or that are no news to them. */
export const noNews: News = { notifications: [], letters: [] };

function isDone(refund: Refund) {
  return ({ key, doneAt }: Refund) => key === refund.key && doneAt !== null;
}

function sentence({ id, shipment }: Order, status: OrderStatus): string {
  const order = shortOrderId(id);
  if (status !== 'Shipped') return orderMessages.news[status](order);
  return orderMessages.news.Shipped(order, shipment?.courier ?? '', shipment?.trackingNumber ?? '');
}
