import { expect, test, vi } from 'vitest';
import { SessionEnded } from '../../netlify/storage/guard.ts';
import { wishlistKey } from '../../netlify/storage/keys.ts';
import { WISHLIST_MAX } from '../../netlify/storage/wishlists.lua.ts';
import { readWishlist, toggleWish } from '../../netlify/storage/wishlists.ts';
import { connect } from '../support/redis.ts';
import { newShopper } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const newWishlist = async () => ({ session: (await newShopper()).session, windows: [] });

test('a new shopper wishes for nothing', async () => {
  expect(await readWishlist(await newWishlist())).toEqual([]);
});

test('a toggle says which way it went, and gives the list after it', async () => {
  const shopper = await newWishlist();
  expect(await toggleWish(shopper, 'tee')).toEqual({ went: 'added', productIds: ['tee'] });
  expect(await toggleWish(shopper, 'cap')).toEqual({ went: 'added', productIds: ['tee', 'cap'] });
  expect(await toggleWish(shopper, 'tee')).toEqual({ went: 'removed', productIds: ['cap'] });
  expect(await readWishlist(shopper)).toEqual(['cap']);
});

test('a toggle whose answer was lost on the way is sent again, and done once', async () => {
  const shopper = await newWishlist();
  await toggleWish(shopper, 'cap');
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (address, init) => {
    await fetch(address, init);
    throw new TypeError('fetch failed');
  });
  expect(await toggleWish(shopper, 'tee')).toEqual({ went: 'added', productIds: ['cap', 'tee'] });
  expect(await readWishlist(shopper)).toEqual(['cap', 'tee']);
});

test('what remembers a tap goes away by itself', async () => {
  const shopper = await newWishlist();
  await toggleWish(shopper, 'tee');
  const keys = await redis.keys(`wish-tap:${shopper.session.userId}:*`);
  expect(keys).toHaveLength(1);
  expect(await redis.pttl(keys[0] ?? '')).toBeGreaterThan(0);
});

test('taps at once never put a product in twice', async () => {
  const shopper = await newWishlist();
  const all = await Promise.all(Array.from({ length: 51 }, () => toggleWish(shopper, 'tee')));
  expect(all.filter(({ went }) => went === 'added')).toHaveLength(26);
  for (const { productIds } of all) expect(productIds.length).toBeLessThanOrEqual(1);
  expect(await readWishlist(shopper)).toEqual(['tee']);
});

test('a full list takes nothing more in, also from taps at once', async () => {
  const shopper = await newWishlist();
  const ids = Array.from({ length: WISHLIST_MAX - 1 }, (_, at) => `old-${at}`);
  await redis.rpush(wishlistKey(shopper.session.userId), ...ids);
  const all = await Promise.all(['a', 'b', 'c'].map((id) => toggleWish(shopper, id)));
  expect(all.map(({ went }) => went).toSorted()).toEqual(['added', 'full', 'full']);
  expect(await readWishlist(shopper)).toHaveLength(WISHLIST_MAX);
});

test('a wishlist cannot be written or read without its session', async () => {
  const shopper = await newWishlist();
  const stranger = { session: { ...shopper.session, tokenHash: 'no' }, windows: [] };
  await expect(toggleWish(stranger, 'tee')).rejects.toThrow(SessionEnded);
  await expect(readWishlist(stranger)).rejects.toThrow(SessionEnded);
  expect(await readWishlist(shopper)).toEqual([]);
});
