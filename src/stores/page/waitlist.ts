import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import { sendForm } from '../../client/emailjs.ts';
import type { FormSend, WaitlistForm } from '../../contract/routes.ts';

/** The waitlist's form (specification §4): each submit leaves what the one before said. */
export const $waitlist = atom<'idle' | 'sending' | 'joined' | 'failed'>('idle');

/** EmailJS takes one form a second from all visitors of a shop together. */
const TRIES_AGAIN_AFTER_MS = [1_200, 2_500, 5_000];

/**
 * Joins the waitlist: it has been joined when the shop has kept the e-mail. What becomes of the e-mail service's form is
 * no visitor's trouble, so nobody waits for it.
 */
export async function joinWaitlist(form: WaitlistForm): Promise<void> {
  if ($waitlist.get() === 'sending') return;
  $waitlist.set('sending');
  const answer = await call('waitlist', form, { keepalive: true });
  $waitlist.set(answer.success ? 'joined' : 'failed');
  if (answer.success && answer.formSend) await passOn(answer.formSend, form.user_email);
}

/** Tells the e-mail service, and then the shop that it has been told. */
async function passOn(formSend: FormSend, user_email: string): Promise<void> {
  for (const again of [...TRIES_AGAIN_AFTER_MS, null]) {
    const outcome = await sendForm(formSend);
    if (outcome === 'sent') await call('waitlist.sent', { user_email }, { keepalive: true });
    if (outcome !== 'busy' || again === null) return;
    await new Promise((resolve) => setTimeout(resolve, again * (1 + Math.random() / 2)));
  }
}
