/** The unpaid order that a shopper already has when they place another. */
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import {
  isOrderConfirmed,
  isUnpaid,
  networksOf,
  type Order,
  shortOrderId,
  withStatus,
} from '../../src/domain/order.ts';
import { isOpenCheckout } from '../../src/domain/payment-settlement.ts';
import { paymentReservedUntil } from '../../src/domain/stock-reservation.ts';
import { isReserved } from '../../src/domain/unpaid-order.ts';
import { providerOf } from '../payments/providers.ts';
import type { Shopper } from '../storage/session-and-limits.ts';
import type { OrderChange } from '../storage/order-writes.ts';
import { currentHash } from '../storage/person-hash.ts';
import { readOwnOrder, type Stored } from '../storage/orders.ts';
import { eventsOf, paymentOffers, replacedEvents } from './order-events.ts';
import { confirmIfAnswered } from './payment-status.ts';
import { Refused } from './refusal.ts';

/** The shopper's earlier unpaid order; `stored` is null if it is gone. */
export interface ExistingOrder {
  orderId: string;
  stored: Stored | null;
  /** Stored notifications that offer its payment. */
  offers: readonly string[];
}

/** Reads the earlier order. Asks its provider first, because it may be paid without the shop knowing it. */
export async function readExistingOrder(orderId: string, shopper: Shopper): Promise<ExistingOrder> {
  // A provider that does not answer must not block another way to pay. Money that comes twice is refunded.
  await confirmIfAnswered(orderId);
  const found = await readOwnOrder(shopper, orderId);
  // Its content is compared with that of the new request, which has the present PERSON_HASH_KEY.
  const stored = found && { ...found, order: { ...found.order, content: currentHash(found.order.content) } };
  return { orderId, stored, offers: stored ? await paymentOffers(stored.order) : [] };
}

/**
 * A shopper has at most one unpaid order. The same cart from another tab or with another payment method is the same
 * order, so it cannot be paid twice. A different cart cancels the earlier order: that order releases its stock and its
 * code, and can no longer be paid, because one cart must not become two orders.
 */
export function changesFor(order: Order, earlier: ExistingOrder | null): [OrderChange, ...OrderChange[]] {
  const before = earlier?.stored ?? null;
  if (before && isOpenCheckout(before.order, order)) {
    const after = takenOver(before.order, order);
    return [{ before, after, events: eventsOf(before.order, after) }];
  }
  const placed: OrderChange = { before: null, after: order, events: eventsOf(null, order) };
  if (!before || !isUnpaid(before.order)) return [placed];
  const given = { ...withStatus(before.order, 'Cancelled', order.placedAt), replacedBy: order.id };
  return [placed, { before, after: given, events: replacedEvents(given, order, earlier?.offers ?? []) }];
}

/** The earlier order, changed to match the new request. */
function takenOver(earlier: Order, order: Order): Order {
  const { paymentMethod, status, reservedUntil, placedAt } = order;
  const until = reservedUntil === null ? null : paymentReservedUntil(earlier, placedAt);
  // Reserved pieces keep counting for the network that reserved them first.
  const isMoved = order.network !== undefined && !(isReserved(earlier) && isReserved(order));
  const { network: _, household: __, ...kept } = earlier;
  const wanted = { ...kept, paymentMethod, reservedUntil: until, ...networksOf(isMoved ? order : earlier) };
  return earlier.status === status ? wanted : withStatus(wanted, status, placedAt);
}

/** Closes payments of an abandoned order or an abandoned method, so that nobody can pay them. */
export async function closePayments({ stored }: ExistingOrder, order: Order): Promise<void> {
  const isSame = stored?.order.content === order.content;
  const others = (stored?.order.references ?? []).filter(
    ({ provider }) => !isSame || provider !== order.paymentMethod,
  );
  await Promise.allSettled(others.map((reference) => providerOf(reference.provider)?.close(reference)));
}

/**
 * The refusal of an order if an earlier one was just paid. A changed cart may replace it, so the shopper is asked: the
 * next request is placed. A cart with none of its pieces is a new order, so it is not refused.
 * @param isSame whether the same cart is surely the same order: it was unpaid when the shopper asked for this one
 */
export function alreadyPaid(paid: Order, order: Order, isSame: boolean): Refused | null {
  if (!isOrderConfirmed(paid)) return null;
  if (isSame && paid.content === order.content)
    return new Refused('already-placed', paymentMessages.alreadyPlaced);
  const isShared = paid.items.some(({ productId, size }) =>
    order.items.some((item) => item.productId === productId && item.size === size),
  );
  return isShared ? new Refused('invalid', orderMessages.paidMeanwhile(shortOrderId(paid.id))) : null;
}
