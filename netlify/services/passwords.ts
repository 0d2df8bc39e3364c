import { authMessages } from '../../src/contract/messages/auth.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { hashPassword } from '../identity/passwords.ts';
import { newToken, readToken } from '../identity/tokens.ts';
import { passwordChangedLetter, resetLetter } from '../mail/account-letters.ts';
import { followResetLink, keepResetLink, setPassword } from '../storage/mailed-links.ts';
import { findLogin } from '../storage/users.ts';
import { post } from './account-mail.ts';
import { type Call, callerOf } from './call.ts';
import { Refused } from './refusal.ts';

/**
 * Mails a link to a new password. Whether the e-mail has an account is told neither by the answer nor by its time: the
 * letter is written behind it.
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
  await keepResetLink(session, email);
  await post(email, 'reset', session.tokenHash, (siteUrl) => resetLetter(token, siteUrl));
}

/** Enough for an account that is changed from several devices at once. */
const TRIES = 5;

/**
 * Sets a new password by a link that was mailed, and logs everybody out.
 * @throws Refused 'invalid' for a link that was used, replaced by a newer one, is too old, or was never mailed
 */
export async function reset(
  { token, password }: Body<'user.reset'>,
  { windows, after }: Call,
): Promise<Reply<'user.reset'>> {
  const ended = () => new Refused('invalid', authMessages.resetEnded);
  const claim = readToken(token);
  // A text that is no token asks as well, so that guesses are counted.
  let followed = await followResetLink(windows, claim ?? nobody);
  if (!claim || !followed) throw ended();
  const passwordHash = await hashPassword(password, callerOf({ windows }));
  const now = Date.now();
  const news = {
    id: `password-${now}`,
    type: 'account',
    message: authMessages.passwordChanged,
    read: false,
    createdAt: now,
  } as const;
  for (let tries = 0; tries < TRIES; tries += 1) {
    if ((await setPassword(followed, passwordHash, news)) === 'done') {
      const { email } = followed.found.user;
      after(async () => {
        await post(email, 'password-changed', claim.tokenHash, passwordChangedLetter);
      });
      return { success: true, message: authMessages.resetDone };
    }
    followed = await followResetLink([], claim);
    if (!followed) throw ended();
  }
  throw new Error('An account changed faster than its password could be set');
}

/** A claim that never stands. */
const nobody = { userId: '', tokenHash: '' };
