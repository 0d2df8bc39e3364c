import { beforeEach, expect, test } from 'vitest';
import { ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { productList, wireProduct } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/cart'));
beforeEach(() => {
  browser.localStorage['cart'] = JSON.stringify({ hoodie: { M: 2 } });
});

const open = async () => {
  const stores = await openStores('cart', 'session');
  stores.$cartScreen.listen(() => undefined);
  return stores;
};

test('a visitor sees no cart during the redirect to the login', async () => {
  const { $cartScreen, $authLoading } = await open();
  expect($cartScreen.get().kind).toBe('unknown');
  $authLoading.set(false);
  expect($cartScreen.get().kind).toBe('unknown');
});

test('the lines on this device are shown before the server answers', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.says('product.list', () => productList(wireProduct('hoodie', { stock: { M: 9 } })));
  const first = await open();
  await first.refreshRows();

  const kept = { ...browser.localStorage };
  Object.assign(browser, openBrowser('/cart'));
  Object.assign(browser.localStorage, kept);
  const { $cartScreen } = await open();
  expect($cartScreen.get()).toMatchObject({
    kind: 'filled',
    canCheckOut: true,
    rows: [{ productId: 'hoodie', size: 'M', quantity: 2, product: { name: 'Hoodie' } }],
    totals: { subtotalPaise: 259_800 },
  });
  expect(browser.asked).toEqual([]);
});

test('a cart is empty if the server says so, and at once when its last line is removed', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.localStorage['cart'] = '{}';
  answerStartUp({});
  browser.says('cart.update', () => ok);
  const { $cartScreen, $cart, startUp } = await open();
  expect($cartScreen.get().kind).toBe('unknown');
  await startUp('/cart');
  expect($cartScreen.get().kind).toBe('empty');
  $cart.set({ hoodie: { M: 1 } });
  expect($cartScreen.get().kind).toBe('filled');
  $cart.set({});
  expect($cartScreen.get().kind).toBe('empty');
});

test('a cart that failed to load is not called empty, and a retry loads it', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.localStorage['cart'] = '{}';
  answerStartUp({ hoodie: { M: 1 } });
  browser.says('cart.get', () => refused('unavailable'));
  const { $cartScreen, startUp, readCartAgain } = await open();
  await startUp('/cart');
  expect($cartScreen.get().kind).toBe('unread');
  await readCartAgain();
  expect($cartScreen.get().kind).toBe('unread');
  answerStartUp({ hoodie: { M: 1 } });
  await readCartAgain();
  expect($cartScreen.get()).toMatchObject({ kind: 'filled', rows: [{ productId: 'hoodie', size: 'M' }] });
});

test('a cart whose last line was removed without a network is empty', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.network.isUp = false;
  const { $cartScreen, startUp, removeLine } = await open();
  await startUp('/cart');
  removeLine('hoodie', 'M');
  expect($cartScreen.get().kind).toBe('empty');
});

function answerStartUp(cartData: Record<string, Record<string, number>>): void {
  browser.says('cart.get', () => ({ ...ok, cartData }));
  browser.says('wishlist.get', () => ({ ...ok, wishlistData: [] }));
  browser.says('notification.user', () => ({ ...ok, notifications: [] }));
}
