import { expect, test } from 'vitest';
import { deskNewsOf, isQuiet } from '../../src/domain/desk-news.ts';
import { startOf } from '../../src/domain/days.ts';
import type { Dispute, Order, Refund } from '../../src/domain/order.ts';
import { anOrder } from '../support/orders.ts';

const at = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return startOf('2026-11-24') + (hours * 60 + minutes) * 60_000;
};

test.each([
  ['22:00', '08:00', { '21:59': false, '22:00': true, '03:00': true, '07:59': true, '08:00': false }],
  ['13:00', '14:30', { '12:59': false, '13:00': true, '14:29': true, '14:30': false, '23:00': false }],
])('from %s to %s there are quiet hours in India', (from, to, expected) => {
  const seen = Object.keys(expected).map((clock) => [clock, isQuiet({ from, to }, at(clock))]);
  expect(Object.fromEntries(seen)).toEqual(expected);
});

const refund = { key: 'r', amountPaise: 500, wantedAt: 1, doneAt: null } as Refund;
const dispute = { id: 'd', amountPaise: 700, state: 'open' } as Dispute;
const kindsOf = (before: Order | null, after: Order) =>
  deskNewsOf(before, after).map(({ kind, amountPaise, state }) => [kind, amountPaise, state]);

test('an order is an event once it is placed, and not when packing is undone', () => {
  const waiting = anOrder({ status: 'Payment Pending' });
  const placed: Order = {
    ...waiting,
    status: 'Order Placed',
    history: [...waiting.history, { status: 'Order Placed', at: 2 }],
  };
  expect(kindsOf(null, waiting)).toEqual([]);
  expect(kindsOf(waiting, placed)).toEqual([['order', 10_000, '']]);
  expect(kindsOf(null, placed)).toEqual([['order', 10_000, '']]);
  const again = { ...placed, history: [...placed.history, { status: 'Order Placed' as const, at: 4 }] };
  expect(kindsOf(placed, again)).toEqual([]);
});

test('a failed refund and each state of a dispute are one event', () => {
  const order = anOrder({ refunds: [refund] });
  const failed = { ...order, refunds: [{ ...refund, failure: { at: 2, why: 'closed' } } as Refund] };
  expect(kindsOf(order, failed)).toEqual([['refund', 500, '']]);
  expect(kindsOf(failed, failed)).toEqual([]);
  const open = { ...order, disputes: [dispute] };
  expect(kindsOf(order, open)).toEqual([['dispute', 700, 'open']]);
  const lost = { ...open, disputes: [{ ...dispute, state: 'lost' as const }] };
  expect([kindsOf(open, open), kindsOf(open, lost)]).toEqual([[], [['dispute', 700, 'lost']]]);
});
