import { atom } from 'nanostores';
import { type Answer, call } from '../../client/api.ts';
import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';
import { authMessages } from '../../contract/messages/auth.ts';
import { fieldMessages, tooLongMessages } from '../../contract/messages/field.ts';
import { isAcceptablePassword, isEmail, normaliseEmail } from '../../domain/user.ts';
import { isTooLong } from '../../domain/text-limits.ts';
import { mergeAtLogin } from '../cart/cart-sync.lazy.ts';
import { beginSession } from './session-change.ts';
import { goOn, stopSignedInWatch } from './sign-in-return.ts';
import { carryToast } from '../page/toasts.lazy.ts';
import { showToast } from '../page/toasts.ts';
import { mergeWishlistAtLogin } from '../wishlist/wishlist-sync.lazy.ts';

export type SignInMode = 'login' | 'signUp';

export interface SignInValues {
  name: string;
  email: string;
  password: string;
  acceptsTerms: boolean;
}

export type SignInField = 'name' | 'email' | 'password' | 'acceptsTerms';
export type SignInProblems = Partial<Record<SignInField, string>>;

export interface SignInForm {
  mode: SignInMode;
  /** Some way of logging in is on its way to the server; it stays so until the next page is there. */
  isSending: boolean;
  problems: SignInProblems;
  /** The server's word on the last try. */
  message: string | null;
  /** Counts the tries that marked a field, so that each moves the focus to the first one. */
  markings: number;
}

const opened: SignInForm = { mode: 'login', isSending: false, problems: {}, message: null, markings: 0 };

/** /login, which opens in Login mode (decisions, Small points). */
export const $signIn = atom<SignInForm>(opened);

const DRAFT_KEY = 'taana-sign-in';

/** What is kept of the form through a reload: never the password. */
export type SignInDraft = Pick<SignInValues, 'name' | 'email'>;

export function signInDraft(): SignInDraft {
  const stored = parseStored(readTab(DRAFT_KEY));
  if (typeof stored !== 'object' || stored === null) return { name: '', email: '' };
  return {
    name: 'name' in stored && typeof stored.name === 'string' ? stored.name : '',
    email: 'email' in stored && typeof stored.email === 'string' ? stored.email : '',
  };
}

/** Keeps in this tab what was typed, until the login has been made. */
export function keepSignInDraft(typed: Partial<SignInDraft>): void {
  writeTab(DRAFT_KEY, JSON.stringify({ ...signInDraft(), ...typed }));
}

export function switchMode(mode: SignInMode): void {
  $signIn.set({ ...opened, mode });
}

/** A field that is being corrected loses its mark. */
export function clearProblem(field: SignInField): void {
  const form = $signIn.get();
  const { [field]: cleared, ...problems } = form.problems;
  if (cleared !== undefined) $signIn.set({ ...form, problems });
}

/** Sends the form; on success carts and wishlists are joined and the shopper goes on to the page first asked for. */
export async function submitSignIn(values: SignInValues): Promise<void> {
  const { mode, isSending, markings } = $signIn.get();
  if (isSending) return;
  const problems = signInProblems(mode, values);
  if (Object.keys(problems).length > 0) {
    $signIn.set({ ...opened, mode, problems, markings: markings + 1 });
    if (problems.acceptsTerms) showToast('error', problems.acceptsTerms);
    return;
  }

  $signIn.set({ ...opened, mode, isSending: true });
  const answer = await askToEnter(mode, values);
  if (!answer.success) {
    showToast('error', answer.message);
    const problems = answer.code === 'network' ? {} : refusedFields(answer.fields);
    const isMarked = Object.keys(problems).length > 0;
    $signIn.set({
      ...opened,
      mode,
      problems,
      // What is said beside a field is not said twice.
      message: isMarked ? null : answer.message,
      markings: isMarked ? markings + 1 : markings,
    });
    return;
  }
  await enter(answer, answer.message);
}

/** Takes up the session, joins the visitor's cart and wishlist with the account's, and goes on with a greeting. */
export async function enter({ token, email }: { token: string; email: string }, greeting: string) {
  stopSignedInWatch();
  beginSession(token, email);
  await Promise.all([mergeAtLogin(), mergeWishlistAtLogin()]);
  writeTab(DRAFT_KEY, null);
  carryToast('success', greeting);
  goOn();
}

/** The fields in the order in which a screen marks them. */
function signInProblems(
  mode: SignInMode,
  { name, email, password, acceptsTerms }: SignInValues,
): SignInProblems {
  const problems: SignInProblems = {};
  if (mode === 'signUp' && name.trim() === '') problems.name = fieldMessages.name;
  if (mode === 'signUp' && isTooLong('name', name)) problems.name = tooLongMessages.name;
  if (!isEmail(email)) problems.email = fieldMessages.email;
  if (password === '') problems.password = fieldMessages.password;
  else if (mode === 'signUp' && !isAcceptablePassword(password))
    problems.password = authMessages.passwordLength;
  if (!acceptsTerms) problems.acceptsTerms = authMessages.terms;
  return problems;
}

/** The fields that the server named. */
function refusedFields(fields: Record<string, string> = {}): SignInProblems {
  const problems: SignInProblems = {};
  for (const field of ['name', 'email', 'password'] as const) {
    const sentence = fields[field];
    if (sentence !== undefined) problems[field] = sentence;
  }
  return problems;
}

/** Hashing a password at the server is slow by design, and the network may be too. */
export const SIGN_IN_MS = 20_000;

function askToEnter(
  mode: SignInMode,
  { name, email, password }: SignInValues,
): Promise<Answer<'user.login'>> {
  const credentials = { email: normaliseEmail(email), password };
  const options = { timeoutMs: SIGN_IN_MS };
  return mode === 'login'
    ? call('user.login', credentials, options)
    : call('user.register', { ...credentials, name: name.trim() }, options);
}
