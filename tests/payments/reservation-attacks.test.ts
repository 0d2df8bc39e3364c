import { describe, expect, test } from 'vitest';
import { paidOrdersKey } from '../../netlify/storage/keys.ts';
import { redis } from '../../netlify/storage/redis.ts';
import { reservationMessages } from '../../src/contract/messages/payment.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { unpaidOnline } from '../../src/domain/order-limits.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { verifyRazorpay } from '../support/payments.ts';
import { newShopper } from '../support/shop-calls.ts';
import {
  begin,
  confirmed,
  forgetPaid,
  kept,
  MOST,
  refusal,
  useReservations,
} from '../support/reservations.ts';

/** An attacker reserves stock with online orders and never pays. */

const providers = useReservations();
const { held, order } = unpaidOnline;
/** Concurrent orders. */
const AT_ONCE = 10;

describe('an attacker who registers accounts as fast as the limits allow and never pays', () => {
  const stock = catalogue
    .filter(({ earlyOrder }) => !earlyOrder)
    .flatMap(({ initialStock }) => Object.values(initialStock))
    .reduce((sum, pieces) => sum + pieces, 0);

  test.each<[string, object, (minute: number) => number]>([
    ['new accounts', {}, (minute) => Date.now() - minute * MINUTE_MS],
    ['new accounts with confirmed emails', confirmed, (minute) => Date.now() - minute * MINUTE_MS],
    ['accounts from months ago', {}, () => 1],
    ['accounts from months ago with confirmed emails', confirmed, () => 1],
  ])('reserves less than a twentieth of the stock in an hour with %s', async (_title, own, createdAt) => {
    const regular = await newShopper(undefined, { ...confirmed, createdAt: 1 });
    const { body } = await begin(regular);
    await verifyRazorpay(regular.token, providers.razorpay.pay(body.order.id, { webhook: 'held' }));
    for (let minute = 0; minute < 60; minute += 1) {
      const some = Array.from({ length: 4 }, async () =>
        begin(await newShopper(undefined, { ...own, createdAt: createdAt(minute) }), { pieces: MOST }),
      );
      await Promise.all(some);
    }
    expect(await kept()).toBeLessThan(stock * 0.05);
    // A shopper who has paid before has a limit of their own.
    await forgetPaid(regular.session.userId);
    expect((await begin(regular, { pieces: 2 })).status).toBe(200);
  });

  test('reserves less than 5% of the stock, while fifty shoppers behind the same address get their orders', async () => {
    const now = Date.now();
    const attackers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => newShopper(undefined, { createdAt: now + at * 250 })),
    );
    const honest = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        newShopper(undefined, { createdAt: now - 5 * MINUTE_MS - at * 2_000 }),
      ),
    );
    const attack = attackers.map((attacker) => begin(attacker, { pieces: MOST }));
    const orders = await Promise.all(honest.map((shopper, at) => begin(shopper, { pieces: 1 + (at % 3) })));
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set([200]));
    const got = (await Promise.all(attack)).filter(({ status }) => status === 200).length * MOST;
    expect(got).toBeGreaterThan(0);
    expect(got).toBeLessThanOrEqual(held.crowd[0].unconfirmed.pieces);
    expect(got).toBeLessThan(stock * 0.05);
    // A shopper with a confirmed email has a limit of their own.
    const late = await newShopper(undefined, { createdAt: now, ...confirmed });
    expect((await begin(late, { pieces: 2 })).status).toBe(200);
    expect((await begin(await newShopper(undefined, { createdAt: now }), { pieces: MOST })).body).toEqual(
      refusal(reservationMessages.unconfirmed.crowd),
    );
  });

  test.each<[string, object]>([
    ['one address', { ip: () => '192.0.2.1' }],
    ['a whole /48 of IPv6', { ip: (at: number) => `2001:db8:1:${(at % 50).toString(16)}::${at + 1}` }],
    ['many addresses', { ip: (at: number) => `198.51.100.${at}` }],
  ])(
    'keeps less than 5% from %s, whatever its accounts are, and leaves small orders',
    async (_title, where) => {
      const { ip } = where as { ip: (at: number) => string };
      const honest = await Promise.all(Array.from({ length: 50 }, async () => newShopper()));
      for (const [pieces, own] of [
        [MOST, { createdAt: Date.now() }],
        [MOST, {}],
        [order.confirmed.pieces, confirmed],
      ] as const) {
        for (let from = 0; from < 40; from += AT_ONCE) {
          const some = Array.from({ length: AT_ONCE }, async (_, more) =>
            begin(await newShopper(undefined, own), { pieces, ip: ip(from + more) }),
          );
          await Promise.all(some);
        }
      }
      const orders = await Promise.all(honest.map((shopper, at) => begin(shopper, { pieces: 1 + (at % 2) })));
      expect(new Set(orders.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await kept()).toBeLessThan(stock * 0.05);
    },
  );

  test('keeps less than 5% with accounts that have paid before, and leaves small orders to others like them', async () => {
    const known = async () => {
      const shopper = await newShopper(undefined, confirmed);
      await redis().sadd(paidOrdersKey(shopper.session.userId), 'ORDER');
      return shopper;
    };
    for (let from = 0; from < 40; from += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, async (_, more) =>
        begin(await known(), { pieces: order.confirmed.pieces, ip: `198.51.100.${from + more}` }),
      );
      await Promise.all(some);
    }
    const late = await known();
    expect((await begin(late, { pieces: order.confirmed.pieces })).body).toEqual(
      refusal(reservationMessages.confirmed.large),
    );
    const orders = await Promise.all(Array.from({ length: 30 }, async () => begin(await known())));
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await kept()).toBeLessThan(stock * 0.05);
  });

  test('keeps less than 5% from many addresses with small orders of old accounts', async () => {
    const answers: Awaited<ReturnType<typeof begin>>[] = [];
    for (let from = 0; from < 80; from += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, async (_, more) =>
        begin(await newShopper(), { pieces: 3, ip: `198.51.100.${from + more}` }),
      );
      answers.push(...(await Promise.all(some)));
    }
    expect(answers.at(-1)?.body).toEqual(refusal(reservationMessages.unconfirmed.shop));
    expect(await kept()).toBeLessThan(stock * 0.05);
    const late = await newShopper(undefined, confirmed);
    expect((await begin(late, { pieces: 2 })).status).toBe(200);
  });
});
