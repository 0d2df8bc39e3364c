import { expect, test } from 'vitest';
import { notifyMessages } from '../../../src/contract/messages/catalogue.ts';
import { ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/product/old-tee'));

const open = () => openStores('catalogue', 'page');

/** A logged-in shopper, with a server that stores subscriptions. */
const openSignedIn = async (...waiting: string[]) => {
  const wishes = new Set(waiting);
  signIn(browser);
  browser.says('notify.check', ({ body: { size } }) => ({ ...ok, alreadyNotified: wishes.has(size) }));
  browser.says('notify', ({ body: { size } }) => {
    wishes.add(size);
    return { ...ok, message: notifyMessages.saved };
  });
  return { ...(await open()), wishes };
};

test('a subscription is checked per product, email and size, then saved, with a message', async () => {
  const { askToBeNotified, $toasts } = await openSignedIn();
  await askToBeNotified('old-tee', 'M');
  const wish = { productId: 'old-tee', email: 'asha@example.com', size: 'M' };
  expect(browser.asked).toMatchObject([
    { name: 'notify.check', body: wish, token: 't0ken' },
    { name: 'notify', body: wish },
  ]);
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: notifyMessages.saved }]);
});

test('a subscription that exists on the server is not saved again', async () => {
  const { askToBeNotified, $toasts } = await openSignedIn('M');
  await askToBeNotified('old-tee', 'M');
  expect(browser.namesAsked()).toEqual(['notify.check']);
  expect($toasts.get()).toMatchObject([{ text: notifyMessages.already }]);
});

test('a saved subscription is not repeated, even if the check fails', async () => {
  const { askToBeNotified, $toasts } = await openSignedIn();
  await askToBeNotified('old-tee', 'M');
  browser.says('notify.check', () => refused('unavailable'));
  await askToBeNotified('old-tee', 'M');
  expect(browser.namesAsked()).toEqual(['notify.check', 'notify', 'notify.check']);
  expect($toasts.get().at(-1)).toMatchObject({ text: notifyMessages.already });
});

test('without a confirmed email the server says nothing, and the page remembers what it saved', async () => {
  const { askToBeNotified, $toasts } = await openSignedIn();
  browser.says('notify.check', () => ({ ...ok, alreadyNotified: false }));
  await askToBeNotified('old-tee', 'M');
  await askToBeNotified('old-tee', 'M');
  expect($toasts.get().at(-1)).toMatchObject({ text: notifyMessages.already });
  // The email may have gone out since.
  expect(browser.namesAsked().filter((name) => name === 'notify')).toHaveLength(2);
});

test('another size is another subscription', async () => {
  const { askToBeNotified, wishes } = await openSignedIn('M');
  await askToBeNotified('old-tee', 'L');
  expect([...wishes]).toEqual(['M', 'L']);
});

test('a subscription that no longer exists on the server is saved again', async () => {
  const { askToBeNotified, wishes } = await openSignedIn();
  await askToBeNotified('old-tee', 'M');
  wishes.clear();
  await askToBeNotified('old-tee', 'M');
  expect(browser.namesAsked().filter((name) => name === 'notify')).toHaveLength(2);
});

test('a size that is back in stock is reported as good news', async () => {
  const { askToBeNotified, $toasts } = await openSignedIn();
  browser.says('notify', () => refused('invalid', notifyMessages.inStock));
  await askToBeNotified('old-tee', 'M');
  expect($toasts.get()).toMatchObject([{ kind: 'info', text: notifyMessages.inStock }]);
});
