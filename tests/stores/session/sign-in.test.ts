import { expect, onTestFinished, test, vi } from 'vitest';
import { authMessages, loginReasons } from '../../../src/contract/messages/account.ts';
import { fieldMessages } from '../../../src/contract/messages/address.ts';
import { ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/login'));

const open = () => openStores('cart', 'page', 'session');

const values = { name: 'Asha', email: ' Asha@Example.com ', password: 'correct horse', acceptsTerms: true };

const serverKnowsAsha = () => {
  const reply = () => ({
    ...ok,
    token: 't0ken',
    email: 'asha@example.com',
    message: 'Logged in as asha@example.com',
  });
  browser.says('user.login', reply);
  browser.says('user.register', reply);
  browser.says('cart.get', () => ({ ...ok, cartData: {} }));
  browser.says('cart.update', () => ok);
  browser.says('wishlist.get', () => ({ ...ok, wishlistData: [] }));
};

test('without accepted terms nothing is sent; the message is a toast and at the field', async () => {
  const { submitSignIn, $signIn, $toasts } = await open();
  await submitSignIn({ ...values, acceptsTerms: false });
  expect($signIn.get().problems).toEqual({ acceptsTerms: authMessages.terms });
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: authMessages.terms }]);
  expect(browser.asked).toEqual([]);
});

test('where storage is blocked a login is refused with its reason, because no page would know of it', async () => {
  serverKnowsAsha();
  vi.stubGlobal('localStorage', undefined);
  const { submitSignIn, enter, $signIn, $token } = await open();
  await submitSignIn(values);
  expect($signIn.get()).toMatchObject({ message: authMessages.storageBlocked, isSending: false });
  await enter({ token: 't0ken', email: 'asha@example.com' }, authMessages.googleWelcome);
  expect([$token.get(), browser.asked, browser.opened]).toEqual([undefined, [], []]);
});

test('every missing field is marked, the name only at sign-up', async () => {
  const { submitSignIn, switchMode, $signIn } = await open();
  const nothing = { name: ' ', email: 'nobody', password: '', acceptsTerms: true };
  await submitSignIn(nothing);
  expect($signIn.get()).toMatchObject({
    problems: { email: fieldMessages.email, password: fieldMessages.password },
    markings: 1,
  });
  expect($signIn.get().problems).not.toHaveProperty('name');
  switchMode('signUp');
  expect($signIn.get().problems).toEqual({});
  await submitSignIn(nothing);
  expect($signIn.get().problems).toHaveProperty('name', fieldMessages.name);
});

test('a new password has its length checked, a known one does not', async () => {
  serverKnowsAsha();
  const { submitSignIn, switchMode, $signIn } = await open();
  switchMode('signUp');
  await submitSignIn({ ...values, password: 'short' });
  expect($signIn.get().problems).toEqual({ password: authMessages.passwordLength });
  switchMode('login');
  await submitSignIn({ ...values, password: 'short' });
  expect(browser.asked[0]).toMatchObject({
    name: 'user.login',
    body: { email: 'asha@example.com', password: 'short' },
  });
});

test('a corrected field loses its mark', async () => {
  const { submitSignIn, clearProblem, $signIn } = await open();
  await submitSignIn({ ...values, email: '', password: '' });
  clearProblem('email');
  expect(Object.keys($signIn.get().problems)).toEqual(['password']);
});

test('the server’s refusal is a toast and a message in the form, and the form can be sent again', async () => {
  browser.says('user.login', () => refused('unauthorised', authMessages.wrongPair));
  const { submitSignIn, $signIn, $toasts, $isSignedIn } = await open();
  await submitSignIn(values);
  expect($signIn.get()).toMatchObject({ isSending: false, message: authMessages.wrongPair });
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: authMessages.wrongPair }]);
  expect($isSignedIn.get()).toBe(false);
});

test('a second tap while sending sends nothing', async () => {
  serverKnowsAsha();
  const { submitSignIn } = await open();
  await Promise.all([submitSignIn(values), submitSignIn(values)]);
  expect(browser.namesAsked().filter((name) => name === 'user.login')).toHaveLength(1);
});

test('a login merges the carts and returns to the page before', async () => {
  serverKnowsAsha();
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
  browser.tab.set('taana-navigation:/login', '{"from":"/place-order"}');
  const { openSignIn, submitSignIn, syncCart, $isSignedIn, $userEmail } = await open();
  onTestFinished(openSignIn());
  await submitSignIn(values);
  await syncCart();
  expect($isSignedIn.get()).toBe(true);
  expect($userEmail.get()).toBe('asha@example.com');
  expect(browser.namesAsked()).toEqual(['user.login', 'cart.get', 'wishlist.get', 'cart.update']);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/place-order' }]);
  expect(browser.tab.get('taana-toast')).toContain('Logged in as asha@example.com');
});

test('a sign-up sends the name too, and leads home if no other page was requested', async () => {
  serverKnowsAsha();
  const { openSignIn, switchMode, submitSignIn } = await open();
  onTestFinished(openSignIn());
  switchMode('signUp');
  await submitSignIn(values);
  expect(browser.asked[0]).toMatchObject({
    name: 'user.register',
    body: { name: 'Asha', email: 'asha@example.com', password: 'correct horse' },
  });
  expect(browser.opened).toEqual([{ how: 'replace', path: '/' }]);
});

test('the return path never leads to another site', async () => {
  serverKnowsAsha();
  browser.tab.set('taana-navigation:/login', '{"from":"//evil.example"}');
  const { openSignIn, submitSignIn } = await open();
  onTestFinished(openSignIn());
  await submitSignIn(values);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/' }]);
});

test('a logged-in shopper leaves the login page at once', async () => {
  browser.localStorage['token'] = 't0ken';
  browser.tab.set('taana-navigation:/login', '{"from":"/orders"}');
  const { openSignIn } = await open();
  onTestFinished(openSignIn());
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test.each<[object, string]>([
  [{ from: '/cart' }, loginReasons['/cart']],
  [{ from: '/profile?tab=orders' }, loginReasons['/profile']],
  [{ from: '/product/old-tee', onReturn: { notifyMe: 'M' } }, loginReasons.notifyMe],
  [{ from: '/product/new-tee', onReturn: { earlyOrder: 'M' } }, loginReasons.earlyOrder],
  [{ from: '/notifyMe' }, ''],
  [{}, ''],
])('with %j the page shows why a login is needed', async (state, reason) => {
  browser.tab.set('taana-navigation:/login', JSON.stringify(state));
  const { openSignIn, $signInReason } = await open();
  openSignIn()();
  expect($signInReason.get()).toBe(reason);
});

test('at a login the visitor’s wishlist joins the account’s', async () => {
  serverKnowsAsha();
  browser.localStorage['wishlist'] = '["warp-hoodie"]';
  browser.says('wishlist.get', () => ({ ...ok, wishlistData: ['chai-cap'] }));
  const sent = Promise.withResolvers<unknown>();
  browser.says('wishlist.toggle', ({ body }) => {
    sent.resolve(body);
    return { ...ok, wishlistData: ['chai-cap', 'warp-hoodie'], message: '' };
  });
  const { submitSignIn } = await open();
  const { $wishlist } = await import('../../../src/stores/wishlist/wishlist.ts');
  await submitSignIn(values);
  expect($wishlist.get()).toEqual(['chai-cap', 'warp-hoodie']);
  expect(await sent.promise).toEqual({ itemId: 'warp-hoodie' });
});

test('typed text stays in this tab until the login succeeds, the password never', async () => {
  serverKnowsAsha();
  const { keepSignInDraft, signInDraft, submitSignIn } = await open();
  expect(signInDraft()).toEqual({ name: '', email: '' });
  keepSignInDraft({ email: 'asha@' });
  keepSignInDraft({ name: 'Asha' });
  expect(signInDraft()).toEqual({ name: 'Asha', email: 'asha@' });
  await submitSignIn({ ...values, acceptsTerms: false });
  expect([...browser.tab.values()].join()).not.toContain(values.password);
  await submitSignIn(values);
  expect(signInDraft()).toEqual({ name: '', email: '' });
});

test.each(['{', '[]', '{"name":7,"email":null}'])('a stored form %s is ignored', async (text) => {
  browser.tab.set('taana-sign-in', text);
  const { signInDraft } = await open();
  expect(signInDraft()).toEqual({ name: '', email: '' });
});

test('a field that the server names is marked, and its message is not shown twice', async () => {
  browser.says('user.register', () => ({
    ...refused('invalid', authMessages.passwordLength),
    fields: { password: authMessages.passwordLength },
  }));
  const { submitSignIn, switchMode, $signIn } = await open();
  switchMode('signUp');
  await submitSignIn(values);
  expect($signIn.get()).toMatchObject({
    problems: { password: authMessages.passwordLength },
    message: null,
    markings: 1,
  });
});
