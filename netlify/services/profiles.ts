import { authMessages } from '../../src/contract/messages/auth.ts';
import { profileMessages } from '../../src/contract/messages/profile.ts';
import type { Body, Reply, WireUser } from '../../src/contract/routes.ts';
import { newToken, readToken } from '../identity/tokens.ts';
import { confirmEmailLetter, emailChangeLetter } from '../mail/account-letters.ts';
import { SessionEnded } from '../storage/guard.ts';
import {
  EMAIL_CHANGE_MS,
  emailLinkWrites,
  followEmailLink,
  moveEmail,
  noEmailLinkWrites,
} from '../storage/mailed-links.ts';
import { changeUser, readOwnUser, readOwnUserAndLogin, type User } from '../storage/users.ts';
import { post } from './account-mail.ts';
import type { Call, ShopperCall } from './call.ts';
import { Refused } from './refusal.ts';

/** The shopper's own profile. @throws SessionEnded also where the account is being deleted */
export async function read(_query: unknown, call: ShopperCall): Promise<Reply<'user.profile'>> {
  const found = await readOwnUser(call);
  if (!found) throw new SessionEnded();
  return { success: true, user: profileOf(found.user, Date.now()) };
}

/** Enough for a profile that is saved on several devices at once. */
const TRIES = 5;

/**
 * Saves the profile. Another e-mail than the present one is not taken over yet: a link goes to it, and a warning to the
 * present one; the present one in the form ends the waiting of another.
 * @throws Refused 'taken' where another account has the e-mail
 */
export async function save(
  fields: Body<'user.save-profile'>,
  call: ShopperCall,
): Promise<Reply<'user.save-profile'>> {
  const { session, after: behind } = call;
  const { email, ...plain } = fields;
  let windows = call.windows;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { found, login } = await readOwnUserAndLogin({ session, windows }, email);
    // Each call counts once.
    windows = [];
    if (!found) throw new SessionEnded();
    const isNew = email !== found.user.email;
    if (isNew && login && login.userId !== session.userId) {
      throw new Refused('taken', authMessages.taken, { email: authMessages.taken });
    }
    const now = Date.now();
    const link = newToken(session.userId);
    const after: User = {
      ...found.user,
      ...plain,
      updatedAt: now,
      pending: isNew ? { email, until: now + EMAIL_CHANGE_MS } : null,
    };
    const writes = isNew ? emailLinkWrites(link.session, email) : noEmailLinkWrites(session.userId);
    if ((await changeUser({ session, windows }, found, after, writes)) === 'stale') continue;
    if (isNew) behind(() => mailLink(found.user.email, email, link));
    const message = isNew
      ? `${profileMessages.updated} ${profileMessages.confirmSent(email)}`
      : profileMessages.updated;
    return { success: true, user: profileOf(after, now), message };
  }
  throw new Error('A profile changed faster than it could be saved');
}

async function mailLink(
  present: string,
  wanted: string,
  { token, session }: ReturnType<typeof newToken>,
): Promise<void> {
  await post(wanted, 'confirm-email', session.tokenHash, (siteUrl) => confirmEmailLetter(token, siteUrl));
  await post(present, 'email-change', session.tokenHash, emailChangeLetter);
}

/**
 * Takes the e-mail over that a mailed link confirms. Whoever is logged in stays so.
 * @throws Refused 'invalid' for a link that was used, replaced by a newer one, is too old, or was never mailed; 'taken'
 * where another account has got the e-mail meanwhile
 */
export async function confirmEmail(
  { token }: Body<'user.confirm-email'>,
  { windows }: Call,
): Promise<Reply<'user.confirm-email'>> {
  const claim = readToken(token);
  let counted = windows;
  for (let tries = 0; tries < TRIES; tries += 1) {
    // A text that is no token asks as well, so that guesses are counted.
    const followed = await followEmailLink(counted, claim ?? { userId: '', tokenHash: '' });
    counted = [];
    if (!followed) throw new Refused('invalid', profileMessages.linkEnded);
    const { email } = followed;
    const outcome = await moveEmail(followed, Date.now());
    if (outcome === 'taken') throw new Refused('taken', authMessages.taken);
    if (outcome === 'done') return { success: true, email, message: profileMessages.emailConfirmed };
  }
  throw new Error('An account changed faster than its e-mail could be moved');
}

/** The profile on the wire at this time, in ms. */
export function profileOf(user: User, at: number): WireUser {
  const { id, name, email, phone, address, city, state, zipcode, country } = user;
  const { dateOfBirth, gender, createdAt, updatedAt, hasPassword, pending } = user;
  return {
    _id: id,
    ...{ name, email, phone, address, city, state, zipcode, country, dateOfBirth, gender },
    ...{ createdAt, updatedAt, hasPassword },
    pendingEmail: pending !== null && pending.until > at ? pending.email : null,
  };
}
