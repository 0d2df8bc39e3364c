import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelOrder, deliverOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import { cashKey, markOf } from '../../netlify/storage/keys.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { cashMessages } from '../../src/contract/messages/payment.ts';
import type { DeliveryAddress } from '../../src/domain/address.ts';
import { totalsOf } from '../../src/domain/line-items.ts';
import { type Product, sizesOf } from '../../src/domain/product.ts';
import { cashOnDelivery } from '../../src/domain/config.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import { connect, flush } from '../support/redis.ts';
import { call, newKey, newShopper, orderBody, ownAddress, setStock, stockOf } from '../support/shop-calls.ts';

beforeEach(flush);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const { open, order } = cashOnDelivery;
const confirmed = { emailConfirmedAt: 1 };

/** The cheapest product in sizes, so that pieces come to their limit before rupees do, and the dearest. */
const byPrice = catalogue
  .filter(({ earlyOrder }) => !earlyOrder)
  .toSorted((a, b) => a.pricePaise - b.pricePaise);
const [cheap, dear] = [byPrice[0], byPrice.at(-1)] as [Product, Product];
const sizeOf = (product: Product) => sizesOf(product)[0] ?? 'default';
const PLENTY = 10_000;
/** Orders at once, where there are many. */
const AT_ONCE = 10;

interface Wish {
  product?: Product;
  pieces?: number;
  address?: DeliveryAddress;
  ip?: string;
}

const buy = (
  { token }: { token: string },
  { product = cheap, pieces = 1, address = ownAddress(), ip = '192.0.2.1' }: Wish = {},
) =>
  call('order.place', {
    ...{ token, ip, key: newKey() },
    body: { ...orderBody([product, sizeOf(product), pieces]), address },
  });

beforeEach(async () => {
  // Without a mail server every email waits, and says so; that is of another test.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await setStock(cheap.id, sizeOf(cheap), PLENTY);
  await setStock(dear.id, sizeOf(dear), PLENTY);
});

const taken = async () => PLENTY - ((await stockOf(cheap.id, sizeOf(cheap))) ?? Number.NaN);

const refusal = (message: string) => ({ success: false, code: 'cash-limit', message });

describe('one order on delivery', () => {
  test.each(['emailConfirmedAt', 'googleSubject'] as const)(
    'can be larger, up to a limit, for an account with %s',
    async (field) => {
      const pieces = order.unconfirmed.pieces + 1;
      const refused = await buy(await newShopper(), { pieces });
      expect([refused.status, refused.body]).toEqual([409, refusal(cashMessages.unconfirmed.order)]);
      const own = field === 'googleSubject' ? { googleSubject: '1' } : confirmed;
      expect((await buy(await newShopper(undefined, own), { pieces })).status).toBe(200);
    },
  );

  test.each(['unconfirmed', 'confirmed'] as const)('has a maximum amount: %s', async (state) => {
    const most = order[state].paise;
    const fits = (pieces: number) => totalsOf([{ product: dear, quantity: pieces }]).totalPaise <= most;
    let pieces = 1;
    while (fits(pieces + 1)) pieces += 1;
    const shopper = await newShopper(undefined, state === 'confirmed' ? confirmed : {});
    expect((await buy(shopper, { product: dear, pieces: pieces + 1 })).body).toEqual(
      refusal(cashMessages[state].order),
    );
    expect((await buy(shopper, { product: dear, pieces })).status).toBe(200);
  });
});

describe('open orders on delivery', () => {
  const own = {
    account: async () => {
      const shopper = await newShopper();
      return () => buy(shopper);
    },
    phone: async () => {
      const { phone } = ownAddress();
      return async () => buy(await newShopper(), { address: { ...ownAddress(), phone } });
    },
    address: async () => {
      const { street } = ownAddress();
      const spellings = [street, street.toUpperCase(), `${street.replace('MG', 'M.G.')}`, ` ${street},`];
      let tries = 0;
      return async () => {
        tries += 1;
        return buy(await newShopper(), {
          address: { ...ownAddress(), street: spellings[tries % 4] ?? street },
        });
      };
    },
  };

  test.each(['account', 'phone', 'address'] as const)('are few for one %s', async (by) => {
    const more = await own[by]();
    for (let tries = 0; tries < open[by].unconfirmed; tries += 1) expect((await more()).status).toBe(200);
    expect((await more()).body).toEqual(refusal(cashMessages.unconfirmed[by]));
  });

  test('are more for a confirmed email, and as many as that', async () => {
    const shopper = await newShopper(undefined, confirmed);
    for (let tries = 0; tries < open.account.confirmed; tries += 1) {
      expect((await buy(shopper)).status).toBe(200);
    }
    expect((await buy(shopper)).body).toEqual(refusal(cashMessages.confirmed.account));
  });

  test('of one account at once are never more than it may have', async () => {
    const shopper = await newShopper();
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(shopper)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(open.account.unconfirmed);
    expect(await taken()).toBe(open.account.unconfirmed);
  });

  test('leave room again when one is cancelled or has arrived', async () => {
    const shopper = await newShopper();
    const ids: string[] = [];
    for (let tries = 0; tries < open.account.unconfirmed; tries += 1) {
      ids.push((await buy(shopper)).body.orderId);
    }
    const [first = '', second = ''] = ids;
    expect((await buy(shopper)).status).toBe(409);
    await cancelOrder(first);
    expect((await buy(shopper)).status).toBe(200);
    await processOrder(second);
    await shipOrder(second, { courier: 'Delhivery', trackingNumber: '1' });
    expect((await buy(shopper)).status).toBe(409);
    await deliverOrder(second);
    expect((await buy(shopper)).status).toBe(200);
  });

  test('count for a day', async () => {
    const shopper = await newShopper();
    const at = Date.now();
    const clock = vi.spyOn(Date, 'now');
    for (const ms of [0, 1]) {
      clock.mockReturnValue(at + ms);
      expect((await buy(shopper)).status).toBe(200);
    }
    clock.mockReturnValue(at + DAY_MS - 1);
    expect((await buy(shopper)).status).toBe(409);
    clock.mockReturnValue(at + DAY_MS);
    expect((await buy(shopper)).status).toBe(200);
    clock.mockRestore();
  });

  test('keep the hash of their network until they have come to their end', async () => {
    const { body } = await buy(await newShopper(), { ip: '203.0.113.77' });
    const network = async () => (await readOrder(body.orderId))?.order.network;
    expect(await network()).toBe(markOf('203.0.113.77'));
    await cancelOrder(body.orderId);
    expect(await network()).toBeUndefined();
    expect(await connect().zcard(cashKey('network', markOf('203.0.113.77')))).toBe(0);
  });

  test('are stored without personal data', async () => {
    const address = ownAddress();
    await buy(await newShopper(), { address, ip: '203.0.113.77' });
    const keys = await connect().keys('cash:*');
    expect(keys).toHaveLength(4);
    for (const key of keys) expect(key).not.toMatch(/203\.0|919|mgroad/);
  });
});

describe('a phone number and an address that somebody else names', () => {
  const elsewhere = '198.51.100.7';
  /** More orders than any limit lets pass, all to the victim's phone and address. */
  const attack = async (address: DeliveryAddress, ip: string, own = {}) => {
    for (let at = 0; at < 4; at += 1) {
      const attacker = await newShopper(undefined, own);
      for (let tries = 0; tries < open.account.confirmed; tries += 1) await buy(attacker, { address, ip });
    }
  };

  test('from another network take nothing from who orders there', async () => {
    const address = ownAddress();
    await attack(address, elsewhere);
    await attack(address, elsewhere, confirmed);
    expect((await buy(await newShopper(), { address })).status).toBe(200);
  });

  test('behind the same address take nothing from who confirms the email', async () => {
    const address = ownAddress();
    await attack(address, '192.0.2.1', confirmed);
    expect((await buy(await newShopper(), { address })).body).toEqual(
      refusal(cashMessages.unconfirmed.phone),
    );
    expect((await buy(await newShopper(undefined, confirmed), { address })).status).toBe(200);
  });
});

describe('an attacker who registers accounts as fast as the limits allow', () => {
  /** Three times as many as get their order. */
  const ACCOUNTS = 60;
  const now = Date.now();
  const stock = catalogue
    .filter(({ earlyOrder }) => !earlyOrder)
    .flatMap(({ openingStock }) => Object.values(openingStock))
    .reduce((sum, pieces) => sum + pieces, 0);

  test('takes less than 5% of the stock, while fifty shoppers behind the same address get their orders', async () => {
    const attackers = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, at) => newShopper(undefined, { createdAt: now + at * 250 })),
    );
    // Some came today, some months ago.
    const honest = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        newShopper(undefined, { createdAt: now - 5 * MINUTE_MS - at * 2_000 }),
      ),
    );
    const pieces = order.unconfirmed.pieces;
    const attack = attackers.map((attacker) => buy(attacker, { pieces }));
    const orders = await Promise.all(honest.map((shopper, at) => buy(shopper, { pieces: 1 + (at % 3) })));
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set([200]));
    const got = (await Promise.all(attack)).filter(({ status }) => status === 200).length * pieces;
    expect(got).toBeGreaterThan(0);
    expect(got).toBeLessThanOrEqual(open.newcomers.unconfirmed);
    expect(got).toBeLessThan(stock * 0.05);
    // Whoever confirms the email has room that the attack has not.
    const late = await newShopper(undefined, { createdAt: now, ...confirmed });
    expect((await buy(late, { pieces: 2 })).status).toBe(200);
    expect((await buy(await newShopper(undefined, { createdAt: now }))).body).toEqual(
      refusal(cashMessages.unconfirmed.newcomers),
    );
  });

  test.each([{}, confirmed])('takes less than a twentieth of the stock in an hour: %o', async (own) => {
    const before = await taken();
    for (let minute = 0; minute < 60; minute += 1) {
      const createdAt = now - minute * MINUTE_MS;
      const some = Array.from({ length: 4 }, async () =>
        buy(await newShopper(undefined, { ...own, createdAt }), { pieces: 5 }),
      );
      await Promise.all(some);
    }
    expect((await taken()) - before).toBeLessThan(stock * 0.05);
  });

  test('is not another from each address of an IPv6 network', async () => {
    const from = (at: number) => `2001:db8:1:2:${at.toString(16)}::1`;
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, at) =>
        buy(await newShopper(undefined, { createdAt: now }), { pieces: 5, ip: from(at) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(open.newcomers.unconfirmed / 5);
    const neighbour = await newShopper(undefined, { createdAt: now });
    expect((await buy(neighbour, { ip: '2001:db8:1:3::1' })).status).toBe(200);
  });

  test('with old accounts is stopped by the limit per network', async () => {
    const most = open.network.unconfirmed / 5;
    const answers: Awaited<ReturnType<typeof buy>>[] = [];
    for (let at = 0; at < most; at += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, async () => buy(await newShopper(), { pieces: 5 }));
      answers.push(...(await Promise.all(some)));
    }
    for (let at = 0; at < 3; at += 1) answers.push(await buy(await newShopper(), { pieces: 5 }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    expect(answers.at(-1)?.body).toEqual(refusal(cashMessages.unconfirmed.network));
  });
});
