import { authMessages } from '../../src/contract/messages/auth.ts';
import { newUserId } from '../identity/tokens.ts';
import type { Notification } from '../storage/notifications.ts';
import type { NewUser } from '../storage/accounts.ts';

/**
 * The account that the owner of a mailbox begins with where somebody had signed up with their e-mail and not confirmed it.
 * Nothing of that sign-up is in it (storage/account-takeover). What they accept is noted by their first log-in.
 */
export function emptyAccount(email: string, name: string, at: number): NewUser {
  return {
    ...{ id: newUserId(), name, email, createdAt: at, updatedAt: at },
    ...{ termsAcceptedAt: at, emailConfirmedAt: at },
  };
}

/** What the account was called that nobody has named yet. */
export function nameFromEmail(email: string): string {
  return email.split('@')[0] ?? '';
}

/** Tells the shopper why their account is empty. */
export function takeoverNotice(at: number): Notification {
  return {
    ...{ id: `emptied-${at}`, type: 'account', message: authMessages.emptied },
    ...{ read: false, createdAt: at },
  };
}
