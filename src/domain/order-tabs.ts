import type { Order } from './order.ts';
import { needsOwner } from './payment-settlement.ts';

/** The tabs of the staff's order list, in the order in which they are worked. */
export const orderTabs = ['pack', 'ship', 'shipped', 'delivered', 'unpaid', 'cancelled', 'trouble'] as const;

export type OrderTab = (typeof orderTabs)[number];

const tabOfStatus = {
  'Payment Pending': 'unpaid',
  'Payment Failed': 'cancelled',
  'Order Placed': 'pack',
  Processing: 'ship',
  Shipped: 'shipped',
  Delivered: 'delivered',
  Cancelled: 'cancelled',
} as const satisfies Record<Order['status'], OrderTab>;

/** The tabs that list an order: the one of its status, and `trouble` if its money needs the owner. */
export function tabsOf(order: Order): OrderTab[] {
  return [tabOfStatus[order.status], ...(needsOwner(order) ? ['trouble' as const] : [])];
}
