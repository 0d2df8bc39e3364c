import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Order } from '../../src/domain/order.ts';
import {
  canRepeat,
  isFullyRefunded,
  refundablePaise,
  refundStateOf,
  type RefundReport,
  sentBackPaise,
  withFailedRetried,
  withRefundByHand,
  withRefund,
  withRefundGivenUp,
  withRefundReports,
  withRestRefunded,
} from '../../src/domain/refund.ts';
import { nextCheck, withRefundTimedOut } from '../../src/domain/payment-settlement.ts';
import { aDispute, anOrder, aRefund } from '../support/orders.ts';

const payment = { provider: 'razorpay', id: 'pay_1', amountPaise: 10_000, at: 1 } as const;
const paid = (own: Partial<Order> = {}) =>
  anOrder({ paymentMethod: 'razorpay', paid: true, payment, ...own });
const withRequest = (order: Order, amountPaise: number) =>
  withRefund(order, { provider: 'razorpay', paymentId: 'pay_1', amountPaise, reason: 'returned', at: 10 });
const report = (own: Partial<RefundReport> = {}): RefundReport => ({
  id: 'rfnd_1',
  key: 'pay_1-1',
  amountPaise: 3_000,
  state: 'done',
  why: null,
  ...own,
});
const withReport = (order: Order, ...reports: RefundReport[]) =>
  withRefundReports(order, payment, reports, 20);
const states = ({ refunds }: Order) => refunds.map(refundStateOf);
/** A refund that its provider took on and never reported. */
const pending = withReport(withRequest(paid(), 3_000), report({ state: 'pending' }));
const silent = withRefundGivenUp(pending, 'pay_1-1', 'silent', 15);

describe('a provider’s report of a refund', () => {
  test('changes its state, and a repetition changes nothing', () => {
    const wanted = withRequest(paid(), 3_000);
    expect(states(wanted)).toEqual(['wanted']);
    const pending = withReport(wanted, report({ state: 'pending' }));
    expect([states(pending), pending.refunds[0]?.providerId]).toEqual([['pending'], 'rfnd_1']);
    const done = withReport(pending, report());
    expect([states(done), done.refunds[0]?.doneAt]).toEqual([['done'], 20]);
    expect(withReport(done, report())).toBe(done);
  });

  test('is not undone by a late answer', () => {
    const done = withReport(withRequest(paid(), 3_000), report());
    expect(withReport(done, report({ state: 'pending' }))).toBe(done);
    const failed = withReport(done, report({ state: 'failed', why: 'closed account' }));
    expect(failed.refunds[0]?.failure).toEqual({ at: 20, why: 'closed account', isProviders: true });
    for (const state of ['pending', 'done', 'failed'] as const) {
      expect(withReport(failed, report({ state }))).toBe(failed);
    }
  });

  test('is accepted for a refund that the shop had given up', () => {
    const givenUp = withRefundGivenUp(withRequest(paid(), 3_000), 'pay_1-1', 'No answer', 15);
    expect([states(givenUp), givenUp.refunds.map(canRepeat)]).toEqual([['failed'], [true]]);
    expect(states(withReport(givenUp, report({ state: 'pending' })))).toEqual(['pending']);
    expect(states(withReport(givenUp, report()))).toEqual(['done']);
    expect(silent.refunds.map(canRepeat)).toEqual([false]);
    expect(withReport(silent, report({ state: 'pending' }))).toBe(silent);
    expect(refundablePaise(silent)).toBe(7_000);
  });

  test('is a separate refund if the owner has paid it meanwhile', () => {
    const byHand = withRefundByHand(silent, 'pay_1-1', 'UTR 1', 16);
    expect([states(byHand), byHand.refunds.map(canRepeat)]).toEqual([['done'], [false]]);
    expect(refundablePaise(byHand)).toBe(7_000);
    expect(withFailedRetried(byHand, 17)).toBe(byHand);
    expect(withRefundByHand(byHand, 'pay_1-1', 'UTR 2', 17)).toBe(byHand);
    expect(withReport(byHand, report({ state: 'pending' }))).toBe(byHand);
    expect(withReport(byHand, report({ state: 'failed' }))).toBe(byHand);
    const twice = withReport(byHand, report());
    expect(twice.refunds).toMatchObject([
      { reason: 'returned', byHand: { note: 'UTR 1' } },
      { reason: 'elsewhere', providerId: 'rfnd_1', amountPaise: 3_000 },
    ]);
    expect(withReport(twice, report())).toBe(twice);
    expect(refundablePaise(twice)).toBe(4_000);
  });

  test('counts as a refund on the dashboard if the shop made none', () => {
    const order = withReport(paid(), report({ id: 'rfnd_9', key: null }));
    expect(order.refunds).toMatchObject([{ key: 'rfnd_9', reason: 'elsewhere', amountPaise: 3_000 }]);
    expect(withReport(order, report({ id: 'rfnd_9', key: null }))).toBe(order);
    const none = paid();
    expect(withReport(none, report({ key: null, state: 'failed' }))).toBe(none);
  });

  test('of an older version, where accepted counted as done, is read as done', () => {
    const old = aRefund({ key: 'pay_1-1', amountPaise: 3_000, doneAt: 2, providerId: 'rfnd_1' });
    const order = paid({ refunds: [old] });
    expect(states(order)).toEqual(['done']);
    expect(withReport(order, report())).toBe(order);
    expect(states(withReport(order, report({ state: 'failed' })))).toEqual(['failed']);
  });
});

describe('a requested refund and a refund on the dashboard', () => {
  const there = (amountPaise: number) => report({ id: 'rfnd_9', key: null, amountPaise });

  test('a part of it leaves the rest, under a new key', () => {
    const order = withReport(withRequest(paid(), 10_000), there(4_000));
    expect(order.refunds.map(({ key, amountPaise }) => [key, amountPaise])).toEqual([
      ['pay_1-1', 10_000],
      ['rfnd_9', 4_000],
      ['pay_1-3', 6_000],
    ]);
    expect(states(order)).toEqual(['replaced', 'done', 'wanted']);
    expect([refundablePaise(order), sentBackPaise(order)]).toEqual([0, 10_000]);
  });

  test('all of it leaves nothing', () => {
    const order = withReport(withRequest(paid(), 10_000), there(10_000));
    expect(states(order)).toEqual(['replaced', 'done']);
    expect(isFullyRefunded(order)).toBe(true);
  });

  test('both are made if the payment covers both', () => {
    expect(states(withReport(withRequest(paid(), 6_000), there(4_000)))).toEqual(['wanted', 'done']);
  });
});

describe('a failed refund', () => {
  const failed = withReport(withRequest(paid(), 3_000), report({ state: 'failed', why: 'closed account' }));

  test('leaves its money with the shop, and is credited once', () => {
    expect([refundablePaise(failed), sentBackPaise(failed)]).toEqual([10_000, 3_000]);
  });

  test('is requested once more under a new key, and only once', () => {
    const again = withFailedRetried(failed, 30);
    expect(states(again)).toEqual(['replaced', 'wanted']);
    expect(again.refunds[1]).toMatchObject({ key: 'pay_1-2', amountPaise: 3_000, reason: 'returned' });
    expect(withFailedRetried(again, 40)).toBe(again);
    expect(sentBackPaise(again)).toBe(3_000);
  });

  test('is never more than the payment still holds', () => {
    const less = withReport(failed, report({ id: 'rfnd_9', key: null, amountPaise: 8_000 }));
    expect(withFailedRetried(less, 30).refunds.at(-1)?.amountPaise).toBe(2_000);
    const nothing = withReport(failed, report({ id: 'rfnd_9', key: null, amountPaise: 10_000 }));
    expect(states(withFailedRetried(nothing, 30))).toEqual(['replaced', 'done']);
  });

  test('is refunded with the rest when the order is cancelled', () => {
    const order = withRestRefunded(failed, 'cancelled', 30);
    expect(order.refunds.map(({ amountPaise }) => amountPaise)).toEqual([3_000, 10_000]);
    expect(states(order)).toEqual(['replaced', 'wanted']);
  });
});

test('what an order has not been paid, and refunds of another payment, do not change what can be refunded', () => {
  expect(refundablePaise(anOrder())).toBe(0);
  const refunds = [aRefund({ amountPaise: 2_500 }), aRefund({ paymentId: 'pay_2', amountPaise: 10_000 })];
  expect(refundablePaise(paid({ refunds }))).toBe(7_500);
});

test('money that a bank took back cannot be refunded', () => {
  const lost = aDispute({ id: 'disp_1', amountPaise: 10_000, state: 'lost' });
  expect(refundablePaise(paid({ disputes: [lost] }))).toBe(0);
  expect(refundablePaise(paid({ disputes: [{ ...lost, state: 'open' }] }))).toBe(10_000);
  expect(isFullyRefunded(paid({ disputes: [lost] }))).toBe(false);
});

test.each([
  ['wanted', withRequest(paid(), 3_000), 3],
  ['pending', pending, 21],
])('a refund that stays %s is checked with growing pauses, for a limited time', (_state, order, days) => {
  let at = 10;
  const pauses: number[] = [];
  for (;;) {
    const next = nextCheck(order, at);
    if (next === null || withRefundTimedOut(order, 'pay_1-1', 'silence', at) !== order) break;
    pauses.push(next - at);
    at = next;
  }
  // The last one ends it.
  expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => a - b));
  expect(pauses.length).toBeLessThan(60);
  expect(Math.floor(at / 86_400_000)).toBeGreaterThanOrEqual(days);
  const over = withRefundTimedOut(order, 'pay_1-1', 'silence', at);
  expect(states(over)).toEqual(['failed']);
  expect(nextCheck(over, at)).toBeNull();
});

test('after any requests and reports, refunds never exceed the payment', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ request: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({
      told: fc.record({
        number: fc.nat(3),
        state: fc.constantFrom<RefundReport['state'][]>('pending', 'done', 'failed'),
      }),
    }),
    fc.record({ there: fc.integer({ min: 1, max: 10_000 }) }),
    fc.constant({ again: true }),
    fc.constant({ rest: true }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      /** The provider's ledger: it refuses more than is left. */
      const books: RefundReport[] = [];
      const played = steps.reduce((order, each, at) => play(order, each, at, books), paid());
      const order = withReport(played, ...books);
      expect(withReport(order, ...books)).toBe(order);
      const sum = (...of: string[]) =>
        order.refunds
          .filter((refund) => of.includes(refundStateOf(refund)))
          .reduce((all, { amountPaise }) => all + amountPaise, 0);
      expect(sum('pending', 'done')).toBe(10_000 - held(books));
      expect(sum('wanted')).toBeLessThanOrEqual(held(books));
    }),
    { numRuns: 500 },
  );
});

interface Step {
  request?: number;
  there?: number;
  again?: boolean;
  rest?: boolean;
  told?: { number: number; state: RefundReport['state'] };
}

const held = (books: readonly RefundReport[]) =>
  books.filter(({ state }) => state !== 'failed').reduce((left, one) => left - one.amountPaise, 10_000);

function play(order: Order, { request, there, again, rest, told }: Step, at: number, books: RefundReport[]) {
  expect(refundablePaise(order)).toBeGreaterThanOrEqual(0);
  if (request !== undefined) return request <= refundablePaise(order) ? withRequest(order, request) : order;
  if (again) return withFailedRetried(order, at);
  if (rest) return withRestRefunded(order, 'cancelled', at);
  if (there !== undefined && there <= held(books)) {
    books.push(report({ id: `there_${at}`, key: null, amountPaise: there }));
  }
  return told ? answered(order, told, at, books) : order;
}

/** The provider accepts one of the requested refunds, if enough is left. */
function answered(
  order: Order,
  { number, state }: NonNullable<Step['told']>,
  at: number,
  books: RefundReport[],
) {
  const refund = order.refunds.filter((one) => refundStateOf(one) === 'wanted')[number];
  if (refund && refund.amountPaise <= held(books)) {
    books.push(report({ id: `made_${at}`, key: refund.key, amountPaise: refund.amountPaise, state }));
  }
  return withReport(order, ...books);
}
