import { randomBytes } from 'node:crypto';
import { newsletterConfirmMessages, newsletterMessages } from '../../src/contract/messages/newsletter.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { policyVersions } from '../../src/content/edition.ts';
import { dayOf, endOf } from '../../src/domain/days.ts';
import { CODE_LENGTH, codeLetters, codeOf, discountCodes } from '../../src/domain/discount.ts';
import { monthsFrom } from '../../src/domain/retention.ts';
import { shop } from '../../src/domain/config.ts';
import { mailboxOf, mailboxOnceOf } from '../../src/domain/mailbox.ts';
import { tokenHash } from '../identity/tokens.ts';
import { type Code, readMade } from '../storage/discount-codes.ts';
import {
  askFor,
  confirmSubscription,
  followConfirmLink,
  leaveBy,
  readSubscription,
  type Subscription,
} from '../storage/newsletter.ts';
import { isUsable } from './discount-codes.ts';
import type { Call } from './shopper-call.ts';
import { sendSubscriberEmails } from './send-newsletter-email.ts';
import { Refused } from './refusal.ts';

/**
 * The newsletter: asked for by anybody, confirmed by the mailbox alone, left by one click. Who confirms gets a code, once
 * for every mailbox ever.
 */

/**
 * Keeps the wish, with the time and the privacy policy that was seen, and mails a link that confirms it. Whether the
 * e-mail is subscribed already is told by the letter and by nothing else: neither by the answer nor by its time.
 */
export async function subscribe(
  { email }: Body<'newsletter.subscribe'>,
  { windows, after }: Call,
): Promise<Reply<'newsletter.subscribe'>> {
  await askFor(windows, { email, at: Date.now(), privacyVersion: policyVersions.privacy });
  after(sendSubscriberEmails);
  return { success: true, message: newsletterMessages.check };
}

/** Enough for a link that is opened in several windows at once. */
const TRIES = 5;

/**
 * Confirms a subscription by the link that was mailed, makes its code and mails that. The link gives the same answer as
 * long as it is good: an answer that was lost on the way can be asked for again, and makes no second code.
 * @throws Refused 'invalid' for a link that is too old, was never mailed, or whose subscription is gone
 */
export async function confirm(
  { token }: Body<'newsletter.confirm'>,
  { windows, after }: Call,
): Promise<Reply<'newsletter.confirm'>> {
  const ended = () => new Refused('invalid', newsletterConfirmMessages.ended);
  const person = await followConfirmLink(windows, tokenHash(token));
  if (person === null) throw ended();
  let isNew = false;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await readSubscription(person);
    if (!found) throw ended();
    const { email, confirmedAt, code } = found.subscription;
    if (confirmedAt !== null) {
      after(sendSubscriberEmails);
      const message = isNew ? newsletterConfirmMessages.confirmed : newsletterConfirmMessages.known;
      return { success: true, message, code: await usable(code) };
    }
    const at = Date.now();
    const mailboxes = { now: mailboxOf(email), once: mailboxOnceOf(email) };
    // Then read once more: whether the mailbox has had a code before is found out there.
    isNew = (await confirmSubscription(found, at, mailboxes, newCode(at))) === 'done';
  }
  throw new Error('A subscription changed faster than it could be confirmed');
}

/** Takes off the newsletter whom the link is about. @returns false for a link that nobody knows any more */
export async function leave(token: string): Promise<boolean> {
  return leaveBy(tokenHash(token));
}

/** The subscription's code, where it is still good for an order. */
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
    // Letters and refusals name the day, and it is good until that day is over.
    expiresAt: endOf(dayOf(monthsFrom(madeAt, discountCodes.months))),
  };
}
