import { beforeEach, describe, expect, test } from 'vitest';
import { alertOrderSurge as lookForSurge } from '../../netlify/services/order-surge.ts';
import { allOrdersKey, orderSurgeKey } from '../../netlify/storage/keys.ts';
import { brand, orderSurge } from '../../src/domain/config.ts';
import { cashOnDelivery, unpaidOnline } from '../../src/domain/order-limits.ts';
import { sizesOf } from '../../src/domain/product.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time-units.ts';
import { buy, cheap, stockUp } from '../support/cash-buyers.ts';
import { SHOP_ADDRESS, useProviders } from '../support/payments.ts';
import { sendEmails } from '../support/refunds.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { call, newKey, newShopper, orderBody, ownAddress, workDone } from '../support/shop-calls.ts';

useProviders();
const mailServer = useMailServer(SHOP_ADDRESS);
const toOwner = () => mailServer.emails.filter(({ to }) => to.includes(brand.support.email));
const redis = connect({ automaticDeserialization: false });

const AT = Date.UTC(2026, 10, 20, 12);

beforeEach(flush);

/** This many orders, evenly over these ms, the last one a minute before `at`. */
async function ordersWithin(count: number, ms: number, at = AT): Promise<void> {
  const [first, ...rest] = Array.from({ length: count }, (_, number) => ({
    score: at - 60_000 - Math.floor((number * (ms - 60_000)) / count),
    member: `${at}-${ms}-${number}`,
  }));
  if (first) await redis.zadd(allOrdersKey(), first, ...rest);
}

/** A run of the job looks for a surge, then sends emails. */
async function alertOrderSurge(at: number): Promise<void> {
  await lookForSurge(at);
  await sendEmails();
}

/** Seven days of five orders an hour. */
const usual = () => ordersWithin(5 * 24 * orderSurge.usualDays, 7 * DAY_MS, AT - HOUR_MS);

describe('an email about a surge of orders goes to the owner', () => {
  test('once, also after concurrent checks', async () => {
    await usual();
    await ordersWithin(60, HOUR_MS);
    await Promise.all(Array.from({ length: 5 }, () => lookForSurge(AT)));
    await alertOrderSurge(AT + 5 * 60_000);
    expect(mailServer.emails).toHaveLength(1);
    const [{ mail } = { mail: undefined }] = toOwner();
    expect(mail?.subject).toBe('60 orders in one hour at Taana');
    expect(mail?.text).toContain('Usually there are about 5 in an hour.');
    expect(mail?.text).toContain('orders cancel-list');
  });

  test('also for a small shop with ten orders a day', async () => {
    await ordersWithin(10 * orderSurge.usualDays, 7 * DAY_MS, AT - HOUR_MS);
    await ordersWithin(9, HOUR_MS);
    await alertOrderSurge(AT);
    expect(mailServer.emails).toEqual([]);
    await ordersWithin(12, HOUR_MS, AT + 60_000);
    for (let minutes = 1; minutes < 60; minutes += 5) await alertOrderSurge(AT + minutes * 60_000);
    expect(mailServer.emails.map(({ mail }) => mail.subject)).toEqual([
      expect.stringMatching(/^\d+ orders in one hour at Taana$/),
    ]);
    expect(mailServer.emails[0]?.mail.text).toContain('Usually there are fewer than one');
  });

  test('again when the surge has stopped for some hours and a new one begins', async () => {
    await usual();
    await ordersWithin(60, HOUR_MS);
    await alertOrderSurge(AT);
    expect(Number(await redis.pttl(orderSurgeKey()))).toBeLessThanOrEqual(orderSurge.pauseHours * HOUR_MS);
    await redis.del(orderSurgeKey());
    await ordersWithin(60, HOUR_MS, AT + 8 * HOUR_MS);
    await alertOrderSurge(AT + 8 * HOUR_MS);
    expect(mailServer.emails).toHaveLength(2);
  });
});

describe('the same email goes to the owner when a limit of the whole shop refuses orders', () => {
  beforeEach(stockUp);
  const { order, open } = cashOnDelivery;
  const { pieces } = order.unconfirmed;
  /** Orders on delivery of new accounts, each from a network of its own, as large as they may be. */
  async function attack(count: number) {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const answer = await buy(await newShopper(), { pieces, ip: `198.51.100.${at}` });
      statuses.push(answer.status);
    }
    await workDone();
    return statuses;
  }

  test('once, although few orders came in', async () => {
    const fit = open.large[0].unconfirmed / pieces;
    const statuses = await attack(fit + 3);
    expect(statuses).toEqual([...statuses.slice(0, fit).fill(200), 409, 409, 409]);
    expect(toOwner()).toHaveLength(1);
    const [{ mail } = { mail: undefined }] = toOwner();
    expect(mail?.subject).toBe(`Orders are refused at ${brand.name}`);
    expect(mail?.text).toContain('orders cancel-list');
    await ordersWithin(600, HOUR_MS, Date.now());
    await alertOrderSurge(Date.now());
    expect(toOwner()).toHaveLength(1);
  });

  test('also for online orders', async () => {
    const most = unpaidOnline.order.unconfirmed.pieces;
    const lines = [[cheap, sizesOf(cheap)[0] ?? '', most]] as [typeof cheap, string, number][];
    for (let left = unpaidOnline.held.large[0].unconfirmed.pieces; left > -most; left -= most) {
      const { token } = await newShopper();
      const body = { ...orderBody(...lines), address: ownAddress() };
      await call('order.razorpay', { token, key: newKey(), body, ip: `198.51.100.${left + most}` });
    }
    await workDone();
    expect(toOwner().map(({ mail }) => mail.subject)).toEqual([`Orders are refused at ${brand.name}`]);
  });

  test('not if a limit of one account refuses one', async () => {
    const shopper = await newShopper();
    const statuses: number[] = [];
    for (let at = 0; at <= open.account.unconfirmed; at += 1) statuses.push((await buy(shopper)).status);
    await workDone();
    expect(statuses.at(-1)).toBe(409);
    expect(toOwner()).toEqual([]);
  });
});
