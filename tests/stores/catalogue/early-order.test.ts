import { expect, test } from 'vitest';
import { earlyOrderMessages } from '../../../src/contract/messages/catalogue.ts';
import { ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/product/patang-hoodie'));

const open = () => openStores('catalogue', 'page');

const openSignedIn = async () => {
  signIn(browser);
  browser.says('product.early-order-interest', () => ({ ...ok, message: earlyOrderMessages.registered }));
  return open();
};

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
