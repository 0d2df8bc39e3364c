import { randomBytes } from 'node:crypto';
import {
  newsletterConfirmMessages,
  newsletterMessages,
} from '../../src/contract/messages/newsletter-and-waitlist.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { dayOf, endOf } from '../../src/domain/days.ts';
import { CODE_LENGTH, codeLetters, codeOf, discountCodes } from '../../src/domain/discount.ts';
import { monthsFrom } from '../../src/domain/retention.ts';
import { shop } from '../../src/domain/config.ts';
import { mailboxOf, legacyMailboxOf } from '../../src/domain/canonical-email.ts';
import { tokenHash } from '../identity/tokens.ts';
import { type Code, readMade } from '../storage/discount-codes.ts';
import {
  askFor,
  confirmSubscription,
  followConfirmLink,
  unsubscribeBy,
  readSubscription,
  type Subscription,
} from '../storage/newsletter.ts';
import { isUsable } from './discount-codes.ts';
import type { Call } from './shopper-call.ts';
import { sendSubscriberEmails } from './send-newsletter-email.ts';
import { Refused } from './refusal.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/**
 * The newsletter: anybody can subscribe an email, only its mailbox can confirm, and one click unsubscribes. The
 * confirmation gives a discount code, once per mailbox ever.
 */

/**
 * Stores the subscription with its time and the privacy policy version, and sends a confirmation link. Only the email
 * says whether the address is already subscribed: the reply and its duration do not reveal it.
 */
export async function subscribe(
  { email }: Body<'newsletter.subscribe'>,
  { windows, after }: Call,
): Promise<Reply<'newsletter.subscribe'>> {
  await askFor(windows, { email, at: Date.now(), privacyVersion: policyVersions.privacy });
  after(sendSubscriberEmails);
  return { success: true, message: newsletterMessages.check };
}

/**
 * Confirms a subscription by its emailed link, makes its code and sends the code. While the link is valid, a repeated
 * call returns the same answer and makes no second code, so a lost reply can be requested again.
 * @throws Refused 'invalid' for a link that is too old, was never sent, or whose subscription is gone
 */
export async function confirm(
  { token }: Body<'newsletter.confirm'>,
  { windows, after }: Call,
): Promise<Reply<'newsletter.confirm'>> {
  const ended = () => new Refused('invalid', newsletterConfirmMessages.ended);
  const person = await followConfirmLink(windows, tokenHash(token));
  if (person === null) throw ended();
  let isNew = false;
  // Again when a link is opened in several windows at the same time.
  return retryOnConflict(5, 'A subscription changed faster than it could be confirmed', async () => {
    const found = await readSubscription(person);
    if (!found) throw ended();
    const { email, confirmedAt, code } = found.subscription;
    if (confirmedAt !== null) {
      after(sendSubscriberEmails);
      const message = isNew ? newsletterConfirmMessages.confirmed : newsletterConfirmMessages.known;
      return { success: true, message, code: await usable(code) };
    }
    const at = Date.now();
    const mailboxes = { now: mailboxOf(email), once: legacyMailboxOf(email) };
    // Reads again, to know whether the mailbox has had a code before.
    isNew = (await confirmSubscription(found, at, mailboxes, newCode(at))) === 'done';
    return 'stale';
  });
}

/** Unsubscribes the person of this link. @returns false for an unknown link */
export async function leave(token: string): Promise<boolean> {
  return unsubscribeBy(tokenHash(token));
}

/** The subscription's code, if an order can still use it. */
async function usable(code: Subscription['code']): Promise<Reply<'newsletter.confirm'>['code']> {
  const made = code === null ? null : await readMade(code);
  if (!made || !isUsable(made)) return null;
  return { code: made.code, percent: made.percent, expiresAt: made.expiresAt };
}

function newCode(madeAt: number): Code {
  const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => codeLetters[byte % codeLetters.length]);
  return {
    code: codeOf(letters.join('')),
    percent: shop.newsletterDiscountPercent,
    madeAt,
    // Emails and refusals show the day, and the code is valid until the end of that day.
    expiresAt: endOf(dayOf(monthsFrom(madeAt, discountCodes.months))),
  };
}
