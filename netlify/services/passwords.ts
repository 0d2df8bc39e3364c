import { authMessages } from '../../src/contract/messages/account.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { isCommonPassword } from '../identity/common-passwords.ts';
import { hashPassword } from '../identity/passwords.ts';
import { newToken, noToken, readToken } from '../identity/tokens.ts';
import { passwordChangedEmail, passwordResetEmail } from '../email/account-emails.ts';
import { type LoginOrigin, resetKey } from '../storage/keys.ts';
import {
  type OpenedLink,
  openResetLink,
  storeResetLink,
  newPasswordWrites,
  setPassword,
} from '../storage/mailed-links.ts';
import { takeOverAccount } from '../storage/account-takeover.ts';
import { findLogin, isEmailConfirmed, readUser } from '../storage/accounts.ts';
import { sendAccountEmail } from './send-account-email.ts';
import type { Call } from './shopper-call.ts';
import { finishDeletion } from './account-deletion.ts';
import { invalidField, Refused } from './refusal.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { takeoverNotice, emptyAccount, nameFromEmail } from './account-takeover.ts';

/** @throws Refused 'invalid' for a common password */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw invalidField('password', authMessages.commonPassword);
}

/**
 * Sends a link to set a new password. Neither the reply nor its duration reveals whether the email has an account: the
 * email is sent after the reply.
 */
export async function forgot(
  { email }: Body<'user.forgot'>,
  { windows, after }: Call,
): Promise<Reply<'user.forgot'>> {
  const login = await findLogin(windows, email);
  after(async () => {
    if (login) await mailResetLink(login.userId, email);
  });
  return { success: true, message: authMessages.forgotSent };
}

async function mailResetLink(userId: string, email: string): Promise<void> {
  const { token, session } = newToken(userId);
  const found = await readUser(userId);
  if (!found) return;
  await storeResetLink(session, email);
  const willEmpty = !isEmailConfirmed(found.user);
  await sendAccountEmail(email, 'reset', session.tokenHash, (siteUrl) =>
    passwordResetEmail(token, siteUrl, willEmpty),
  );
}

/**
 * Sets a new password by an emailed link and ends every session. If the email was never confirmed, somebody else may
 * have signed up with it, so its owner gets an empty account.
 * @throws Refused 'invalid' for a link that was used, replaced by a newer one, is too old or was never sent, and for a
 * common password
 */
export async function reset(
  { token, password }: Body<'user.reset'>,
  { windows, network, device, keepDevice, after }: Call,
): Promise<Reply<'user.reset'>> {
  refuseCommonPassword(password);
  const ended = () => new Refused('invalid', authMessages.resetEnded);
  const claim = readToken(token);
  const first = await openResetLink(windows, claim ?? noToken);
  if (!claim || !first) throw ended();
  const passwordHash = await hashPassword(password, network);
  return retryOnConflict(5, 'An account changed faster than its password could be set', async (isFirst) => {
    const followed = isFirst ? first : await openResetLink([], claim);
    if (!followed) throw ended();
    if ((await changed(followed, passwordHash, { network, device })) === 'stale') return 'stale';
    keepDevice();
    const { user } = followed.found;
    after(async () => {
      await sendAccountEmail(user.email, 'password-changed', claim.tokenHash, passwordChangedEmail);
      if (!isEmailConfirmed(user)) await finishDeletion(user.id);
    });
    return { success: true, message: authMessages.resetDone };
  });
}

async function changed(
  followed: OpenedLink,
  passwordHash: string,
  origin: LoginOrigin,
): Promise<'done' | 'stale'> {
  const { found, link } = followed;
  const { id, email } = found.user;
  const now = Date.now();
  if (isEmailConfirmed(found.user)) {
    return setPassword(followed, passwordHash, origin, {
      id: `password-${now}`,
      type: 'account',
      message: authMessages.passwordChanged,
      read: false,
      createdAt: now,
    });
  }
  const successor = {
    user: emptyAccount(email, nameFromEmail(email), now),
    passwordHash,
    expect: [{ key: resetKey(id), text: link }],
    writes: newPasswordWrites(email, origin, now),
  };
  return takeOverAccount(found, successor, takeoverNotice(now));
}
