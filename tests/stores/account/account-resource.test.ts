import { expect, test } from 'vitest';
import { notificationMessages, profileMessages } from '../../../src/contract/messages/account.ts';
import { openBrowser, signIn, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => signIn(openBrowser('/profile')));

const open = () => openStores('account', 'orders', 'page');
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
])('without a network “%s” is shown beside the list and as a toast', async (sentence, load, state) => {
  browser.network.isUp = false;
  const stores = await open();
  await load(stores);
  expect(state(stores)).toEqual(['failed', sentence]);
  expect(stores.$toasts.get()).toMatchObject([{ kind: 'error', text: sentence }]);
});
