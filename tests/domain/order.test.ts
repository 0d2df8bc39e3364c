import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canBecome,
  isOrderConfirmed,
  isPayable,
  isUnpaid,
  moneyOf,
  type OrderStatus,
  reservesStock,
  shortOrderId,
  statusWhenPlaced,
  transitions,
  withStatus,
} from '../../src/domain/order.ts';
import { withRefund } from '../../src/domain/refund.ts';
import { tabsOf } from '../../src/domain/order-tabs.ts';
import { aDispute, anOrder, wantedRefund } from '../support/orders.ts';
import { forAll } from '../support/for-all.ts';

const statuses = Object.keys(transitions) as OrderStatus[];
const status = fc.constantFrom(...statuses);

test('a later event is recorded as later, whatever the clocks of servers say', () => {
  const at = fc.integer({ min: 0, max: 1_000 });
  forAll(fc.array(fc.record({ at, isRefund: fc.boolean() }), { minLength: 1 }), (events) => {
    let order = anOrder({ placedAt: 500 });
    for (const [number, event] of events.entries()) {
      order = event.isRefund
        ? withRefund(order, { ...wantedRefund, at: event.at, paymentId: `pi_${number}` })
        : withStatus(order, 'Payment Pending', event.at);
      const now = event.isRefund ? order.refunds.at(-1)?.wantedAt : order.history.at(-1)?.at;
      if (event.isRefund) expect(now).toBeGreaterThanOrEqual(order.history.at(-1)?.at ?? 0);
      else expect(now).toBeGreaterThan(order.refunds.at(-1)?.wantedAt ?? -1);
    }
  });
});

describe('the life of an order', () => {
  test('goes from placed to delivered step by step', () => {
    const life: OrderStatus[] = ['Payment Pending', 'Order Placed', 'Processing', 'Shipped', 'Delivered'];
    for (const [at, now] of life.entries()) {
      for (const [later, next] of life.entries()) expect(canBecome(now, next)).toBe(later === at + 1);
    }
  });

  test('ends at delivered or cancelled', () => {
    expect(statuses.filter((one) => transitions[one].length === 0)).toEqual(['Delivered', 'Cancelled']);
  });

  test('starts again after a failed payment', () => {
    expect(transitions['Payment Failed']).toEqual(['Payment Pending', 'Order Placed', 'Cancelled']);
  });

  test('never returns to an earlier state once it is placed', () => {
    forAll(status, fc.array(fc.nat({ max: 5 }), { maxLength: 12 }), (start, choices) => {
      const seen = new Set<OrderStatus>([start]);
      let now = start;
      for (const choice of choices) {
        const ways: readonly OrderStatus[] = transitions[now];
        const next = ways[choice % Math.max(1, ways.length)];
        if (next === undefined) return;
        expect(canBecome(now, next)).toBe(true);
        // Only a payment may be retried.
        if (!isUnpaid({ status: next })) expect(seen.has(next)).toBe(false);
        if (isOrderConfirmed({ status: now })) expect(isUnpaid({ status: next })).toBe(false);
        seen.add(next);
        now = next;
      }
    });
  });

  test('only an unpaid order can have a failed payment', () => {
    expect(statuses.filter((one) => canBecome(one, 'Payment Failed'))).toEqual(['Payment Pending']);
  });

  test('can be cancelled until it is delivered', () => {
    const before = ['Payment Pending', 'Payment Failed', 'Order Placed', 'Processing', 'Shipped'];
    expect(statuses.filter((one) => canBecome(one, 'Cancelled'))).toEqual(before);
  });
});

test('a cash order is placed at once, others wait for the payment', () => {
  expect(statusWhenPlaced('cod')).toBe('Order Placed');
  expect(statusWhenPlaced('razorpay')).toBe('Payment Pending');
  expect(statusWhenPlaced('stripe')).toBe('Payment Pending');
});

test('a shopper sees the last six characters of an order id', () => {
  expect(shortOrderId('K7Q2M9ABCDEF')).toBe('ABCDEF');
  expect(shortOrderId('ABC')).toBe('ABC');
});

test('stock is reserved by placed and by unpaid orders', () => {
  const reserving = ['Payment Pending', 'Order Placed', 'Processing', 'Shipped', 'Delivered'];
  expect(statuses.filter((one) => reservesStock({ status: one }))).toEqual(reserving);
});

test('the desk lists an order under its status, and under trouble if a payment needs the owner', () => {
  const tabs = statuses.map((one): [string, string[]] => [one, tabsOf(anOrder({ status: one }))]);
  expect(Object.fromEntries(tabs)).toEqual({
    'Payment Pending': ['unpaid'],
    'Payment Failed': ['cancelled'],
    Cancelled: ['cancelled'],
    'Order Placed': ['pack'],
    Processing: ['ship'],
    Shipped: ['shipped'],
    Delivered: ['delivered'],
  });
  expect(tabsOf(anOrder({ disputes: [aDispute()] }))).toEqual(['pack', 'trouble']);
});

test('the network of an order is forgotten when it ends, and no payment is reserved afterwards', () => {
  const order = anOrder({ status: 'Payment Pending', network: 'a hash', reservedUntil: 9 });
  for (const one of statuses) {
    const { network, reservedUntil } = withStatus(order, one, 2);
    expect(network, one).toBe(one === 'Delivered' || one === 'Cancelled' ? undefined : 'a hash');
    expect(reservedUntil, one).toBe(one === 'Payment Pending' ? 9 : null);
  }
  expect(withStatus(anOrder(), 'Processing', 2)).not.toHaveProperty('network');
});

test('an unpaid order can be paid for less than 72 hours', () => {
  const order = anOrder({ status: 'Payment Failed', placedAt: 0 });
  const end = 72 * 3_600_000;
  expect([isPayable(order, end - 1), isPayable(order, end)]).toEqual([true, false]);
  expect(isPayable(anOrder({ placedAt: 0 }), 1)).toBe(false);
});

test('the status of a failed or cancelled order describes its payment', () => {
  for (const one of statuses) {
    const saysItself = one === 'Payment Failed' || one === 'Cancelled';
    for (const payment of [true, false]) {
      expect(moneyOf({ status: one, payment }), one).toBe(saysItself ? null : payment);
    }
  }
});
