import { beforeEach, expect, test } from 'vitest';
import { wishlistMax } from '../../src/domain/config.ts';
import { wishlistKey } from '../../netlify/storage/keys.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { wishlistMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { connect, flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, cap, hoodie, newShopper, shirt } from '../support/shop-calls.ts';

beforeEach(flush);

const redis = connect({ automaticDeserialization: false });

const toggle = (token: string, itemId: string) => call('wishlist.toggle', { token, body: { itemId } });
const wishlistOf = async (token: string) => (await call('wishlist.get', { token })).body.wishlistData;

test('products are added, listed in that order, and removed', async () => {
  const { token } = await newShopper();
  expect((await call('wishlist.get', { token })).body).toEqual({ success: true, wishlistData: [] });
  const added = await toggle(token, shirt.id);
  const { removed, added: message } = wishlistMessages;
  expect([added.status, added.body]).toEqual([200, { success: true, wishlistData: [shirt.id], message }]);
  await toggle(token, hoodie.id);
  await toggle(token, cap.id);
  expect(await wishlistOf(token)).toEqual([shirt.id, hoodie.id, cap.id]);
  const left = { success: true, wishlistData: [shirt.id, cap.id], message: removed };
  expect((await toggle(token, hoodie.id)).body).toEqual(left);
  await toggle(token, hoodie.id);
  expect(await wishlistOf(token)).toEqual([shirt.id, cap.id, hoodie.id]);
});

test.each(['no-such-thing', 'constructor', 'warp'])('an unknown product is refused: %s', async (itemId) => {
  const { token } = await newShopper();
  const message = orderMessages.unknownProduct(itemId);
  expectRefused(await toggle(token, itemId), 400, 'invalid', message, 'itemId');
  expect(await wishlistOf(token)).toEqual([]);
});

test('a full list is refused with a message, loses nothing, and still allows removals', async () => {
  const { token, session } = await newShopper();
  const ids = Array.from({ length: wishlistMax - 1 }, (_, at) => `old-${at}`);
  await redis.rpush(wishlistKey(session.userId), cap.id, ...ids);
  const refused = await toggle(token, hoodie.id);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid']);
  expect(refused.body.message).toContain(String(wishlistMax));
  expect(await redis.llen(wishlistKey(session.userId))).toBe(wishlistMax);
  expect((await toggle(token, cap.id)).body.message).toBe(wishlistMessages.removed);
  expect((await toggle(token, hoodie.id)).body.wishlistData).toEqual([hoodie.id]);
});

test('fifty concurrent taps leave the list as their number implies', async () => {
  const { token } = await newShopper();
  const taps = (count: number, itemId: string) => Array.from({ length: count }, () => toggle(token, itemId));
  const answers = await Promise.all([...taps(25, hoodie.id), ...taps(24, shirt.id), toggle(token, cap.id)]);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(new Set(await wishlistOf(token))).toEqual(new Set([hoodie.id, cap.id]));
  const went = (message: string) => answers.filter(({ body }) => body.message === message).length;
  expect([went(wishlistMessages.added), went(wishlistMessages.removed)]).toEqual([13 + 12 + 1, 12 + 12]);
});
