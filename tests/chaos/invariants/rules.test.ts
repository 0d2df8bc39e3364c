import { expect, test } from 'vitest';
import { rowTextOf } from '../../../netlify/storage/order-index.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { newCall } from '../faults/client-log.ts';
import { rules } from '../faults/invariants.ts';
import {
  aRun,
  AT,
  deliver,
  orderTwice,
  refundElsewhere,
  type Run,
  staffLogOf,
  stockAdded,
} from './clean-run.ts';

/** By the beginning of a rule: changes of a clean run, by what they mean. */
type Changes = Record<string, Record<string, (run: Run) => unknown>>;

const set = (target: object | undefined, values: object) => Object.assign(target ?? {}, values);
const dashboardRefund = ({ truth }: Run, paymentId: string) =>
  truth.refunds.push(...truth.refunds.map((one) => ({ ...one, id: 're_9', key: 're_9', paymentId })));
const otherCode = { code: 'OTHER', percent: 10, paise: 0 };

const violations: Changes = {
  'Nothing was charged if': {
    'an answer about an order denied it': ({ clientLog }) =>
      clientLog.calls.map((one) => one.code === 'unavailable' && set(one, { askedAt: AT + 1 })),
    'the answer to its request denied it': ({ clientLog, truth }) => {
      truth.ledger.pop();
      const refusal = { status: 409, code: 'out-of-stock', message: orderMessages.piecesGone } as const;
      clientLog.calls.push(newCall({ ...refusal, askedAt: AT + 1, key: 'two' }));
    },
    'a notification denied it': ({ truth }) => set(truth.deniedCharges[0], { since: AT + 1 }),
    'an email denied it': ({ truth }) => set(truth.deniedCharges[1], { since: AT + 1 }),
  },
  'A refused or given-up request places no order': {
    'given up, but placed beside the next': ({ truth, cod, clientLog }) => {
      truth.attempts.set('asha:no', cod.id);
      clientLog.calls.splice(3, 1, newCall({ route: 'order.giveUp', key: 'no' }));
    },
    'refused, but placed': ({ truth, cod }) => truth.attempts.set('asha:no', cod.id).delete('asha:one'),
    'refused, placed and cancelled': ({ truth, cod }) => {
      truth.attempts.set('asha:no', cod.id).delete('asha:one');
      cod.history.push({ status: 'Cancelled', at: 9 });
      cod.status = 'Cancelled';
    },
  },
  'Lines reported as sold out were': {
    'fewer are left than possible': ({ clientLog }) => set(clientLog.calls[3]?.short[0], { left: 0 }),
    'enough are left': ({ clientLog }) => set(clientLog.calls[3]?.short[0], { left: 9 }),
    'pieces of an order are called gone': ({ clientLog, online }) =>
      clientLog.calls.push(
        newCall({ code: 'out-of-stock', status: 409, orderId: online.id, message: orderMessages.piecesGone }),
      ),
  },
  'An order that was reported as already placed exists': {
    'it was never placed': ({ online }) => online.history.splice(3),
    'another cart was': ({ clientLog }) => {
      clientLog.calls.push(newCall({ code: 'already-placed', status: 409, key: 'no' }));
      set(clientLog.attempts[2], { lines: [['cap/default', 1]] });
    },
  },
  "A shopper's list has every order of earlier answers": {
    'one is missing': ({ clientLog, cod }) => set(clientLog.calls[5], { listed: [cod.id] }),
  },
  'Every change for the shopper is in their notifications': {
    'one is missing': ({ truth }) => truth.notifications.get('asha')?.shift(),
    'one came twice': ({ truth, cod }) =>
      truth.notifications.get('asha')?.push({ id: `${cod.id}-1-order-placed`, message: '' }),
  },
  'Every answer of the shop follows the contract': {
    'one does not': ({ clientLog }) => set(clientLog.calls[0], { breach: '500 is not JSON' }),
  },
  'Every due email was sent': {
    'one was not': ({ truth }) => truth.mails.pop(),
    'the one about an arrived parcel was not': (run) => deliver(run) && run.truth.mails.pop(),
    'one is still in the outbox': ({ truth }) => truth.unsentEmails.push('X:placed'),
  },
  'Money in = paid orders − refunds, for each order': {
    'a refund is missing': ({ truth }) => truth.ledger.pop(),
  },
  'A valid order paid online has its money': {
    'it is unpaid': ({ online }) => set(online, { payment: null }),
    'a failed one has a payment': ({ online }) => set(online, { status: 'Payment Failed' }),
    'it is paid in part': ({ online }) => set(online.payment ?? undefined, { amountPaise: 1 }),
  },
  'Every requested refund is made once': {
    twice: ({ truth }) => truth.refunds.push(...truth.refunds.map((one) => ({ ...one, id: 're_2' }))),
    never: ({ truth }) => truth.refunds.pop(),
    'not requested': ({ online }) => online.refunds.pop(),
    'reported as done, but failed at the provider': ({ truth }) =>
      set(truth.refunds[0], { status: 'failed' }),
    'pending for ever': ({ truth, online }) => {
      set(truth.refunds[0], { status: 'pending' });
      set(online.refunds[0], { doneAt: null });
    },
    'on the dashboard, unknown to the order': (run) => dashboardRefund(run, 'pi_1'),
    'on the dashboard, of an unknown payment': (run) => dashboardRefund(run, 'pi_9'),
  },
  'No piece is refunded twice': {
    'one is': ({ online }) =>
      set(online.refunds[0], { pieces: [{ line: 0, quantity: (online.items[0]?.quantity ?? 0) + 1 }] }),
  },
  'A disputed payment marks its order': {
    'the order is not marked': ({ online }) => set(online, { disputes: [] }),
    'there is no dispute': ({ truth }) => truth.disputes.pop(),
    'the dispute was lost': ({ truth }) => set(truth.disputes[0], { status: 'lost' }),
  },
  'An order whose money went back before it left the shop is cancelled': {
    'it would be packed': ({ online }) =>
      online.refunds.push({
        ...(online.refunds[0] as (typeof online.refunds)[number]),
        key: 'pi_1-1',
        paymentId: 'pi_1',
        providerId: 're_3',
      }),
  },
  'The owner sees exactly the orders that only the owner can resolve': {
    'one needs no owner': ({ truth, cod }) => truth.needsOwner.push(cod.id),
    'a failed refund is hidden': ({ online }) =>
      set(online.refunds[0], { failure: { at: 5, why: 'declined', isProviders: true } }),
  },
  'Invoices and credit notes are numbered without gap or duplicate': {
    'a gap': ({ truth, online }) => {
      set(online.invoice, { number: 2 });
      truth.series.set('IN:26-27', [`2 ${online.id}`]);
    },
    'another financial year': ({ online }) => set(online.invoice, { issuedAt: Date.parse('2027-04-02') }),
    'a number without an order': ({ truth }) => truth.series.get('IN:26-27')?.push('2 OTHER'),
    'paid without an invoice': ({ online, truth }) => {
      delete online.invoice;
      truth.series.clear();
    },
  },
  'The staff’s list shows the current state of every order': {
    'an order has no row': ({ truth, cod }) => truth.staffList.rows.delete(cod.id),
    'a row shows another state': ({ truth, cod }) =>
      truth.staffList.rows.set(cod.id, rowTextOf({ ...cod, status: 'Shipped' })),
    'an order is in two tabs': ({ truth, cod }) => truth.staffList.tabs.set('ship', [cod.id]),
  },
  'No order is lost': {
    'an order of an answer does not exist': ({ clientLog }) => set(clientLog.calls[0], { orderId: 'GONE' }),
    'an order reported as placed is not': ({ cod }) => set(cod, { status: 'Payment Failed' }),
  },
  'No order is duplicated': {
    'one cart became two orders under two keys': ({ clientLog }) => clientLog.addedToCart.set('1 tee/M', 1),
    'one key has two orders': ({ clientLog }) =>
      clientLog.calls.push(newCall({ key: 'one', orderId: 'OTHER' })),
    'an order was not requested': ({ truth }) => truth.attempts.delete('asha:one'),
  },
  'Every order matches its request': {
    'another line': ({ cod }) => set(cod.items[0], { quantity: 2 }),
    'another amount': ({ clientLog }) => set(clientLog.attempts[0], { amountPaise: 1 }),
    "another shopper's": ({ cod }) => set(cod, { userId: 'meera' }),
    "missing from the shop's list": ({ truth }) => truth.listed.all.pop(),
    "missing from its shopper's list": ({ truth }) => truth.listed.own.set('asha', truth.listed.all.slice(1)),
    'a list names a missing order': ({ truth }) => truth.listed.all.push('GONE'),
  },
  'Nothing waits for ever': {
    'an unpaid order keeps its reservation': ({ online }) => set(online, { status: 'Payment Pending' }),
  },
  'No order keeps its pieces unpaid': {
    'one kept them for two hours': ({ online }) => set(online.history[3], { at: 2 * 3_600_000 }),
  },
  'No cart line is lost': {
    'of a shopper without an order': ({ truth }) => truth.carts.clear(),
    'of a shopper whose orders failed': ({ truth, clientLog, cod, online }) => {
      for (const order of [cod, online]) set(order, { history: [{ status: 'Payment Failed', at: 1 }] });
      truth.carts.set('meera', { 'tee:M': 1 });
      clientLog.accounts.push({ shopper: 1, email: '', userId: 'asha', cart: { 'tee/M': 1 } });
    },
  },
  'No forged or old webhook is accepted': {
    'one was': ({ environment }) => environment.forgedWebhooks.believed.push('old'),
  },
  'Every key in Redis has an owner': {
    'a cart without an account': ({ truth }) => truth.keys.push({ name: 'cart:nobody', ttl: null }),
    'a lock that never expires': ({ truth }) =>
      truth.keys.push({ name: 'in-hand:reconciliation', ttl: null }),
  },
  'No process of functions ends by itself': {
    'one did': ({ exits }) => exits.ended.push('ended by itself (1)'),
  },
  'Afterwards the shop sells': {
    'it does not': ({ clientLog }) => set(clientLog.finalSales[0], { problem: 'unavailable' }),
  },
  'The log of staff is one chain of hashes': {
    'an entry is gone': ({ truth }) => truth.staffLog.entries.pop(),
    'an entry was changed': ({ truth: { staffLog } }) =>
      set(staffLog.entries, [staffLog.entries[0]?.replace('"pieces":8', '"pieces":9')]),
    'an entry is not listed by its subject': ({ truth }) => truth.staffLog.bySubject.clear(),
  },
  'Every change by staff is in their log once': {
    'one is missing': ({ truth }) => set(truth, { staffLog: staffLogOf() }),
    'one came twice': ({ truth }) => set(truth, { staffLog: staffLogOf(stockAdded, stockAdded) }),
    'one was refused': ({ clientLog }) => set(clientLog.staff[0], { answer: 'DeskRefused: changed' }),
    'one was not requested': ({ clientLog }) => clientLog.staff.pop(),
  },
  'An order has every step, parcel and refund of the log': {
    'a step is in no log': ({ cod }) => cod.history.push({ status: 'Processing', at: 2 }),
    'a step was overwritten': ({ truth, cod }) => {
      const step = { before: { status: 'Order Placed' }, after: { status: 'Processing' } };
      truth.staffLog = staffLogOf(stockAdded, { ...step, subject: `order:${cod.id}` });
    },
    'another parcel': ({ cod }) => set(cod, { shipment: { courier: 'X', trackingNumber: '1' } }),
    'a refund is in no log': ({ online }) => set(online.refunds[0], { reason: 'returned' }),
    'a logged refund is missing, though all money went back': (run) => {
      refundElsewhere(run);
      run.online.refunds.splice(1, 1);
    },
    'a refund was replaced, but its money is not back': (run) => {
      refundElsewhere(run);
      run.online.refunds.pop();
    },
  },
  'No stock is negative or lost': {
    'a negative field': ({ truth }) => truth.stock.set('cap:default', -1),
    'a piece too many': ({ truth }) => truth.stock.set('tee:M', 9),
    'a change by staff is missing': ({ truth }) => set(truth, { staffLog: staffLogOf() }),
  },
  'The running sums equal the sums of all orders': {
    'a field is too high': ({ truth }) => truth.sums.get('sold')?.set('tee:M', 3),
    'a book is gone': ({ truth }) => truth.sums.delete('states'),
    'a field has no order': ({ truth }) => truth.sums.set('reserved', new Map([['cap:default', 1]])),
  },
  'Sold pieces equal the pieces of valid orders': { 'too few': ({ truth }) => truth.sold.set('tee', 1) },
  'Open orders on delivery are counted': {
    'one is not': ({ truth }) => truth.cash.clear(),
    'a closed one still is': ({ truth, online }) => truth.cash.set('phone:9', [online.id, `${online.id}:3`]),
    'an account exceeds its limit': ({ truth, cod }) => {
      for (const id of ['A', 'B']) truth.orders.set(id, { ...cod, id });
      truth.cash.set('account:asha', [cod.id, 'A', 'B']);
    },
  },
  'Reservations for online payments are counted': {
    'a paid one still is': ({ truth, online }) => truth.kept.set('phone:9', [`${online.id}:1:10000`]),
    'a paid one counts as unpaid': ({ truth, online }) => truth.lapsed.set('phone:9', [online.id]),
    'one is not': ({ truth, online }) =>
      truth.orders.set(online.id, { ...online, status: 'Payment Pending' }),
  },
  'A code belongs to at most one order': {
    'it is noted for another': ({ truth }) => truth.codeOrders.set('TAANA', 'OTHER'),
    'two orders have it': ({ online, cod }) => set(online, { discount: cod.discount }),
  },
  'An account uses at most one code': {
    'an account has two': ({ truth, cod }) =>
      truth.orders.set('B', {
        ...cod,
        id: 'B',
        discount: otherCode,
        address: { ...cod.address, phone: '1' },
      }),
    'a phone number has two': ({ truth, cod }) =>
      truth.orders.set('B', { ...cod, id: 'B', userId: 'ravi', discount: otherCode }),
  },
};

const harmless: Changes = {
  'Every due email was sent': { 'a parcel that arrived before its first email': deliver },
  'No order is duplicated': { 'a second order that its shopper confirmed': orderTwice },
  'An order has every step, parcel and refund of the log': {
    'a refund that a dashboard overtook': refundElsewhere,
  },
};

const violated = (run: Run) =>
  Object.entries(rules).flatMap(([rule, look]) => (look(run).violations.length > 0 ? [rule] : []));
const casesOf = (changes: Changes) =>
  Object.entries(changes).flatMap(([rule, ways]) =>
    Object.entries(ways).map(([what, change]) => [rule, what, change] as const),
  );

test.each(Object.entries(rules))('a clean run passes: %s', (_rule, look) => {
  const { checked, violations: found } = look(aRun());
  expect(found).toEqual([]);
  expect(checked).toBeGreaterThan(0);
});

test('the table has violations of every rule', () => {
  const known = Object.keys(rules).map((rule) =>
    Object.keys(violations).find((start) => rule.startsWith(start)),
  );
  expect(known.toSorted()).toEqual(Object.keys(violations).toSorted());
});

test.each(casesOf(violations))('%s: finds %s', (rule, _what, change) => {
  const run = aRun();
  change(run);
  expect(violated(run).some((title) => title.startsWith(rule))).toBe(true);
});

test.each(casesOf(harmless))('%s: allows %s', (rule, _what, change) => {
  const run = aRun();
  change(run);
  expect(violated(run).filter((title) => title.startsWith(rule))).toEqual([]);
});
