import { beforeEach, expect, test } from 'vitest';
import type { DeskBody, DeskRouteName } from '../../src/contract/desk.ts';
import { signUp, owner, packer, useStaff } from '../support/desk.ts';
import { flush } from '../support/redis.ts';
import { hoodie, setStock, stockOf } from '../support/shop-calls.ts';

/** Stock and money at the desk, as calls of a browser. */

beforeEach(async () => {
  await flush();
  useStaff();
  await setStock(hoodie.id, 'M', 10);
});

const row = { productId: hoodie.id, size: 'M', seen: 10, pieces: 12 };
const change = { rows: [row], isShelf: false, reason: 'New delivery' };

test('a packer changes stock and the owner sees the change in the log', async () => {
  const { browser: ravi } = await signUp(packer);
  const { status, body } = await ravi.call('stock.change', change);
  expect([status, body.rows]).toMatchObject([200, [{ pieces: 12 }]]);
  const { browser: asha } = await signUp(owner);
  const { body: log } = await asha.call('log.read', {});
  expect(log.entries).toContainEqual(
    expect.objectContaining({
      ...{ who: packer, action: 'stock.change', subject: `stock:${hoodie.id}/M`, reason: 'New delivery' },
      ...{ before: { pieces: 10 }, after: { pieces: 12 } },
    }),
  );
});

test('a change of stale stock is refused with the present stock', async () => {
  const { browser } = await signUp(owner);
  await setStock(hoodie.id, 'M', 7);
  const { status, body } = await browser.call('stock.change', change);
  expect([status, body.code, body.now]).toMatchObject([409, 'changed', [{ pieces: 7 }]]);
  expect(await stockOf(hoodie.id, 'M')).toBe(7);
});

test.each<[DeskRouteName, string, unknown]>([
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

test('a packer reads the day without money', async () => {
  const { browser } = await signUp(packer);
  const { body } = await browser.call('today.read');
  expect(body.today).toMatchObject({ pack: 0, money: null });
  for (const name of ['money.month', 'money.export'] as const) {
    expect((await browser.call(name)).status, name).toBe(403);
  }
});
