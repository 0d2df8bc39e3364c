import { expect, test } from 'vitest';
import { chanceOf } from '../../scripts/chaos/faults/chance.ts';
import { findings } from '../../scripts/chaos/faults/invariants.ts';
import { runFaults } from '../../scripts/chaos/faults/run.ts';
import type { Truth } from '../../scripts/chaos/faults/truth.ts';
import type { Told, Witness } from '../../scripts/chaos/faults/witness.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import type { Order } from '../../src/domain/order.ts';
import { anOrder } from '../support/orders.ts';

test('nothing is lost, doubled or untrue while everything fails for a few seconds', async () => {
  const outcome = await runFaults({ seed: 'small', seconds: 3, crowd: 4, hosts: 2, lookMs: 100 });
  expect(outcome.findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
  expect(outcome.witness.told.length).toBeGreaterThan(0);
  expect(outcome.faults.length).toBeGreaterThan(0);
}, 60_000);

test('the same seed plans the same', () => {
  const row = (seed: string) => {
    const chance = chanceOf(seed).fork('plan');
    return [chance.next(), chance.between(1, 9), ...chance.shuffled(['a', 'b', 'c'])];
  };
  expect(row('one')).toEqual(row('one'));
  expect(row('one')).not.toEqual(row('two'));
});

/** A shop in which one order on delivery stands and one was paid twice by Stripe, and all is as it should be. */
function aTruth(): { truth: Truth; witness: Witness } {
  const refund: Order['refunds'][number] = {
    ...{ key: 'pi_2-1', provider: 'stripe', paymentId: 'pi_2', amountPaise: 10_000, reason: 'paid-twice' },
    ...{ wantedAt: 3, doneAt: 4, providerId: 're_1' },
  };
  const cod = anOrder({ userId: 'asha' });
  const online = anOrder({
    ...{ userId: 'asha', paymentMethod: 'stripe', paid: true, refunds: [refund] },
    status: 'Order Placed',
    history: [
      { status: 'Payment Pending', at: 1 },
      { status: 'Order Placed', at: 2 },
    ],
    payment: { provider: 'stripe', id: 'pi_1', amountPaise: 10_000, at: 2 },
  });
  const entry = (id: string, amountPaise: number) => ({
    ...{ at: '2026-11-22T10:00:00.000Z', provider: 'stripe' as const, id, orderId: online.id, amountPaise },
    kind: amountPaise > 0 ? ('payment' as const) : ('refund' as const),
  });
  const told: Told = {
    ...{ askedAt: 1, at: 2, shopper: 1, route: 'order.place', by: 'shop', status: 200, code: null },
    ...{ message: 'Order placed', orderId: cod.id, reference: null, key: 'one', breach: null },
  };
  const attempt = { shopper: 1, userId: 'asha', method: 'cod' } as const;
  return {
    truth: {
      keys: [],
      orders: new Map([cod, online].map((order) => [order.id, order])),
      stock: new Map([['tee:M', 8]]),
      sold: new Map([['tee', 2]]),
      attempts: new Map([
        ['asha:one', cod.id],
        ['asha:two', online.id],
      ]),
      ledger: [entry('pi_1', 10_000), entry('pi_2', 10_000), entry('re_1', -10_000)],
      refunds: [{ provider: 'stripe', id: 're_1', key: 'pi_2-1', amountPaise: 10_000 }],
      notifications: new Map(),
      ...{ carts: new Map(), wishlists: new Map(), series: new Map(), codeOrders: new Map() },
      ...{ lettersLeft: [], mails: [] },
    },
    witness: {
      told: [told],
      attempts: [
        { ...attempt, key: 'one', cart: 'first' },
        { ...attempt, key: 'two', cart: 'second', method: 'stripe' },
      ],
      accounts: [],
    },
  };
}

const city = {
  opening: new Map([['tee:M', 10]]),
  range: [],
  codes: [],
  falsified: { sent: 0, believed: [] },
};
const brokenIn = ({ truth, witness }: ReturnType<typeof aTruth>) =>
  findings({ truth, witness, city }).flatMap(({ rule, broken }) =>
    broken.length > 0 ? [rule.split(':')[0]] : [],
  );

test.each<[string, (now: ReturnType<typeof aTruth>) => void]>([
  ['No order is lost', ({ witness }) => witness.told.push({ ...(witness.told[0] as Told), orderId: 'GONE' })],
  [
    'No order is doubled',
    ({ witness }) => {
      for (const attempt of witness.attempts) attempt.cart = 'same';
    },
  ],
  ['No stock is negative', ({ truth }) => truth.stock.set('cap:default', -1)],
  ['No stock has leaked', ({ truth }) => truth.stock.set('tee:M', 9)],
  ['What counts as sold is what standing orders hold', ({ truth }) => truth.sold.set('tee', 1)],
  ['Money in = paid orders − refunds, in sum', ({ truth }) => truth.ledger.pop()],
  [
    'Every refund that is wanted was made, once',
    ({ truth }) => truth.refunds.push({ ...(truth.refunds[0] as Truth['refunds'][number]), id: 're_2' }),
  ],
  [
    'Whoever was told that nothing was charged was not, and whoever was told that it failed paid nothing for nothing',
    ({ truth, witness }) => {
      const [, online] = truth.orders.keys();
      const at = Date.parse('2026-11-22T11:00:00.000Z');
      witness.told.push({
        ...(witness.told[0] as Told),
        ...{ askedAt: at, at, route: 'order.pay', status: 503, code: 'unavailable', orderId: online ?? '' },
        message: paymentMessages.providerSilent,
      });
    },
  ],
  [
    'Every answer of the shop is one of the contract, without a word of its inside',
    ({ witness }) => Object.assign(witness.told[0] as Told, { breach: '500 is not JSON' }),
  ],
  [
    'No key is left behind without an owner',
    ({ truth }) => truth.keys.push({ name: 'cart:nobody', ttl: null }),
  ],
])('a run is found out in which this does not hold: %s', (rule, spoil) => {
  const now = aTruth();
  expect(brokenIn(now)).not.toContain(rule);
  spoil(now);
  expect(brokenIn(now)).toContain(rule);
});
