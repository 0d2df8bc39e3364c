import { orderMessages } from '../../../src/contract/messages/orders.ts';
import type { LoggedCall } from '../faults/client-log.ts';
import { clientMessageRules } from '../faults/invariants/client-messages.ts';
import { AT, deliver, testRules, type Failures } from './clean-run.ts';

const failures: Failures = {
  'Nothing was charged if': [
    [
      'by an answer about an order',
      ({ clientLog }) => {
        for (const one of clientLog.calls) if (one.code === 'unavailable') one.askedAt = AT + 1;
      },
    ],
    [
      'by the answer to a request for one',
      ({ clientLog, truth, call }) => {
        truth.ledger.pop();
        const message = orderMessages.piecesGone;
        clientLog.calls.push(
          call({ askedAt: AT + 1, code: 'out-of-stock', status: 409, key: 'two', message }),
        );
      },
    ],
    ['by a notification', ({ truth }) => Object.assign(truth.deniedCharges[0] ?? {}, { since: AT + 1 })],
    ['by an email', ({ truth }) => Object.assign(truth.deniedCharges[1] ?? {}, { since: AT + 1 })],
  ],
  'A refused or given-up request places no order': [
    [
      'it stands beside the next',
      ({ truth, cod, clientLog }) => {
        truth.attempts.set('asha:no', cod.id);
        clientLog.calls.splice(3, 1);
        clientLog.calls.push({
          ...(clientLog.calls[0] as LoggedCall),
          route: 'order.giveUp',
          key: 'no',
          orderId: null,
        });
      },
    ],
    ['it stands', ({ truth, cod }) => truth.attempts.set('asha:no', cod.id).delete('asha:one')],
    [
      'it was cancelled since',
      ({ truth, cod }) => {
        truth.attempts.set('asha:no', cod.id).delete('asha:one');
        cod.history.push({ status: 'Cancelled', at: 9 });
        cod.status = 'Cancelled';
      },
    ],
  ],
  'What was reported as sold out was': [
    [
      'fewer are left than can be',
      ({ clientLog }) => Object.assign(clientLog.calls[3]?.short[0] ?? {}, { left: 0 }),
    ],
    ['enough are left', ({ clientLog }) => Object.assign(clientLog.calls[3]?.short[0] ?? {}, { left: 9 })],
    [
      'pieces of an order are called gone',
      ({ clientLog, online, call }) => {
        const message = orderMessages.piecesGone;
        clientLog.calls.push(call({ code: 'out-of-stock', status: 409, orderId: online.id, message }));
      },
    ],
  ],
  'An order that was reported as already placed exists': [
    ['it never was', ({ online }) => online.history.splice(3)],
    [
      'another cart is',
      ({ clientLog, call }) => {
        clientLog.calls.push(call({ code: 'already-placed', status: 409, key: 'no' }));
        Object.assign(clientLog.attempts[2] ?? {}, { lines: [['cap/default', 1]] });
      },
    ],
  ],
  "A shopper's list has every order of earlier answers": [
    [
      'one is missing',
      ({ clientLog, cod }) => Object.assign(clientLog.calls[5] as LoggedCall, { listed: [cod.id] }),
    ],
  ],
  'Every change for the shopper is in their notifications': [
    ['nothing was said', ({ truth }) => truth.notifications.get('asha')?.shift()],
    [
      'it was said twice',
      ({ truth, cod }) =>
        truth.notifications.get('asha')?.push({ id: `${cod.id}-1-order-placed`, message: '' }),
    ],
  ],
  'Every answer of the shop follows the contract': [
    [
      'one is not',
      ({ clientLog }) => Object.assign(clientLog.calls[0] as LoggedCall, { breach: '500 is not JSON' }),
    ],
  ],
  'Every due email was sent': [
    ['one was not', ({ truth }) => truth.mails.pop()],
    ['one about a parcel that arrived', (run) => deliver(run) && run.truth.mails.pop()],
    ['one is still to be sent', ({ truth }) => truth.unsentEmails.push('X:placed')],
  ],
};

testRules(clientMessageRules, failures, {
  'Every due email was sent': [['a parcel that arrived before its first email', deliver]],
});
