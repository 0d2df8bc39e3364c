import { beforeEach, expect, test } from 'vitest';
import { authMessages, profileMessages } from '../../../src/contract/messages/account.ts';
import { ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/confirm-email'));
const confirmed = { ...ok, email: 'new@example.com', message: profileMessages.emailConfirmed };

beforeEach(() => {
  browser.localStorage['token'] = 't';
  browser.localStorage['userEmail'] = 'old@example.com';
  location.hash = '#token=t0ken';
  browser.says('user.confirm-email', () => confirmed);
});

const open = () => openStores('account', 'page', 'session');

test('the link is sent to the server once, however often the page opens', async () => {
  const { openConfirm, $confirm, $userEmail } = await open();
  await Promise.all([openConfirm(), openConfirm()]);
  location.hash = '';
  await openConfirm();
  expect(browser.namesAsked()).toEqual(['user.confirm-email']);
  expect($confirm.get()).toEqual({ status: 'confirmed', message: profileMessages.emailConfirmed });
  expect($userEmail.get()).toBe('new@example.com');
});

test('a visitor is asked to log in, and the link is kept for that', async () => {
  delete browser.localStorage['token'];
  const { openConfirm, $confirm, $token } = await open();
  await openConfirm();
  expect($confirm.get()).toEqual({ status: 'visitor', message: authMessages.confirmAfterLogin });
  expect(browser.asked).toHaveLength(0);
  location.hash = '';
  $token.set('t');
  await openConfirm();
  expect($confirm.get().status).toBe('confirmed');
  expect(browser.asked.map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
});

test('a session that ended meanwhile is treated as a visitor', async () => {
  browser.says('user.confirm-email', () => refused('unauthorised', 'ended'));
  const { openConfirm, $confirm, $token } = await open();
  await openConfirm();
  expect($confirm.get().status).toBe('visitor');
  expect($token.get()).toBeUndefined();
});

test('an unknown or missing link has ended', async () => {
  browser.says('user.confirm-email', () => refused('invalid', profileMessages.linkEnded));
  const { openConfirm, $confirm, $userEmail } = await open();
  await openConfirm();
  expect($confirm.get()).toEqual({ status: 'ended', message: profileMessages.linkEnded });
  expect($userEmail.get()).toBe('old@example.com');
  location.hash = '';
  await openConfirm();
  expect($confirm.get().status).toBe('ended');
  expect(browser.asked).toHaveLength(1);
});

test('without a network the link is kept for a retry', async () => {
  browser.network.isUp = false;
  const { openConfirm, askToConfirm, $confirm, $toasts } = await open();
  await openConfirm();
  expect($confirm.get()).toMatchObject({ status: 'failed', message: $toasts.get()[0]?.text });
  browser.network.isUp = true;
  await Promise.all([askToConfirm(), askToConfirm()]);
  expect($confirm.get().status).toBe('confirmed');
  expect(browser.asked.map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
});
