import { beforeEach, expect, test, vi } from 'vitest';
import { fieldMessages } from '../../../src/contract/messages/address.ts';
import { profileMessages } from '../../../src/contract/messages/account.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { wireOrder, wireUser } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => signIn(openBrowser('/profile')));
beforeEach(() => {
  browser.says('user.profile', () => ({ ...ok, user: asha }));
});

const open = () => openStores('account', 'cart', 'orders', 'page', 'session', 'wishlist');

const asha = wireUser;

test('the orders are requested with the shopper’s id, which is requested once', async () => {
  browser.says('order.userorders', () => ({ ...ok, orders: [wireOrder('WARPHOODIEORDER00001')] }));
  const { loadPastOrders, $pastOrders, $pastOrdersStatus } = await open();
  await loadPastOrders();
  await loadPastOrders();
  expect(browser.namesAsked()).toEqual(['user.profile', 'order.userorders', 'order.userorders']);
  expect(browser.asked.at(-1)?.body).toEqual({ userId: 'asha1' });
  expect($pastOrdersStatus.get()).toBe('ready');
  expect($pastOrders.get()).toMatchObject([
    { short: 'R00001', status: 'Order Placed', totalPaise: 3108_00, pieces: 3, isPaid: false },
  ]);
});

test('a profile that does not load hides no orders, and shows no message in their tab', async () => {
  browser.says('user.profile', () => refused('failed'));
  browser.says('order.userorders', () => ({ ...ok, orders: [wireOrder('one')] }));
  const { loadPastOrders, $pastOrders, $toasts } = await open();
  await loadPastOrders();
  expect($pastOrders.get()).toHaveLength(1);
  expect($toasts.get()).toEqual([]);
});

test('a failed export shows a message and can be repeated', async () => {
  const { exportData, $isExporting, $toasts } = await open();
  browser.network.isUp = false;
  await exportData();
  expect($isExporting.get()).toBe(false);
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: profileMessages.exportFailed }]);
});

const wanted = { email: ' Asha@Example.com ', password: 'warp-and-weft' };

test('email and password delete the account, and this device forgets its shopper', async () => {
  browser.says('user.delete', () => ({ ...ok, message: 'gone' }));
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  browser.localStorage['wishlist'] = '["warp-hoodie"]';
  const { openDeletion, deleteAccount, $token, $authLoading, $cart, $wishlist } = await open();
  openDeletion();
  await deleteAccount(wanted, true);
  expect(browser.asked).toMatchObject([
    { name: 'user.delete', token: 't0ken', body: { email: 'asha@example.com', password: 'warp-and-weft' } },
  ]);
  expect($token.get()).toBeUndefined();
  expect(browser.localStorage).not.toHaveProperty('userEmail');
  expect($cart.get()).toEqual({});
  expect($wishlist.get()).toEqual([]);
  expect([...browser.tab.values()].join()).toContain(profileMessages.deleted);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/' }]);
  // Nobody is sent to /login on the way home.
  expect($authLoading.get()).toBe(true);
});

const onItsWay = profileMessages.deleteBusy.coming('ABC234');

test.each([
  ['an order is on its way', refused('invalid', onItsWay), onItsWay],
  ['the password is wrong', refused('invalid', profileMessages.deleteWrong), profileMessages.deleteWrong],
  ['no answer came', null, profileMessages.deleteFailed],
])('if %s, the dialog says so, and the session stays open', async (_why, refusal, sentence) => {
  browser.network.isUp = refusal !== null;
  if (refusal) browser.says('user.delete', () => refusal);
  const { openDeletion, deleteAccount, $deletion, $token } = await open();
  openDeletion();
  await deleteAccount(wanted, true);
  expect($deletion.get()).toMatchObject({ isOpen: true, isSending: false, message: sentence });
  expect([$token.get(), browser.opened]).toEqual(['t0ken', []]);
});

test('missing fields are marked before a request is sent; Google accounts need no password', async () => {
  browser.says('user.delete', () => ({ ...ok, message: 'gone' }));
  const { openDeletion, deleteAccount, clearDeletionProblem, $deletion } = await open();
  openDeletion();
  await deleteAccount({ email: 'asha', password: '' }, true);
  expect($deletion.get()).toMatchObject({
    problems: { email: fieldMessages.email, password: fieldMessages.password },
    markings: 1,
  });
  clearDeletionProblem('email');
  expect($deletion.get().problems).toEqual({ password: fieldMessages.password });
  await deleteAccount({ email: 'asha@example.com', password: 'ignored' }, false);
  expect(browser.asked).toMatchObject([{ body: { email: 'asha@example.com', password: '' } }]);
});

test('a dialog stays open while its request is running, and a closed one deletes nothing', async () => {
  const answer = late<ReturnType<typeof refused>>();
  browser.says('user.delete', () => answer.promise);
  const { openDeletion, closeDeletion, deleteAccount, $deletion } = await open();
  await deleteAccount(wanted, true);
  expect(browser.asked).toEqual([]);
  openDeletion();
  const deleting = deleteAccount(wanted, true);
  closeDeletion();
  expect($deletion.get().isOpen).toBe(true);
  answer.resolve(refused('invalid'));
  await deleting;
  closeDeletion();
  expect($deletion.get().isOpen).toBe(false);
});

test('the export is one file with everything that the server sent', async () => {
  const clicked: { href: string; download: string }[] = [];
  let file: Blob | undefined;
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { href: '', download: '', click: () => clicked.push(link) };
      return link;
    },
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob;
    return 'blob:my-data';
  });
  browser.says('user.export', () => ({ ...ok, data: { user: { name: 'Asha Rao' }, orders: [] } }));
  const { exportData, $toasts } = await open();
  await exportData();
  expect(clicked).toMatchObject([{ href: 'blob:my-data', download: 'my-data.json' }]);
  expect(JSON.parse((await file?.text()) ?? '')).toEqual({ user: { name: 'Asha Rao' }, orders: [] });
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: profileMessages.exportReady }]);
});
