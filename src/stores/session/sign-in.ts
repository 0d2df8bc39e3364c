import { atom } from 'nanostores';
import { type Answer, call } from '../../client/api.ts';
import { isStorageBlocked } from '../../client/device.ts';
import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';
import { authMessages } from '../../contract/messages/account.ts';
import { fieldMessages, tooLongMessages } from '../../contract/messages/address.ts';
import { isAcceptablePassword, isEmail, normaliseEmail } from '../../domain/user.ts';
import { isTooLong } from '../../domain/text-limits.ts';
import { mergeAtLogin } from '../cart/cart-sync.lazy.ts';
import { beginSession } from './session-change.ts';
import { leaveSignIn, stopSignedInWatch } from './sign-in-return.ts';
import {
  type FormMarks,
  hasProblems,
  marked,
  markedIn,
  unmarked,
  withoutProblems,
} from '../page/form-marks.ts';
import { keepToastForNextPage } from '../page/toasts.lazy.ts';
import { showToast } from '../page/toasts.ts';
import { mergeWishlistAtLogin } from '../wishlist/wishlist-sync.lazy.ts';

export type SignInMode = 'login' | 'signUp';

export interface SignInValues {
  name: string;
  email: string;
  password: string;
  acceptsTerms: boolean;
}

export type SignInField = keyof SignInValues;

export interface SignInForm extends FormMarks<SignInField> {
  mode: SignInMode;
  /** A login request of any kind is running; true until the next page is open. */
  isSending: boolean;
}

const opened: SignInForm = { mode: 'login', isSending: false, ...unmarked };

/** /login, which opens in Login mode. */
export const $signIn = atom<SignInForm>(opened);

const DRAFT_KEY = 'taana-sign-in';

/** The fields that survive a reload: never the password. */
export type SignInDraft = Pick<SignInValues, 'name' | 'email'>;

export function signInDraft(): SignInDraft {
  const stored = parseStored(readTab(DRAFT_KEY));
  if (typeof stored !== 'object' || stored === null) return { name: '', email: '' };
  return {
    name: 'name' in stored && typeof stored.name === 'string' ? stored.name : '',
    email: 'email' in stored && typeof stored.email === 'string' ? stored.email : '',
  };
}

/** Stores typed fields in this tab until the login succeeds. */
export function keepSignInDraft(typed: Partial<SignInDraft>): void {
  writeTab(DRAFT_KEY, JSON.stringify({ ...signInDraft(), ...typed }));
}

export function switchMode(mode: SignInMode): void {
  $signIn.set({ ...opened, mode });
}

/** Removes a field's error when the shopper edits it. */
export function clearProblem(field: SignInField): void {
  const form = $signIn.get();
  if (field in form.problems) $signIn.set({ ...form, problems: withoutProblems(form.problems, field) });
}

/** Sends the form; on success, merges cart and wishlist and opens the page that the shopper came from. */
export async function submitSignIn(values: SignInValues): Promise<void> {
  const { mode, isSending, markings } = $signIn.get();
  if (isSending) return;
  const problems = signInProblems(mode, values);
  const form = { ...opened, mode, markings };
  if (hasProblems(problems)) {
    $signIn.set(marked(form, problems));
    if (problems.acceptsTerms) showToast('error', problems.acceptsTerms);
    return;
  }

  if (isStorageBlocked()) return refuseLogin();
  $signIn.set({ ...opened, mode, isSending: true });
  const answer = await askToEnter(mode, values);
  if (!answer.success) {
    showToast('error', answer.message);
    const refused = markedIn(['name', 'email', 'password'], answer.fields);
    // A message beside a field is not repeated.
    $signIn.set(marked(form, refused, hasProblems(refused) ? null : answer.message));
    return;
  }
  await enter(answer, answer.message);
}

/** Starts the session, merges the visitor's cart and wishlist with the account's, and redirects with a greeting. */
export async function enter({ token, email }: { token: string; email: string }, greeting: string) {
  if (isStorageBlocked()) return refuseLogin();
  stopSignedInWatch();
  beginSession(token, email);
  await Promise.all([mergeAtLogin(), mergeWishlistAtLogin()]);
  writeTab(DRAFT_KEY, null);
  keepToastForNextPage('success', greeting);
  leaveSignIn();
}

/** The next page would know nothing of the login, and send the shopper back here. */
function refuseLogin(): void {
  const { mode, markings } = $signIn.get();
  $signIn.set(marked({ ...opened, mode, markings }, {}, authMessages.storageBlocked));
}

/** The invalid fields in screen order. */
function signInProblems(mode: SignInMode, { name, email, password, acceptsTerms }: SignInValues) {
  const problems: SignInForm['problems'] = {};
  if (mode === 'signUp' && name.trim() === '') problems.name = fieldMessages.name;
  if (mode === 'signUp' && isTooLong('name', name)) problems.name = tooLongMessages.name;
  if (!isEmail(email)) problems.email = fieldMessages.email;
  if (password === '') problems.password = fieldMessages.password;
  else if (mode === 'signUp' && !isAcceptablePassword(password))
    problems.password = authMessages.passwordLength;
  if (!acceptsTerms) problems.acceptsTerms = authMessages.terms;
  return problems;
}

/** Timeout in ms. The server hashes the password, which is slow by design, and the network may be slow too. */
export const SIGN_IN_TIMEOUT_MS = 20_000;

function askToEnter(
  mode: SignInMode,
  { name, email, password }: SignInValues,
): Promise<Answer<'user.login'>> {
  const credentials = { email: normaliseEmail(email), password };
  const options = { timeoutMs: SIGN_IN_TIMEOUT_MS };
  return mode === 'login'
    ? call('user.login', credentials, options)
    : call('user.register', { ...credentials, name: name.trim() }, options);
}
