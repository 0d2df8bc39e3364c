import { atom } from 'nanostores';
import { askToSubscribe, type Subscribed } from '../../client/subscribe.ts';
import { fieldMessages } from '../../contract/messages/address.ts';
import { newsletterMessages } from '../../contract/messages/newsletter-and-waitlist.ts';
import { shop } from '../../domain/config.ts';
import { isEmail } from '../../domain/user.ts';
import { showToast } from './toasts.ts';

/** The newsletter form. `message` stands beside the field; null if there is none. */
export interface Newsletter {
  status: 'idle' | 'sending' | 'subscribed' | 'failed';
  message: string | null;
}

export const $newsletter = atom<Newsletter>({ status: 'idle', message: null });

/** Subscribes an email. A toast and the form both show the result. A second tap during the request does nothing. */
export async function subscribe(email: string): Promise<void> {
  if ($newsletter.get().status === 'sending') return;
  if (!isEmail(email)) return fail(fieldMessages.email);
  $newsletter.set({ status: 'sending', message: null });
  const problem = problemOf(await askToSubscribe(email, shop.newsletterTimeoutMs));
  if (problem !== null) return fail(problem);
  $newsletter.set({ status: 'subscribed', message: newsletterMessages.check });
  showToast('success', newsletterMessages.subscribed);
}

/** Removes the last result when the shopper types again. */
export function forgetOutcome(): void {
  if ($newsletter.get().status !== 'sending') $newsletter.set({ status: 'idle', message: null });
}

/** Null if it succeeded. */
function problemOf(subscribed: Subscribed): string | null {
  if (subscribed.outcome === 'refused') return newsletterMessages.refused;
  if (subscribed.outcome === 'no-response') return newsletterMessages.noResponse;
  const { status, body } = subscribed;
  const said = typeof body?.message === 'string' && body.message !== '' ? body.message : null;
  if (status < 200 || status >= 300) return said ?? newsletterMessages.serverError(status);
  if (body?.success === true) return null;
  return body?.success === false ? (said ?? newsletterMessages.failed) : newsletterMessages.otherwise;
}

function fail(message: string): void {
  $newsletter.set({ status: 'failed', message });
  showToast('error', message);
}
