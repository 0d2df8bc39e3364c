import { atom } from 'nanostores';
import { profileMessages } from '../../contract/messages/profile.ts';
import { accountCall, sentenceOf } from './account-call.ts';
import { showToast } from '../page/toasts.ts';

/** Whether the link that confirms the shopper's own e-mail is being asked for. */
export const $isAskingLink = atom(false);

/** Send the link again. */
export async function askForLink(): Promise<void> {
  if ($isAskingLink.get()) return;
  $isAskingLink.set(true);
  const answer = await accountCall('user.confirm-again', undefined);
  $isAskingLink.set(false);
  if (answer.success) return showToast('success', answer.message);
  const message = sentenceOf(answer, profileMessages.confirmFailed);
  if (message !== null) showToast('error', message);
}
