import { expect, onTestFinished, test } from 'vitest';
import { notificationMessages, profileMessages } from '../../../src/contract/messages/account.ts';
import { addressMessages } from '../../../src/contract/messages/address.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';
import { savedAddress } from '../wire.ts';

const browser = useBrowser(() => signIn(openBrowser('/profile')));

const open = () => openStores('account', 'address', 'orders', 'page', 'session');
type Stores = Awaited<ReturnType<typeof open>>;

test.each<[string, (stores: Stores) => Promise<void>, (stores: Stores) => (string | null)[]]>([
  [
    profileMessages.fetchFailed,
    ({ loadProfile }) => loadProfile(),
    ({ $profileStatus, $profileProblem }) => [$profileStatus.get(), $profileProblem.get()],
  ],
  [
    profileMessages.ordersFailed,
    ({ loadPastOrders }) => loadPastOrders(),
    ({ $pastOrdersStatus, $pastOrdersProblem }) => [$pastOrdersStatus.get(), $pastOrdersProblem.get()],
  ],
  [
    notificationMessages.fetchFailed,
    ({ loadNotifications }) => loadNotifications(),
    ({ $notificationsStatus, $notificationsProblem }) => [
      $notificationsStatus.get(),
      $notificationsProblem.get(),
    ],
  ],
  [
    addressMessages.fetchFailed,
    ({ loadAddresses }) => loadAddresses(),
    ({ $addressesStatus, $addressesProblem }) => [$addressesStatus.get(), $addressesProblem.get()],
  ],
])('without a network “%s” is shown beside the list and as a toast', async (sentence, load, state) => {
  browser.network.isUp = false;
  const stores = await open();
  await load(stores);
  expect(state(stores)).toEqual(['failed', sentence]);
  expect(stores.$toasts.get()).toMatchObject([{ kind: 'error', text: sentence }]);
});

const listed = { ...ok, addresses: [savedAddress] };

test('a failure keeps what was loaded, and shows the server’s own message', async () => {
  browser.says('address.user', () => listed);
  const { loadAddresses, $addresses, $addressesProblem } = await open();
  await loadAddresses();
  browser.says('address.user', () => refused('failed', 'The list is being mended'));
  await loadAddresses();
  expect([$addresses.get(), $addressesProblem.get()]).toEqual([[savedAddress], 'The list is being mended']);
  browser.says('address.user', () => listed);
  await loadAddresses();
  expect($addressesProblem.get()).toBeNull();
});

test('an unknown token ends the session without a message', async () => {
  browser.says('address.user', () => refused('unauthorised'));
  const { loadAddresses, $addressesStatus, $token, $toasts } = await open();
  await loadAddresses();
  expect([$token.get(), $addressesStatus.get(), $toasts.get()]).toEqual([undefined, 'idle', []]);
});

test('a late answer to an older request is dropped', async () => {
  const first = late<Reply<'address.user'>>();
  const { loadAddresses, $addresses } = await open();
  browser.says('address.user', () => first.promise);
  const older = loadAddresses();
  browser.says('address.user', () => ({ ...ok, addresses: [] }));
  await loadAddresses();
  first.resolve(listed);
  await older;
  expect($addresses.get()).toEqual([]);
});

test('another shopper on this device never sees it, even before their own is loaded', async () => {
  browser.says('address.user', () => listed);
  const { loadAddresses, $addresses, $addressesStatus } = await open();
  await loadAddresses();
  onTestFinished($addresses.listen(() => {}));
  browser.otherTabWrites('token', 'other');
  expect([$addresses.get(), $addressesStatus.get()]).toEqual([[], 'idle']);
});
