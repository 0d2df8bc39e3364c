import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrderConfirmed, isUnpaid, type OrderStatus } from '../../src/domain/order.ts';
import { type Attempt, expired, settled } from '../../src/domain/payment-settlement.ts';
import { withRefund } from '../../src/domain/refund.ts';
import { anOrder, wantedRefund } from '../support/orders.ts';
import { attempt, now, other, reference, standing, waiting } from './payment-reports.ts';

describe('a payment', () => {
  test('places an unpaid order and is recorded with it', () => {
    const order = settled(waiting(), standing([attempt()]), now);
    expect(order).toMatchObject({
      status: 'Order Placed',
      paid: true,
      paymentMethod: 'razorpay',
      payment: { provider: 'razorpay', id: 'pay_1', amountPaise: 10_000, at: 500 },
      reservedUntil: null,
      refunds: [],
    });
    expect(order.history.at(-1)).toEqual({ status: 'Order Placed', at: 500 });
  });

  test('that is reported any number of times counts once', () => {
    const once = settled(waiting(), standing([attempt()]), now);
    expect(settled(once, standing([attempt()]), { ...now, at: 900, canReserve: false })).toBe(once);
  });

  test('after the reservation ended is accepted while there is stock', () => {
    const late = settled(waiting({ status: 'Payment Failed' }), standing([attempt()]), now);
    expect(late).toMatchObject({ status: 'Order Placed', paid: true });
  });

  test('after the last piece was sold is refunded', () => {
    const soldOut = { ...now, canReserve: false };
    const late = settled(waiting({ status: 'Payment Failed' }), standing([attempt()]), soldOut);
    expect(late).toMatchObject({ status: 'Payment Failed', paid: false, payment: null });
    expect(late.refunds).toEqual([
      {
        key: 'pay_1-1',
        provider: 'razorpay',
        paymentId: 'pay_1',
        amountPaise: 10_000,
        reason: 'sold-out',
        wantedAt: 500,
        doneAt: null,
        providerId: null,
      },
    ]);
  });

  test('after its code was used for another order is refunded; without a code it is kept', () => {
    const discount = { code: 'TAANA-0000-0000', percent: 20, paise: 1_800 };
    const gone = { ...now, canTakeCode: false };
    const late = settled(waiting({ status: 'Payment Failed', discount }), standing([attempt()]), gone);
    expect(late).toMatchObject({ status: 'Payment Failed', paid: false, payment: null });
    expect(late.refunds).toMatchObject([{ reason: 'code-used', amountPaise: 10_000 }]);
    const kept = settled(waiting({ discount }), standing([attempt()]), gone);
    expect(kept).toMatchObject({ status: 'Order Placed', paid: true, refunds: [] });
    const plain = settled(waiting({ status: 'Payment Failed' }), standing([attempt()]), gone);
    expect(plain).toMatchObject({ status: 'Order Placed', paid: true, refunds: [] });
  });

  test('that is a second one is refunded, by any method', () => {
    const twice = standing([attempt({ id: 'pi_1' })], { reference: other });
    const paid = settled(waiting({ references: [reference, other] }), standing([attempt()]), now);
    expect(settled(paid, twice, now).refunds).toMatchObject([{ provider: 'stripe', reason: 'paid-twice' }]);
    const inCash = anOrder({ status: 'Delivered', paid: true, references: [reference] });
    expect(settled(inCash, standing([attempt()]), now).refunds).toMatchObject([{ reason: 'paid-twice' }]);
  });

  test('for an unpaid cash order pays that order', () => {
    const order = settled(anOrder({ references: [reference] }), standing([attempt()]), now);
    expect(order).toMatchObject({
      status: 'Order Placed',
      paid: true,
      paymentMethod: 'razorpay',
      refunds: [],
    });
    expect(order.history).toHaveLength(1);
  });

  test('for a cancelled order is refunded', () => {
    expect(settled(waiting({ status: 'Cancelled' }), standing([attempt()]), now).refunds).toMatchObject([
      { reason: 'cancelled', amountPaise: 10_000 },
    ]);
  });

  test.each([
    ['too little', { amountPaise: 9_999 }],
    ['too much', { amountPaise: 10_001 }],
    ['another currency', { currency: 'USD' }],
  ])('of the wrong amount is refunded and orders nothing: %s', (_title, own) => {
    const order = settled(waiting(), standing([attempt(own)]), now);
    expect(order).toMatchObject({ status: 'Payment Pending', paid: false });
    expect(order.refunds).toMatchObject([{ reason: 'wrong-amount' }]);
  });
});

describe('a missing payment', () => {
  const failed = attempt({ state: 'failed' });

  test('a failed attempt releases its stock once', () => {
    const order = settled(waiting(), standing([failed]), now);
    expect(order).toMatchObject({ status: 'Payment Failed', failedPayments: ['pay_1'], reservedUntil: null });
    expect(settled(order, standing([failed]), now)).toBe(order);
  });

  test('a payment that was refunded before the shop knew it ends its attempt, with a message', () => {
    const back = { id: 'rfnd_1', key: null, amountPaise: 10_000, state: 'done', why: null } as const;
    const gone = standing([attempt({ isSentBack: true, refunds: [back] })]);
    const order = settled(waiting(), gone, now);
    expect(order).toMatchObject({ status: 'Payment Failed', paid: false, payment: null });
    expect(order.refunds).toMatchObject([{ key: 'rfnd_1', reason: 'elsewhere', paymentId: 'pay_1' }]);
    expect(settled(order, gone, now)).toBe(order);
    const paid = settled(waiting(), standing([attempt()]), now);
    expect(settled(paid, gone, now)).toMatchObject({ status: 'Cancelled', refunds: [{ key: 'rfnd_1' }] });
  });

  test('an old report of a failure does not end a new attempt', () => {
    const again = waiting({ failedPayments: ['pay_1'] });
    expect(settled(again, standing([failed]), now)).toBe(again);
  });

  test('a failure waits while another attempt is undecided', () => {
    const order = settled(waiting(), standing([failed, attempt({ id: 'pay_2', state: 'pending' })]), now);
    expect(order.status).toBe('Payment Pending');
  });

  test('a failure beside a success is a success', () => {
    const order = settled(waiting(), standing([failed, attempt({ id: 'pay_2' })]), now);
    expect(order).toMatchObject({ status: 'Order Placed', paid: true });
  });

  test('a bank that first declines and then accepts is believed', () => {
    const no = settled(waiting(), standing([failed]), now);
    expect(settled(no, standing([attempt()]), now)).toMatchObject({ status: 'Order Placed', paid: true });
  });

  test('a closed page releases the stock, unless its bank is still deciding', () => {
    const stripe = waiting({ references: [other], paymentMethod: 'stripe' });
    const closed = (attempts: Attempt[]) => standing(attempts, { reference: other, isClosed: true });
    expect(settled(stripe, closed([]), now).status).toBe('Payment Failed');
    expect(settled(stripe, closed([attempt({ state: 'pending' })]), now).status).toBe('Payment Pending');
  });

  test('an abandoned payment method ends nothing when another is used', () => {
    const order = waiting({ references: [reference, other], paymentMethod: 'stripe' });
    expect(settled(order, standing([failed]), now).status).toBe('Payment Pending');
    expect(settled(order, standing([], { isClosed: true }), now)).toBe(order);
  });

  test('a reservation ends at its time, and never earlier', () => {
    expect(expired(waiting(), 999).status).toBe('Payment Pending');
    expect(expired(waiting(), 1_000).status).toBe('Payment Failed');
    const placed = anOrder();
    expect(expired(placed, 1e15)).toBe(placed);
  });
});

test('two refunds of one payment have different keys', () => {
  const keys = withRefund(withRefund(anOrder(), wantedRefund), wantedRefund).refunds.map(({ key }) => key);
  expect(keys).toEqual(['pi_1-1', 'pi_1-2']);
});

test('after any reports of providers, each payment is kept once or refunded, to the paisa', () => {
  const anAttempt = fc.record({
    id: fc.constantFrom('pay_1', 'pay_2', 'pay_3'),
    state: fc.constantFrom('captured', 'failed', 'pending'),
    amountPaise: fc.constantFrom(10_000, 10_000, 9_999),
    currency: fc.constant('INR'),
  });
  const step = fc.record({
    by: fc.constantFrom(reference, other),
    attempts: fc.uniqueArray(anAttempt, { maxLength: 3, selector: ({ id }) => id }),
    isClosed: fc.boolean(),
    canReserve: fc.boolean(),
    canTakeCode: fc.boolean(),
    isLate: fc.boolean(),
  });
  const statuses: OrderStatus[] = ['Payment Pending', 'Payment Failed', 'Cancelled', 'Order Placed'];
  const start = fc.constantFrom(...statuses);
  const aDiscount = fc.constantFrom(null, { code: 'TAANA-0000-0000', percent: 20, paise: 1_800 });
  fc.assert(
    fc.property(start, aDiscount, fc.array(step, { maxLength: 8 }), (status, discount, steps) => {
      let order = waiting({ status, references: [reference, other], paymentMethod: 'stripe', discount });
      const captured = new Map<string, number>();
      for (const { by, attempts, isClosed, canReserve, canTakeCode, isLate } of steps) {
        const named = attempts.map((each) => ({ ...each, id: `${by.provider}-${each.id}` }));
        const known = named.map((each) => {
          const before = captured.get(each.id);
          // A capture stays a capture, of the same amount.
          return before === undefined ? each : { ...each, state: 'captured' as const, amountPaise: before };
        });
        for (const each of known) if (each.state === 'captured') captured.set(each.id, each.amountPaise);
        if (isLate) order = expired(order, 2_000);
        const said = { reference: by, attempts: known as Attempt[], isClosed };
        order = settled(order, said, { at: 500, canReserve, canTakeCode });
        expect(settled(order, said, { at: 501, canReserve, canTakeCode })).toBe(order);
      }
      const came = [...captured.values()].reduce((sum, paise) => sum + paise, 0);
      const back = order.refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      expect(came - back).toBe(order.payment?.amountPaise ?? 0);
      expect(order.paid).toBe(order.payment !== null);
      if (order.payment) expect(isOrderConfirmed(order)).toBe(true);
      if (isUnpaid(order)) expect(order.payment).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});
