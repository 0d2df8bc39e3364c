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

/** An attacker reserves stock with online orders and never pays. */

const providers = useProviders();
const redis = connect();

const MINUTE_MS = 60_000;
const { order, held } = unpaidOnline;
const MOST = order.unconfirmed.pieces;
const PLENTY = 10_000;
const confirmed = { emailConfirmedAt: 1 };
/** Concurrent orders. */
const AT_ONCE = 10;

/** The cheapest products in sizes, so that the limit of pieces applies before the limit of rupees, and the dearest. */
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

/** As two minutes after a payment, when shoppers are no longer asked whether they want the same pieces again. */
const forgetPaid = (userId: string) => redis.del(justPaidKey(userId, variant(cheap[0].id, sizeOf(cheap[0]))));

const kept = async () => {
  const left = await Promise.all(cheap.map(async (product) => stockOf(product.id, sizeOf(product))));
  return left.reduce<number>((sum, one) => sum + PLENTY - (one ?? Number.NaN), 0);
};
const refusal = (message: string) => ({ success: false, code: 'hold-limit', message });

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
