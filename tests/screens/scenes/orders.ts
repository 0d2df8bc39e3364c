import type { Page } from 'playwright/test';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paths } from '../../../src/contract/paths.ts';
import type { WireOrder } from '../../../src/contract/calls/order.ts';
import { ordersInEveryState, wireOrder } from '../../browser/support/online-payment.ts';
import { enter } from '../../browser/support/mocked-account.ts';
import type { Scene } from '../scene.ts';
import { CODE, held, LONG_NAME, NETWORK_ERRORS, NOW, ok } from '../fixtures.ts';

const address = paths.orders;
const order = (page: Page) => page.getByRole('article').first();
const listing = (orders: WireOrder[]) => (page: Page) =>
  enter(page, { 'order.userorders': { ...ok, orders } });

/** On the day of the scenes, not of the run. */
export const everyState: WireOrder[] = ordersInEveryState.map((one) =>
  one.date > NOW ? { ...one, date: NOW - 3_600_000 } : one,
);
const hoodie = wireOrder('LONG01').items[0];
const longOrder = wireOrder('LONG01', {
  status: 'Shipped',
  payment: true,
  discount: { ...CODE, amount: 999.6 },
  items: hoodie ? [{ ...hoodie, name: LONG_NAME, quantity: 10, size: 'XXL' }] : [],
  amount: 124_950,
  shipment: {
    courier: 'Shree Mahalaxmi Express Logistics and Surface Cargo Private Limited',
    trackingNumber: 'SMX-2026-11-20-00000000000000049120378451-KA-BLR',
  },
  refunds: [{ amount: 12_495, reason: 'wrong-amount', done: false, failed: false }],
  history: [
    { status: 'Order Placed', date: NOW - 5 * 86_400_000 },
    { status: 'Processing', date: NOW - 4 * 86_400_000 },
    { status: 'Shipped', date: NOW - 86_400_000 },
  ],
  invoice: { number: 'IN/26-27/000041', date: NOW, creditNotes: [] },
});

export const orders: readonly Scene[] = [
  {
    name: 'on their way',
    state: 'loading',
    address,
    prepare: (page) => enter(page, { 'order.userorders': held }),
    shows: (page) => page.locator('main .skeleton').first(),
  },
  { name: 'none', state: 'empty', address, prepare: enter, shows: orderMessages.none },
  { name: 'in every state', state: 'many', address, prepare: listing(everyState), shows: order },
  { name: 'long names and numbers', state: 'long', address, prepare: listing([longOrder]), shows: order },
  {
    name: 'orders that did not load',
    state: 'error',
    address,
    prepare: (page) => enter(page, { 'order.userorders': 'nothing' }),
    shows: orderMessages.loadFailed,
    announced: NETWORK_ERRORS,
  },
];
