import { randomUUID } from 'node:crypto';
import { changeOrder } from '../../netlify/storage/order-changes.ts';
import type { Dispute, Order, Refund } from '../../src/domain/order.ts';
import type { Supplier } from '../../src/domain/tax-document.ts';
import { address } from './shop-calls.ts';

/** The seller, as documents name it. */
export const supplier: Supplier = {
  legalName: 'Taana Clothing LLP',
  address: 'Bengaluru',
  gstin: '29AAAAA0000A1Z5',
  state: 'Karnataka',
  stateCode: '29',
};

/** A placed order, paid on delivery, of one piece for ₹100; `own` overrides its fields. */
export function anOrder(own: Partial<Order> = {}): Order {
  const { status = 'Order Placed', placedAt = 1 } = own;
  return {
    id: randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase(),
    userId: 'shopper',
    items: [{ productId: 'tee', name: 'Tee', pricePaise: 9_000, picture: '', size: 'M', quantity: 1 }],
    address,
    paymentMethod: 'cod',
    status,
    paid: false,
    placedAt,
    history: [{ status, at: placedAt }],
    content: 'content',
    reservedUntil: null,
    references: [],
    failedPayments: [],
    payment: null,
    refunds: [],
    shipment: null,
    discount: null,
    subtotalPaise: 9_000,
    feePaise: 1_000,
    totalPaise: 10_000,
    ...own,
  };
}

/** A refund of ₹1 that is not made yet; `own` overrides its fields. */
export const aRefund = (own: Partial<Refund> = {}): Refund => ({
  key: 'k',
  provider: 'razorpay',
  paymentId: 'pay_1',
  amountPaise: 100,
  reason: 'returned',
  wantedAt: 1,
  doneAt: null,
  providerId: null,
  ...own,
});

/** An open dispute about ₹1; `own` overrides its fields. */
export const aDispute = (own: Partial<Dispute> = {}): Dispute => ({
  id: 'd',
  provider: 'razorpay',
  paymentId: 'pay_1',
  amountPaise: 100,
  state: 'open',
  why: 'fraud',
  respondBy: null,
  at: 1,
  releasedAt: null,
  ...own,
});
/** A refund that the shop wants; tests override its fields. */
export const wantedRefund = {
  provider: 'stripe' as const,
  paymentId: 'pi_1',
  reason: 'returned' as const,
  amountPaise: 1,
  at: 1,
};

/**
 * Writes an order as if it had just been placed, with its pieces taken from an initial stock of `initial`.
 * @throws if they are not in stock
 */
export async function storeOrder(own: Partial<Order> = {}, initial = 9): Promise<Order> {
  const order = anOrder({ placedAt: Date.now(), ...own });
  const change = { before: null, after: order, events: { notifications: [], emails: [] } };
  const outcome = await changeOrder(change, () => initial);
  if (outcome !== 'done') throw new Error(`The order of the test was not written: ${outcome}`);
  return order;
}
