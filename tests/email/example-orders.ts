/** An order of a hoodie and a cap, paid online and refunded, for the emails about it. */
import type { Order, OrderItem, Refund } from '../../src/domain/order.ts';
import { anOrder } from '../support/orders.ts';

export const SITE = 'https://shop.example';
export const ID = '0123456789ABCDE7K3MQ';
/** Late in the evening of the 20th in London is the 21st in India. */
export const at = Date.UTC(2026, 10, 20, 20, 0);

export const hoodie: OrderItem = {
  productId: 'kulhad-hoodie',
  name: 'Kulhad Hoodie',
  pricePaise: 1_299_00,
  picture: '/products/kulhad-hoodie-1.webp',
  size: 'M',
  quantity: 2,
};
const cap: OrderItem = {
  ...hoodie,
  productId: 'cap',
  name: 'Cap',
  picture: '',
  size: 'default',
  quantity: 1,
};
const payment = { provider: 'razorpay', id: 'pay_1', amountPaise: 3_907_00, at } as const;
export const refund: Refund = {
  key: 'pay_1-1',
  provider: 'razorpay',
  paymentId: 'pay_1',
  amountPaise: 3_907_00,
  reason: 'cancelled',
  wantedAt: at,
  doneAt: at,
  providerId: 'rfnd_9',
};

export const failure = { at, why: 'expired or canceled card', isProviders: true };

export function order(own: Partial<Order> = {}): Order {
  return anOrder({
    id: ID,
    items: [hoodie, cap],
    placedAt: at,
    subtotalPaise: 3_897_00,
    totalPaise: 3_907_00,
    ...own,
  });
}

export const online = (own: Partial<Order> = {}) =>
  order({ paymentMethod: 'razorpay', paid: true, payment, ...own });
