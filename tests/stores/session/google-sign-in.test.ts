import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { authMessages } from '../../../src/contract/messages/account.ts';
import { late, ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';
import { eventually } from '../../support/eventually.ts';

/** The options that the shop passes to Google's script. */
interface Settings {
  client_id: string;
  callback: (answer: { credential?: unknown }) => void;
}
type Moment = Partial<{
  isSkippedMoment: () => boolean;
  isDismissedMoment: () => boolean;
  getDismissedReason: () => string;
}>;

const browser = useBrowser(() => openBrowser('/login'));
let scripts: { src: string; onload: () => void; onerror: () => void; remove: () => void }[];
let google: {
  settings: Settings[];
  drawn: { theme: string; width: number }[];
  moments: ((moment: Moment) => void)[];
  cancelled: number;
};

/** Whether the window has room for One Tap beside the form. */
let isWide = true;

beforeEach(() => {
  scripts = [];
  google = { settings: [], drawn: [], moments: [], cancelled: 0 };
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36',
  });
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
  isWide = true;
  vi.stubGlobal('requestIdleCallback', (task: () => void) => task());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('document', {
    createElement: () => ({ remove: vi.fn() }),
    head: { append: (script: (typeof scripts)[number]) => scripts.push(script) },
  });
  browser.says('cart.get', () => ({ ...ok, cartData: {} }));
  browser.says('wishlist.get', () => ({ ...ok, wishlistData: [] }));
  browser.says('user.options', () => ({ ...ok, google: { clientId: 'client', scriptUrl: '/gsi' } }));
});

const open = () => openStores('page', 'session');

const place = { clientWidth: 328, replaceChildren: () => undefined } as unknown as HTMLElement;

const scriptArrives = async () => {
  await eventually(() => expect(scripts).toHaveLength(1));
  const id = {
    initialize: (settings: Settings) => google.settings.push(settings),
    renderButton: (_place: unknown, look: { theme: string; width: number }) => google.drawn.push(look),
    prompt: (listener: (moment: Moment) => void) => google.moments.push(listener),
    cancel: () => {
      google.cancelled += 1;
    },
  };
  vi.stubGlobal('window', { google: { accounts: { id } } });
  scripts[0]?.onload();
};

/** The page with Google's button on it. */
const opened = async () => {
  const stores = await open();
  const close = stores.openGoogle(place);
  await scriptArrives();
  await eventually(() => expect(stores.$google.get().status).toBe('ready'));
  return { ...stores, close };
};

const serverKnowsAsha = () => {
  browser.says('user.google', () => ({
    ...ok,
    token: 't0ken',
    user: { email: 'asha@example.com' },
    message: authMessages.googleWelcome,
  }));
};

const loginsAsked = () => browser.namesAsked().filter((name) => name === 'user.google');

test('the shop’s options are requested first, then Google’s script draws its button and offers One Tap', async () => {
  const { openGoogle, $google } = await open();
  openGoogle(place);
  expect($google.get().status).toBe('asking');
  await eventually(() => expect($google.get().status).toBe('offered'));
  expect(scripts[0]?.src).toBe('/gsi');
  await scriptArrives();
  await eventually(() => expect($google.get().status).toBe('ready'));
  expect(google.settings).toMatchObject([
    { client_id: 'client', auto_select: false, ux_mode: 'popup', cancel_on_tap_outside: true },
  ]);
  expect(google.drawn).toMatchObject([{ theme: 'outline', width: 328, text: 'continue_with' }]);
  expect(google.moments).toHaveLength(1);
});

test('another theme draws the button again, and a page that was left draws nothing', async () => {
  const { close, $theme } = await opened();
  $theme.set('dark');
  expect(google.drawn.map(({ theme }) => theme)).toEqual(['outline', 'filled_black']);
  close();
  $theme.set('light');
  expect(google.drawn).toHaveLength(2);
  expect(google.cancelled).toBe(1);
});

test.each<[string, () => void]>([
  ['does not use Google', () => browser.says('user.options', () => ({ ...ok, google: null }))],
  ['does not answer', () => browser.says('user.options', () => refused('unavailable'))],
  ['is shown in a web view', () => vi.stubGlobal('navigator', { userAgent: 'Android 14; wv Instagram' })],
])('a shop that %s loads no script and shows no message', async (_how, prepare) => {
  prepare();
  const { openGoogle, $google, $toasts } = await open();
  openGoogle(place);
  await eventually(() => expect($google.get().status).toBe('missing'));
  expect(scripts).toEqual([]);
  expect($toasts.get()).toEqual([]);
});

test('a blocked script leaves the button out and shows no message', async () => {
  const { openGoogle, $google, $toasts } = await open();
  openGoogle(place);
  await eventually(() => expect(scripts).toHaveLength(1));
  scripts[0]?.onerror();
  await eventually(() => expect($google.get().status).toBe('missing'));
  expect($toasts.get()).toEqual([]);
});

test.each<[string, Moment, string | undefined]>([
  ['skipped', { isSkippedMoment: () => true }, 'unwanted'],
  ['dismissed', { isDismissedMoment: () => true, getDismissedReason: () => 'flow_restarted' }, 'unwanted'],
  ['used', { isDismissedMoment: () => true, getDismissedReason: () => 'credential_returned' }, undefined],
  ['taken away', { isDismissedMoment: () => true, getDismissedReason: () => 'cancel_called' }, undefined],
])('One Tap that was %s is recorded as such in this tab', async (_how, moment, kept) => {
  await opened();
  expect(google.moments).toHaveLength(1);
  google.moments[0]?.(moment);
  expect(browser.tab.get('taana-one-tap')).toBe(kept);
});

test('One Tap, which would cover the form in a narrow window, is not offered there', async () => {
  isWide = false;
  await opened();
  expect(google.moments).toEqual([]);
});

test('One Tap is not offered after a dismissal, or while the shopper types', async () => {
  browser.tab.set('taana-one-tap', 'unwanted');
  await opened();
  expect(google.moments).toEqual([]);

  browser.tab.delete('taana-one-tap');
  vi.resetModules();
  const { dismissOneTap, openGoogle, $google } = await open();
  dismissOneTap();
  openGoogle(place);
  await eventually(() => expect($google.get().status).toBe('ready'));
  expect(google.moments).toEqual([]);
});

test('a credential logs in, merges the carts and returns to the page before', async () => {
  serverKnowsAsha();
  const onReturn = { notifyMe: 'M' };
  browser.tab.set('taana-navigation:/login', JSON.stringify({ from: '/product/old-tee', onReturn }));
  const { openSignIn, enterWithGoogle, $token, $userEmail } = await open();
  onTestFinished(openSignIn());
  await enterWithGoogle('credential');
  expect(browser.asked[0]).toMatchObject({ name: 'user.google', body: { token: 'credential' } });
  expect($token.get()).toBe('t0ken');
  expect($userEmail.get()).toBe('asha@example.com');
  expect(browser.namesAsked()).toEqual(['user.google', 'cart.get', 'wishlist.get']);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/product/old-tee' }]);
  expect(JSON.parse(browser.tab.get('taana-navigation:/product/old-tee') ?? '')).toEqual(onReturn);
  expect(browser.tab.get('taana-toast')).toContain(authMessages.googleWelcome);
});

test('a callback that arrives twice, or after its login, is one login', async () => {
  serverKnowsAsha();
  const { enterWithGoogle } = await open();
  await Promise.all([enterWithGoogle('credential'), enterWithGoogle('credential')]);
  await enterWithGoogle('credential');
  expect(loginsAsked()).toHaveLength(1);
  expect(browser.opened).toHaveLength(1);
});

test('during a submit Google’s callback does nothing, and the other way round', async () => {
  serverKnowsAsha();
  const answer = late<ReturnType<typeof refused>>();
  browser.says('user.login', () => answer.promise);
  const { submitSignIn, enterWithGoogle, $signIn } = await open();
  const values = { name: '', email: 'asha@example.com', password: 'secret', acceptsTerms: true };
  const sent = submitSignIn(values);
  await enterWithGoogle('credential');
  expect(loginsAsked()).toEqual([]);
  answer.resolve(refused('unauthorised'));
  await sent;
  const entering = enterWithGoogle('credential');
  expect($signIn.get().isSending).toBe(true);
  await submitSignIn(values);
  await entering;
  expect(browser.namesAsked().filter((name) => name === 'user.login')).toHaveLength(1);
});

test('the server’s refusal is a toast and a message beside the button; the form can be sent again', async () => {
  browser.says('user.google', () => refused('taken', authMessages.googleTaken));
  const { enterWithGoogle, $google, $signIn, $token, $toasts } = await open();
  await enterWithGoogle('credential');
  expect($google.get().message).toBe(authMessages.googleTaken);
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: authMessages.googleTaken }]);
  expect($signIn.get().isSending).toBe(false);
  expect($token.get()).toBeUndefined();
});

test('no answer, and a callback without a credential, are a failed Google login', async () => {
  browser.network.isUp = false;
  const { enterWithGoogle, $google, $toasts } = await open();
  await enterWithGoogle('credential');
  expect($google.get().message).toBe(authMessages.googleFailed);
  await enterWithGoogle(undefined);
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: authMessages.googleFailed }]);
  expect(browser.asked).toEqual([]);
});
