import { expect, test } from 'vitest';
import { orderSurge } from '../../src/domain/config.ts';
import { isSurge, usualPace } from '../../src/domain/order-surge.ts';
import { type OrderStatus, transitions } from '../../src/domain/order.ts';
import { hasExpired, isReserved } from '../../src/domain/unpaid-order.ts';
import { anOrder } from '../support/orders.ts';

const statuses = Object.keys(transitions) as OrderStatus[];
const reference = { provider: 'razorpay', id: 'order_1', at: 1 } as const;

test('a reservation expires when its order ends unpaid, if the provider had answered', () => {
  expect(statuses.filter((status) => isReserved({ status }))).toEqual(['Payment Pending']);
  const before = anOrder({ status: 'Payment Pending', references: [reference] });
  const ending = statuses.filter((status) => hasExpired(before, { ...before, status }));
  expect(ending.toSorted()).toEqual(['Cancelled', 'Payment Failed']);
  const unanswered = { ...before, references: [] };
  expect(hasExpired(unanswered, { ...unanswered, status: 'Payment Failed' })).toBe(false);
  const failed = { ...before, status: 'Payment Failed' as const };
  expect(hasExpired(failed, { ...failed, status: 'Cancelled' })).toBe(false);
});

test('a surge is ten times the usual hour, and at least ten orders', () => {
  const { least, times } = orderSurge;
  const pace = (lastHour: number, before: number, hoursBefore: number) => ({ lastHour, before, hoursBefore });
  expect(usualPace(pace(0, 20, 10))).toBe(2);
  expect(usualPace(pace(0, 3, 0))).toBe(3);
  expect([isSurge(pace(2 * times - 1, 20, 10)), isSurge(pace(2 * times, 20, 10))]).toEqual([false, true]);
  expect([isSurge(pace(least - 1, 0, 10)), isSurge(pace(least, 0, 10))]).toEqual([false, true]);
});
