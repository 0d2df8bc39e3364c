import { createHash } from 'node:crypto';
import { newsletterPaths } from '../../src/contract/newsletter-paths.ts';
import { newLinkToken } from '../identity/link-tokens.ts';
import type { Letter } from '../mail/letters.ts';
import { codeLetter, confirmLetter, knownLetter } from '../mail/newsletter-letters.ts';
import { siteUrl } from '../mail/site.ts';
import { LetterRefused, MailUnavailable, sendLetter } from '../mail/transport.ts';
import { readMade } from '../storage/codes.ts';
import {
  type DueSubscriberLetter,
  keepLinks,
  postponeSubscriberLetter,
  readSubscription,
  settleSubscriberLetter,
  type Subscription,
  takeSubscriberLetters,
} from '../storage/newsletter.ts';
import { isUsable } from './codes.ts';

/** Letters taken in hand at once: as many as can go out while they are in hand. */
const AT_ONCE = 5;
const MINUTE_MS = 60_000;

/**
 * Sends the letters to subscribers that are due. A wish and a confirmation note their letters in the same step, so none is
 * forgotten: what this run cannot send, the sweep does. Tokens are made here, for this one letter, because the server
 * keeps no more of them than their hashes.
 * @param until (ms) begins no more after that
 */
export async function sendSubscriberLetters(until = Number.POSITIVE_INFINITY): Promise<void> {
  while (Date.now() < until) {
    const due = await takeSubscriberLetters(AT_ONCE);
    if (due.length === 0) return;
    const sent = await Promise.all(due.map(send));
    // Without a mail server the others would fare no better.
    if (sent.includes('no-server')) return;
  }
}

async function send(due: DueSubscriberLetter): Promise<'settled' | 'no-server'> {
  try {
    const found = await readSubscription(due.person);
    // Whoever has left meanwhile hears no more.
    if (found) await write(due, found.subscription);
  } catch (error) {
    if (error instanceof MailUnavailable) {
      await postponeSubscriberLetter(due, Date.now() + 5 * MINUTE_MS);
      logLetter(due, error);
      return 'no-server';
    }
    if (!(error instanceof LetterRefused)) throw error;
    logLetter(due, error);
  }
  await settleSubscriberLetter(due);
  return 'settled';
}

async function write({ kind, person }: DueSubscriberLetter, subscription: Subscription): Promise<void> {
  const site = siteUrl();
  const confirm = newLinkToken();
  const leave = newLinkToken();
  const leaveUrl = `${site}${newsletterPaths.leave}?token=${leave.token}`;
  const isWaiting = subscription.confirmedAt === null;
  await keepLinks(person, { ...(isWaiting && { confirm: confirm.tokenHash }), leave: leave.tokenHash });
  const made = subscription.code === null ? null : await readMade(subscription.code);
  let letter: Letter;
  if (isWaiting) letter = confirmLetter(confirm.token, leaveUrl, site);
  else if (kind === 'confirmed') letter = codeLetter(made, leaveUrl, site);
  else letter = knownLetter(made && isUsable(made) ? made : null, leaveUrl, site);
  await sendLetter({ to: subscription.email, id: idOf(kind, subscription), leaveUrl }, letter);
}

function idOf(kind: string, { email, at, confirmedAt }: Subscription): string {
  const seed = `newsletter:${kind}:${email}:${kind === 'asked' ? `${at}:${Date.now()}` : confirmedAt}`;
  return createHash('sha256').update(seed).digest('hex').slice(0, 32);
}

/** Without the mail server's words, which quote the address. */
function logLetter({ kind }: DueSubscriberLetter, { name }: Error): void {
  console.error(JSON.stringify({ level: 'error', letter: `newsletter-${kind}`, error: name }));
}
