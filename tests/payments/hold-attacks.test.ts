import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { justPaidKey, variant } from '../../netlify/storage/keys.ts';
import { heldMessages } from '../../src/contract/messages/payment.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import type { DeliveryAddress } from '../../src/domain/address.ts';
import { type Product, sizesOf } from '../../src/domain/product.ts';
import { unpaidOnline } from '../../src/domain/config.ts';
import { useProviders, verifyRazorpay } from '../support/payments.ts';
import { connect, flush } from '../support/redis.ts';
import { call, newKey, newShopper, orderBody, ownAddress, setStock, stockOf } from '../support/shop-calls.ts';

/** Somebody who keeps pieces from everybody else with orders to be paid online, and never pays. */

const providers = useProviders();
const redis = connect();

const MINUTE_MS = 60_000;
const { order, held } = unpaidOnline;
const MOST = order.unconfirmed.pieces;
const PLENTY = 10_000;
const confirmed = { emailConfirmedAt: 1 };
/** Concurrent orders, if there are many. */
const AT_ONCE = 10;

/** The cheapest products in sizes, so that pieces come to their limit before rupees do, and the dearest. */
const byPrice = catalogue
  .filter(({ earlyOrder }) => !earlyOrder)
  .toSorted((a, b) => a.pricePaise - b.pricePaise);
const cheap = byPrice.slice(0, 6) as [Product, ...Product[]];
const dear = byPrice.at(-1) as Product;
const sizeOf = (product: Product) => sizesOf(product)[0] ?? 'default';

beforeEach(flush);
beforeEach(async () => {
  for (const product of [...cheap, dear]) await setStock(product.id, sizeOf(product), PLENTY);
});
afterEach(() => vi.useRealTimers());

interface Wish {
  lines?: [Product, number][];
  pieces?: number;
  address?: DeliveryAddress;
  ip?: string;
  by?: 'order.razorpay' | 'order.stripe';
}

/** Lines of at most ten pieces each. */
function linesOf(pieces: number): [Product, number][] {
  return cheap.flatMap((product, at): [Product, number][] => {
    const quantity = Math.min(10, pieces - at * 10);
    return quantity > 0 ? [[product, quantity]] : [];
  });
}

async function begin(
  { token }: { token: string },
  {
    pieces = 1,
    lines = linesOf(pieces),
    address = ownAddress(),
    ip = '192.0.2.1',
    by = 'order.razorpay',
  }: Wish = {},
) {
  const asked = lines.map(([product, quantity]): [Product, string, number] => {
    return [product, sizeOf(product), quantity];
  });
  const body = { ...orderBody(...asked), address };
  return call(by as 'order.razorpay', { token, ip, key: newKey(), body });
}

/** As two minutes after the payment, when nobody is asked any more whether they want the same pieces again. */
const forgetPaid = (userId: string) => redis.del(justPaidKey(userId, variant(cheap[0].id, sizeOf(cheap[0]))));

const kept = async () => {
  const left = await Promise.all(cheap.map(async (product) => stockOf(product.id, sizeOf(product))));
  return left.reduce<number>((sum, one) => sum + PLENTY - (one ?? Number.NaN), 0);
};
const refusal = (message: string) => ({ success: false, code: 'hold-limit', message });

describe('an attacker who registers accounts as fast as the limits allow and pays nothing', () => {
  const stock = catalogue
    .filter(({ earlyOrder }) => !earlyOrder)
    .flatMap(({ openingStock }) => Object.values(openingStock))
    .reduce((sum, pieces) => sum + pieces, 0);

  test.each<[string, object, (minute: number) => number]>([
    ['new accounts', {}, (minute) => Date.now() - minute * MINUTE_MS],
    ['new accounts with confirmed emails', confirmed, (minute) => Date.now() - minute * MINUTE_MS],
    ['accounts from months ago', {}, () => 1],
    ['accounts from months ago with confirmed emails', confirmed, () => 1],
  ])('keeps less than a twentieth of the stock for an hour with %s', async (_title, own, createdAt) => {
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
    // Whoever has paid before has room that the attack has not.
    await forgetPaid(regular.session.userId);
    expect((await begin(regular, { pieces: 2 })).status).toBe(200);
  });

  test('keeps less than 5% of the stock, while fifty shoppers behind the same address get their orders', async () => {
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
    // Whoever confirms the email has room that the attack has not.
    const late = await newShopper(undefined, { createdAt: now, ...confirmed });
    expect((await begin(late, { pieces: 2 })).status).toBe(200);
    expect((await begin(await newShopper(undefined, { createdAt: now }), { pieces: MOST })).body).toEqual(
      refusal(heldMessages.unconfirmed.crowd),
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

  test('keeps less than 5% from many addresses with small orders of old accounts', async () => {
    const answers: Awaited<ReturnType<typeof begin>>[] = [];
    for (let from = 0; from < 80; from += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, async (_, more) =>
        begin(await newShopper(), { pieces: 3, ip: `198.51.100.${from + more}` }),
      );
      answers.push(...(await Promise.all(some)));
    }
    expect(answers.at(-1)?.body).toEqual(refusal(heldMessages.unconfirmed.shop));
    expect(await kept()).toBeLessThan(stock * 0.05);
    const late = await newShopper(undefined, confirmed);
    expect((await begin(late, { pieces: 2 })).status).toBe(200);
  });
});
