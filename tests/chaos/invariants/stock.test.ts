import { stockRules } from '../faults/invariants/stock.ts';
import { staffLogOf, testRules, type Failures } from './clean-run.ts';

const failures: Failures = {
  'No stock is negative, and none has leaked': [
    ['a field below nothing', ({ truth }) => truth.stock.set('cap:default', -1)],
    ['a piece too many', ({ truth }) => truth.stock.set('tee:M', 9)],
    ['a change by staff that is not there', ({ truth }) => (truth.staffLog = staffLogOf())],
  ],
  'The running sums are': [
    ['a field too high', ({ truth }) => truth.sums.get('sold')?.set('tee:M', 3)],
    ['a book that is gone', ({ truth }) => truth.sums.delete('states')],
    [
      'a field of no order',
      ({ truth }) =>
        truth.sums.get('reserved')?.set('cap:default', 1) ??
        truth.sums.set('reserved', new Map([['cap:default', 1]])),
    ],
  ],
  'What counts as sold is what standing orders hold': [['too few', ({ truth }) => truth.sold.set('tee', 1)]],
  'Open orders on delivery are counted': [
    ['one is not counted', ({ truth }) => truth.cash.clear()],
    [
      'one that is over is still counted',
      ({ truth, online }) => truth.cash.set('phone:9', [online.id, `${online.id}:3`]),
    ],
    [
      'an account has more than it may',
      ({ truth, cod }) => {
        for (const id of ['A', 'B']) truth.orders.set(id, { ...cod, id });
        truth.cash.set('account:asha', [cod.id, 'A', 'B']);
      },
    ],
  ],
  'Pieces kept for online payments are counted': [
    ['one that is paid still is', ({ truth, online }) => truth.kept.set('phone:9', [`${online.id}:1:10000`])],
    ['one that is paid counts as unpaid', ({ truth, online }) => truth.lapsed.set('phone:9', [online.id])],
    [
      'one that is kept is not',
      ({ truth, online }) => truth.orders.set(online.id, { ...online, status: 'Payment Pending' }),
    ],
  ],
  'A code is held by one order at most': [
    ['it is noted for another', ({ truth }) => truth.codeOrders.set('TAANA', 'OTHER')],
    ['two hold it', ({ online, cod }) => Object.assign(online, { discount: cod.discount })],
  ],
  'A code is used once by an account': [
    [
      'two orders of one account have codes',
      ({ truth, cod }) => {
        const discount = { code: 'OTHER', percent: 10, paise: 0 };
        truth.orders.set('B', { ...cod, id: 'B', discount, address: { ...cod.address, phone: '1' } });
      },
    ],
    [
      'two orders of one phone number have codes',
      ({ truth, cod }) => {
        const discount = { code: 'OTHER', percent: 10, paise: 0 };
        truth.orders.set('B', { ...cod, id: 'B', userId: 'ravi', discount });
      },
    ],
  ],
};

testRules(stockRules, failures);
