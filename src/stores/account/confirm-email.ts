import { atom } from 'nanostores';
import { forgetLinkToken, isLinkStillGood, takeLinkToken } from '../../client/link-token.ts';
import { readTab, writeTab } from '../../client/tab-storage.ts';
import { authMessages, profileMessages } from '../../contract/messages/account.ts';
import { paths } from '../../contract/paths.ts';
import { accountCall } from './account-call.ts';
import { $userEmail } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';

/**
 * `visitor`: nobody is logged in here, and a link works only in a session of its account. `failed`: no usable answer,
 * and the link may still be valid. `message` is null during the request.
 */
export interface ConfirmEmail {
  status: 'asking' | 'visitor' | 'confirmed' | 'ended' | 'failed';
  message: string | null;
}

/** /confirm-email, the target of the emails about a new account and a new email address. */
export const $confirm = atom<ConfirmEmail>({ status: 'asking', message: null });

/** A reload after success must not report the link as expired. */
const DONE_KEY = 'taana-email-confirmed';

let linkToken: string | null = null;
let asking: Promise<void> | null = null;

/** Opens the page and asks the server, once. */
export function openConfirm(): Promise<void> {
  linkToken = takeLinkToken(paths.confirmEmail);
  if (linkToken !== null) return askToConfirm();
  if (asking) return asking;
  $confirm.set(
    readTab(DONE_KEY) === null
      ? { status: 'ended', message: profileMessages.linkEnded }
      : { status: 'confirmed', message: profileMessages.emailConfirmed },
  );
  return Promise.resolve();
}

/** Asks the server; a repeated call during the request returns the same promise. */
export function askToConfirm(): Promise<void> {
  asking ??= confirm().finally(() => {
    asking = null;
  });
  return asking;
}

async function confirm(): Promise<void> {
  const token = linkToken;
  if (token === null) return;
  $confirm.set({ status: 'asking', message: null });
  const answer = await accountCall('user.confirm-email', { token });
  if (!answer.success && answer.code === 'unauthorised')
    return $confirm.set({ status: 'visitor', message: authMessages.confirmAfterLogin });
  if (!answer.success && isLinkStillGood(answer.code)) {
    showToast('error', answer.message);
    $confirm.set({ status: 'failed', message: answer.message });
    return;
  }
  linkToken = null;
  forgetLinkToken(paths.confirmEmail);
  if (!answer.success) return $confirm.set({ status: 'ended', message: answer.message });
  writeTab(DONE_KEY, 'done');
  $confirm.set({ status: 'confirmed', message: profileMessages.emailConfirmed });
  $userEmail.set(answer.email);
}
