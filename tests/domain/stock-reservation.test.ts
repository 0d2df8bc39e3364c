import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reservationLimits } from '../../src/domain/order-limits.ts';
import { nextTry, paymentRetries } from '../../src/domain/retry-schedule.ts';
import {
  paymentReservedUntil,
  reservationEnd,
  reservationsAfter,
  withEarlierReservations,
} from '../../src/domain/stock-reservation.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { anOrder } from '../support/orders.ts';
import { forAll } from '../support/for-all.ts';

const now = Date.UTC(2026, 10, 20);
const remembered = now - reservationLimits.rememberedHours * 60 * MINUTE_MS;
const waiting = anOrder({ status: 'Payment Pending', placedAt: now, reservedUntil: now + 1 });

test('an attempt reserves stock for its minutes, and all attempts end within the first one’s hour', () => {
  forAll(fc.integer({ min: 0, max: 120 }), (minutes) => {
    const at = now + minutes * MINUTE_MS;
    const end = reservationEnd({ placedAt: now });
    expect(end).toBe(now + reservationLimits.minutes * MINUTE_MS);
    expect(paymentReservedUntil({ placedAt: now }, at)).toBe(
      Math.min(end, at + reservationLimits.attemptMinutes * MINUTE_MS),
    );
  });
});

test('an order of pieces that were reserved before keeps the start of their reservation', () => {
  const since = now - 50 * MINUTE_MS;
  const held = { 'tee:M': since, 'tee:L': since - 1 };
  const order = withEarlierReservations(waiting, held);
  expect(order).toMatchObject({
    heldSince: since,
    reservedUntil: reservationEnd({ heldSince: since, placedAt: now }),
  });
  expect(withEarlierReservations(waiting, { 'tee:M': remembered }).heldSince).toBe(now);
  expect(withEarlierReservations(waiting, { 'tee:M': remembered + 1 }).heldSince).toBe(remembered + 1);
  const cash = anOrder({ placedAt: now });
  expect(withEarlierReservations(cash, held)).toBe(cash);
});

test('an order adds its pieces to the stored reservations, and old ones are forgotten', () => {
  const held = { 'tee:M': now - 1, 'cap:default': remembered };
  expect(reservationsAfter(held, waiting)).toEqual({ 'tee:M': now - 1 });
  expect(reservationsAfter({}, waiting)).toEqual({ 'tee:M': now });
});

test('pauses between retries never shrink, and no retry follows the last step', () => {
  const [hour, day] = [60 * MINUTE_MS, 24 * 60 * MINUTE_MS];
  const pauses = [0, hour - 1, hour, 6 * hour, 3 * day - 1].map(
    (since) => (nextTry(paymentRetries, now, now + since) ?? 0) - now - since,
  );
  expect(pauses).toEqual([15 * MINUTE_MS, 15 * MINUTE_MS, hour, 6 * hour, 6 * hour]);
  expect(nextTry(paymentRetries, now, now + 3 * day)).toBeNull();
});
