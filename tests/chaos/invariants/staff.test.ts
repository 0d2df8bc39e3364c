import { staffRules } from '../faults/invariants/staff.ts';
import { staffLogOf, stockAdded, refundElsewhere, testRules, type Failures } from './clean-run.ts';

const failures: Failures = {
  'The log of the staff is one chain of hashes': [
    ['an entry is gone', ({ truth }) => truth.staffLog.entries.pop()],
    [
      'an entry is another',
      ({ truth }) => {
        const [first = ''] = truth.staffLog.entries;
        truth.staffLog.entries[0] = first.replace('"pieces":8', '"pieces":9');
      },
    ],
    ['an entry is not beside its subject', ({ truth }) => truth.staffLog.bySubject.clear()],
  ],
  'Every change that staff made is in their log once': [
    ['one is not', ({ truth }) => (truth.staffLog = staffLogOf())],
    ['one is twice', ({ truth }) => (truth.staffLog = staffLogOf(stockAdded, stockAdded))],
    [
      'one was refused',
      ({ clientLog }) => Object.assign(clientLog.staff[0] ?? {}, { answer: 'DeskRefused: changed' }),
    ],
    ['one is of nobody', ({ clientLog }) => clientLog.staff.pop()],
  ],
  'What staff did to an order stands in it': [
    ['a step that is in no log', ({ cod }) => cod.history.push({ status: 'Processing', at: 2 })],
    [
      'a step that was overwritten',
      ({ truth, cod }) => {
        const step = { before: { status: 'Order Placed' }, after: { status: 'Processing' } };
        truth.staffLog = staffLogOf(stockAdded, { ...step, subject: `order:${cod.id}` });
      },
    ],
    ['another parcel', ({ cod }) => Object.assign(cod, { shipment: { courier: 'X', trackingNumber: '1' } })],
    [
      'a refund that is in no log',
      ({ online }) => Object.assign(online.refunds[0] ?? {}, { reason: 'returned' }),
    ],
    [
      'a refund of the log that is not in it, though all its money went back',
      (run) => {
        refundElsewhere(run);
        run.online.refunds.splice(1, 1);
      },
    ],
    [
      'a refund that was replaced, and its money is not back',
      (run) => {
        refundElsewhere(run);
        run.online.refunds.pop();
      },
    ],
  ],
};

testRules(staffRules, failures, {
  'What staff did to an order stands in it': [['a refund that a dashboard overtook', refundElsewhere]],
});
