import { authMessages } from '../../src/contract/messages/auth.ts';
import { profileMessages } from '../../src/contract/messages/profile.ts';
import type { Body, Reply, WireUser } from '../../src/contract/routes.ts';
import { newToken } from '../identity/tokens.ts';
import { confirmNewAddressEmail, addressChangeNoticeEmail } from '../email/account-emails.ts';
import { SessionEnded, type Window } from '../storage/guard.ts';
import { EMAIL_CHANGE_MS, emailLinkWrites, noEmailLinkWrites } from '../storage/mailed-links.ts';
import {
  changeUser,
  isEmailConfirmed,
  readOwnUser,
  readOwnUserAndLogin,
  type User,
} from '../storage/accounts.ts';
import { sendAccountEmail } from './send-account-email.ts';
import type { ShopperCall } from './shopper-call.ts';
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
  // Naming another's e-mail uses up what may be mailed to it; one's own is never counted, so that nobody else can use up
  // what its shopper saves.
  const isLetterCount = ({ key }: Window) => key.includes(':email:');
  const letterCounts = call.windows.filter(isLetterCount);
  let windows = call.windows.filter((window) => !isLetterCount(window));
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { found, login } = await readOwnUserAndLogin({ session, windows }, email);
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
    // Each call counts once.
    windows = tries === 0 && isNew ? letterCounts : [];
    const outcome = await changeUser({ session, windows }, found, after, writes);
    windows = [];
    if (outcome === 'stale') continue;
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
  await sendAccountEmail(wanted, 'confirm-email', session.tokenHash, (siteUrl) =>
    confirmNewAddressEmail(token, siteUrl),
  );
  await sendAccountEmail(present, 'email-change', session.tokenHash, addressChangeNoticeEmail);
}

/** The profile on the wire at this time, in ms. */
export function profileOf(user: User, at: number): WireUser {
  const { id, name, email, phone, address, city, state, zipcode, country } = user;
  const { dateOfBirth, gender, createdAt, updatedAt, hasPassword, pending } = user;
  return {
    _id: id,
    ...{ name, email, phone, address, city, state, zipcode, country, dateOfBirth, gender },
    ...{ createdAt, updatedAt, hasPassword, emailConfirmed: isEmailConfirmed(user) },
    pendingEmail: pending !== null && pending.until > at ? pending.email : null,
  };
}
