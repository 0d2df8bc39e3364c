import { beforeEach, expect, test } from 'vitest';
import { personHash } from '../../netlify/storage/person-hash.ts';
import type { Product } from '../../src/domain/product.ts';
import { shopCommand } from '../support/command.ts';
import { orderOf, SHOP_ADDRESS } from '../support/payments.ts';
import { useMailServer } from '../support/mail-server.ts';
import { flush } from '../support/redis.ts';
import {
  call,
  cap,
  newKey,
  newShopper,
  orderBody,
  ownAddress,
  setStock,
  shirt,
  stockOf,
  workDone,
} from '../support/shop-calls.ts';

useMailServer(SHOP_ADDRESS);

const ATTACKER = '203.0.113.9';
const AT_FIRST = 50;

beforeEach(async () => {
  await flush();
  await setStock(cap.id, 'default', AT_FIRST);
  await setStock(shirt.id, 'M', AT_FIRST);
});

async function order(own: { ip?: string; isConfirmed?: boolean; zipcode?: string; product?: Product } = {}) {
  const { ip = '192.0.2.1', isConfirmed = false, zipcode = '560001', product = cap } = own;
  const shopper = await newShopper(undefined, isConfirmed ? { emailConfirmedAt: 1 } : {});
  const body = { ...orderBody([product, product === cap ? 'default' : 'M', 2]) };
  const address = { ...ownAddress(), zipcode };
  const answer = await call('order.place', {
    token: shopper.token,
    key: newKey(),
    ip,
    body: { ...body, address },
  });
  expect(answer.status).toBe(200);
  await workDone();
  return { id: answer.body.orderId, phone: address.phone };
}

const statusOf = async ({ id }: { id: string }) => (await orderOf(id)).status;
const cancelList = (words: string) => shopCommand(`orders cancel-list ${words}`);

test('matching orders are listed, and cancelled after a confirmation; their stock is released', async () => {
  const fake = [await order({ ip: ATTACKER }), await order({ ip: ATTACKER })];
  const others = [await order({ ip: ATTACKER, isConfirmed: true }), await order()];
  const filter = `--since 1h --payment cod --email unconfirmed --network ${personHash(ATTACKER)}`;
  const shown = await cancelList(filter);
  expect(shown.code).toBe(1);
  expect(shown.err).toContain('Nothing was cancelled');
  for (const { id } of fake) expect(shown.out).toContain(id.slice(-6));
  for (const { id } of others) expect(shown.out).not.toContain(id.slice(-6));
  expect(shown.out).toContain('2 orders, 4 pieces');
  expect(await Promise.all(fake.map(statusOf))).toEqual(['Order Placed', 'Order Placed']);
  expect(await stockOf(cap.id, 'default')).toBe(AT_FIRST - 8);

  const done = await cancelList(`${filter} --yes`);
  expect([done.err.replace(/^Database at .*\n/, ''), done.code]).toEqual(['', 0]);
  expect(done.out).toContain('2 orders cancelled');
  expect(await Promise.all(fake.map(statusOf))).toEqual(['Cancelled', 'Cancelled']);
  expect(await Promise.all(others.map(statusOf))).toEqual(['Order Placed', 'Order Placed']);
  expect(await stockOf(cap.id, 'default')).toBe(AT_FIRST - 4);
  expect((await cancelList(`${filter} --yes`)).out).toBe('No such orders that could be cancelled.\n');
});

test('a phone number, a prefix of PIN codes, a time span', async () => {
  const [first, second, third] = [await order(), await order({ zipcode: '110001' }), await order()];
  await cancelList(`--phone ${first.phone.slice(2)} --yes`);
  await cancelList('--pin 11 --since 2026-01-01 --yes');
  expect((await cancelList('--until 2026-01-01 --yes')).out).toBe(
    'No such orders that could be cancelled.\n',
  );
  expect(await Promise.all([first, second, third].map(statusOf))).toEqual([
    'Cancelled',
    'Cancelled',
    'Order Placed',
  ]);
});

test.each([
  ['', 'Use a filter'],
  ['--yes', 'Use a filter'],
  ['--payment cash', '--payment must be cod, razorpay, stripe.'],
  ['--email maybe', '--email must be confirmed or unconfirmed.'],
  ['--since yesterday', '--since must be a day'],
  ['--network abc', '--network must have 8 characters or more.'],
  ['--pin abc', '--pin must be one to six digits.'],
  ['--status lost', 'There is no status "lost"'],
])('an invalid filter cancels nothing: %s', async (words, problem) => {
  const { err, code } = await cancelList(words);
  expect(err).toContain(problem);
  expect(code).toBe(1);
});
