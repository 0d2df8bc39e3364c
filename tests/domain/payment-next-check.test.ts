import { describe, expect, test } from 'vitest';
import type { Order } from '../../src/domain/order.ts';
import { isOpenCheckout, needsOwner, nextCheck, settled } from '../../src/domain/payment-settlement.ts';
import { withRefund } from '../../src/domain/refund.ts';
import { anOrder, wantedRefund } from '../support/orders.ts';
import { attempt, now, other, reference, standing, waiting } from './payment-reports.ts';

describe('the next check of an order', () => {
  const minutes = (order: Order, at = 500) => {
    const next = nextCheck(order, at);
    return next === null ? null : (next - at) / 60_000;
  };

  test('is soon while a payment or refund is pending', () => {
    expect(minutes(waiting())).toBe(5);
    expect(minutes(withRefund(anOrder(), { ...wantedRefund, reason: 'cancelled' }))).toBe(5);
  });

  test('has growing pauses for an abandoned payment, and ends after three days', () => {
    const left = waiting({ status: 'Payment Failed', history: [{ status: 'Payment Failed', at: 0 }] });
    const hour = 3_600_000;
    const pauses = [0, 2, 10, 71, 73].map((hours) => minutes(left, hours * hour));
    expect(pauses).toEqual([15, 60, 360, 360, null]);
  });

  test('is never for a cash order, nor for one whose only payment method was paid', () => {
    expect(minutes(anOrder())).toBeNull();
    expect(minutes(settled(waiting(), standing([attempt()]), now))).toBeNull();
  });

  test('is scheduled for an order paid by one of two methods: the other could be paid too', () => {
    const order = waiting({ references: [reference, other] });
    expect(minutes(settled(order, standing([attempt()]), now))).toBe(15);
  });
});

test('an order whose whole payment is refunded before it is shipped is cancelled', () => {
  const whole = { id: 'rfnd_1', key: null, amountPaise: 10_000, state: 'done', why: null } as const;
  const paid = settled(waiting(), standing([attempt()]), now);
  const refunded = standing([attempt({ refunds: [whole] })]);
  for (const status of ['Order Placed', 'Processing', 'Shipped', 'Delivered'] as const) {
    const after = settled({ ...paid, status }, refunded, now);
    const isHere = status === 'Order Placed' || status === 'Processing';
    expect(after.status).toBe(isHere ? 'Cancelled' : status);
  }
});

test('a dispute about a payment of the order is stored and needs the owner, one about another payment is not', () => {
  const dispute = { id: 'disp_1', amountPaise: 10_000, state: 'open', why: '', respondBy: null } as const;
  const paid = settled(waiting(), standing([attempt()]), now);
  const unknown = standing([], { disputes: [{ ...dispute, paymentId: 'pay_9' }] });
  expect(settled(paid, unknown, now)).toBe(paid);
  const own = settled(paid, standing([], { disputes: [{ ...dispute, paymentId: 'pay_1' }] }), now);
  expect(own.disputes).toMatchObject([{ id: 'disp_1', provider: 'razorpay', at: 500 }]);
  expect([needsOwner(paid), needsOwner(own)]).toEqual([false, true]);
});

test('a failed refund needs the owner', () => {
  const failure = { at: 1, why: '', isProviders: true };
  const order = withRefund(anOrder(), wantedRefund);
  const failed = { ...order, refunds: order.refunds.map((refund) => ({ ...refund, failure })) };
  expect([needsOwner(order), needsOwner(failed)]).toEqual([false, true]);
});

test('a payment for a shipped cash order is refunded, because the courier collects cash', () => {
  const shipped = anOrder({ status: 'Shipped', references: [reference] });
  const after = settled(shipped, standing([attempt()]), now);
  expect(after).toMatchObject({ status: 'Shipped', paid: false, refunds: [{ reason: 'paid-twice' }] });
});

test('an unpaid order of the same content is continued while it can be paid', () => {
  const begun = waiting({ placedAt: 0 });
  expect(isOpenCheckout(begun, anOrder({ placedAt: 1 }))).toBe(true);
  expect(isOpenCheckout(begun, anOrder({ placedAt: 1, content: 'other' }))).toBe(false);
  expect(isOpenCheckout(begun, anOrder({ placedAt: 72 * 3_600_000 }))).toBe(false);
});
