import { authMessages } from '../../src/contract/messages/auth.ts';
import { profileMessages } from '../../src/contract/messages/profile.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { newToken, readToken } from '../identity/tokens.ts';
import { confirmSignUpEmail } from '../email/account-emails.ts';
import { SessionEnded, TooMany } from '../storage/guard.ts';
import {
  confirmOwnEmail,
  countConfirmLetter,
  followEmailLink,
  keepConfirmLink,
  moveEmail,
} from '../storage/mailed-links.ts';
import { isEmailConfirmed, readOwnUser } from '../storage/accounts.ts';
import { sendAccountEmail } from './send-account-email.ts';
import type { ShopperCall } from './shopper-call.ts';
import { Refused } from './refusal.ts';

/** Enough for an account that is changed on several devices at once. */
const TRIES = 5;

/**
 * Confirms the shopper's e-mail by a mailed link, or takes another e-mail over. Whoever is logged in stays so.
 * @throws Refused 'invalid' for a link that was used, replaced by a newer one, is too old, was never mailed, or is of
 * another account; 'taken' where another account has got the e-mail meanwhile; SessionEnded
 */
export async function confirm(
  { token }: Body<'user.confirm-email'>,
  { session, windows }: ShopperCall,
): Promise<Reply<'user.confirm-email'>> {
  const claim = readToken(token);
  let counted = windows;
  for (let tries = 0; tries < TRIES; tries += 1) {
    // A text that is no token asks as well, so that guesses are counted.
    const followed = await followEmailLink({ session, windows: counted }, claim ?? nobody);
    counted = [];
    if (claim && claim.userId !== session.userId) throw new Refused('invalid', profileMessages.linkOther);
    if (!followed) throw new Refused('invalid', profileMessages.linkEnded);
    const { email, kind } = followed;
    const now = Date.now();
    const outcome = await (kind === 'own' ? confirmOwnEmail(followed, now) : moveEmail(followed, now));
    if (outcome === 'taken') throw new Refused('taken', authMessages.taken);
    if (outcome === 'done') return { success: true, email, message: profileMessages.emailConfirmed };
  }
  throw new Error('An account changed faster than its e-mail could be confirmed');
}

/** A claim that never stands. */
const nobody = { userId: '', tokenHash: '' };

/**
 * Mails another link that confirms the shopper's e-mail; the one before ends. Says the same of an e-mail that is confirmed.
 * @throws SessionEnded, TooMany
 */
export async function askAgain(
  _body: unknown,
  { session, windows, after }: ShopperCall,
): Promise<Reply<'user.confirm-again'>> {
  let counted = windows;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await readOwnUser({ session, windows: counted });
    if (!found) throw new SessionEnded();
    const { email } = found.user;
    if (isEmailConfirmed(found.user)) return { success: true, message: profileMessages.emailConfirmed };
    if (tries === 0) await countConfirmLetter(email);
    counted = [];
    const link = newToken(session.userId);
    if ((await keepConfirmLink({ session, windows: [] }, found, link.session)) === 'stale') continue;
    after(() => mailConfirmLink(email, link));
    return { success: true, message: profileMessages.confirmAsked(email) };
  }
  throw new Error('An account changed faster than its link could be kept');
}

/** After a sign-up. No letter where the mailbox has got enough of them: its shopper asks again later. */
export async function mailFirstConfirmLink(email: string, link: ReturnType<typeof newToken>): Promise<void> {
  try {
    await countConfirmLetter(email);
  } catch (error) {
    if (error instanceof TooMany) return;
    throw error;
  }
  await mailConfirmLink(email, link);
}

async function mailConfirmLink(
  email: string,
  { token, session }: ReturnType<typeof newToken>,
): Promise<void> {
  await sendAccountEmail(email, 'confirm-sign-up', session.tokenHash, (siteUrl) =>
    confirmSignUpEmail(token, siteUrl),
  );
}
