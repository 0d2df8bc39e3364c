import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import { forgetLinkToken, isLinkStillGood, takeLinkToken } from '../../client/link-token.ts';
import { goTo } from '../../client/go-to.ts';
import { authMessages } from '../../contract/messages/account.ts';
import { fieldMessages } from '../../contract/messages/address.ts';
import { paths } from '../../contract/paths.ts';
import { isAcceptablePassword } from '../../domain/user.ts';
import { $token } from './session.ts';
import { type FormMarks, hasProblems, marked, markedIn, unmarked } from '../page/form-marks.ts';
import { keepToastForNextPage } from '../page/toasts.lazy.ts';
import { showToast } from '../page/toasts.ts';

export interface ResetPassword extends FormMarks<'password'> {
  /** `ended`: no link, or an expired one. */
  status: 'open' | 'sending' | 'ended' | 'done';
}

const opened: ResetPassword = { status: 'open', ...unmarked };

/** /reset-password, the target of the email about a forgotten password. */
export const $reset = atom<ResetPassword>(opened);

let linkToken: string | null = null;

/** Opens the page with the link's token, or with this tab's token after a reload. */
export function openReset(): void {
  const token = takeLinkToken(paths.resetPassword);
  if ($reset.get().status === 'sending') return;
  linkToken = token;
  $reset.set(token ? opened : { ...opened, status: 'ended' });
}

export function clearResetProblem(): void {
  $reset.set({ ...$reset.get(), problems: {} });
}

/** Timeout in ms. The server hashes the password, which is slow by design, and the network may be slow too. */
const RESET_TIMEOUT_MS = 20_000;

/** Sets the new password. This ends all sessions of the account, also the one here. */
export async function resetPassword(password: string): Promise<void> {
  const { status, markings } = $reset.get();
  if (status !== 'open' || linkToken === null) return;
  const form = { ...opened, markings };
  if (!isAcceptablePassword(password)) {
    const problem = password === '' ? fieldMessages.password : authMessages.passwordLength;
    $reset.set(marked(form, { password: problem }));
    return;
  }
  $reset.set({ ...form, status: 'sending' });
  const answer = await call('user.reset', { token: linkToken, password }, { timeoutMs: RESET_TIMEOUT_MS });
  if (answer.success) {
    $reset.set({ ...form, status: 'done' });
    linkToken = null;
    forgetLinkToken(paths.resetPassword);
    await leaveSession();
    keepToastForNextPage('success', answer.message);
    goTo(paths.login, undefined, 'replace');
    return;
  }
  const refused = markedIn(['password'], answer.fields);
  if (hasProblems(refused)) {
    $reset.set(marked(form, refused));
  } else if (isLinkStillGood(answer.code)) {
    showToast('error', answer.message);
    $reset.set({ ...form, message: answer.message });
  } else {
    linkToken = null;
    forgetLinkToken(paths.resetPassword);
    $reset.set({ ...form, status: 'ended' });
  }
}

/** A logged-in shopper is logged out in full; a visitor's cart stays. */
async function leaveSession(): Promise<void> {
  if (!$token.get()) return;
  const { signOut } = await import('./sign-out.ts');
  await signOut();
}
