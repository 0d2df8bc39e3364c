import { expect, test } from 'vitest';
import { notifyMessages } from '../../../src/contract/messages/catalogue.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
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

test('a visitor goes to /login, which returns to the product and the size', async () => {
  const { askToBeNotified } = await open();
  await askToBeNotified('old-tee', 'M');
  expect(browser.opened).toEqual([{ how: 'assign', path: '/login' }]);
  expect(JSON.parse(browser.tab.get('taana-navigation:/login') ?? '')).toEqual({
    from: '/product/old-tee',
    onReturn: { notifyMe: 'M' },
  });
  expect(browser.asked).toEqual([]);
});

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

test('a second tap during the first request sends nothing', async () => {
  const { askToBeNotified } = await openSignedIn();
  const answer = late<{ success: true; alreadyNotified: boolean }>();
  browser.says('notify.check', () => answer.promise);
  const taps = [askToBeNotified('old-tee', 'M'), askToBeNotified('old-tee', 'M')];
  answer.resolve({ ...ok, alreadyNotified: false });
  await Promise.all(taps);
  expect(browser.namesAsked()).toEqual(['notify.check', 'notify']);
});

test('a failure shows a message, and the next tap retries', async () => {
  const { askToBeNotified, $toasts } = await openSignedIn();
  browser.network.isUp = false;
  await askToBeNotified('old-tee', 'M');
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: notifyMessages.failed }]);
  browser.network.isUp = true;
  await askToBeNotified('old-tee', 'M');
  expect($toasts.get().at(-1)).toMatchObject({ text: notifyMessages.saved });
});

test('a size that is back in stock is reported as good news', async () => {
  const { askToBeNotified, $toasts } = await openSignedIn();
  browser.says('notify', () => refused('invalid', notifyMessages.inStock));
  await askToBeNotified('old-tee', 'M');
  expect($toasts.get()).toMatchObject([{ kind: 'info', text: notifyMessages.inStock }]);
});

test('a session without an email is not sent to /login, which would send it back forever', async () => {
  browser.localStorage['token'] = 't0ken';
  const { askToBeNotified, $toasts } = await open();
  await askToBeNotified('old-tee', 'M');
  expect(browser.opened).toEqual([]);
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: notifyMessages.failed }]);
});
