import { describe, expect, test } from 'vitest';
import { heldMessages } from '../../src/contract/messages/payment.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { unpaidOnline } from '../../src/domain/config.ts';
import { verifyRazorpay } from '../support/payments.ts';
import { newShopper } from '../support/shop-calls.ts';
import {
  begin,
  confirmed,
  forgetPaid,
  kept,
  MINUTE_MS,
  MOST,
  refusal,
  useReservations,
} from '../support/reservations.ts';

/** An attacker reserves stock with online orders and never pays. */

const providers = useReservations();
const { held } = unpaidOnline;
/** Concurrent orders. */
const AT_ONCE = 10;

describe('an attacker who registers accounts as fast as the limits allow and never pays', () => {
  const stock = catalogue
    .filter(({ earlyOrder }) => !earlyOrder)
    .flatMap(({ openingStock }) => Object.values(openingStock))
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
    expect(got).toBeLessThanOrEqual(held.newcomers.unconfirmed.pieces);
    expect(got).toBeLessThan(stock * 0.05);
    // A shopper with a confirmed email has a limit of their own.
    const late = await newShopper(undefined, { createdAt: now, ...confirmed });
    expect((await begin(late, { pieces: 2 })).status).toBe(200);
    expect((await begin(await newShopper(undefined, { createdAt: now }))).body).toEqual(
      refusal(heldMessages.unconfirmed.newcomers),
    );
  });

  test('counts once per IPv6 network, up to the limit of one network', async () => {
    const most = held.network.unconfirmed.pieces / MOST;
    const answers: Awaited<ReturnType<typeof begin>>[] = [];
    const next = async (at: number) =>
      begin(await newShopper(), { pieces: MOST, ip: `2001:db8:1:2:${at.toString(16)}::1` });
    for (let at = 0; at < most; at += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, async (_, more) => next(at + more));
      answers.push(...(await Promise.all(some)));
    }
    answers.push(await next(most), await next(most + 1));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    expect(answers.at(-1)?.body).toEqual(refusal(heldMessages.unconfirmed.network));
    expect((await begin(await newShopper(), { ip: '2001:db8:1:3::1' })).status).toBe(200);
  });
});
