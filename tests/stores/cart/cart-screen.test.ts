import { beforeEach, expect, test } from 'vitest';
import { type FakeBrowser, ok, openBrowser } from '../fake-browser.ts';
import { productList, wireProduct } from '../wire.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser('/cart');
  browser.localStorage['cart'] = JSON.stringify({ hoodie: { M: 2 } });
});

const open = async () => {
  const stores = {
    ...(await import('../../../src/stores/cart/cart-screen.ts')),
    ...(await import('../../../src/stores/cart/cart-rows.ts')),
    ...(await import('../../../src/stores/cart/cart.ts')),
    ...(await import('../../../src/stores/cart/cart-changes.ts')),
    ...(await import('../../../src/stores/session/session.ts')),
  };
  stores.$cartScreen.listen(() => undefined);
  return stores;
};

test('nothing of a cart is shown to a visitor, who is on the way to the login', async () => {
  const { $cartScreen, $authLoading } = await open();
  expect($cartScreen.get().kind).toBe('unknown');
  $authLoading.set(false);
  expect($cartScreen.get().kind).toBe('unknown');
});

test('what this device knows is shown before the server has answered', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.says('product.list', () => productList(wireProduct('hoodie', { stock: { M: 9 } })));
  const first = await open();
  await first.refreshRows();

  const kept = { ...browser.localStorage };
  browser = openBrowser('/cart');
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

test('an empty cart is called empty when the server has said so, and at once where its last line was removed', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.localStorage['cart'] = '{}';
  browser.says('cart.update', () => ok);
  const { $cartScreen, $authLoading, $cart } = await open();
  expect($cartScreen.get().kind).toBe('unknown');
  $authLoading.set(false);
  expect($cartScreen.get().kind).toBe('empty');
  $cart.set({ hoodie: { M: 1 } });
  expect($cartScreen.get().kind).toBe('filled');
  $cart.set({});
  expect($cartScreen.get().kind).toBe('empty');
});
