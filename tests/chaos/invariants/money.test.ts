import type { GroundTruth } from '../faults/ground-truth.ts';
import { moneyRules } from '../faults/invariants/money.ts';
import { testRules, type Failures } from './clean-run.ts';

const failures: Failures = {
  'Money in = paid orders − refunds, for each order': [
    ['a refund is missing', ({ truth }) => truth.ledger.pop()],
  ],
  'An order that stands and is paid online has its money': [
    ['it stands unpaid', ({ online }) => Object.assign(online, { payment: null })],
    [
      'it came to nothing and has a payment',
      ({ online }) => Object.assign(online, { status: 'Payment Failed' }),
    ],
    ['it is paid in part', ({ online }) => Object.assign(online.payment ?? {}, { amountPaise: 1 })],
  ],
  'Every refund that is wanted was made': [
    [
      'twice',
      ({ truth }) =>
        truth.refunds.push({ ...(truth.refunds[0] as GroundTruth['refunds'][number]), id: 're_2' }),
    ],
    ['never', ({ truth }) => truth.refunds.pop()],
    ['wanted by nobody', ({ online }) => online.refunds.pop()],
    [
      'reported as done, and the provider says that it failed',
      ({ truth }) => Object.assign(truth.refunds[0] ?? {}, { status: 'failed' }),
    ],
    [
      'for ever under way',
      ({ truth, online }) => {
        Object.assign(truth.refunds[0] ?? {}, { status: 'pending' });
        Object.assign(online.refunds[0] ?? {}, { doneAt: null });
      },
    ],
    [
      'on a dashboard, and the order does not know it',
      ({ truth }) =>
        truth.refunds.push({
          ...truth.refunds[0],
          id: 're_9',
          key: 're_9',
          paymentId: 'pi_1',
        } as GroundTruth['refunds'][number]),
    ],
    [
      'on a dashboard, and the order knows neither it nor its payment',
      ({ truth }) => {
        const there = { id: 're_9', key: 're_9', paymentId: 'pi_9' };
        truth.refunds.push({ ...truth.refunds[0], ...there } as GroundTruth['refunds'][number]);
      },
    ],
  ],
  'A contested payment marks its order': [
    ['nothing is marked', ({ online }) => Object.assign(online, { disputes: [] })],
    ['nobody contests it', ({ truth }) => truth.disputes.pop()],
    ['it was lost', ({ truth }) => Object.assign(truth.disputes[0] ?? {}, { status: 'lost' })],
  ],
  'An order whose money went back before it left the shop is cancelled': [
    [
      'it would be packed',
      ({ online }) => {
        const [refund] = online.refunds;
        if (refund) online.refunds.push({ ...refund, key: 'pi_1-1', paymentId: 'pi_1', providerId: 're_3' });
      },
    ],
  ],
  'What only the owner can end is shown to the owner': [
    ['nothing is there', ({ truth, cod }) => truth.needsOwner.push(cod.id)],
    [
      'a failed refund is not shown',
      ({ online }) =>
        Object.assign(online.refunds[0] ?? {}, { failure: { at: 5, why: 'declined', isProviders: true } }),
    ],
  ],
  'Invoices and credit notes are numbered without gap or double in each financial year': [
    [
      'a gap',
      ({ truth, online }) => {
        Object.assign(online.invoice ?? {}, { number: 2 });
        truth.series.set('IN:26-27', [`2 ${online.id}`]);
      },
    ],
    [
      'of another year',
      ({ online }) => Object.assign(online.invoice ?? {}, { issuedAt: Date.parse('2027-04-02') }),
    ],
    ['a number that no order has', ({ truth }) => truth.series.get('IN:26-27')?.push('2 OTHER')],
    [
      'paid without an invoice',
      ({ online, truth }) => {
        delete online.invoice;
        truth.series.clear();
      },
    ],
  ],
};

testRules(moneyRules, failures);
