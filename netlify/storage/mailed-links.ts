import type { Change } from './commit.ts';
import { readLimited, type Session, type Window } from './guard.ts';
import {
  emailChangeKey,
  limitKey,
  loginKey,
  notificationsKey,
  resetKey,
  sessionsKey,
  userKey,
} from './keys.ts';
import type { Notification } from './notifications.ts';
import { redis, run } from './redis.ts';
import { moveLogin } from './scripts/account.ts';
import { NOTIFICATIONS_MAX } from './scripts/notifications.ts';
import { changeUser, storedUser, type StoredUser, textOf, type User } from './users.ts';

/**
 * Links that are mailed and good once. They carry a token such as a session's; what stands here is its hash and the
 * e-mail that it is about. An account has one of each kind: a newer one ends the older.
 */

/** How long the link to a new password is good. */
export const RESET_MS = 60 * 60 * 1_000;

/** How long the link that confirms a new e-mail is good. */
export const EMAIL_CHANGE_MS = 24 * 60 * 60 * 1_000;

interface Link {
  tokenHash: string;
  email: string;
}

/** An account whose link was found to stand, and the text of the link. */
export interface Followed {
  found: StoredUser;
  link: string;
  /** What the link is about. */
  email: string;
}

export async function keepResetLink({ userId, tokenHash }: Session, email: string): Promise<void> {
  await redis().set(resetKey(userId), linkText({ tokenHash, email }), { px: RESET_MS });
}

/** The account that this link to a new password is for; null where it was used, replaced, or is too old. @throws TooMany */
export async function followResetLink(windows: readonly Window[], claim: Session): Promise<Followed | null> {
  const followed = await follow(windows, resetKey(claim.userId), claim);
  return followed?.email === followed?.found.user.email ? followed : null;
}

/** As `followResetLink`, for the link that confirms a new e-mail. @throws TooMany */
export async function followEmailLink(windows: readonly Window[], claim: Session): Promise<Followed | null> {
  return follow(windows, emailChangeKey(claim.userId), claim);
}

async function follow(windows: readonly Window[], key: string, claim: Session): Promise<Followed | null> {
  const [text, link] = await readLimited(windows, (pipeline) => pipeline.get(userKey(claim.userId)).get(key));
  const found = storedUser(text);
  if (!found || typeof link !== 'string') return null;
  const { tokenHash, email } = JSON.parse(link) as Link;
  return tokenHash === claim.tokenHash ? { found, link, email } : null;
}

/**
 * Gives an account another password and ends every session, every link that was mailed, and the count of wrong guesses.
 * An e-mail that waits for its confirmation waits no more: whoever asked for it may have been the reason for all this.
 */
export async function setPassword(
  { found, link }: Followed,
  passwordHash: string,
  notification: Notification,
): Promise<'done' | 'stale'> {
  const { id, email } = found.user;
  const after: User = { ...found.user, hasPassword: true, pending: null, updatedAt: notification.createdAt };
  return changeUser(
    null,
    found,
    after,
    [
      ['HSET', loginKey(email), 'userId', id, 'passwordHash', passwordHash],
      ['DEL', sessionsKey(id)],
      ['DEL', resetKey(id)],
      ['DEL', emailChangeKey(id)],
      // The counter of http/limits.
      ['DEL', limitKey('login', 'email', email)],
      ['LPUSH', notificationsKey(id), JSON.stringify(notification)],
      ['LTRIM', notificationsKey(id), 0, NOTIFICATIONS_MAX - 1],
    ],
    [{ key: resetKey(id), text: link }],
  );
}

/** What `changeUser` has to write for a new link that confirms an e-mail. */
export function emailLinkWrites({ userId, tokenHash }: Session, email: string): Change['writes'] {
  return [['SET', emailChangeKey(userId), linkText({ tokenHash, email }), 'PX', EMAIL_CHANGE_MS]];
}

/** What `changeUser` has to write so that no e-mail waits for its confirmation. */
export function noEmailLinkWrites(userId: string): Change['writes'] {
  return [['DEL', emailChangeKey(userId)]];
}

/** Moves an account to the e-mail that its link confirms. 'taken': another account has it meanwhile. */
export async function moveEmail(
  { found, link, email }: Followed,
  updatedAt: number,
): Promise<'done' | 'stale' | 'taken'> {
  const { id, email: former } = found.user;
  const after: User = { ...found.user, email, pending: null, updatedAt };
  const [outcome] = await run(
    moveLogin,
    [userKey(id), emailChangeKey(id), loginKey(former), loginKey(email), resetKey(id)],
    [found.text, link, textOf(after), id],
  );
  return outcome as 'done' | 'stale' | 'taken';
}

function linkText(link: Link): string {
  return JSON.stringify(link);
}
