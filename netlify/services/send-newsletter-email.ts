import { newsletterPaths } from '../../src/contract/paths.ts';
import { newLinkToken } from '../identity/tokens.ts';
import { messageId, sendEmail } from '../email/transport.ts';
import {
  discountCodeEmail,
  confirmSubscriptionEmail,
  alreadySubscribedEmail,
} from '../email/newsletter-emails.ts';
import { siteUrl } from './site-url.ts';
import { readMade } from '../storage/discount-codes.ts';
import type { DueEmail } from '../storage/email-outbox.ts';
import { keepLinks, readSubscription } from '../storage/newsletter.ts';
import { isUsable } from './discount-codes.ts';
import { sendDueEmails, type OutboxRules } from './email-outbox.ts';

const writing: OutboxRules = {
  list: 'newsletter',
  write,
  logged: ({ kind }) => ({ email: `newsletter-${kind}` }),
};

/** Sends due emails to subscribers. @param until (ms) starts no new one after this time @returns as `sendDueEmails` */
export async function sendNewsletterEmails(until: number): Promise<boolean> {
  return sendDueEmails(writing, until);
}

/** The same without a deadline, after a call that caused emails; the reconciliation job sends the rest. */
export async function sendSubscriberEmails(): Promise<void> {
  await sendNewsletterEmails(Number.POSITIVE_INFINITY);
}

/** Makes tokens for this one email, because the server stores only their hashes. */
async function write({ kind, about: person }: DueEmail): Promise<void> {
  const found = await readSubscription(person);
  // An unsubscribed person gets no more emails.
  if (!found) return;
  const { email, confirmedAt, code } = found.subscription;
  const site = siteUrl();
  const confirm = newLinkToken();
  const leave = newLinkToken();
  const leaveUrl = `${site}${newsletterPaths.leave}?token=${leave.token}`;
  const isWaiting = confirmedAt === null;
  await keepLinks(person, { ...(isWaiting && { confirm: confirm.tokenHash }), leave: leave.tokenHash });
  const made = code === null ? null : await readMade(code);
  const message = isWaiting
    ? confirmSubscriptionEmail(confirm.token, leaveUrl, site)
    : kind === 'confirmed'
      ? discountCodeEmail(made, leaveUrl, site)
      : alreadySubscribedEmail(made && isUsable(made) ? made : null, leaveUrl, site);
  // A confirmation is one piece of news. Each repeated request gets a new answer, with links of that email only.
  const news = `newsletter:${kind}:${email}:${kind === 'confirmed' ? confirmedAt : leave.tokenHash}`;
  await sendEmail({ to: email, id: messageId(news), leaveUrl }, message);
}
