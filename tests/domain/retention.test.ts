import { expect, test } from 'vitest';
import type { Order } from '../../src/domain/order.ts';
import {
  ADDRESS_DAYS,
  addressEndsAt,
  dormancy,
  endOfAccount,
  isUnderWay,
  DELETED_USER,
  withoutPerson,
} from '../../src/domain/retention.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { aDispute, anOrder, aRefund } from '../support/orders.ts';
import { address } from '../support/shop-calls.ts';

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

test.each([
  ['2026-11-20', null, '2028-10-19', 'awake'],
  ['2026-11-20', null, '2028-10-20', 'to-notice'],
  ['2026-11-20', '2028-10-20', '2028-10-21', 'noticed'],
  ['2026-11-20', '2028-10-20', '2028-11-19', 'noticed'],
  ['2026-11-20', '2028-10-20', '2028-11-20', 'over'],
  // Notified late: the shopper still has thirty days.
  ['2026-11-20', '2028-12-01', '2028-12-30', 'noticed'],
  ['2026-11-20', '2028-12-01', '2028-12-31', 'over'],
  // Never notified, for any time.
  ['2020-01-01', null, '2028-12-31', 'to-notice'],
  // Returned after a notice, so a new one is needed.
  ['2026-11-20', '2026-11-01', '2028-12-31', 'to-notice'],
  // The last day of a month without a 31st.
  ['2026-01-31', null, '2027-12-31', 'to-notice'],
  ['2026-03-30', null, '2028-02-29', 'awake'],
] as const)('an account last active %s and notified %s is on %s: %s', (seen, noticed, today, due) => {
  const noticedAt = noticed === null ? null : at(noticed);
  expect(dormancy({ seenAt: at(seen), noticedAt }, at(today))).toBe(due);
});

test('a notice names the day after 24 months, and never one before 30 days', () => {
  expect(endOfAccount(at('2026-11-20'), at('2028-10-20'))).toBe(at('2028-11-20'));
  expect(endOfAccount(at('2026-11-20'), at('2030-01-01'))).toBe(at('2030-01-01') + 30 * DAY_MS);
  expect(endOfAccount(at('2024-02-29'), at('2026-01-15'))).toBe(at('2026-02-28'));
});

const order = anOrder({ status: 'Delivered', paid: true, placedAt: 0 });
const refund = aRefund({ wantedAt: 0 });

test.each([
  [{ status: 'Payment Pending' }, true],
  [{ status: 'Payment Failed' }, true],
  [{ status: 'Payment Failed', placedAt: -4 * DAY_MS }, false],
  [{ status: 'Order Placed' }, true],
  [{ status: 'Processing' }, true],
  [{ status: 'Shipped' }, true],
  [{ status: 'Delivered' }, false],
  [{ status: 'Cancelled' }, false],
  [{ status: 'Cancelled', refunds: [refund] }, true],
  [{ status: 'Cancelled', refunds: [{ ...refund, doneAt: 1 }] }, false],
] as const)('an order needs its shopper until it is finished: %j', (changed, isOpen) => {
  expect(isUnderWay({ ...order, ...changed } as Order, 0)).toBe(isOpen);
});

test('a stored order has items and region, without personal data', () => {
  const kept = withoutPerson(order, 7);
  expect(kept).toEqual({
    ...order,
    userId: DELETED_USER,
    content: '',
    address: {
      firstName: '',
      lastName: '',
      email: '',
      street: '',
      phone: '',
      city: 'Bengaluru',
      state: 'Karnataka',
      zipcode: '560',
      country: 'India',
    },
  });
  expect(withoutPerson(kept, 8)).toBe(kept);
});

test('an order that was never paid is closed, so that a late payment is refunded', () => {
  const unpaid: Order = { ...order, paid: false, status: 'Payment Failed' };
  const kept = withoutPerson(unpaid, 7);
  expect(kept.status).toBe('Cancelled');
  expect(kept.history.at(-1)).toEqual({ status: 'Cancelled', at: 7 });
});

test.each([
  [{ refunds: [{ ...refund, failure: { at: 1, why: '', isProviders: true } }] }, true],
  [{ disputes: [aDispute()] }, true],
  [{ disputes: [aDispute({ state: 'lost' })] }, false],
])('an order with a failed refund or an open dispute keeps its shopper: %j', (changed, isOpen) => {
  expect(isUnderWay({ ...order, ...changed } as Order, 0)).toBe(isOpen);
});

test('a failed order loses its address 90 days after its last change, and later while a payment is pending', () => {
  const failed: Order = { ...order, status: 'Cancelled', history: [{ status: 'Cancelled', at: 5 }] };
  const period = ADDRESS_DAYS * DAY_MS;
  expect(addressEndsAt(failed, 0)).toBe(5 + period);
  expect(addressEndsAt({ ...failed, placedAt: 6 }, 0)).toBe(6 + period);
  expect(addressEndsAt({ ...failed, refunds: [{ ...refund, doneAt: 7 }] }, 0)).toBe(7 + period);
  const pending = { ...failed, refunds: [refund] };
  expect(addressEndsAt(pending, 0)).toBe(5 + period);
  expect(addressEndsAt(pending, period)).toBe(period + DAY_MS);
});

test('an order with an invoice keeps its address, and one without an address does not change', () => {
  const failed: Order = { ...order, status: 'Cancelled' };
  const kept: Partial<Order>[] = [
    { status: 'Delivered' },
    { invoice: {} as NonNullable<Order['invoice']> },
    { address: { ...address, email: '' } },
  ];
  for (const own of kept) expect(addressEndsAt({ ...failed, ...own }, 0)).toBeNull();
  expect(addressEndsAt(failed, 0)).not.toBeNull();
});
