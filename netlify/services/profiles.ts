import { authMessages, profileMessages } from '../../src/contract/messages/account.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import type { WireUser } from '../../src/contract/calls/user.ts';
import { newToken } from '../identity/tokens.ts';
import { confirmNewAddressEmail, addressChangeNoticeEmail } from '../email/account-emails.ts';
import type { Window } from '../storage/session-and-limits.ts';
import { emailLinkWrites, noEmailLinkWrites } from '../storage/mailed-links.ts';
import {
  changeUser,
  isEmailConfirmed,
  readOwnUser,
  readOwnUserAndLogin,
  readUser,
  type User,
} from '../storage/accounts.ts';
import { lifetimes } from '../../src/domain/config.ts';
import { sendAccountEmail } from './send-account-email.ts';
import type { ShopperCall } from './shopper-call.ts';
import { Refused } from './refusal.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** The shopper's own profile. @throws SessionEnded, also while the account is being deleted */
export async function read(_query: unknown, call: ShopperCall): Promise<Reply<'user.profile'>> {
  const { user } = await readOwnUser(call);
  return { success: true, user: profileOf(user, Date.now()) };
}

/**
 * Saves the profile. A new email does not replace the present one yet: it gets a confirmation link, and the present one
 * gets a warning. Saving the present email cancels a pending change.
 * @throws Refused 'taken' if another account has confirmed the email
 */
export async function save(
  fields: Body<'user.save-profile'>,
  call: ShopperCall,
): Promise<Reply<'user.save-profile'>> {
  const { session, after: waitUntil } = call;
  const { email, ...plain } = fields;
  // A different email counts against the limit of emails to that address. The shopper's own email is never counted, so
  // that nobody else can block the shopper from saving.
  const isEmailCount = ({ key }: Window) => key.includes(':email:');
  return retryOnConflict(5, 'A profile changed faster than it could be saved', async (isFirst) => {
    const counts = isFirst ? call.windows : [];
    const otherCounts = counts.filter((window) => !isEmailCount(window));
    const { found, login } = await readOwnUserAndLogin({ session, windows: otherCounts }, email);
    const isNew = email !== found.user.email;
    const isOthers = isNew && login !== null && login.userId !== session.userId;
    if (isOthers && (await isConfirmed(login.userId))) {
      throw new Refused('taken', authMessages.taken, { email: authMessages.taken });
    }
    const now = Date.now();
    const link = newToken(session.userId);
    const after: User = {
      ...found.user,
      ...plain,
      updatedAt: now,
      pending: isNew ? { email, until: now + lifetimes.emailChangeMs } : null,
    };
    const writes = isNew ? emailLinkWrites(link.session, email) : noEmailLinkWrites(session.userId);
    const windows = isNew ? counts.filter(isEmailCount) : [];
    if ((await changeUser({ session, windows }, found, after, writes)) === 'stale') return 'stale';
    if (isNew) waitUntil(() => mailLink(found.user.email, email, link));
    const message = isNew
      ? `${profileMessages.updated} ${profileMessages.confirmSent(email)}`
      : profileMessages.updated;
    return { success: true, user: profileOf(after, now), message };
  });
}

/** An account whose email is not confirmed does not keep it from the owner of the mailbox. */
async function isConfirmed(userId: string): Promise<boolean> {
  const found = await readUser(userId);
  return found !== null && isEmailConfirmed(found.user);
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

/** The profile in the API's field names. @param at ms since 1970 */
export function profileOf(user: User, at: number): WireUser {
  const { id, name, email, phone, address, city, state, zipcode, country } = user;
  const { dateOfBirth, gender, createdAt, updatedAt, hasPassword, pending } = user;
  return {
    _id: id,
    name,
    email,
    phone,
    address,
    city,
    state,
    zipcode,
    country,
    dateOfBirth,
    gender,
    createdAt,
    updatedAt,
    hasPassword,
    emailConfirmed: isEmailConfirmed(user),
    pendingEmail: pending !== null && pending.until > at ? pending.email : null,
  };
}
