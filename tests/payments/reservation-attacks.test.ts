import { describe, expect, test } from 'vitest';
import { paidOrdersKey } from '../../netlify/storage/keys.ts';
import { redis } from '../../netlify/storage/redis.ts';
import { reservationMessages } from '../../src/contract/messages/payment.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { unpaidOnline } from '../../src/domain/order-limits.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { verifyRazorpay } from '../support/payments.ts';
import { inBatches } from '../support/batches.ts';
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
const statusesOf = (answers: readonly { status: number }[]) => new Set(answers.map(({ status }) => status));

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
    await inBatches(240, async (at) =>
      begin(await newShopper(undefined, { ...own, createdAt: createdAt(at >> 2) }), { pieces: MOST }),
    );
    expect(await kept()).toBeLessThan(stock * 0.05);
    // A shopper who has paid before has a limit of their own.
    await forgetPaid(regular.session.userId);
    expect((await begin(regular, { pieces: 2 })).status).toBe(200);
  });

  test('reserves less than 5% of the stock, while fifty shoppers behind the same address get their orders', async () => {
    const now = Date.now();
    const attackers = await inBatches(60, (at) => newShopper(undefined, { createdAt: now + at * 250 }));
    const honest = await inBatches(50, (at) =>
      newShopper(undefined, { createdAt: now - 5 * MINUTE_MS - at * 2_000 }),
    );
    const attack = attackers.map((attacker) => begin(attacker, { pieces: MOST }));
    const orders = await Promise.all(honest.map((shopper, at) => begin(shopper, { pieces: 1 + (at % 3) })));
    expect(statusesOf(orders)).toEqual(new Set([200]));
    const got = (await Promise.all(attack)).filter(({ status }) => status === 200).length * MOST;
    expect(got).toBeGreaterThan(0);
    expect(got).toBeLessThanOrEqual(held.crowd[0].unconfirmed.pieces);
    expect(got).toBeLessThan(stock * 0.05);
    // A shopper with a confirmed email has a limit of their own.
    const late = await newShopper(undefined, { createdAt: now, ...confirmed });
    expect((await begin(late, { pieces: 2 })).status).toBe(200);
    const refused = await begin(await newShopper(undefined, { createdAt: now }), { pieces: MOST });
    expect(refused.body).toEqual(refusal(reservationMessages.unconfirmed.crowd));
  });

  test.each<[string, (at: number) => string]>([
    ['one address', () => '192.0.2.1'],
    ['a whole /48 of IPv6', (at) => `2001:db8:1:${(at % 50).toString(16)}::${at + 1}`],
    ['many addresses', (at) => `198.51.100.${at}`],
  ])('keeps less than 5% from %s, whatever its accounts are, and leaves small orders', async (_title, ip) => {
    const honest = await inBatches(50, () => newShopper());
    for (const [pieces, own] of [
      [MOST, { createdAt: Date.now() }],
      [MOST, {}],
      [order.confirmed.pieces, confirmed],
    ] as const) {
      await inBatches(40, async (at) => begin(await newShopper(undefined, own), { pieces, ip: ip(at) }));
    }
    const orders = await Promise.all(honest.map((shopper, at) => begin(shopper, { pieces: 1 + (at % 2) })));
    expect(statusesOf(orders)).toEqual(new Set([200]));
    expect(await kept()).toBeLessThan(stock * 0.05);
  });

  test('keeps less than 5% with accounts that have paid before, and leaves small orders to others like them', async () => {
    const known = async () => {
      const shopper = await newShopper(undefined, confirmed);
      await redis().sadd(paidOrdersKey(shopper.session.userId), 'ORDER');
      return shopper;
    };
    const { pieces } = order.confirmed;
    await inBatches(40, async (at) => begin(await known(), { pieces, ip: `198.51.100.${at}` }));
    const late = await begin(await known(), { pieces });
    expect(late.body).toEqual(refusal(reservationMessages.confirmed.large));
    const orders = await Promise.all(Array.from({ length: 30 }, async () => begin(await known())));
    expect(statusesOf(orders)).toEqual(new Set([200]));
    expect(await kept()).toBeLessThan(stock * 0.05);
  });

  test('keeps less than 5% from many addresses with small orders of old accounts', async () => {
    const answers = await inBatches(80, async (at) =>
      begin(await newShopper(), { pieces: 3, ip: `198.51.100.${at}` }),
    );
    expect(answers.at(-1)?.body).toEqual(refusal(reservationMessages.unconfirmed.shop));
    expect(await kept()).toBeLessThan(stock * 0.05);
    const late = await newShopper(undefined, confirmed);
    expect((await begin(late, { pieces: 2 })).status).toBe(200);
  });
});
