import { atom } from 'nanostores';
import { downloadText } from '../../client/download.ts';
import { fieldMessages } from '../../contract/messages/address.ts';
import { profileMessages } from '../../contract/messages/account.ts';
import { isEmail, normaliseEmail } from '../../domain/user.ts';
import { accountCall, sentenceOf } from './account-call.ts';
import { leaveDeletedAccount } from '../session/sign-out.ts';
import { type FormMarks, hasProblems, marked, unmarked, withoutProblems } from '../page/form-marks.ts';
import { showToast } from '../page/toasts.ts';

/** Whether the file is being created. */
export const $isExporting = atom(false);

/** Timeout in ms. The server reads the data from many places, and the file can be large. */
const EXPORT_TIMEOUT_MS = 30_000;

/** Download my data: all data that the shop stores about the shopper, as a JSON file. */
export async function exportData(): Promise<void> {
  if ($isExporting.get()) return;
  $isExporting.set(true);
  const answer = await accountCall('user.export', undefined, { timeoutMs: EXPORT_TIMEOUT_MS });
  $isExporting.set(false);
  if (answer.success) {
    downloadText('my-data.json', JSON.stringify(answer.data, null, 2), 'application/json');
    return showToast('success', profileMessages.exportReady);
  }
  const message = sentenceOf(answer, profileMessages.exportFailed);
  if (message !== null) showToast('error', message);
}

export interface Deletion extends FormMarks<'email' | 'password'> {
  isOpen: boolean;
  isSending: boolean;
}

const closed: Deletion = { isOpen: false, isSending: false, ...unmarked };

/** The dialog that confirms the account deletion. Its fields are never stored. */
export const $deletion = atom<Deletion>(closed);

export function openDeletion(): void {
  $deletion.set({ ...closed, isOpen: true });
}

/** Closes the dialog. A request that was sent cannot be cancelled, so the dialog stays open until the answer. */
export function closeDeletion(): void {
  if (!$deletion.get().isSending) $deletion.set(closed);
}

export function clearDeletionProblem(field: 'email' | 'password'): void {
  const deletion = $deletion.get();
  $deletion.set({ ...deletion, problems: withoutProblems(deletion.problems, field) });
}

/** Timeout in ms. A password check is slow by design. */
const DELETE_TIMEOUT_MS = 20_000;

/**
 * Deletes the account.
 * @param hasPassword false for an account with Google login only: it confirms only with the email
 */
export async function deleteAccount(
  { email, password }: { email: string; password: string },
  hasPassword: boolean,
): Promise<void> {
  const deletion = $deletion.get();
  if (!deletion.isOpen || deletion.isSending) return;
  const problems: Deletion['problems'] = {};
  if (!isEmail(email)) problems.email = fieldMessages.email;
  if (hasPassword && password === '') problems.password = fieldMessages.password;
  if (hasProblems(problems)) return $deletion.set(marked(deletion, problems));
  $deletion.set({ ...deletion, isSending: true, problems: {}, message: null });
  const body = { email: normaliseEmail(email), password: hasPassword ? password : '' };
  const answer = await accountCall('user.delete', body, { timeoutMs: DELETE_TIMEOUT_MS });
  if (answer.success) return leaveDeletedAccount();
  const message = sentenceOf(answer, profileMessages.deleteFailed);
  $deletion.set({ ...deletion, isOpen: message !== null, isSending: false, problems: {}, message });
}
