import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import { fieldMessages } from '../../contract/messages/address.ts';
import { isEmail, normaliseEmail } from '../../domain/user.ts';
import { showToast } from '../page/toasts.ts';

export interface ForgottenPassword {
  isSending: boolean;
  /** What is wrong with the email. */
  problem: string | null;
  /** Why the last attempt failed. */
  message: string | null;
  /** The server's message, the same for every email. */
  sent: string | null;
  /** Counts attempts that marked the field, so that each one moves the focus there. */
  markings: number;
}

const opened: ForgottenPassword = { isSending: false, problem: null, message: null, sent: null, markings: 0 };

export const $forgotten = atom<ForgottenPassword>(opened);

export function openForgotten(): void {
  if (!$forgotten.get().isSending) $forgotten.set(opened);
}

/** Removes old messages when the shopper edits the email. */
export function clearForgotten(): void {
  const { isSending, markings } = $forgotten.get();
  if (!isSending) $forgotten.set({ ...opened, markings });
}

/** Timeout in ms: the server may need time to create the email. */
const RESET_EMAIL_TIMEOUT_MS = 20_000;

/** Requests the email with the reset link. */
export async function askForLink(email: string): Promise<void> {
  const { isSending, markings } = $forgotten.get();
  if (isSending) return;
  if (!isEmail(email)) {
    $forgotten.set({ ...opened, problem: fieldMessages.email, markings: markings + 1 });
    return;
  }
  $forgotten.set({ ...opened, isSending: true, markings });
  const answer = await call(
    'user.forgot',
    { email: normaliseEmail(email) },
    { timeoutMs: RESET_EMAIL_TIMEOUT_MS },
  );
  if (answer.success) {
    $forgotten.set({ ...opened, sent: answer.message, markings });
    return;
  }
  const problem = answer.code === 'network' ? undefined : answer.fields?.['email'];
  showToast('error', problem ?? answer.message);
  $forgotten.set(
    problem === undefined
      ? { ...opened, message: answer.message, markings }
      : { ...opened, problem, markings: markings + 1 },
  );
}
