import { beforeEach, expect, test } from 'vitest';
import { profileMessages } from '../../src/contract/messages/profile.ts';
import type { WireUser } from '../../src/contract/routes.ts';
import { type FakeBrowser, ok, openBrowser, refused } from './fake-browser.ts';

let browser: FakeBrowser;
const confirmed = { ...ok, email: 'new@example.com', message: profileMessages.emailConfirmed };
const profile = (email: string) => ({ ...ok, user: { email } as WireUser });

beforeEach(() => {
  browser = openBrowser('/confirm-email');
  location.hash = '#token=t0ken';
  browser.says('user.confirm-email', () => confirmed);
});

const open = async () => ({
  ...(await import('../../src/stores/confirm-email.ts')),
  ...(await import('../../src/stores/session.ts')),
  ...(await import('../../src/stores/toasts.ts')),
});

test('the server is asked once, however often the page opens', async () => {
  const { openConfirm, $confirm } = await open();
  await Promise.all([openConfirm(), openConfirm()]);
  location.hash = '';
  await openConfirm();
  expect(browser.namesAsked()).toEqual(['user.confirm-email']);
  expect($confirm.get()).toEqual({ status: 'confirmed', message: profileMessages.emailConfirmed });
});

test('a device that is logged in as this account shows the new e-mail', async () => {
  browser.localStorage['token'] = 't';
  browser.localStorage['userEmail'] = 'old@example.com';
  browser.says('user.profile', () => profile('new@example.com'));
  const { openConfirm, $userEmail } = await open();
  await openConfirm();
  expect($userEmail.get()).toBe('new@example.com');
});

test('a device that is logged in as another account keeps that one’s', async () => {
  browser.localStorage['token'] = 't';
  browser.localStorage['userEmail'] = 'ravi@example.com';
  browser.says('user.profile', () => profile('ravi@example.com'));
  const { openConfirm, $userEmail } = await open();
  await openConfirm();
  expect($userEmail.get()).toBe('ravi@example.com');
});

test('a visitor is told the same and asked for nothing', async () => {
  const { openConfirm, $confirm, $userEmail } = await open();
  await openConfirm();
  expect($confirm.get().status).toBe('confirmed');
  expect($userEmail.get()).toBeUndefined();
});

test('a link that the server no longer knows, or none, has ended', async () => {
  browser.says('user.confirm-email', () => refused('invalid', 'no such link'));
  const { openConfirm, $confirm } = await open();
  await openConfirm();
  expect($confirm.get()).toEqual({ status: 'ended', message: profileMessages.linkEnded });
  location.hash = '';
  await openConfirm();
  expect($confirm.get().status).toBe('ended');
  expect(browser.asked).toHaveLength(1);
});

test('a lost network keeps the link for another try', async () => {
  browser.network.isUp = false;
  const { openConfirm, askToConfirm, $confirm, $toasts } = await open();
  await openConfirm();
  expect($confirm.get()).toMatchObject({ status: 'failed', message: $toasts.get()[0]?.text });
  browser.network.isUp = true;
  await Promise.all([askToConfirm(), askToConfirm()]);
  expect($confirm.get().status).toBe('confirmed');
  expect(browser.asked.map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
});
