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
  own?: Partial<NewUser>;
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
  own = { createdAt: Date.now() },
  ip = () => HERE,
  havePaid = false,
}: Attack): Promise<Answer[]> {
  const shoppers = await inBatches(accounts, () => newShopper(undefined, own));
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
const paying = { own: known, havePaid: true, pieces: order.confirmed.pieces };
const expectNearlyAllLeft = async () => expect(await taken()).toBeLessThan(initialStock * (1 - LEAST_LEFT));

const manyNetworks = (at: number) => `198.51.${at >> 8}.${at % 256}`;
const oneIpv6Network = (at: number) => `2001:db8:7:${(at % 50).toString(16)}::${(at + 1).toString(16)}`;
const oneHousehold = (at: number) => `2001:db8:7:0:${(at + 1).toString(16)}::1`;
const neighbour = (at: number) => `2001:db8:7:${(at + 1).toString(16)}::1`;

/** Without and with a confirmed email: how many shoppers with small orders still order. */
type Served = [daysOld: number, known: number];
const { unconfirmed: ofNew, confirmed: ofConfirmed } = cashMessages;
const manyAddresses = { accounts: 20, ip: manyNetworks };
const fewAddresses = { ip: (at: number) => `198.51.100.${at % 7}` };

test.each<[who: string, Attack, refused: string, ...Served]>([
  ['old accounts behind one address', { accounts: 20, orders: 2, own: daysOld }, ofNew.crowd, 50, 1],
  ['confirmed ones there', { accounts: 10, orders: 5, pieces: 20, own: known }, ofConfirmed.crowd, 50, 1],
  ['small orders of old accounts there', { accounts: 60, pieces: 3, own: daysOld }, ofNew.network, 0, 10],
  ['new accounts with many addresses', manyAddresses, ofNew.large, 20, 0],
  ['old ones', { ...manyAddresses, own: daysOld }, ofNew.large, 20, 0],
  ['confirmed ones', { ...manyAddresses, pieces: 20, own: known }, ofConfirmed.large, 20, 0],
  ['paying accounts', { ...paying, ...fewAddresses, accounts: 20, orders: 5 }, ofConfirmed.large, 20, 0],
  ['their small orders', { ...paying, ...manyAddresses, accounts: 80, pieces: 3 }, ofConfirmed.shop, 0, 0],
])(
  '%s take less than a twentieth of the stock, and leave small orders to others',
  async (_who, attackers, refused, olds, knowns) => {
    const answers = await attack(attackers);
    expect(answers.at(-1)?.body).toEqual(refusal(refused));
    expect([await honest(olds, daysOld), await honest(knowns, known)]).toEqual([olds, knowns]);
    await expectNearlyAllLeft();
  },
);

test.each<[who: string, everyMinutes: number, Attack]>([
  ['new accounts behind one address', 2, { accounts: 2 }],
  ['new accounts with confirmed emails behind one address', 2, { accounts: 2, own: confirmed }],
  [
    'accounts with confirmed emails and many addresses',
    4,
    { accounts: 10, own: confirmed, ip: manyNetworks },
  ],
])('%s take less than a twentieth of the stock in an hour', async (_who, every, attackers) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let minute = 0; minute < 60; minute += every) {
    await attack({ ...attackers, own: { createdAt: Date.now(), ...attackers.own } });
    vi.setSystemTime(Date.now() + every * MINUTE_MS);
  }
  await expectNearlyAllLeft();
});

test('an attacker with accounts that have paid before leaves small orders to others like them', async () => {
  await attack({ ...paying, ...fewAddresses, accounts: 20, orders: 5 });
  const served = await inBatches(20, async (at) => {
    const regular = await newShopper(undefined, known);
    await pay(regular);
    return buy(regular, { pieces: 1 + (at % 2) });
  });
  expect(passed(served)).toBe(20);
});

test('small orders of old accounts at full speed take less than a twentieth of the stock, and never all of it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const many = { accounts: 80, pieces: 3, own: daysOld, ip: manyNetworks };
  expect((await attack(many)).at(-1)?.body).toEqual(refusal(cashMessages.unconfirmed.shop));
  await expectNearlyAllLeft();
  expect(await honest(3, known)).toBe(3);
  for (let hour = 0; hour < 3; hour += 1) {
    for (let minute = 0; minute < 6; minute += 2) {
      await attack(many);
      vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    }
    vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
  }
  expect(await taken()).toBeLessThanOrEqual(open.shop[2].unconfirmed + 5);
  expect(await taken()).toBeLessThan(initialStock / 4);
});

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
      await attack({ accounts: 4, orders: 2 });
      got += await honest(5, minutesOld(3));
      vi.setSystemTime(Date.now() + MINUTE_MS);
    }
    expect(got).toBe(50);
    await expectNearlyAllLeft();
    // Shoppers who have confirmed their email are counted apart from those who have not.
    expect(await honest(50, (at) => ({ ...confirmed, ...minutesOld(20 + (at % 17)) }))).toBe(50);
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
    await attack({ accounts: 20, pieces: 20, own: known });
    await attack({ accounts: 60, pieces: 3, own: known, ip: manyNetworks });
    expect((await buy(regular, { pieces: 10 })).status).toBe(200);
  });
});

describe('of IPv6', () => {
  test('a /64 is one household, which leaves their orders to its neighbours', async () => {
    const many = { accounts: 30, pieces: 3, ip: oneHousehold };
    const answers = await attack({ ...many, own: daysOld });
    expect(answers.at(-1)?.body).toEqual(refusal(cashMessages.unconfirmed.network));
    expect(await taken()).toBeLessThanOrEqual(open.household[0].unconfirmed);
    expect(await honest(50, minutesOld(5), neighbour)).toBe(50);
    await attack({ ...many, own: known });
    expect(await honest(30, { ...minutesOld(5), ...confirmed }, neighbour)).toBe(30);
  });

  test('a family behind one /64 gets its orders', async () => {
    const ip = oneHousehold(1);
    expect(await honest(6, minutesOld(5), ip)).toBe(6);
    for (const pieces of [order.unconfirmed.pieces, order.confirmed.pieces])
      expect((await buy(await newShopper(undefined, known), { pieces, ip })).status).toBe(200);
  });

  test('a whole /48 is one network', async () => {
    await attack({ accounts: 20, orders: 2, ip: oneIpv6Network });
    expect(await taken()).toBe(open.crowd[0].unconfirmed);
    await attack({ accounts: 20, orders: 2, pieces: 10, own: known, ip: oneIpv6Network });
    await expectNearlyAllLeft();
    expect(await honest(1, minutesOld(0), '2001:db8:8:1::1')).toBe(1);
  });
});

test('the limits of all kinds of accounts at one time are less than 5% of the stock that the shop opens with', () => {
  const most = [open.shop[0], unpaidOnline.held.shop[0]].flatMap(({ unconfirmed, confirmed: more, paid }) =>
    [unconfirmed, more, paid].map((limit) => (typeof limit === 'number' ? limit : limit.pieces)),
  );
  expect(Math.max(...most)).toBeLessThan(initialStock * (1 - LEAST_LEFT));
});
