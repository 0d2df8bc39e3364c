import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cancelOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import { allOrdersKey, variant } from '../../netlify/storage/keys.ts';
import { findings } from '../chaos/faults/invariants.ts';
import type { Environment } from '../chaos/faults/environment.ts';
import { readGroundTruth, type GroundTruth } from '../chaos/faults/ground-truth.ts';
import { newClientLog } from '../chaos/faults/client-log.ts';
import { addBulk, removeBulk, usePlace } from '../support/backups.ts';
import { discountedBody, newCode } from '../support/codes.ts';
import { shopCommand as shop } from '../support/command.ts';
import { SHOP_ADDRESS, useProviders } from '../support/payments.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect } from '../support/redis.ts';
import { second } from '../support/second-database.ts';
import {
  address,
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  setStock,
  shirt,
  workDone,
} from '../support/shop-calls.ts';

useProviders();
useMailServer(SHOP_ADDRESS);
const place = usePlace();

/** Stock that the load cannot sell out. */
const PIECES = 5_000;
const LOADS = 4;
/** The minimum number of orders when the backup begins. */
const BEFORE = 30;
/** Makes the backup last for some seconds. */
const BULK = 3_000;

/** The rules of the fault runs that hold in a shop without faults. */
const rules = [
  'Every order matches its request: shopper, lines and amount, and it is in both lists',
  'No stock is negative or lost: initial + added by staff = on sale + reserved + sold',
  'Sold pieces equal the pieces of valid orders',
  'A valid order paid online has its money; any other has none',
  'Every change for the shopper is in their notifications, once',
  'Invoices and credit notes are numbered without gap or duplicate in each financial year, and add up',
  'A code belongs to at most one order, and to no cancelled or failed one',
  'Every key in Redis has an owner',
];

async function truthOf(token: string, codes: readonly string[]) {
  const initial = new Map([hoodie, shirt].map(({ id }) => [variant(id, 'M'), PIECES]));
  const ask = async (...command: (string | number)[]) => {
    const response = await fetch(process.env['UPSTASH_REDIS_REST_URL'] ?? '', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(command),
    });
    return ((await response.json()) as { result: unknown }).result;
  };
  const books = {
    ledger: [],
    razorpay: { refunds: [], disputes: [] },
    stripe: { refunds: [], disputes: [] },
  };
  const environment = {
    redis: { ask },
    providers: { books: () => books },
    mails: async () => [],
    failureNoticesAt: new Map(),
    realTime: (at: number) => at,
    quietBefore: () => 0,
    initial,
    codes,
    forgedWebhooks: { sent: 0, believed: [] as string[] },
  };
  const truth = await readGroundTruth(environment as unknown as Environment);
  const found = findings({ truth, clientLog: newClientLog(), environment, exits: { started: 1, ended: [] } });
  return { truth, found: found.filter(({ rule }) => rules.includes(rule)) };
}

/** Emails and checks that are due later: the shop was copied during its work. */
const isUnfinished = (problem: string) => /^(?:watch|letters|freed) is not empty$/.test(problem);

const orderCount = () => connect().zcard(allOrdersKey());

/** Until it is stopped, again and again: sign up, fill a cart, order, often with a code, cancel or ship. */
async function sell(load: number, codes: readonly string[], isOver: () => boolean): Promise<void> {
  for (let orders = 0; !isOver(); orders += 1) {
    const { token } = await newShopper();
    const product = orders % 3 === 0 ? shirt : hoodie;
    const quantity = 1 + (orders % 2);
    await call('cart.update', { token, body: { itemId: product.id, size: 'M', quantity } });
    await call('wishlist.toggle', { token, body: { itemId: product.id } });
    const line = [product, 'M', quantity] as const;
    const code = codes[orders % codes.length] ?? '';
    const phone = String(919_000_000_000 + load * 10_000 + orders);
    const order = orders % 2 === 0 ? orderBody([...line]) : discountedBody(code, 20, [...line]);
    // Cash limits count per address, phone number and network.
    const body = { ...order, address: { ...address, street: `${load} ${orders} MG Road`, phone } };
    const { body: placed, status } = await call('order.place', {
      token,
      key: newKey(),
      body,
      ip: `198.51.${load}.${orders % 250}`,
    });
    // Another order may hold the code.
    if (status !== 200) continue;
    if (orders % 3 === 1) await cancelOrder(placed.orderId);
    else if (orders % 5 === 0) {
      await processOrder(placed.orderId);
      await shipOrder(placed.orderId, { courier: 'Delhivery', trackingNumber: '1' });
      if (orders % 10 === 0) await cancelOrder(placed.orderId);
    }
  }
}

test('a backup taken during orders shows the shop at one moment', async () => {
  for (const { id } of [hoodie, shirt]) await setStock(id, 'M', PIECES);
  const codes = await Promise.all(Array.from({ length: 8 }, () => newCode()));
  await addBulk(BULK);
  let isTaken = false;
  const loads = Array.from({ length: LOADS }, (_, load) => sell(load, codes, () => isTaken));
  while ((await orderCount()) < BEFORE) await wait(20);
  const { code, err } = await shop(['backup', place.file]);
  // On a busy machine the last order can come before the backup's moment.
  const before = await orderCount();
  while ((await orderCount()) === before) await wait(20);
  isTaken = true;
  await Promise.all(loads);
  await workDone();
  // 2 means that the numbers of the backup contradict each other.
  expect([code, err]).toEqual([0, expect.stringMatching(/^Database at \S+\n$/)]);

  const restored = await shop(['restore', place.file], second);
  expect(restored).toMatchObject({ code: 0 });
  await removeBulk(BULK);
  await removeBulk(BULK, second.UPSTASH_REDIS_REST_TOKEN);
  const own = await truthOf(process.env['UPSTASH_REDIS_REST_TOKEN'] ?? '', codes);
  const copy = await truthOf(second.UPSTASH_REDIS_REST_TOKEN, codes);
  for (const { found } of [own, copy]) {
    expect(found).toHaveLength(rules.length);
    for (const { rule, violations } of found) {
      expect(
        violations.filter((problem) => !isUnfinished(problem)),
        rule,
      ).toEqual([]);
    }
  }
  const ids = ({ truth }: { truth: GroundTruth }) => [...truth.orders.keys()];
  expect(ids(copy).length).toBeGreaterThanOrEqual(BEFORE);
  expect(ids(copy).length).toBeLessThan(ids(own).length);
  // The present shop continues the shop of that moment.
  expect(ids(own)).toEqual(expect.arrayContaining(ids(copy)));
});
