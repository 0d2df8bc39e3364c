import { beforeEach, expect, test, vi } from 'vitest';
import { authMessages } from '../../../src/contract/messages/account.ts';
import { fieldMessages } from '../../../src/contract/messages/address.ts';
import { late, ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/reset-password'));
beforeEach(() => {
  location.hash = '#token=t0k%2Fen';
  browser.says('user.reset', () => ({ ...ok, message: authMessages.resetDone }));
});

const open = () => openStores('cart', 'page', 'session');

const KEY = 'taana-link:/reset-password';

/** The page of the link, and one try to set this password. */
const tried = async (password = 'correct horse') => {
  const stores = await open();
  stores.openReset();
  await stores.resetPassword(password);
  return stores;
};

test('the token is removed from the URL and stays in the tab until it is used', async () => {
  const { openReset, resetPassword, $reset } = await open();
  const replaced = vi.spyOn(history, 'replaceState');
  openReset();
  expect(replaced.mock.calls).toEqual([[null, '', '/reset-password']]);
  expect(browser.tab.get(KEY)).toBe('t0k/en');
  expect($reset.get().status).toBe('open');
  await resetPassword('correct horse');
  expect(browser.asked).toMatchObject([
    { name: 'user.reset', body: { token: 't0k/en', password: 'correct horse' } },
  ]);
  expect(browser.tab.has(KEY)).toBe(false);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/login' }]);
  expect(browser.tab.get('taana-toast')).toContain(authMessages.resetDone);
});

test('after a reload the tab still has the token', async () => {
  location.hash = '';
  browser.tab.set(KEY, 'kept');
  await tried();
  expect(browser.asked[0]?.body).toEqual({ token: 'kept', password: 'correct horse' });
});

test('without a token the link has ended, and nothing is sent', async () => {
  location.hash = '#elsewhere';
  const { openReset, resetPassword, $reset } = await open();
  openReset();
  expect($reset.get().status).toBe('ended');
  await resetPassword('correct horse');
  expect(browser.asked).toEqual([]);
});

test.each([
  ['none', '', fieldMessages.password],
  ['one of 7 characters', '7 chars', authMessages.passwordLength],
  ['one of 129 characters', 'x'.repeat(129), authMessages.passwordLength],
])('%s is no password', async (_what, password, problem) => {
  const { $reset } = await tried(password);
  expect($reset.get()).toMatchObject({ status: 'open', problems: { password: problem }, markings: 1 });
  expect(browser.asked).toEqual([]);
});

test('a second tap while sending sends nothing', async () => {
  const { openReset, resetPassword } = await open();
  openReset();
  await Promise.all([resetPassword('correct horse'), resetPassword('correct horse')]);
  expect(browser.asked).toHaveLength(1);
});

test.each(['network', 'too-many', 'failed', 'unavailable'] as const)(
  'a failure of kind %s keeps the link for a retry',
  async (kind) => {
    if (kind === 'network') browser.network.isUp = false;
    else browser.says('user.reset', () => refused(kind));
    const { resetPassword, $reset, $toasts } = await tried();
    expect($reset.get().status).toBe('open');
    expect($reset.get().message).toBe($toasts.get()[0]?.text);
    expect(browser.tab.get(KEY)).toBe('t0k/en');
    browser.network.isUp = true;
    browser.says('user.reset', () => ({ ...ok, message: authMessages.resetDone }));
    await resetPassword('correct horse');
    expect(browser.opened).toHaveLength(1);
  },
);

test('an unknown link has ended for good', async () => {
  browser.says('user.reset', () => refused('invalid', authMessages.resetEnded));
  const { $reset } = await tried();
  expect($reset.get().status).toBe('ended');
  expect(browser.tab.has(KEY)).toBe(false);
});

test('a password that the server refuses is marked', async () => {
  browser.says('user.reset', () => ({
    ...refused('invalid'),
    fields: { password: authMessages.passwordLength },
  }));
  const { $reset } = await tried();
  expect($reset.get()).toMatchObject({ status: 'open', problems: { password: authMessages.passwordLength } });
});

test('it ends the session of this device, and a visitor’s cart stays', async () => {
  browser.says('user.logout', () => ok);
  browser.localStorage['token'] = 't';
  browser.localStorage['userEmail'] = 'asha@example.com';
  const first = await tried();
  expect(first.$token.get()).toBeUndefined();
  expect(first.$userEmail.get()).toBeUndefined();
  expect(browser.tab.get('taana-toast')).toContain(authMessages.resetDone);

  Object.assign(browser, openBrowser('/reset-password'));
  location.hash = '#token=another';
  browser.says('user.reset', () => ({ ...ok, message: authMessages.resetDone }));
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  const second = await tried();
  expect(second.$cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
});

test('a link opened while another is being used does not replace it', async () => {
  const answer = late<ReturnType<typeof refused>>();
  browser.says('user.reset', () => answer.promise);
  const { openReset, resetPassword, $reset } = await open();
  openReset();
  const sent = resetPassword('correct horse');
  openReset();
  expect($reset.get().status).toBe('sending');
  answer.resolve(refused('failed'));
  await sent;
  expect($reset.get().status).toBe('open');
});
