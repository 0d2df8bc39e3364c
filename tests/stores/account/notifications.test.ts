import { expect, test } from 'vitest';
import { notificationMessages } from '../../../src/contract/messages/account.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import type { WireNotification } from '../../../src/contract/calls/notification.ts';
import { MINUTE_MS } from '../../../src/domain/time-units.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => signIn(openBrowser('/profile?tab=notifications')));

const open = () => openStores('account', 'page', 'session');

function news(id: string, read = false): WireNotification {
  return { _id: id, type: 'order', message: `News ${id}`, read, createdAt: Date.UTC(2026, 10, 20) };
}
const listed = (...notifications: WireNotification[]) => ({ ...ok, notifications });

test('the list comes from the server, and every page has the number of unread ones', async () => {
  browser.says('notification.user', () => listed(news('two'), news('one', true)));
  const { loadNotifications, $notifications, $unread } = await open();
  await loadNotifications();
  expect($notifications.get().map(({ _id }) => _id)).toEqual(['two', 'one']);
  expect($unread.get()).toBe('1');
  expect(browser.localStorage['taana-unread']).toBe('1');
});

test('Mark as Read shows a message and reloads the list, once for two taps', async () => {
  browser.says('notification.user', () => listed(news('two')));
  browser.says('notification.read', () => ({ ...ok, message: 'read' }));
  const { loadNotifications, markAsRead, $notifications, $marking, $unread, $toasts } = await open();
  await loadNotifications();
  browser.says('notification.user', () => listed(news('two', true)));
  const marking = markAsRead('two');
  expect($marking.get()).toEqual(['two']);
  await markAsRead('two');
  await marking;
  expect(browser.asked.slice(1)).toMatchObject([
    { name: 'notification.read', body: { notificationId: 'two' }, token: 't0ken' },
    { name: 'notification.user' },
  ]);
  expect($notifications.get()[0]?.read).toBe(true);
  expect($unread.get()).toBe('0');
  expect($marking.get()).toEqual([]);
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: notificationMessages.read }]);
});

test('Mark All as Read is one call about the displayed ones, however often it is tapped', async () => {
  browser.says('notification.user', () => listed(news('three'), news('two'), news('one', true)));
  browser.says('notification.read', () => ({ ...ok, message: 'read' }));
  const { loadNotifications, markAllAsRead, $marking, $unread, $toasts } = await open();
  await loadNotifications();
  browser.says('notification.user', () => listed(news('three', true), news('two', true), news('one', true)));
  const marking = markAllAsRead();
  await markAllAsRead();
  expect($marking.get()).toEqual(['three', 'two']);
  await marking;
  expect(browser.asked.slice(1)).toMatchObject([
    { name: 'notification.read', body: { notificationId: ['three', 'two'] } },
    { name: 'notification.user' },
  ]);
  expect($unread.get()).toBe('0');
  expect($marking.get()).toEqual([]);
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: notificationMessages.allRead }]);
  await markAllAsRead();
  expect(browser.asked).toHaveLength(3);
});

test('a notification that could not be marked stays unread, with a message', async () => {
  const { markAsRead, $marking, $toasts } = await open();
  browser.network.isUp = false;
  await markAsRead('two');
  browser.network.isUp = true;
  browser.says('notification.read', () => refused('not-found', notificationMessages.unknown));
  await markAsRead('two');
  expect($toasts.get().map(({ text }) => text)).toEqual([
    notificationMessages.readFailed,
    notificationMessages.unknown,
  ]);
  expect($marking.get()).toEqual([]);
});

test('other pages request the count once in five minutes', async () => {
  browser.says('notification.user', () => listed(news('two'), news('one')));
  const { refreshUnread, $unread } = await open();
  await refreshUnread(1_000 * MINUTE_MS);
  expect($unread.get()).toBe('2');
  await refreshUnread(1_004 * MINUTE_MS);
  expect(browser.asked).toHaveLength(1);
  await refreshUnread(1_005 * MINUTE_MS);
  expect(browser.asked).toHaveLength(2);
});

test('another shopper’s count is requested at once', async () => {
  browser.says('notification.user', () => listed(news('two')));
  const { refreshUnread, beginSession } = await open();
  await refreshUnread(1_000 * MINUTE_MS);
  beginSession('other', 'ravi@example.com');
  await refreshUnread(1_000 * MINUTE_MS);
  expect(browser.asked).toMatchObject([{ token: 't0ken' }, { token: 'other' }]);
});

test('a count that fails to load shows no message, and the next page requests it', async () => {
  browser.says('notification.user', () => listed(news('two')));
  browser.network.isUp = false;
  const { refreshUnread, $unread, $toasts } = await open();
  await refreshUnread(1_000 * MINUTE_MS);
  expect($unread.get()).toBeUndefined();
  expect($toasts.get()).toEqual([]);
  browser.network.isUp = true;
  await refreshUnread(1_001 * MINUTE_MS);
  expect($unread.get()).toBe('1');
});

test('a page that is left before the answer does not keep the next one from counting', async () => {
  browser.says('notification.user', () => late<Reply<'notification.user'>>().promise);
  const { refreshUnread, $unread } = await open();
  void refreshUnread(1_000 * MINUTE_MS);
  browser.says('notification.user', () => listed(news('two')));
  await refreshUnread(1_000 * MINUTE_MS);
  expect($unread.get()).toBe('1');
});

test('a late count does not overwrite the Notifications tab', async () => {
  const answer = late<Reply<'notification.user'>>();
  browser.says('notification.user', () => answer.promise);
  const { refreshUnread, loadNotifications, $unread } = await open();
  const counting = refreshUnread();
  browser.says('notification.user', () => listed(news('two', true)));
  await loadNotifications();
  answer.resolve(listed(news('two')));
  await counting;
  expect($unread.get()).toBe('0');
});
