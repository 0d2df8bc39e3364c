import type { Page } from 'playwright/test';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { paths } from '../../../src/contract/paths.ts';
import type { WireOrder } from '../../../src/contract/calls/order.ts';
import {
  ordersInEveryState,
  paymentWindow,
  razorpayCheckout,
  serveWindow,
  SHORT,
  wireOrder,
} from '../../browser/support/online-payment.ts';
import { enter } from '../../browser/support/own-corner.ts';
import { store } from '../../browser/support/shopper.ts';
import type { Scene } from '../scene.ts';
import { CODE, goOffline, held, LONG_NAME, LOST, NOW, OFFLINE, ok, refusals } from '../stage.ts';
import { noteOf } from './cart.ts';

const address = paths.orders;
const order = (page: Page) => page.getByRole('article').first();
const listing = (orders: WireOrder[]) => (page: Page) =>
  enter(page, { 'order.userorders': { ...ok, orders } });
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay now' });
const unpaidOrder = wireOrder(SHORT, { status: 'Payment Pending', date: NOW - 600_000 });
const notPaid = { success: false, code: 'not-paid', message: paymentMessages.notPaid } as const;

/** Theirs is the day of the scenes, not the day of the run. */
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
    name: 'orders that did not come',
    state: 'error',
    address,
    prepare: (page) => enter(page, { 'order.userorders': 'nothing' }),
    shows: orderMessages.loadFailed,
    announced: LOST,
  },
  {
    name: 'network gone',
    state: 'offline',
    address,
    prepare: async (page) => {
      let isFirst = true;
      await enter(page, {
        'order.userorders': () => {
          if (!isFirst) return 'nothing';
          isFirst = false;
          return { ...ok, orders: everyState.slice(2) };
        },
      });
    },
    shows: order,
    act: async (page) => {
      await goOffline(page);
      await page.getByRole('button', { name: orderMessages.track }).first().click();
      await page.getByText(orderMessages.loadFailed).waitFor();
    },
    announced: [...OFFLINE, ...LOST],
    frame: 'window',
  },
  {
    name: 'payment declined',
    state: 'error',
    address,
    prepare: async (page) => {
      await enter(page, {
        'order.userorders': { ...ok, orders: [unpaidOrder] },
        'order.pay': { ...ok, paymentMethod: 'razorpay', ...razorpayCheckout },
        'order.verifyStripe': notPaid,
      });
      await serveWindow(page);
    },
    shows: order,
    act: async (page) => {
      await payNow(page).click();
      await paymentWindow(page).getByRole('button', { name: 'Decline' }).click();
      await order(page).locator('.field-error').waitFor();
    },
    announced: refusals(400),
  },
  {
    name: 'another order waits for its payment',
    state: 'error',
    address,
    prepare: async (page) => {
      await enter(page, {
        'order.userorders': { ...ok, orders: everyState.slice(2, 3) },
        'order.verifyStripe': notPaid,
      });
      await store(page, noteOf({ problem: paymentMessages.failed }));
    },
    shows: (page) => page.getByRole('region', { name: paymentMessages.title(SHORT) }),
    announced: refusals(400),
  },
];
