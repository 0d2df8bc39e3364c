import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import type { Product } from '../../src/domain/product.ts';
import { reservationLimits } from '../../src/domain/order-limits.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import {
  expectSumsHold,
  orderOf,
  payByRazorpay,
  payByStripe,
  sessionOf,
  verifyRazorpay,
  verifyReturn,
} from '../support/payments.ts';
import { useOnlineShop } from '../support/placed-orders.ts';
import {
  call,
  hoodie,
  newShopper,
  orderBody,
  place,
  setStock,
  shirt,
  stockOf,
} from '../support/shop-calls.ts';

/** An attacker reserves the last pieces and never pays. */

const AT_FIRST = 3;
const { providers } = useOnlineShop(AT_FIRST);

type Lines = [Product, string, number][];
const all: Lines = [[hoodie, 'M', AT_FIRST]];
const sums = () =>
  expectSumsHold(
    [
      [hoodie, 'M', AT_FIRST],
      [shirt, 'M', AT_FIRST],
    ],
    providers,
  );

let begunAt = 0;
/** This many minutes after the test began; runs the reconciliation job. */
const at = async (minutes: number) => {
  vi.setSystemTime(begunAt + minutes * MINUTE_MS);
  await runReconciliation(60_000);
};
beforeEach(async () => {
  await setStock(shirt.id, 'M', AT_FIRST);
  begunAt = Date.now();
});
afterEach(() => vi.useRealTimers());

const begin = async (lines: Lines = all) => {
  const shopper = await newShopper();
  const { status, body } = await payByRazorpay(shopper.token, lines);
  expect(status).toBe(200);
  return { ...shopper, ...body };
};
const pay = ({ token, orderId }: { token: string; orderId: string }) =>
  call('order.pay', { token, body: { orderId } });
const left = () => stockOf(hoodie.id, 'M');

describe('stock reserved for a payment', () => {
  test('is on sale again an hour after its first reservation, however often the payment is retried', async () => {
    const attacker = await begin();
    // It was placed a moment after the start.
    for (let minutes = 9; minutes <= 180; minutes += 9) {
      await at(minutes);
      expect((await pay(attacker)).status).toBe(200);
      expect([minutes, await left()]).toEqual([minutes, minutes < reservationLimits.minutes ? 0 : AT_FIRST]);
    }
    await sums();
  });

  test('can then be bought by another shopper, and a late payment of the first is refunded', async () => {
    const attacker = await begin();
    await at(reservationLimits.minutes + 1);
    const again = await pay(attacker);
    expect(again.status).toBe(200);
    const other = await begin();
    const refused = { code: 'out-of-stock', message: orderMessages.piecesGone };
    expect((await pay(attacker)).body).toMatchObject(refused);
    providers.razorpay.pay(attacker.order.id, { webhook: 'held' });
    await verifyReturn(attacker.token, attacker.orderId);
    expect(await orderOf(attacker.orderId)).toMatchObject({ refunds: [{ reason: 'sold-out' }] });
    const receipt = providers.razorpay.pay(other.order.id, { webhook: 'held' });
    expect((await verifyRazorpay(other.token, receipt)).status).toBe(200);
    await sums();
  });

  test('can be paid later if it is still in stock', async () => {
    const shopper = await begin();
    await at(reservationLimits.minutes + 90);
    const { status, body } = await pay(shopper);
    expect([status, body.orderId]).toEqual([200, shopper.orderId]);
    const receipt = providers.razorpay.pay(shopper.order.id, { webhook: 'held' });
    expect((await verifyRazorpay(shopper.token, receipt)).status).toBe(200);
    expect(await orderOf(shopper.orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    expect(await left()).toBe(0);
    await sums();
  });

  test('is not reserved longer because of Stripe, another tab, or a change of the payment method', async () => {
    const { token } = await newShopper();
    const ways = [payByStripe, payByRazorpay];
    for (let minutes = 0; minutes <= 90; minutes += 15) {
      await at(minutes);
      const way = ways[(minutes / 15) % 2] ?? payByStripe;
      expect((await way(token, all)).status).toBe(200);
      expect([minutes, await left()]).toEqual([minutes, minutes < reservationLimits.minutes ? 0 : AT_FIRST]);
    }
    await sums();
  });

  test('leaves no Stripe page open, and a new page opens afterwards', async () => {
    const { token } = await newShopper();
    const { body } = await payByStripe(token, all);
    await at(40);
    const second = await pay({ token, orderId: body.orderId });
    await at(reservationLimits.minutes + 1);
    const sessions = () => providers.books().stripe.sessions.map(({ id, status }) => [id, status]);
    expect(sessions().every(([, status]) => status === 'expired')).toBe(true);
    const third = await pay({ token, orderId: body.orderId });
    expect(third.status).toBe(200);
    const pages = [body, second.body, third.body].map((reply) =>
      'session_url' in reply ? sessionOf(reply.session_url) : '',
    );
    expect(new Set(pages).size).toBe(3);
    providers.stripe.pay(pages[2] ?? '');
    expect((await verifyReturn(token, body.orderId)).status).toBe(200);
    expect(await orderOf(body.orderId)).toMatchObject({ status: 'Order Placed', paid: true });
    await sums();
  });
});

describe('an order of the same pieces by the same shopper', () => {
  const mixed: Lines = [
    [hoodie, 'M', AT_FIRST - 1],
    [shirt, 'M', 1],
  ];

  test.each<[string, Lines[]]>([
    ['with another piece added', [all, mixed, all, mixed]],
    ['after an order of another product', [all, [[shirt, 'M', 1]], all, [[shirt, 'M', 1]]]],
  ])('does not extend the reservation: %s', async (_title, carts) => {
    const { token } = await newShopper(undefined, { emailConfirmedAt: 1 });
    let minutes = 0;
    for (const lines of [...carts, ...carts]) {
      minutes += 14;
      await at(minutes);
      expect((await payByRazorpay(token, lines)).status).toBe(200);
    }
    await at(14 + reservationLimits.minutes);
    expect((await payByRazorpay(token, all)).status).toBe(200);
    expect([await left(), await stockOf(shirt.id, 'M')]).toEqual([AT_FIRST, AT_FIRST]);
    await sums();
  });

  test('can pay cash on delivery when the reservation has expired', async () => {
    const shopper = await begin([[hoodie, 'M', 1]]);
    await at(reservationLimits.minutes + 1);
    expect((await pay(shopper)).status).toBe(200);
    const placed = await place(shopper.token, orderBody([hoodie, 'M', 1]));
    expect([placed.status, placed.body.orderId]).toEqual([200, shopper.orderId]);
    expect(await left()).toBe(AT_FIRST - 1);
    await sums();
  });
});
