import { rowTextOf } from '../../../netlify/storage/order-index.ts';
import type { LoggedCall } from '../faults/client-log.ts';
import { orderRules } from '../faults/invariants/orders.ts';
import { orderTwice, testRules, type Failures } from './clean-run.ts';

const failures: Failures = {
  'The staff’s list says': [
    ['an order has no line', ({ truth, cod }) => truth.staffList.rows.delete(cod.id)],
    [
      'a line is of another state',
      ({ truth, cod }) => truth.staffList.rows.set(cod.id, rowTextOf({ ...cod, status: 'Shipped' })),
    ],
    ['an order stands under two tabs', ({ truth, cod }) => truth.staffList.tabs.set('ship', [cod.id])],
  ],
  'No order is lost': [
    [
      'an order of an answer does not exist',
      ({ clientLog }) => Object.assign(clientLog.calls[0] as LoggedCall, { orderId: 'GONE' }),
    ],
    ['one that was reported as placed is not', ({ cod }) => Object.assign(cod, { status: 'Payment Failed' })],
  ],
  'No order is doubled': [
    [
      'one cart became two orders, each under a key of its own',
      ({ clientLog }) => clientLog.addedToCart.set('1 tee/M', 1),
    ],
    [
      'one key was answered with two orders',
      ({ clientLog, call }) => clientLog.calls.push(call({ key: 'one', orderId: 'OTHER' })),
    ],
    ['an order was asked for by nobody', ({ truth }) => truth.attempts.delete('asha:one')],
  ],
  'Every order is what was asked for': [
    ['another line', ({ cod }) => Object.assign(cod.items[0] ?? {}, { quantity: 2 })],
    ['another amount', ({ clientLog }) => Object.assign(clientLog.attempts[0] ?? {}, { amountPaise: 1 })],
    ["another shopper's", ({ cod }) => Object.assign(cod, { userId: 'meera' })],
    ["missing from the shop's list", ({ truth }) => truth.listed.all.pop()],
    [
      "missing from its shopper's list",
      ({ truth }) => truth.listed.own.set('asha', truth.listed.all.slice(1)),
    ],
    ['a list names one that is not there', ({ truth }) => truth.listed.all.push('GONE')],
  ],
  'Nothing waits for ever': [
    ['an order is kept unpaid', ({ online }) => Object.assign(online, { status: 'Payment Pending' })],
  ],
  'Nothing that was put into a cart is lost': [
    ['of a shopper who never tried to order', ({ truth }) => truth.carts.clear()],
    [
      'of one whose orders came to nothing',
      ({ truth, clientLog, cod, online }) => {
        for (const order of [cod, online])
          Object.assign(order, { history: [{ status: 'Payment Failed', at: 1 }] });
        truth.carts.set('meera', { 'tee:M': 1 });
        clientLog.accounts.push({ shopper: 1, email: '', userId: 'asha', cart: { 'tee/M': 1 } });
      },
    ],
  ],
};

testRules(orderRules, failures, {
  'No order is doubled': [['a second order that its shopper was asked about', orderTwice]],
});
