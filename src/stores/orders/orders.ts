import { atom, computed } from 'nanostores';
import type { WireOrder } from '../../contract/calls/order.ts';
import type { CartEntry } from '../../domain/cart.ts';
import { paiseFromRupees } from '../../domain/money.ts';
import {
  isOrderConfirmed,
  isPayable,
  moneyOf,
  type OrderStatus,
  shortOrderId,
  stages,
} from '../../domain/order.ts';
import { authorised } from '../session/authorised.ts';
import type { Payable } from '../payment/payment.ts';
import { $isSignedIn } from '../session/signed-in.ts';
import { $ownUnpaid } from '../payment/unpaid.ts';

/** A step of an order. `at`, in ms, is null if the step is in the future or its time was not recorded. */
export interface OrderStep {
  status: OrderStatus;
  at: number | null;
  state: 'done' | 'current' | 'ahead';
}

export type OrderView = ReturnType<typeof viewOf>;
/** One item of an order. */
export type OrderRow = OrderView['rows'][number];

/** The shopper's orders in the server's order, newest first. */
export const $orders = atom<readonly WireOrder[]>([]);

/** `failed` shows no message: the screen keeps its rows and offers a retry. */
export const $ordersStatus = atom<'idle' | 'loading' | 'ready' | 'failed'>('idle');

/** When (ms) the last manual refresh succeeded. */
export const $ordersUpdatedAt = atom<number | null>(null);

export const $orderViews = computed($orders, (orders): readonly OrderView[] => orders.map(viewOf));

let latest = 0;

export async function loadOrders(): Promise<void> {
  latest += 1;
  const mine = latest;
  $ordersStatus.set('loading');
  const answer = await authorised('order.userorders', undefined);
  if (mine !== latest) return;
  if (answer.success) $orders.set(answer.orders);
  $ordersStatus.set(answer.success ? 'ready' : answer.code === 'unauthorised' ? 'idle' : 'failed');
  // Only shoppers with a started payment need its code.
  if (answer.success && $ownUnpaid.get()) {
    const lazy = await import('./clear-unpaid-order.lazy.ts').catch(() => null);
    // Without a network the note stays, and the next load clears it.
    lazy?.clearUnpaidOrder(answer.orders);
  }
}

/** Track Order: reloads, and records the time. */
export async function trackOrders(): Promise<void> {
  await loadOrders();
  if ($ordersStatus.get() === 'ready') $ordersUpdatedAt.set(Date.now());
}

/** Loads the orders of the logged-in shopper, now and after each login. @returns a function that stops this */
export function watchOrders(): () => void {
  return $isSignedIn.subscribe((isSignedIn) => {
    if (isSignedIn) void loadOrders();
    else $orders.set([]);
  });
}

function viewOf(order: WireOrder) {
  return {
    id: order._id,
    rows: order.items.map((item) => ({
      key: `${order._id}/${item._id}/${item.size}`,
      productId: item._id,
      name: item.name,
      picture: item.image[0] ?? '',
      pricePaise: paiseFromRupees(item.price) ?? 0,
      size: item.size,
      quantity: item.quantity,
    })),
    status: order.status,
    // In ms.
    placedAt: order.date,
    totalPaise: paiseFromRupees(order.amount) ?? 0,
    discount: order.discount && {
      code: order.discount.code,
      paise: paiseFromRupees(order.discount.amount) ?? 0,
    },
    paymentMethod: order.paymentMethod,
    isPaid: moneyOf(order),
    steps: stepsOf(order),
    shipment: order.shipment,
    refunds: order.refunds.map(({ amount, reason, done, failed }) => ({
      amountPaise: paiseFromRupees(amount) ?? 0,
      reason,
      isDone: done,
      hasFailed: failed,
    })),
    // A page may be newer than its server, which then sends none.
    replacedBy: order.replacedBy ? shortOrderId(order.replacedBy) : null,
    hasInvoice: order.invoice !== null,
    payable: payableOf(order),
  };
}

/** The statuses so far, oldest first; for a placed order also the future ones. */
function stepsOf(order: WireOrder): OrderStep[] {
  const lastAt = (status: OrderStatus) =>
    order.history.findLast((change) => change.status === status)?.date ?? null;
  if (!isOrderConfirmed(order)) {
    // In time order; a status that occurred twice is shown at its last time.
    const happened = order.history.filter(({ status, date }) => date === lastAt(status));
    return happened.map(({ status, date }) => ({
      status,
      at: date,
      state: status === order.status ? 'current' : 'done',
    }));
  }
  const ways: readonly OrderStatus[] = stages;
  const now = ways.indexOf(order.status);
  return ways.map((status, index) => ({
    status,
    at: index <= now ? lastAt(status) : null,
    state: index < now ? 'done' : index === now ? 'current' : 'ahead',
  }));
}

/** Null if there is nothing to pay online. */
function payableOf(order: WireOrder): Payable | null {
  const isPaidOnline = order.paymentMethod !== 'cod';
  if (!isPaidOnline || !isPayable({ status: order.status, placedAt: order.date }, Date.now())) return null;
  const { firstName, lastName, email, phone } = order.address;
  const items = order.items.map(({ _id, size, quantity }): CartEntry => ({ productId: _id, size, quantity }));
  return {
    orderId: order._id,
    items,
    prefill: { name: `${firstName} ${lastName}`, email, contact: `+${phone}` },
  };
}
