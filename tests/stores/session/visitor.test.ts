import { expect, onTestFinished, test } from 'vitest';
import { openBrowser, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/cart'));

const open = () => openStores('session');

test('a visitor is sent to /login only after the start-up check', async () => {
  const { sendVisitorsToLogin, $authLoading } = await open();
  onTestFinished(sendVisitorsToLogin('/cart'));
  expect(browser.opened).toEqual([]);
  $authLoading.set(false);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/login' }]);
  expect(browser.tab.get('taana-navigation:/login')).toBe('{"from":"/cart"}');
});

test('a logged-in shopper stays until another tab logs out', async () => {
  browser.localStorage['token'] = 't0ken';
  const { sendVisitorsToLogin, $authLoading } = await open();
  $authLoading.set(false);
  onTestFinished(sendVisitorsToLogin('/orders'));
  expect(browser.opened).toEqual([]);
  browser.otherTabWrites('token', undefined);
  expect(browser.opened).toHaveLength(1);
});
