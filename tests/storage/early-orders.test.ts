import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { noteInterest, readInterests } from '../../netlify/storage/early-orders.ts';
import { TooMany } from '../../netlify/storage/guard.ts';
import { readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';

const asha = { email: 'asha@example.com', name: 'Asha', phone: '', at: 2 };
const ravi = { email: 'ravi@example.com', name: '', phone: '919876543210', at: 1 };

test('interests are kept by product, first come first', async () => {
  await noteInterest([], 'kite-hoodie', asha);
  await noteInterest([], 'kite-hoodie', ravi);
  await noteInterest([], 'rain-hoodie', asha);
  expect(await readInterests('kite-hoodie')).toEqual([ravi, asha]);
  expect(await readInterests('rain-hoodie')).toEqual([asha]);
  expect(await readInterests('no-such-thing')).toEqual([]);
});

test('the first interest of an e-mail stays', async () => {
  await noteInterest([], 'loom-hoodie', asha);
  await noteInterest([], 'loom-hoodie', { ...asha, name: 'Somebody else', at: 3 });
  expect(await readInterests('loom-hoodie')).toEqual([asha]);
});

test('a newer size takes the place of the one before, and the rest of the first interest stays', async () => {
  await noteInterest([], 'size-hoodie', { ...asha, size: 'M' });
  await noteInterest([], 'size-hoodie', { ...asha, name: 'Somebody else', size: 'L', at: 3 });
  await noteInterest([], 'size-hoodie', { ...asha, at: 4 });
  expect(await readInterests('size-hoodie')).toEqual([{ ...asha, size: 'L' }]);
  const { interests } = await readSubscriptionsOf(asha.email);
  expect(interests).toContainEqual({ ...asha, size: 'L', productId: 'size-hoodie' });
});

test('a call that its limits refuse keeps nothing', async () => {
  const full = { key: `limit:${randomUUID()}`, limit: 0, windowMs: 60_000, forgiven: false };
  await expect(noteInterest([full], 'moss-hoodie', asha)).rejects.toThrow(TooMany);
  expect(await readInterests('moss-hoodie')).toEqual([]);
});
