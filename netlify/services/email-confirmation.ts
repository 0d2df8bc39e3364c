import { authMessages, profileMessages } from '../../src/contract/messages/account.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { newToken, noToken, readToken } from '../identity/tokens.ts';
import { confirmSignUpEmail } from '../email/account-emails.ts';
import { TooMany } from '../storage/session-and-limits.ts';
import {
  confirmOwnEmail,
  countConfirmEmail,
  followEmailLink,
  storeConfirmLink,
  moveEmail,
  type OpenedLink,
} from '../storage/mailed-links.ts';
import { endUnconfirmedAccount } from '../storage/account-takeover.ts';
import { isEmailConfirmed, readOwnUser, readUserByEmail } from '../storage/accounts.ts';
import { finishDeletion } from './account-deletion.ts';
import { sendAccountEmail } from './send-account-email.ts';
import type { ShopperCall } from './shopper-call.ts';
import { Refused } from './refusal.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/**
 * Confirms the shopper's email by a link from an email, or changes the account to the new email. Sessions stay open.
 * @throws Refused 'invalid' for a link that was used, replaced by a newer one, is too old, was never sent, or belongs
 * to another account; 'taken' if another account has confirmed the email meanwhile; SessionEnded
 */
export async function confirm(
  { token }: Body<'user.confirm-email'>,
  { session, windows, after }: ShopperCall,
): Promise<Reply<'user.confirm-email'>> {
  const claim = readToken(token);
  return retryOnConflict(
    5,
    'An account changed faster than its email could be confirmed',
    async (isFirst) => {
      const followed = await followEmailLink({ session, windows: isFirst ? windows : [] }, claim ?? noToken);
      if (claim && claim.userId !== session.userId) throw new Refused('invalid', profileMessages.linkOther);
      if (!followed) throw new Refused('invalid', profileMessages.linkEnded);
      const { email, kind } = followed;
      const now = Date.now();
      const outcome = await (kind === 'own' ? confirmOwnEmail(followed, now) : moveEmail(followed, now));
      if (outcome === 'taken') await endUnconfirmed(followed, now, after);
      if (outcome !== 'done') return 'stale';
      return { success: true, email, message: profileMessages.emailConfirmed };
    },
  );
}

/**
 * Ends the account that somebody else made with this email: the link has proved whose it is.
 * @throws Refused 'taken' if the email is confirmed
 */
async function endUnconfirmed(followed: OpenedLink, at: number, after: ShopperCall['after']): Promise<void> {
  const former = await readUserByEmail(followed.email);
  if (!former) return;
  if (isEmailConfirmed(former.user)) throw new Refused('taken', authMessages.taken);
  if ((await endUnconfirmedAccount(former, followed, at)) === 'done') {
    after(() => finishDeletion(former.user.id));
  }
}

/**
 * Sends another link to confirm the shopper's email; the link before it expires. The reply is the same for an email
 * that is already confirmed.
 * @throws SessionEnded, TooMany
 */
export async function askAgain(
  _body: unknown,
  { session, windows, after }: ShopperCall,
): Promise<Reply<'user.confirm-again'>> {
  return retryOnConflict(5, 'An account changed faster than its link could be kept', async (isFirst) => {
    const found = await readOwnUser({ session, windows: isFirst ? windows : [] });
    const { email } = found.user;
    if (isEmailConfirmed(found.user)) return { success: true, message: profileMessages.emailConfirmed };
    if (isFirst) await countConfirmEmail(email);
    const link = newToken(session.userId);
    if ((await storeConfirmLink({ session, windows: [] }, found, link.session)) === 'stale') return 'stale';
    after(() => mailConfirmLink(email, link));
    return { success: true, message: profileMessages.confirmAsked(email) };
  });
}

/** Runs after a sign-up. Sends nothing if the mailbox has reached its email limit; the shopper can ask later. */
export async function mailFirstConfirmLink(email: string, link: ReturnType<typeof newToken>): Promise<void> {
  try {
    await countConfirmEmail(email);
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
