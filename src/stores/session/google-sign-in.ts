import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import { type GoogleButton, type GoogleOffer, loadGoogle } from '../../client/google-button.ts';
import { isInAppBrowser } from '../../client/in-app-browser.ts';
import { readTab, writeTab } from '../../client/tab-storage.ts';
import { accountCalls } from '../../contract/account-wire.ts';
import { authMessages } from '../../contract/messages/auth.ts';
import { $token } from './session.ts';
import { $signIn, enter, SIGN_IN_MS } from './sign-in.ts';
import { $theme } from '../page/theme.ts';
import { showToast } from '../page/toasts.ts';

/**
 * `asking` whether the shop offers it; `offered` while Google's script is on its way; `ready` with its button. `missing`
 * where it is not offered or the script did not come: e-mail and password work as ever.
 */
export interface GoogleSignIn {
  status: 'asking' | 'offered' | 'ready' | 'missing';
  /** Why the last try failed. */
  message: string | null;
}

export const $google = atom<GoogleSignIn>({ status: 'asking', message: null });

let button: GoogleButton | null = null;
/** The shopper is writing: One Tap would cover what is being written. */
let isWriting = false;

/**
 * Brings Google's button to its place and offers One Tap, once the browser has nothing better to do.
 * @returns a function that takes both away again.
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

/** The shopper writes into the form instead: One Tap goes, and is not counted as unwanted. */
export function dismissOneTap(): void {
  isWriting = true;
  button?.cancelOneTap();
}

/**
 * Logs in with what Google handed over. Google's callback may come twice, and beside the form's own login: the first
 * that is on its way is the only one.
 */
export async function enterWithGoogle(credential: unknown): Promise<void> {
  const form = $signIn.get();
  if (form.isSending || $token.get()) return;
  if (typeof credential !== 'string' || credential === '') return refuse(authMessages.googleFailed);
  $signIn.set({ ...form, isSending: true, message: null });
  $google.set({ ...$google.get(), message: null });
  const answer = await call('user.google', { token: credential }, { timeoutMs: SIGN_IN_MS });
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
  // Google lets nobody log in inside another app's page.
  if (isInAppBrowser(navigator.userAgent)) return null;
  const answer = await call('user.options', undefined, { at: accountCalls['user.options'] });
  return answer.success ? answer.google : null;
}

/** Draws the button, and again when the theme or the width of its place changes. */
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

/**
 * Below this width One Tap lies over the form; above it stands over the picture beside the form (pages/login).
 */
const BESIDE_FORM = '(min-width: 64rem)';

/** Google itself stays away longer and longer from who dismissed it; this tab does not ask a second time. */
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
