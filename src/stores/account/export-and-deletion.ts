import { atom } from 'nanostores';
import { downloadText } from '../../client/download.ts';
import { fieldMessages } from '../../contract/messages/field.ts';
import { profileMessages } from '../../contract/messages/profile.ts';
import { isEmail, normaliseEmail } from '../../domain/user.ts';
import { accountCall, sentenceOf } from './account-call.ts';
import { leaveDeletedAccount } from '../session/sign-out.ts';
import { showToast } from '../page/toasts.ts';

/** Whether the file is being put together. */
export const $isExporting = atom(false);

/** Everything of the shopper is read from many places, and the file may be large. */
const EXPORT_MS = 30_000;

/** Download my data: everything that the shop keeps of the shopper, as a JSON file. */
export async function exportData(): Promise<void> {
  if ($isExporting.get()) return;
  $isExporting.set(true);
  const answer = await accountCall('user.export', undefined, { timeoutMs: EXPORT_MS });
  $isExporting.set(false);
  if (answer.success) {
    downloadText('my-data.json', JSON.stringify(answer.data, null, 2), 'application/json');
    return showToast('success', profileMessages.exportReady);
  }
  const message = sentenceOf(answer, profileMessages.exportFailed);
  if (message !== null) showToast('error', message);
}

export interface Deletion {
  isOpen: boolean;
  isSending: boolean;
  problems: { email?: string; password?: string };
  message: string | null;
  /** Counts the tries that marked a field, so that each moves the focus to the first one. */
  markings: number;
}

const closed: Deletion = { isOpen: false, isSending: false, problems: {}, message: null, markings: 0 };

/** The dialog that asks once more who deletes the account. What is typed into it is kept nowhere. */
export const $deletion = atom<Deletion>(closed);

export function openDeletion(): void {
  $deletion.set({ ...closed, isOpen: true });
}

/** Gives up. What is on its way to the server cannot be called back, so the dialog stays until the answer is there. */
export function closeDeletion(): void {
  if (!$deletion.get().isSending) $deletion.set(closed);
}

export function clearDeletionProblem(field: 'email' | 'password'): void {
  const deletion = $deletion.get();
  const problems = { ...deletion.problems };
  delete problems[field];
  $deletion.set({ ...deletion, problems });
}

/** Checking a password is slow by design. */
const DELETE_MS = 20_000;

/** Deletes the account. @param hasPassword false for one that only Google opens: nothing but the e-mail is asked then */
export async function deleteAccount(
  { email, password }: { email: string; password: string },
  hasPassword: boolean,
): Promise<void> {
  const deletion = $deletion.get();
  if (!deletion.isOpen || deletion.isSending) return;
  const problems: Deletion['problems'] = {};
  if (!isEmail(email)) problems.email = fieldMessages.email;
  if (hasPassword && password === '') problems.password = fieldMessages.password;
  if (Object.keys(problems).length > 0) {
    $deletion.set({ ...deletion, problems, message: null, markings: deletion.markings + 1 });
    return;
  }
  $deletion.set({ ...deletion, isSending: true, problems: {}, message: null });
  const body = { email: normaliseEmail(email), password: hasPassword ? password : '' };
  const answer = await accountCall('user.delete', body, { timeoutMs: DELETE_MS });
  if (answer.success) return leaveDeletedAccount();
  const message = sentenceOf(answer, profileMessages.deleteFailed);
  $deletion.set({ ...deletion, isOpen: message !== null, isSending: false, problems: {}, message });
}
