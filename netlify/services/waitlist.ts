import { waitlistMessages } from '../../src/contract/messages/waitlist.ts';
import type { Reply } from '../../src/contract/routes.ts';
import { policyVersions } from '../../src/content/edition.ts';
import { joinWaitlist, markFormSent } from '../storage/waitlist.ts';
import type { Call } from './shopper-call.ts';
import { formSendOf } from './emailjs-form.ts';

/** What the waitlist's form says, in the shop's own names. */
interface Visitor {
  email: string;
  name: string;
  message: string;
}

/**
 * Keeps who wants to be told when the shop opens, with the privacy policy that they saw. It says the same to whoever waits
 * already. The e-mail service hears of it afterwards, from the browser (services/emailjs-form): what it does with that decides
 * nothing.
 */
export async function join(visitor: Visitor, { windows }: Call): Promise<Reply<'waitlist'>> {
  const at = Date.now();
  await joinWaitlist(windows, { ...visitor, at, privacyVersion: policyVersions.privacy, formSent: false });
  return { success: true, message: waitlistMessages.joined, formSend: formSendOf(visitor, at) };
}

/** Notes that the e-mail service has a visitor's form. Says the same of an e-mail that does not wait. */
export async function markSent(
  { email }: Pick<Visitor, 'email'>,
  { windows }: Call,
): Promise<Reply<'waitlist.sent'>> {
  await markFormSent(windows, email);
  return { success: true };
}
