import { beforeEach, describe, expect, test } from 'vitest';
import {
  BackupLost,
  closeBackup,
  openBackup,
  readBackup,
  RESTORE,
  type KeyState,
} from '../../netlify/storage/backup.ts';
import {
  cartKey,
  journalKey,
  loginKey,
  orderKey,
  soldKey,
  stockKey,
  userKey,
  wishlistKey,
} from '../../netlify/storage/keys.ts';
import { removeAccount } from '../../netlify/storage/account-deletion.ts';
import { changeOrder } from '../../netlify/storage/order-changes.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { Unreachable } from '../../netlify/storage/unreachable.ts';
import { beginRestore, findKept, type Line, readRestore, writeLines } from '../../netlify/storage/restore.ts';
import { readUser } from '../../netlify/storage/accounts.ts';
import { type Order, withStatus } from '../../src/domain/order.ts';
import { storeOrder } from '../support/orders.ts';
import { connect, flush } from '../support/redis.ts';
import { newShopper } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const noEvents = { notifications: [], emails: [] };
const place = (own: Partial<Order> = {}) => storeOrder(own, 10);
const cancel = async ({ id }: Order) => {
  const before = await readOrder(id);
  if (!before) throw new Error('There is no such order');
  await changeOrder({ before, after: withStatus(before.order, 'Cancelled', 2), events: noEvents }, () => 10);
};
const mailboxOf = async (id: string) => loginKey((await readUser(id))?.user.email ?? '');
const signUp = async () => (await newShopper()).session.userId;

/** Reads a backup to its end and runs something before each step. */
async function readAll(id: string, meanwhile: () => Promise<unknown> = async () => {}) {
  const found: KeyState[] = [];
  await meanwhile();
  for await (const standings of readBackup(id, [])) {
    found.push(...standings);
    await meanwhile();
  }
  const names = found.map(({ key }) => key);
  expect(new Set(names).size).toBe(names.length);
  return new Map(found.map(({ key, content }) => [key, content]));
}

async function batchesOf(id: string, written: readonly string[]): Promise<KeyState[][]> {
  const batches: KeyState[][] = [];
  for await (const standings of readBackup(id, written)) batches.push(standings);
  return batches;
}

beforeEach(flush);

describe('a backup', () => {
  test('shows an order, its stock and its sold counts at one moment, despite later changes', async () => {
    const [kept, gone] = [await place(), await place()];
    await openBackup('one', false);
    const later = await place();
    await cancel(gone);
    const read = await readAll('one');
    expect(JSON.parse(String(read.get(orderKey(kept.id))))).toMatchObject({ status: 'Order Placed' });
    expect(JSON.parse(String(read.get(orderKey(gone.id))))).toMatchObject({ status: 'Order Placed' });
    expect(read.has(orderKey(later.id))).toBe(false);
    expect(read.get(stockKey())).toEqual(['tee:M', '8']);
    expect(read.get(soldKey())).toEqual(['tee', '2']);
  });

  test('contains keys deleted since its start and none created since', async () => {
    const leaver = await signUp();
    const login = await mailboxOf(leaver);
    await redis.hset(cartKey(leaver), { 'tee:M': 1 });
    await openBackup('one', false);
    const found = await readUser(leaver);
    if (found) await removeAccount(found, null, 1);
    const comer = await signUp();
    await redis.rpush(wishlistKey(comer), 'tee');
    const read = await readAll('one');
    expect(read.has(userKey(leaver))).toBe(true);
    expect(read.has(login)).toBe(true);
    expect(read.get(cartKey(leaver))).toEqual(['tee:M', '1']);
    expect([...read.keys()].filter((key) => key.includes(comer))).toEqual([]);
  });

  test('is consistent while orders arrive between its steps', async () => {
    for (let n = 0; n < 600; n += 1) await redis.set(`cart-of-old:${n}`, 'x');
    for (let n = 0; n < 5; n += 1) await place();
    await openBackup('one', false);
    const read = await readAll('one', async () => {
      await cancel(await place());
      await place();
    });
    expect([...read.keys()].filter((key) => key.startsWith('order:'))).toHaveLength(5);
    expect(read.get(stockKey())).toEqual(['tee:M', '5']);
    expect(read.get(soldKey())).toEqual(['tee', '5']);
  });

  test('omits sessions and counters, and keeps unknown keys', async () => {
    const id = await signUp();
    await redis.set('limit:login:ip:x', 1);
    await redis.set('of-tomorrow', 'x');
    await openBackup('one', false);
    const read = await readAll('one');
    const kept = [await mailboxOf(id), 'of-tomorrow', 'seen', userKey(id)];
    expect([...read.keys()].toSorted()).toEqual(kept.toSorted());
  });

  test('continues with what is not written yet', async () => {
    const order = await place();
    await openBackup('one', false);
    const [first = []] = await batchesOf('one', []);
    expect(first.map(({ key }) => key)).toContain(orderKey(order.id));
    await cancel(order);
    await openBackup('one', true);
    const written = first.map(({ key }) => key);
    expect(await batchesOf('one', written)).toEqual([]);
  });

  test('ends when another one begins, and cannot continue once it is closed', async () => {
    await place();
    await openBackup('one', false);
    await openBackup('two', false);
    await expect(readAll('one')).rejects.toThrow(BackupLost);
    await closeBackup('one');
    expect(await redis.exists(journalKey())).toBe(1);
    await closeBackup('two');
    expect(await redis.exists(journalKey())).toBe(0);
    await expect(openBackup('two', true)).rejects.toThrow(BackupLost);
  });

  test('expires after a day if it was interrupted', async () => {
    await openBackup('one', false);
    const left = await redis.pttl(journalKey());
    expect(left).toBeGreaterThan(23 * 60 * 60 * 1_000);
    expect(left).toBeLessThanOrEqual(24 * 60 * 60 * 1_000);
  });
});

describe('a restore', () => {
  const line = (own: Partial<Line>): Line => ({
    key: 'order:1',
    type: 'string',
    expires: '-1',
    content: 'text',
    more: false,
    ...own,
  });

  test('writes each type of content in parts, once, however often a part is sent', async () => {
    await beginRestore('sum', 0);
    const lines = [
      line({}),
      line({ key: 'codes', type: 'hash', content: ['a', '1', 'ब', '"2"'] }),
      line({ key: 'notifications:1', type: 'list', content: ['one', 'two'] }),
      line({ key: 'notifications:1', type: 'list', content: ['three'], more: true }),
      line({ key: 'freed', type: 'set', content: ['tee:M'] }),
      line({ key: 'seen', type: 'zset', content: ['asha', '1795423259701'] }),
      line({ key: 'newsletter-leave:1', expires: '4102444800000' }),
    ];
    expect(await writeLines('sum', 0, lines)).toBe(true);
    expect(await writeLines('sum', 0, lines)).toBe(true);
    expect(await readRestore('sum')).toBe(lines.length);
    expect(await redis.get('order:1')).toBe('text');
    expect(await redis.hgetall('codes')).toEqual(['a', '1', 'ब', '"2"']);
    expect(await redis.lrange('notifications:1', 0, -1)).toEqual(['one', 'two', 'three']);
    expect(await redis.smembers('freed')).toEqual(['tee:M']);
    expect(await redis.zscore('seen', 'asha')).toBe('1795423259701');
    expect(await redis.pttl('newsletter-leave:1')).toBeGreaterThan(0);
    expect(await writeLines('sum', 3, lines)).toBe(false);
    expect(await writeLines('other', lines.length, lines)).toBe(false);
    expect(await readRestore('other')).toBe('other');
  });

  test('blocks the shop’s own changes until it is done', async () => {
    await beginRestore('sum', 0);
    await expect(place()).rejects.toThrow(Unreachable);
    await expect(signUp()).rejects.toThrow('The shop is being restored from a backup');
    expect(await findKept()).toBeNull();
    await expect(openBackup('one', false)).resolves.toBe('restore');
    await closeBackup(RESTORE);
    await place();
    expect(await findKept()).not.toBeNull();
  });
});
