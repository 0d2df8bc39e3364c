import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import { fieldMessages } from '../../contract/messages/address.ts';
import { isEmail, normaliseEmail } from '../../domain/user.ts';
import { type FormMarks, marked, markedIn, unmarked } from '../page/form-marks.ts';
import { showToast } from '../page/toasts.ts';

export interface ForgottenPassword extends FormMarks<'email'> {
  isSending: boolean;
  /** The server's message, the same for every email. */
  sent: string | null;
}

const opened: ForgottenPassword = { isSending: false, sent: null, ...unmarked };

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

export async function askForLink(email: string): Promise<void> {
  const { isSending, markings } = $forgotten.get();
  if (isSending) return;
  const form = { ...opened, markings };
  if (!isEmail(email)) return $forgotten.set(marked(form, { email: fieldMessages.email }));
  $forgotten.set({ ...form, isSending: true });
  const answer = await call(
    'user.forgot',
    { email: normaliseEmail(email) },
    { timeoutMs: RESET_EMAIL_TIMEOUT_MS },
  );
  if (answer.success) return $forgotten.set({ ...form, sent: answer.message });
  const refused = markedIn(['email'], answer.fields);
  showToast('error', refused.email ?? answer.message);
  $forgotten.set(marked(form, refused, refused.email ? null : answer.message));
}
