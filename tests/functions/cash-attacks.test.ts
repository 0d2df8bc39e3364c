import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paidOrdersKey } from '../../netlify/storage/keys.ts';
import type { NewUser } from '../../netlify/storage/accounts.ts';
import { cashMessages } from '../../src/contract/messages/payment.ts';
import { cashOnDelivery, unpaidOnline } from '../../src/domain/order-limits.ts';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time-units.ts';
import { inBatches } from '../support/batches.ts';
import { buy, initialStock, refusal, stockUp, taken } from '../support/cash-buyers.ts';
import { packShipAndDeliver } from '../support/placed-orders.ts';
import { connect, flush } from '../support/redis.ts';
import { newShopper } from '../support/shop-calls.ts';

/** Somebody who orders on delivery with many accounts, and means to take none of it. */

beforeEach(flush);
beforeEach(stockUp);
afterEach(() => vi.useRealTimers());

const HERE = '192.0.2.1';
const { order, open } = cashOnDelivery;
const confirmed = { emailConfirmedAt: 1 };
const LEAST_LEFT = 0.95;

type Answer = Awaited<ReturnType<typeof buy>>;

interface Attack {
  accounts: number;
  /** Of each account. */
  orders?: number;
  pieces?: number;
  own?: () => Partial<NewUser>;
  ip?: (order: number) => string;
  /** The accounts have paid an order before. */
  havePaid?: boolean;
}

const redis = connect();
const pay = ({ session }: { session: { userId: string } }) =>
  redis.sadd(paidOrdersKey(session.userId), 'ORDER');

/** @returns the answers to all orders, first all first orders of the accounts */
async function attack({
  accounts,
  orders = 1,
  pieces = order.unconfirmed.pieces,
  own = () => ({ createdAt: Date.now() }),
  ip = () => HERE,
  havePaid = false,
}: Attack): Promise<Answer[]> {
  const shoppers = await inBatches(accounts, async () => newShopper(undefined, own()));
  if (havePaid) await Promise.all(shoppers.map(pay));
  return inBatches(accounts * orders, async (at) => {
    const shopper = shoppers[at % accounts];
    if (!shopper) throw new Error('There is no such account');
    return buy(shopper, { pieces, ip: ip(at) });
  });
}

/** Shoppers who order one or two pieces each. */
async function honest(
  number: number,
  own: Partial<NewUser> | ((at: number) => Partial<NewUser>),
  ip: string | ((at: number) => string) = HERE,
) {
  const answers = await inBatches(number, async (at) => {
    const shopper = await newShopper(undefined, typeof own === 'function' ? own(at) : own);
    return buy(shopper, { pieces: 1 + (at % 2), ip: typeof ip === 'function' ? ip(at) : ip });
  });
  return passed(answers);
}

const passed = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
const minutesOld = (minutes: number) => ({ createdAt: Date.now() - minutes * MINUTE_MS });
const daysOld = { createdAt: Date.now() - 2 * DAY_MS };
const known = { ...daysOld, ...confirmed };
const expectNearlyAllLeft = async () => expect(await taken()).toBeLessThan(initialStock * (1 - LEAST_LEFT));

const manyNetworks = (at: number) => `198.51.${at >> 8}.${at % 256}`;
const oneIpv6Network = (at: number) => `2001:db8:7:${(at % 50).toString(16)}::${(at + 1).toString(16)}`;
const oneHousehold = (at: number) => `2001:db8:7:0:${(at + 1).toString(16)}::1`;
const neighbour = (at: number) => `2001:db8:7:${(at + 1).toString(16)}::1`;

describe('an attacker behind one address', () => {
  test('leaves their orders to fifty shoppers there who order meanwhile', async () => {
    const running = attack({ accounts: 60 });
    const shoppers = await inBatches(50, (at) => newShopper(undefined, minutesOld(5 + at / 30)), 50);
    const orders = await Promise.all(shoppers.map((shopper, at) => buy(shopper, { pieces: 1 + (at % 3) })));
    expect(passed(orders)).toBe(50);
    expect(passed(await running)).toBeGreaterThan(0);
    await expectNearlyAllLeft();
  });

  test('leaves their orders to shoppers who register while it goes on for ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let got = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      await attack({ accounts: 8, orders: 2 });
      got += await honest(5, minutesOld(3));
      vi.setSystemTime(Date.now() + MINUTE_MS);
    }
    expect(got).toBe(50);
    await expectNearlyAllLeft();
    // Shoppers who have confirmed their email are counted apart from those who have not.
    expect(await honest(50, (at) => ({ ...confirmed, ...minutesOld(20 + (at % 17)) }))).toBe(50);
  });

  test.each<[string, Partial<NewUser>, number, number]>([
    ['old accounts', daysOld, 5, 2],
    ['old accounts with confirmed emails', known, 20, 5],
  ])(
    'takes less than a twentieth of the stock with %s, and leaves small orders to others',
    async (_title, own, pieces, orders) => {
      const answers = await attack({ accounts: 20, orders, pieces, own: () => own });
      expect(answers.at(-1)?.body.message).toMatch(/up to 3 pieces/);
      expect(await honest(50, daysOld)).toBe(50);
      expect(await honest(1, known)).toBe(1);
      await expectNearlyAllLeft();
    },
  );

  test.each([{}, confirmed])('takes less than a twentieth of the stock in an hour: %o', async (own) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let minute = 0; minute < 60; minute += 1) {
      await attack({ accounts: 4, own: () => ({ ...own, createdAt: Date.now() }) });
      vi.setSystemTime(Date.now() + MINUTE_MS);
    }
    await expectNearlyAllLeft();
  });

  test('with many small orders of old accounts leaves room to those who confirm the email', async () => {
    const answers = await attack({ accounts: 60, pieces: 3, own: () => daysOld });
    expect(answers.at(-1)?.body).toEqual(refusal(cashMessages.unconfirmed.network));
    expect(await honest(10, known)).toBe(10);
    await expectNearlyAllLeft();
  });

  test('tells who has just registered what is possible', async () => {
    await attack({ accounts: 40, pieces: 1 });
    const { crowd } = cashMessages.unconfirmed;
    expect((await buy(await newShopper(undefined, minutesOld(0)))).body).toEqual(refusal(crowd));
    expect(crowd).toMatch(/3 pieces.*2 minutes after.*confirmation email.*pay online/);
  });

  test('does not use up the room of an account that has received an order', async () => {
    const regular = await newShopper(undefined, confirmed);
    await packShipAndDeliver((await buy(regular)).body.orderId);
    await attack({ accounts: 20, pieces: 20, own: () => known });
    await attack({ accounts: 60, pieces: 3, own: () => known, ip: manyNetworks });
    expect((await buy(regular, { pieces: 10 })).status).toBe(200);
  });
});

describe('an attacker with many addresses', () => {
  test('has one household with a /64 of IPv6, and leaves their orders to its neighbours', async () => {
    const many = { accounts: 60, pieces: 3, ip: oneHousehold };
    const answers = await attack({ ...many, own: () => daysOld });
    expect(answers.at(-1)?.body).toEqual(refusal(cashMessages.unconfirmed.network));
    expect(await taken()).toBeLessThanOrEqual(open.household[0].unconfirmed);
    expect(await honest(50, minutesOld(5), neighbour)).toBe(50);
    await attack({ ...many, own: () => known });
    expect(await honest(30, { ...minutesOld(5), ...confirmed }, neighbour)).toBe(30);
  });

  test('a family behind one /64 of IPv6 gets its orders', async () => {
    const ip = oneHousehold(1);
    expect(await honest(6, minutesOld(5), ip)).toBe(6);
    for (const pieces of [order.unconfirmed.pieces, order.confirmed.pieces])
      expect((await buy(await newShopper(undefined, known), { pieces, ip })).status).toBe(200);
  });

  test('has one network with a whole /48 of IPv6', async () => {
    await attack({ accounts: 100, orders: 2, ip: oneIpv6Network });
    expect(await taken()).toBe(open.crowd[0].unconfirmed);
    await attack({ accounts: 20, orders: 2, pieces: 10, own: () => known, ip: oneIpv6Network });
    await expectNearlyAllLeft();
    expect(await honest(1, minutesOld(0), '2001:db8:8:1::1')).toBe(1);
  });

  test.each<[string, () => Partial<NewUser>, number]>([
    ['new accounts', () => minutesOld(0), 5],
    ['old accounts', () => daysOld, 5],
    ['old accounts with confirmed emails', () => known, 20],
  ])(
    'takes less than a twentieth of the stock with %s, and leaves small orders to others',
    async (_title, own, pieces) => {
      const answers = await attack({ accounts: 60, pieces, own, ip: manyNetworks });
      const state = 'emailConfirmedAt' in own() ? 'confirmed' : 'unconfirmed';
      expect(answers.at(-1)?.body).toEqual(refusal(cashMessages[state].large));
      expect(await honest(50, daysOld)).toBe(50);
      await expectNearlyAllLeft();
    },
  );

  test('takes less than a twentieth of the stock in an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let minute = 0; minute < 60; minute += 2) {
      await attack({
        accounts: 20,
        own: () => ({ ...minutesOld(9), ...confirmed }),
        ip: (at) => manyNetworks(minute * 30 + at),
      });
      vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    }
    await expectNearlyAllLeft();
  });

  test('takes less than a twentieth of the stock at full speed with small orders of old accounts, and never the whole stock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const many = { accounts: 80, pieces: 3, own: () => daysOld };
    const answers = await attack({ ...many, ip: manyNetworks });
    expect(answers.at(-1)?.body).toEqual(refusal(cashMessages.unconfirmed.shop));
    await expectNearlyAllLeft();
    expect(await honest(3, known)).toBe(3);
    for (let hour = 0; hour < 5; hour += 1) {
      for (let minute = 0; minute < 6; minute += 2) {
        await attack({ ...many, ip: manyNetworks });
        vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
      }
      vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
    }
    expect(await taken()).toBeLessThanOrEqual(open.shop[2].unconfirmed + 5);
    expect(await taken()).toBeLessThan(initialStock / 4);
  });
});

describe('an attacker with accounts that have paid before', () => {
  const rich = { pieces: order.confirmed.pieces, own: () => known, havePaid: true };

  test('takes less than a twentieth of the stock, and leaves small orders to others like them', async () => {
    const answers = await attack({ ...rich, accounts: 40, orders: 5, ip: (at) => `198.51.100.${at % 7}` });
    expect(answers.at(-1)?.body).toEqual(refusal(cashMessages.confirmed.large));
    const served = await inBatches(50, async (at) => {
      const regular = await newShopper(undefined, known);
      await pay(regular);
      return buy(regular, { pieces: 1 + (at % 2) });
    });
    expect(passed(served)).toBe(50);
    expect(await honest(20, daysOld)).toBe(20);
    await expectNearlyAllLeft();
  });

  test('takes less than a twentieth of the stock at full speed with small orders', async () => {
    const answers = await attack({ ...rich, accounts: 80, pieces: 3, ip: manyNetworks });
    expect(answers.at(-1)?.body).toEqual(refusal(cashMessages.confirmed.shop));
    await expectNearlyAllLeft();
  });
});

test('the limits of all kinds of accounts at one time are less than 5% of the stock that the shop opens with', () => {
  const most = [open.shop[0], unpaidOnline.held.shop[0]].flatMap(({ unconfirmed, confirmed: more, paid }) =>
    [unconfirmed, more, paid].map((limit) => (typeof limit === 'number' ? limit : limit.pieces)),
  );
  expect(Math.max(...most)).toBeLessThan(initialStock * (1 - LEAST_LEFT));
});
