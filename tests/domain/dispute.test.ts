import { expect, test } from 'vitest';
import { blockingDisputes, released, withDispute } from '../../src/domain/dispute.ts';
import type { DisputeReport } from '../../src/domain/order.ts';
import { needsOwner, nextCheck } from '../../src/domain/payment-settlement.ts';
import { anOrder } from '../support/orders.ts';

const report = (own: Partial<DisputeReport> = {}): DisputeReport => ({
  id: 'disp_1',
  paymentId: 'pay_1',
  amountPaise: 10_000,
  state: 'open',
  why: 'not received',
  respondBy: null,
  ...own,
});
const withReport = (order = anOrder(), own: Partial<DisputeReport> = {}) =>
  withDispute(order, 'razorpay', report(own), 10);

test('a disputed order is blocked until it is released, or the dispute is won', () => {
  const order = withReport();
  expect(blockingDisputes(order)).toHaveLength(1);
  expect(needsOwner(order)).toBe(true);
  expect(withReport(order)).toBe(order);
  expect(blockingDisputes(withReport(order, { state: 'won' }))).toEqual([]);
  const free = released(order, 20);
  expect([blockingDisputes(free), needsOwner(free)]).toEqual([[], false]);
  expect(released(free, 30)).toBe(free);
});

test('a lost dispute blocks it as well, and a late answer does not reopen it', () => {
  const lost = withReport(withReport(), { state: 'lost' });
  expect(blockingDisputes(lost)).toMatchObject([{ state: 'lost' }]);
  expect(withReport(lost)).toBe(lost);
  // An appeal succeeded.
  expect(blockingDisputes(withReport(lost, { state: 'won' }))).toEqual([]);
});

test('a dispute is checked once a day, for as long as banks take', () => {
  const day = 86_400_000;
  const order = withReport();
  expect(nextCheck(order, 10)).toBe(10 + day);
  expect(nextCheck(order, 10 + 121 * day)).toBeNull();
  expect(nextCheck(withReport(order, { state: 'won' }), 10)).toBeNull();
});
