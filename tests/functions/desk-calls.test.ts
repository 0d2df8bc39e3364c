import { beforeEach, expect, test } from 'vitest';
import { type DeskBody, type DeskRoute, type DeskRouteName, deskRoutes } from '../../src/contract/desk.ts';
import { orderDeskRoutes } from '../../src/contract/desk-orders.ts';
import { placeCashOrder } from '../support/placed-orders.ts';
import {
  agePasskeys,
  newBrowser,
  owner,
  packer,
  signUp,
  site,
  usePasskey,
  useStaff,
} from '../support/desk.ts';
import { useMailServer } from '../support/mail-server.ts';
import { flush } from '../support/redis.ts';
import { hoodie, setStock, stockOf } from '../support/shop-calls.ts';

/** Orders, stock and money at the desk, as calls of a browser. */

useMailServer(site);

beforeEach(async () => {
  await flush();
  useStaff();
  await setStock(hoodie.id, 'M', 10);
});

const row = { productId: hoodie.id, size: 'M', seen: 10, pieces: 12 };
const change = { rows: [row], isShelf: false, reason: 'New delivery' };

test('calls that move money are for the owner only', () => {
  const money = ['cancel', 'refund', 'refundAgain', 'refundByHand', 'release'] as const;
  for (const verb of money) expect(orderDeskRoutes[`orders.${verb}`].roles).toEqual(['owner']);
});

test('calls that move money, delete or take data out of the shop ask for the passkey again', async () => {
  const { browser, passkey } = await signUp(owner);
  const { month } = (await browser.call('log.read', {})).body;
  expect((await browser.call('log.export', { month })).status).toBe(200);
  await agePasskeys(6);
  const refused: string[] = [];
  for (const [name, route] of Object.entries(deskRoutes) as [DeskRouteName, DeskRoute][]) {
    if (route.open) continue;
    const { status, body } = await browser.call(name, {} as never);
    if (body.code !== 'passkey') continue;
    refused.push(name);
    expect([name, status]).toEqual([name, 403]);
  }
  expect(refused.toSorted()).toEqual(
    [
      'backup.begin',
      'backup.read',
      'lists.export',
      'lists.launch',
      'log.export',
      'money.export',
      'orders.cancel',
      'orders.refund',
      'orders.refundAgain',
      'orders.refundByHand',
      'orders.release',
      'passkey.remove',
      'shoppers.delete',
      'shoppers.export',
    ].toSorted(),
  );
  expect((await usePasskey(browser, passkey)).body.stage).toBe('in');
  expect((await browser.call('log.export', { month })).status).toBe(200);
});

test('each call of the desk is refused on every deploy except the published one', async () => {
  const { browser } = await signUp(owner);
  const preview = newBrowser('192.0.2.1', { published: false });
  preview.cookie = browser.cookie;
  for (const name of Object.keys(deskRoutes) as DeskRouteName[]) {
    const { status, body } = await preview.call(name, { email: owner } as never);
    expect([name, status, body]).toEqual([name, 403, expect.objectContaining({ code: 'not-open' })]);
  }
});

test('a packer packs an order and changes stock, and the owner sees both in the log', async () => {
  const { browser: ravi } = await signUp(packer);
  const { status, body } = await ravi.call('stock.change', change);
  expect([status, body.rows]).toMatchObject([200, [{ pieces: 12 }]]);
  const { orderId: id } = await placeCashOrder([[hoodie, 'M', 1]]);
  const { version: seen } = (await ravi.call('orders.read', { id })).body.order;
  const packed = await ravi.call('orders.pack', { id, seen });
  expect(packed).toMatchObject({ status: 200, body: { order: { status: 'Processing', money: null } } });
  const { browser: asha } = await signUp(owner);
  const { entries } = (await asha.call('log.read', {})).body;
  expect(entries).toContainEqual(
    expect.objectContaining({
      who: packer,
      action: 'stock.change',
      subject: `stock:${hoodie.id}/M`,
      reason: 'New delivery',
      before: { pieces: 10 },
      after: { pieces: 12 },
    }),
  );
  expect(entries).toContainEqual(expect.objectContaining({ who: packer, action: 'orders.pack' }));
});

test('a change based on stale stock is refused with the present stock', async () => {
  const { browser } = await signUp(owner);
  await setStock(hoodie.id, 'M', 7);
  const { status, body } = await browser.call('stock.change', change);
  expect([status, body.code, body.now]).toMatchObject([409, 'changed', [{ pieces: 7 }]]);
  expect(await stockOf(hoodie.id, 'M')).toBe(7);
});

const id = 'A'.repeat(20);

test.each<[DeskRouteName, string, unknown]>([
  ['orders.read', 'a part of an id', { id: 'x' }],
  ['orders.list', 'an unknown tab', { tab: 'nothing' }],
  ['orders.list', 'a day in words', { from: 'yesterday' }],
  ['orders.list', 'a page before the first', { after: { placedAt: -1, id: 'x' } }],
  ['packing.read', 'no orders', { ids: [] }],
  ['packing.read', 'too many orders', { ids: Array.from({ length: 61 }, () => id) }],
  ['orders.refund', 'less than nothing', { id, seen: 'x', amount: -5 }],
  ['orders.refund', 'no pieces', { id, seen: 'x', amount: [{ line: 0, quantity: 0 }] }],
  ['orders.note', 'an empty note', { id, text: ' ' }],
  ['stock.change', 'no rows', { ...change, rows: [] }],
  ['stock.change', 'pieces below zero', { ...change, rows: [{ ...row, pieces: -1 }] }],
  ['stock.change', 'half a piece', { ...change, rows: [{ ...row, pieces: 1.5 }] }],
  ['stock.change', 'a number as text', { ...change, rows: [{ ...row, seen: '10' }] }],
  ['stock.change', 'too many rows', { ...change, rows: Array.from({ length: 501 }, () => row) }],
  ['stock.change', 'an empty reason', { ...change, reason: '  ' }],
  ['stock.list', 'an unknown filter', { only: 'everything' }],
  ['stock.list', 'a page before the first', { from: -1 }],
  ['stock.check', 'a number as a file', { csv: 7 }],
  ['money.month', 'a thirteenth month', { month: '2026-13' }],
  ['money.export', 'an unknown table', { month: '2026-11', table: 'passwords' }],
])('%s refuses %s and changes nothing', async (name, _what, body) => {
  const { browser } = await signUp(owner);
  const answer = await browser.call(name, body as DeskBody<typeof name>);
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid']);
  expect(await stockOf(hoodie.id, 'M')).toBe(10);
});
