import { authMessages } from '../../src/contract/messages/account.ts';
import { newUserId } from '../identity/tokens.ts';
import type { Notification } from '../storage/notifications.ts';
import type { NewUser } from '../storage/accounts.ts';

/**
 * The new account of a mailbox owner when somebody else signed up with that email and never confirmed it. It holds no
 * data from that sign-up (storage/account-takeover). Their first log-in records the consents.
 */
export function emptyAccount(email: string, name: string, at: number): NewUser {
  return {
    id: newUserId(),
    name,
    email,
    createdAt: at,
    updatedAt: at,
    termsAcceptedAt: at,
    emailConfirmedAt: at,
  };
}

/** The name of an account until the shopper sets one. */
export function nameFromEmail(email: string): string {
  return email.split('@')[0] ?? '';
}

/** Tells the shopper why their account is empty. */
export function takeoverNotice(at: number): Notification {
  return {
    id: `emptied-${at}`,
    type: 'account',
    message: authMessages.emptied,
    read: false,
    createdAt: at,
  };
}
