import { beforeEach, expect, test } from 'vitest';
import { late, ok, openBrowser, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';
import { eventually } from '../../support/eventually.ts';

const browser = useBrowser(() => openBrowser('/collection'));
beforeEach(() => {
  browser.says('cart.get', () => ({ ...ok, cartData: { 'warp-hoodie': { M: 1 } } }));
  browser.says('cart.update', () => ok);
  browser.says('wishlist.get', () => ({ ...ok, wishlistData: ['warp-hoodie'] }));
  browser.says('notification.user', () => ({ ...ok, notifications: [] }));
});

/** The requests for cart and wishlist; the count of unread notifications has its own test. */
const loaded = () => browser.namesAsked().filter((name) => name !== 'notification.user');

const open = () => openStores('cart', 'page', 'session', 'wishlist');

test('a visitor’s start-up ends at once and sends no request', async () => {
  const { startUp, $authLoading } = await open();
  expect($authLoading.get()).toBe(true);
  await startUp();
  expect($authLoading.get()).toBe(false);
  expect(browser.asked).toEqual([]);
});

test('with a token, cart and wishlist load before the start-up ends', async () => {
  browser.localStorage['token'] = 't0ken';
  const reply = late<{ success: true; cartData: Record<string, Record<string, number>> }>();
  browser.says('cart.get', () => reply.promise);
  const wishes = late<{ success: true; wishlistData: string[] }>();
  browser.says('wishlist.get', () => wishes.promise);
  const { startUp, $authLoading, $cart, $wishlist } = await open();
  const done = startUp();
  reply.resolve({ ...ok, cartData: { 'warp-hoodie': { M: 1 } } });
  await eventually(() => expect(browser.namesAsked()).toContain('wishlist.get'));
  expect($authLoading.get()).toBe(true);
  wishes.resolve({ ...ok, wishlistData: ['chai-cap'] });
  await done;
  expect($wishlist.get()).toEqual(['chai-cap']);
  expect($authLoading.get()).toBe(false);
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 1 } });
});

test('within a minute the next page of the tab loads nothing, but sends unsent changes', async () => {
  browser.localStorage['token'] = 't0ken';
  const { startUp, syncCart } = await open();
  await startUp();
  browser.otherTabWrites('taana-unsynced', '["warp-hoodie/M"]');
  await startUp();
  await syncCart();
  expect(loaded()).toEqual(['cart.get', 'wishlist.get', 'cart.update']);
});

test('a load that is older than a minute, or dated in the future, is repeated', async () => {
  browser.localStorage['token'] = 't0ken';
  const { startUp } = await open();
  for (const readAt of [Date.now() - 61_000, Date.now() + 600_000]) {
    browser.tab.set('taana-cart-read', String(readAt));
    await startUp();
  }
  expect(loaded()).toEqual(['cart.get', 'wishlist.get', 'cart.get', 'wishlist.get']);
});

test.each(['/cart', '/place-order'])('%s always loads the server’s cart', async (path) => {
  browser.localStorage['token'] = 't0ken';
  browser.tab.set('taana-cart-read', String(Date.now()));
  const { startUp } = await open();
  await startUp(path);
  expect(loaded()).toEqual(['cart.get']);
});

test('/wishlist always loads the server’s wishlist, and so does a page after an unconfirmed heart', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.tab.set('taana-cart-read', String(Date.now()));
  const { startUp } = await open();
  await startUp('/wishlist');
  expect(loaded()).toEqual(['wishlist.get']);
  browser.otherTabWrites('taana-unsynced-wishes', '{"warp-hoodie":true}');
  await startUp('/about');
  expect(browser.namesAsked().filter((name) => name === 'wishlist.get')).toHaveLength(2);
});

test('a network failure does not leave the start-up flag set', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.network.isUp = false;
  const { startUp, $authLoading, $isSignedIn } = await open();
  await startUp();
  expect($authLoading.get()).toBe(false);
  expect($isSignedIn.get()).toBe(true);
});

test('unsent changes are sent when the network is back', async () => {
  browser.localStorage['token'] = 't0ken';
  const { startUp, addToCart, syncCart } = await open();
  await startUp();
  browser.network.isUp = false;
  addToCart('warp-hoodie', 'M');
  await syncCart();
  browser.network.isUp = true;
  browser.fire('online');
  await syncCart();
  expect(browser.asked.at(-1)).toMatchObject({ name: 'cart.update', body: { quantity: 2 } });
});

test('unread notifications are counted after cart and wishlist, once for several pages', async () => {
  browser.localStorage['token'] = 't0ken';
  const news = { _id: 'one', type: 'order', message: 'Order placed', read: false, createdAt: 0 };
  browser.says('notification.user', () => ({ ...ok, notifications: [news] }));
  const { startUp } = await open();
  await startUp();
  await startUp();
  expect(browser.namesAsked()).toEqual(['cart.get', 'wishlist.get', 'notification.user']);
  await eventually(() => expect(browser.localStorage['taana-unread']).toBe('1'));
});
