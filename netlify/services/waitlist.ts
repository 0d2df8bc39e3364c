import { waitlistMessages } from '../../src/contract/messages/newsletter-and-waitlist.ts';
import type { Reply } from '../../src/contract/routes.ts';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { joinWaitlist, markFormSent } from '../storage/waitlist.ts';
import type { Call } from './shopper-call.ts';
import { formSendOf } from './emailjs-form.ts';

/** The waitlist form, in the shop's own field names. */
interface Visitor {
  email: string;
  name: string;
  message: string;
}

/**
 * Stores a visitor for the launch announcement, with the privacy policy version they saw. The reply is the same for an
 * email that is already on the list. The browser informs the email service later (services/emailjs-form); its answer
 * decides nothing here.
 */
export async function join(visitor: Visitor, { windows }: Call): Promise<Reply<'waitlist'>> {
  const at = Date.now();
  await joinWaitlist(windows, { ...visitor, at, privacyVersion: policyVersions.privacy, formSent: false });
  return { success: true, message: waitlistMessages.joined, formSend: formSendOf(visitor, at) };
}

/** Records that the email service has a visitor's form. The reply is the same for an email that is not on the list. */
export async function markSent(
  { email }: Pick<Visitor, 'email'>,
  { windows }: Call,
): Promise<Reply<'waitlist.sent'>> {
  await markFormSent(windows, email);
  return { success: true };
}
