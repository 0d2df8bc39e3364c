import { atom } from 'nanostores';
import { call } from '../../client/api.ts';
import { sendForm } from '../../client/emailjs.ts';
import type { FormSend, WaitlistForm } from '../../contract/calls/newsletter.ts';

/** The status of the waitlist form; each submit resets it. */
export const $waitlist = atom<'idle' | 'sending' | 'joined' | 'failed'>('idle');

/** Pauses before retries, in ms. EmailJS accepts one form per second from all visitors of a shop together. */
const TRIES_AGAIN_AFTER_MS = [1_200, 2_500, 5_000];

/**
 * Joins the waitlist. It succeeds when the shop has stored the email; the email service's form is sent in the
 * background, because its failures do not concern the visitor.
 */
export async function joinWaitlist(form: WaitlistForm): Promise<void> {
  if ($waitlist.get() === 'sending') return;
  $waitlist.set('sending');
  const answer = await call('waitlist', form, { keepalive: true });
  $waitlist.set(answer.success ? 'joined' : 'failed');
  if (answer.success && answer.formSend) await passOn(answer.formSend, form.user_email);
}

async function passOn(formSend: FormSend, user_email: string): Promise<void> {
  for (const again of [...TRIES_AGAIN_AFTER_MS, null]) {
    const outcome = await sendForm(formSend);
    if (outcome === 'sent') await call('waitlist.sent', { user_email }, { keepalive: true });
    if (outcome !== 'busy' || again === null) return;
    await new Promise((resolve) => setTimeout(resolve, again * (1 + Math.random() / 2)));
  }
}
