import { randomUUID } from 'node:crypto';
import { changeOrder } from '../../netlify/storage/order-changes.ts';
import type { Order } from '../../src/domain/order.ts';
import type { Supplier } from '../../src/domain/tax-document.ts';
import { address } from './shop-calls.ts';

/** The seller, as documents name it. */
export const supplier: Supplier = {
  ...{ legalName: 'Taana Clothing LLP', address: 'Bengaluru', gstin: '29AAAAA0000A1Z5' },
  ...{ state: 'Karnataka', stateCode: '29' },
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
