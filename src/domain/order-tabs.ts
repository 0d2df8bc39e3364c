import { isReturnAsked, type Order } from './order.ts';
import { needsOwner } from './payment-settlement.ts';

/** The tabs of the staff's order list, in the order in which they are worked. */
export const orderTabs = [
  'pack',
  'ship',
  'shipped',
  'delivered',
  'returns',
  'unpaid',
  'cancelled',
  'trouble',
] as const;

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

/** The tabs that list an order: that of its status, `returns` while one is open, `trouble` if its money needs the owner. */
export function tabsOf(order: Order): OrderTab[] {
  return [
    tabOfStatus[order.status],
    ...(isReturnAsked(order) ? ['returns' as const] : []),
    ...(needsOwner(order) ? ['trouble' as const] : []),
  ];
}
