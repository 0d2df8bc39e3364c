import { atom } from 'nanostores';
import { profileMessages } from '../../contract/messages/account.ts';
import { accountCall, sentenceOf } from './account-call.ts';
import { showToast } from '../page/toasts.ts';

/** Whether a new confirmation link is being requested. */
export const $isAskingLink = atom(false);

/** Requests the confirmation email again. */
export async function askForLink(): Promise<void> {
  if ($isAskingLink.get()) return;
  $isAskingLink.set(true);
  const answer = await accountCall('user.confirm-again', undefined);
  $isAskingLink.set(false);
  if (answer.success) return showToast('success', answer.message);
  const message = sentenceOf(answer, profileMessages.confirmFailed);
  if (message !== null) showToast('error', message);
}
