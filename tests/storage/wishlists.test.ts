import { expect, test } from 'vitest';
import { wishlistMax } from '../../src/domain/config.ts';
import { wishlistKey } from '../../netlify/storage/keys.ts';
import { readWishlist, toggleInWishlist } from '../../netlify/storage/wishlists.ts';
import { connect, dropResponse } from '../support/redis.ts';
import { newShopper } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
const newWishlist = async () => ({ session: (await newShopper()).session, windows: [] });

test('a retried toggle is done once', async () => {
  const shopper = await newWishlist();
  await toggleInWishlist(shopper, 'cap');
  dropResponse();
  expect(await toggleInWishlist(shopper, 'tee')).toEqual({ went: 'added', productIds: ['cap', 'tee'] });
  expect(await readWishlist(shopper)).toEqual(['cap', 'tee']);
});

test('the record of a toggle expires', async () => {
  const shopper = await newWishlist();
  await toggleInWishlist(shopper, 'tee');
  const keys = await redis.keys(`wish-tap:${shopper.session.userId}:*`);
  expect(keys).toHaveLength(1);
  expect(await redis.pttl(keys[0] ?? '')).toBeGreaterThan(0);
});

test('a full list accepts no more products, also from concurrent taps', async () => {
  const shopper = await newWishlist();
  const ids = Array.from({ length: wishlistMax - 1 }, (_, at) => `old-${at}`);
  await redis.rpush(wishlistKey(shopper.session.userId), ...ids);
  const all = await Promise.all(['a', 'b', 'c'].map((id) => toggleInWishlist(shopper, id)));
  expect(all.map(({ went }) => went).toSorted()).toEqual(['added', 'full', 'full']);
  expect(await readWishlist(shopper)).toHaveLength(wishlistMax);
});
