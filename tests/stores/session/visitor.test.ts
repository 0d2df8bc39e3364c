import { beforeEach, expect, test } from 'vitest';
import { type FakeBrowser, openBrowser } from '../fake-browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser('/cart');
});

const open = async () => ({
  ...(await import('../../../src/stores/session/visitor.ts')),
  ...(await import('../../../src/stores/session/session.ts')),
  ...(await import('../../../src/stores/session/signed-in.ts')),
  ...(await import('../../../src/stores/session/authorised.ts')),
  ...(await import('../../../src/stores/session/sign-out.ts')),
});

test('nobody is sent to /login before the start-up check has finished', async () => {
  const { sendVisitorsToLogin, $authLoading } = await open();
  const stop = sendVisitorsToLogin('/cart');
  expect(browser.opened).toEqual([]);
  $authLoading.set(false);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/login' }]);
  expect(browser.tab.get('taana-navigation:/login')).toBe('{"from":"/cart"}');
  stop();
});

test('without a path the login leads back to the address of that moment', async () => {
  const { sendVisitorsToLogin, $authLoading } = await open();
  const stop = sendVisitorsToLogin();
  $authLoading.set(false);
  expect(browser.tab.get('taana-navigation:/login')).toBe('{"from":"/cart"}');
  stop();
});

test('a shopper who is logged in stays, until another tab logs out', async () => {
  browser.localStorage['token'] = 't0ken';
  const { sendVisitorsToLogin, $authLoading } = await open();
  $authLoading.set(false);
  const stop = sendVisitorsToLogin('/orders');
  expect(browser.opened).toEqual([]);
  browser.otherTabWrites('token', undefined);
  expect(browser.opened).toHaveLength(1);
  stop();
});
