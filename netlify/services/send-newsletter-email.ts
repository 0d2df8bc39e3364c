import { newsletterPaths } from '../../src/contract/newsletter-paths.ts';
import { newLinkToken } from '../identity/tokens.ts';
import { messageId } from '../email/message-id.ts';
import {
  discountCodeEmail,
  confirmSubscriptionEmail,
  alreadySubscribedEmail,
} from '../email/newsletter-emails.ts';
import { siteUrl } from '../email/site-url.ts';
import { sendEmail } from '../email/transport.ts';
import { readMade } from '../storage/discount-codes.ts';
import type { DueEmail } from '../storage/email-outbox.ts';
import { keepLinks, readSubscription } from '../storage/newsletter.ts';
import { isUsable } from './discount-codes.ts';
import { sendDueEmails, type OutboxRules } from './email-outbox.ts';

const writing: OutboxRules = {
  list: 'newsletter',
  write,
  logged: ({ kind }) => ({ letter: `newsletter-${kind}` }),
};

/** Sends the letters to subscribers that are due. @param until (ms) begins no more after that @returns as `sendDueEmails` */
export async function sendNewsletterEmails(until: number): Promise<boolean> {
  return sendDueEmails(writing, until);
}

/** The same for whoever has brought letters about: what is left is the sweep's. */
export async function sendSubscriberEmails(): Promise<void> {
  await sendNewsletterEmails(Number.POSITIVE_INFINITY);
}

/** Tokens are made for this one letter, because the server keeps no more of them than their hashes. */
async function write({ kind, about: person }: DueEmail): Promise<void> {
  const found = await readSubscription(person);
  // Whoever has left meanwhile hears no more.
  if (!found) return;
  const { email, confirmedAt, code } = found.subscription;
  const site = siteUrl();
  const confirm = newLinkToken();
  const leave = newLinkToken();
  const leaveUrl = `${site}${newsletterPaths.leave}?token=${leave.token}`;
  const isWaiting = confirmedAt === null;
  await keepLinks(person, { ...(isWaiting && { confirm: confirm.tokenHash }), leave: leave.tokenHash });
  const made = code === null ? null : await readMade(code);
  const letter = isWaiting
    ? confirmSubscriptionEmail(confirm.token, leaveUrl, site)
    : kind === 'confirmed'
      ? discountCodeEmail(made, leaveUrl, site)
      : alreadySubscribedEmail(made && isUsable(made) ? made : null, leaveUrl, site);
  // A confirmation is one piece of news; who asks again is answered anew, and by links of that letter alone.
  const news = `newsletter:${kind}:${email}:${kind === 'confirmed' ? confirmedAt : leave.tokenHash}`;
  await sendEmail({ to: email, id: messageId(news), leaveUrl }, letter);
}
