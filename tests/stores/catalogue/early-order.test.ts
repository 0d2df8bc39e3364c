import { expect, test } from 'vitest';
import { earlyOrderMessages } from '../../../src/contract/messages/catalogue.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/product/patang-hoodie'));

const open = () => openStores('catalogue', 'page');

const openSignedIn = async () => {
  signIn(browser);
  browser.says('product.early-order-interest', () => ({ ...ok, message: earlyOrderMessages.registered }));
  return open();
};

test('a visitor goes to /login, which keeps the path and the size', async () => {
  const { registerInterest } = await open();
  await registerInterest('patang-hoodie', 'M');
  expect(browser.opened).toEqual([{ how: 'assign', path: '/login' }]);
  expect(JSON.parse(browser.tab.get('taana-navigation:/login') ?? '')).toEqual({
    from: '/product/patang-hoodie',
    onReturn: { earlyOrder: 'M' },
  });
});

test('a shopper’s interest is registered with the size, and an empty name and phone', async () => {
  const { registerInterest, $toasts } = await openSignedIn();
  await registerInterest('patang-hoodie', 'M');
  expect(browser.asked).toMatchObject([
    {
      name: 'product.early-order-interest',
      body: { productId: 'patang-hoodie', name: '', email: 'asha@example.com', phone: '', size: 'M' },
    },
  ]);
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: earlyOrderMessages.registered }]);
});

test('a refusal shows the server’s message', async () => {
  const { registerInterest, $toasts } = await openSignedIn();
  const why = earlyOrderMessages.notEarly('Patang Hoodie');
  browser.says('product.early-order-interest', () => refused('invalid', why));
  await registerInterest('patang-hoodie', 'M');
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: why }]);
});

test('without a network the shop’s message is shown', async () => {
  const { registerInterest, $toasts } = await openSignedIn();
  browser.network.isUp = false;
  await registerInterest('patang-hoodie', 'M');
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: earlyOrderMessages.failed }]);
});

test('a second tap during the first request registers nothing more', async () => {
  const { registerInterest } = await openSignedIn();
  const answer = late<{ success: true; message: string }>();
  browser.says('product.early-order-interest', () => answer.promise);
  const taps = [registerInterest('patang-hoodie', 'M'), registerInterest('patang-hoodie', 'M')];
  answer.resolve({ ...ok, message: '' });
  await Promise.all(taps);
  expect(browser.asked).toHaveLength(1);
});

test('a second size replaces the first, with a message', async () => {
  const { registerInterest, $toasts } = await openSignedIn();
  await registerInterest('patang-hoodie', 'M');
  await registerInterest('patang-coord', 'L');
  await registerInterest('patang-hoodie', 'L');
  expect($toasts.get().map(({ text }) => text)).toEqual([
    earlyOrderMessages.registered,
    earlyOrderMessages.resized('M', 'L'),
  ]);
});

test('a session without an email is not sent to /login, which would send it back forever', async () => {
  browser.localStorage['token'] = 't0ken';
  const { registerInterest, $toasts } = await open();
  await registerInterest('patang-hoodie', 'M');
  expect(browser.opened).toEqual([]);
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: earlyOrderMessages.failed }]);
});
