import { expect, test } from 'vitest';
import { cartPageMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import type { Refusal } from '../../../src/contract/calls/call.ts';
import { late, ok, refused } from '../fake-browser.ts';
import { useCart } from './signed-in-cart.ts';

const { browser, open, openSignedIn, sent } = useCart();

test('loading shows the server’s cart', async () => {
  browser.localStorage['cart'] = '{"old-tee":{"S":1}}';
  const { loadCart, $cart, isCartFresh } = await openSignedIn({ 'warp-hoodie': { M: 2 } });
  expect(isCartFresh()).toBe(false);
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  expect(isCartFresh()).toBe(true);
});

test('lines with unsent changes win over the server’s cart, also removed ones', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":5}}';
  browser.localStorage['taana-unsynced'] = '["warp-hoodie/M","chai-cap/default"]';
  const theirs = { 'warp-hoodie': { M: 2, L: 1 }, 'chai-cap': { default: 1 } };
  const { loadCart, syncCart, $cart } = await openSignedIn(theirs);
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 5, L: 1 } });
  await syncCart();
  expect(sent()).toEqual([
    ['cart.update', 'warp-hoodie', 'M', 5],
    ['cart.update', 'chai-cap', 'default', 0],
  ]);
});

test('changes that the server already has, from another tab or a call with a lost reply, are not sent again', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2},"chai-cap":{"default":1}}';
  browser.localStorage['taana-unsynced'] = '["warp-hoodie/M","chai-cap/default","gone-tee/S"]';
  const { loadCart, syncCart, $unsynced } = await openSignedIn({ 'warp-hoodie': { M: 2 } });
  await loadCart();
  expect($unsynced.get()).toEqual(['chai-cap/default']);
  await syncCart();
  expect(sent()).toEqual([['cart.update', 'chai-cap', 'default', 1]]);
  expect($unsynced.get()).toEqual([]);
});

test('a change made while the cart is loading survives a late reply', async () => {
  const { loadCart, addToCart, syncCart, $cart } = await openSignedIn();
  const reply = late<{ success: true; cartData: Record<string, Record<string, number>> }>();
  browser.says('cart.get', () => reply.promise);
  const loading = loadCart();
  addToCart('chai-cap', 'default');
  reply.resolve({ ...ok, cartData: { 'warp-hoodie': { M: 2 } } });
  await loading;
  await syncCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 }, 'chai-cap': { default: 1 } });
  expect(sent()).toEqual([['cart.update', 'chai-cap', 'default', 1]]);
});

test.each<[string, string, (() => Refusal) | null, string[]]>([
  ['no network', 'the shop’s', null, [cartPageMessages.loadFailed]],
  ['a refusal', 'the server’s', () => refused('unavailable', 'Come back at six'), ['Come back at six']],
  ['an expired token', 'no', () => refused('unauthorised'), []],
])('%s keeps the cart as it was and shows %s message', async (_what, _whose, answer, texts) => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  const { loadCart, $cart, $toasts } = await openSignedIn();
  if (answer) browser.says('cart.get', answer);
  else browser.network.isUp = false;
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  expect($toasts.get().map(({ text }) => text)).toEqual(texts);
});

test('at login both carts are joined with the larger quantity, and only the difference is sent', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":1,"L":4},"chai-cap":{"default":1}}';
  const theirs = { 'warp-hoodie': { M: 3, L: 2 }, 'old-tee': { S: 1 } };
  const { mergeAtLogin, syncCart, $cart } = await openSignedIn(theirs);
  await mergeAtLogin();
  const joined = { 'warp-hoodie': { M: 3, L: 4 }, 'old-tee': { S: 1 }, 'chai-cap': { default: 1 } };
  expect($cart.get()).toEqual(joined);
  await syncCart();
  expect(sent()).toEqual([
    ['cart.update', 'warp-hoodie', 'L', 4],
    ['cart.update', 'chai-cap', 'default', 1],
  ]);
});

test('a merge that failed without a network is repeated on the next page', async () => {
  browser.localStorage['cart'] = '{"chai-cap":{"default":1}}';
  const { mergeAtLogin, syncCart, loadCart, $cart, $toasts } = await openSignedIn({
    'warp-hoodie': { M: 3 },
  });
  browser.network.isUp = false;
  await mergeAtLogin();
  await syncCart();
  expect($cart.get()).toEqual({ 'chai-cap': { default: 1 } });
  expect($toasts.get()).toEqual([]);
  browser.network.isUp = true;
  await loadCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 3 }, 'chai-cap': { default: 1 } });
  await syncCart();
  expect(sent()).toEqual([['cart.update', 'chai-cap', 'default', 1]]);
});

test('a piece added before the merge has finished is counted once', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  const { mergeAtLogin, addToCart, syncCart, $cart } = await openSignedIn({ 'warp-hoodie': { M: 1 } });
  const merging = mergeAtLogin();
  addToCart('warp-hoodie', 'M');
  await merging;
  await syncCart();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 3 } });
  expect(sent()).toEqual([['cart.update', 'warp-hoodie', 'M', 3]]);
});

test.each([
  ...['{', 'null', '"cart"', '[]', '{"a":null}', '{"a":{"M":"2"}}', '{"a":{"M":-1,"L":0.5}}'].map(
    (text): [string, object] => [text, {}],
  ),
  ['{"a":{"M":2,"L":"x"},"b":7,"c":{"S":99}}', { a: { M: 2 }, c: { S: 10 } }],
])('if the storage has %s, only its valid lines are in the cart', async (text, cart) => {
  browser.localStorage['cart'] = text;
  const { $cart } = await open();
  expect($cart.get()).toEqual(cart);
});
