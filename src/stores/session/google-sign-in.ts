import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import { type GoogleButton, type GoogleOffer, loadGoogle } from '../../client/google-button.ts';
import { isInAppBrowser } from '../../client/in-app-browser.ts';
import { readTab, writeTab } from '../../client/tab-storage.ts';
import { accountCalls } from '../../contract/endpoints.ts';
import { authMessages } from '../../contract/messages/account.ts';
import { $token } from './session.ts';
import { $signIn, enter, SIGN_IN_TIMEOUT_MS } from './sign-in.ts';
import { $theme } from '../page/theme.ts';
import { showToast } from '../page/toasts.ts';

/**
 * `asking`: whether the shop offers it is being loaded. `offered`: Google's script is loading. `ready`: the button is
 * drawn. `missing`: not offered, or the script did not load; email and password still work.
 */
export interface GoogleSignIn {
  status: 'asking' | 'offered' | 'ready' | 'missing';
  message: string | null;
}

export const $google = atom<GoogleSignIn>({ status: 'asking', message: null });

let button: GoogleButton | null = null;
/** The shopper is typing: One Tap would cover the form. */
let isWriting = false;

/**
 * Draws Google's button and offers One Tap when the browser is idle.
 * @returns a function that removes both
 */
export function openGoogle(place: HTMLElement): () => void {
  const stops: (() => void)[] = [];
  let isOpen = true;
  $google.set({ status: 'asking', message: null });
  whenIdle(async () => {
    if (!isOpen || $token.get()) return;
    const offer = await askForOffer();
    if (!isOpen) return;
    $google.set({ status: offer ? 'offered' : 'missing', message: null });
    if (!offer) return;
    const loaded = await loadGoogle(offer, (credential) => void enterWithGoogle(credential));
    if (!isOpen) return;
    $google.set({ status: loaded ? 'ready' : 'missing', message: null });
    if (!loaded) return;
    button = loaded;
    stops.push(keepDrawn(loaded, place));
    offerOneTap(loaded);
  });
  return () => {
    isOpen = false;
    button?.cancelOneTap();
    button = null;
    for (const stop of stops) stop();
  };
}

/** The shopper types into the form: closes One Tap, without counting it as declined. */
export function dismissOneTap(): void {
  isWriting = true;
  button?.cancelOneTap();
}

/**
 * Logs in with Google's credential. Google's callback may come twice, or during a login with the form; only the first
 * request counts.
 */
export async function enterWithGoogle(credential: unknown): Promise<void> {
  const form = $signIn.get();
  if (form.isSending || $token.get()) return;
  if (typeof credential !== 'string' || credential === '') return refuse(authMessages.googleFailed);
  $signIn.set({ ...form, isSending: true, message: null });
  $google.set({ ...$google.get(), message: null });
  const answer = await call('user.google', { token: credential }, { timeoutMs: SIGN_IN_TIMEOUT_MS });
  if (answer.success)
    return enter({ token: answer.token, email: answer.user.email }, authMessages.googleWelcome);
  $signIn.set({ ...$signIn.get(), isSending: false });
  refuse(answer.code === 'network' ? authMessages.googleFailed : answer.message);
}

function refuse(message: string): void {
  showToast('error', message);
  $google.set({ ...$google.get(), message });
}

async function askForOffer(): Promise<GoogleOffer | null> {
  // Google refuses logins in in-app browsers.
  if (isInAppBrowser(navigator.userAgent)) return null;
  const answer = await call('user.options', undefined, { at: accountCalls['user.options'] });
  return answer.success ? answer.google : null;
}

/** Draws the button, and again after a change of the theme or of its width. */
function keepDrawn(drawn: GoogleButton, place: HTMLElement): () => void {
  let width = place.clientWidth;
  const stopTheme = $theme.subscribe((theme) => drawn.draw(place, theme));
  const sizes = new ResizeObserver(() => {
    if (place.clientWidth === width || place.clientWidth === 0) return;
    width = place.clientWidth;
    drawn.draw(place, $theme.get());
  });
  sizes.observe(place);
  return () => {
    stopTheme();
    sizes.disconnect();
  };
}

const UNWANTED_KEY = 'taana-one-tap';

/** Below this width One Tap covers the form; above it covers the picture beside the form (pages/login). */
const BESIDE_FORM = '(min-width: 64rem)';

/** Google waits longer each time a shopper declines; this tab does not offer it a second time. */
function offerOneTap(offering: GoogleButton): void {
  if (!matchMedia(BESIDE_FORM).matches) return;
  if (isWriting || $signIn.get().isSending || readTab(UNWANTED_KEY) !== null) return;
  offering.offerOneTap(() => writeTab(UNWANTED_KEY, 'unwanted'));
}

const IDLE_MS = 2_000;

function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: IDLE_MS });
  else setTimeout(task);
}
