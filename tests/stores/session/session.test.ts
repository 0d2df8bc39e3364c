import { expect, test } from 'vitest';
import { sessionMessages } from '../../../src/contract/messages/account.ts';
import { late, ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(openBrowser);

const open = () => openStores('cart', 'page', 'session', 'wishlist');

test('token and email are stored as plain text in the browser', async () => {
  const { beginSession, $isSignedIn } = await open();
  expect($isSignedIn.get()).toBe(false);
  beginSession('t0ken', 'asha@example.com');
  expect($isSignedIn.get()).toBe(true);
  expect(browser.localStorage).toMatchObject({ token: 't0ken', userEmail: 'asha@example.com' });
});

test('a text that cannot be a header value is no token', async () => {
  browser.localStorage['token'] = 'no\nheader';
  const { $isSignedIn } = await open();
  expect($isSignedIn.get()).toBe(false);
});

test('an unknown token ends the session quietly and keeps the cart', async () => {
  browser.localStorage['token'] = 'expired';
  browser.localStorage['userEmail'] = 'asha@example.com';
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  browser.says('cart.get', () => refused('unauthorised'));
  const { authorised, $isSignedIn, $userEmail, $cart, $toasts } = await open();
  await authorised('cart.get', undefined);
  expect($isSignedIn.get()).toBe(false);
  expect($userEmail.get()).toBeUndefined();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  expect($toasts.get()).toEqual([]);
});

test('a late "unauthorised" of an old session does not end the new one', async () => {
  const { authorised, beginSession, $token } = await open();
  const answer = late<ReturnType<typeof refused>>();
  browser.says('cart.get', () => answer.promise);
  beginSession('old', 'asha@example.com');
  const call = authorised('cart.get', undefined);
  beginSession('new', 'asha@example.com');
  answer.resolve(refused('unauthorised'));
  await call;
  expect($token.get()).toBe('new');
});

test('an answer that arrives after its session ended is dropped', async () => {
  const { authorised, beginSession, signOut } = await open();
  const answer = late<{ success: true; cartData: object }>();
  browser.says('cart.get', () => answer.promise as never);
  browser.says('user.logout', () => ok);
  beginSession('t0ken', 'asha@example.com');
  const call = authorised('cart.get', undefined);
  await signOut();
  answer.resolve({ ...ok, cartData: { 'warp-hoodie': { M: 1 } } });
  expect(await call).toMatchObject({ success: false, code: 'unauthorised' });
});

test('logging out revokes the token and removes the shopper’s data from this device', async () => {
  browser.says('user.logout', () => ok);
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  browser.localStorage['wishlist'] = '["warp-hoodie"]';
  browser.tab.set('taana-delivery', '{}');
  const { beginSession, signOut, $cart, $wishlist, $toasts } = await open();
  beginSession('t0ken', 'asha@example.com');
  await signOut();
  expect(browser.asked).toMatchObject([{ name: 'user.logout', token: 't0ken' }]);
  expect($cart.get()).toEqual({});
  expect($wishlist.get()).toEqual([]);
  expect(browser.localStorage).not.toHaveProperty('token');
  expect(browser.localStorage).not.toHaveProperty('userEmail');
  expect(browser.tab.size).toBe(0);
  expect($toasts.get()).toMatchObject([{ text: sessionMessages.loggedOut }]);
});

test('without a network logging out still removes the data from the device', async () => {
  const { beginSession, signOut, $isSignedIn, $authLoading } = await open();
  beginSession('t0ken', 'asha@example.com');
  browser.network.isUp = false;
  const done = signOut();
  expect($isSignedIn.get()).toBe(false);
  await done;
  expect($authLoading.get()).toBe(false);
});

test('unsent changes are sent before the token is revoked', async () => {
  browser.says('cart.update', () => ok);
  browser.says('user.logout', () => ok);
  browser.network.isUp = false;
  const { beginSession, signOut, addToCart, syncCart } = await open();
  beginSession('t0ken', 'asha@example.com');
  addToCart('warp-hoodie', 'M', 3);
  await syncCart();
  browser.network.isUp = true;
  await signOut();
  expect(browser.asked).toMatchObject([
    { name: 'cart.update', token: 't0ken', body: { itemId: 'warp-hoodie', size: 'M', quantity: 3 } },
    { name: 'user.logout', token: 't0ken' },
  ]);
});
