import { type Change, commit } from './commit.ts';
import { read, readLimited, type Session, type Shopper, type Window } from './guard.ts';
import {
  confirmKey,
  emailChangeKey,
  limitKey,
  loginKey,
  networkField,
  notificationsKey,
  pairOf,
  resetKey,
  sessionsKey,
  userKey,
} from './keys.ts';
import type { Notification } from './notifications.ts';
import { redis, run } from './redis.ts';
import { moveLogin } from './accounts.lua.ts';
import { NOTIFICATIONS_MAX } from './notifications.lua.ts';
import { changeUser, loginWrites, storedUser, type StoredUser, textOf, type User } from './accounts.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/**
 * Links that are mailed and good once. They carry a token such as a session's; what stands here is its hash and the
 * e-mail that it is about. An account has one of each kind: a newer one ends the older.
 */

/** How long the link to a new password is good. */
export const RESET_MS = 60 * 60 * 1_000;

/** How long the link that confirms a new e-mail is good. */
export const EMAIL_CHANGE_MS = 24 * 60 * 60 * 1_000;

/** How long the link that confirms the e-mail of a sign-up is good. */
export const CONFIRM_MS = 7 * 24 * 60 * 60 * 1_000;

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

/**
 * The shopper's own account where this link confirms its e-mail, or another e-mail for it; else null. A link counts in a
 * session of its account alone: else somebody who opens a letter that they did not ask for would confirm an account whose
 * password a stranger chose.
 * @throws SessionEnded, TooMany
 */
export async function followEmailLink(
  shopper: Shopper,
  claim: Session,
): Promise<(Followed & { kind: 'own' | 'new' }) | null> {
  const { userId } = shopper.session;
  const [text, own, other] = await read(shopper, (pipeline) =>
    pipeline.get(userKey(userId)).get(confirmKey(userId)).get(emailChangeKey(userId)),
  );
  if (claim.userId !== userId) return null;
  const confirming = followed(text, own, claim);
  if (confirming) {
    return confirming.email === confirming.found.user.email ? { ...confirming, kind: 'own' } : null;
  }
  const moving = followed(text, other, claim);
  return moving && { ...moving, kind: 'new' };
}

async function follow(windows: readonly Window[], key: string, claim: Session): Promise<Followed | null> {
  const [text, link] = await readLimited(windows, (pipeline) => pipeline.get(userKey(claim.userId)).get(key));
  return followed(text, link, claim);
}

function followed(text: unknown, link: unknown, claim: Session): Followed | null {
  const found = storedUser(text);
  if (!found || typeof link !== 'string') return null;
  const { tokenHash, email } = readDocument<Link>('link', link);
  return tokenHash === claim.tokenHash ? { found, link, email } : null;
}

/**
 * Gives an account another password and ends every session and every link that was mailed. The link has shown whose the
 * e-mail is. An e-mail that waits for its confirmation waits no more: whoever asked for it may have been the reason for
 * all this.
 * @param network from which the link was opened
 */
export async function setPassword(
  { found, link }: Followed,
  passwordHash: string,
  network: string,
  notification: Notification,
): Promise<'done' | 'stale'> {
  const { id, email, emailConfirmedAt } = found.user;
  const at = notification.createdAt;
  const confirmed = { emailConfirmedAt: emailConfirmedAt ?? at, pending: null };
  return changeUser(
    null,
    found,
    { ...found.user, ...confirmed, hasPassword: true, updatedAt: at },
    [
      ...loginWrites(email, { userId: id, passwordHash }),
      ['DEL', sessionsKey(id)],
      ['DEL', resetKey(id)],
      ['DEL', confirmKey(id)],
      ['DEL', emailChangeKey(id)],
      ...newPasswordWrites(email, network, at),
      ['LPUSH', notificationsKey(id), writeDocument('notification', notification)],
      ['LTRIM', notificationsKey(id), 0, NOTIFICATIONS_MAX - 1],
    ],
    [{ key: resetKey(id), text: link }],
  );
}

/**
 * What a new password leaves of the guesses at the old one: none. The network that set it is known, so that guesses from
 * elsewhere do not keep its shopper out. The counters are those of http/limits.
 */
export function newPasswordWrites(email: string, network: string, at: number): Change['writes'] {
  const pair = pairOf(email, network);
  return [
    ['HSET', loginKey(email), networkField(network), at],
    ['DEL', limitKey('login', 'email', email)],
    ['DEL', limitKey('login', 'pair', pair)],
    ['DEL', limitKey('login-day', 'pair', pair)],
  ];
}

/** The link that confirms the e-mail of a new account, as `createUser` keeps it. */
export function confirmLink({ tokenHash }: Session, email: string): { text: string; lifetimeMs: number } {
  return { text: linkText({ tokenHash, email }), lifetimeMs: CONFIRM_MS };
}

/** Keeps a newer link that confirms the shopper's own e-mail. @throws SessionEnded, TooMany */
export async function keepConfirmLink(
  shopper: Shopper,
  { user, text }: StoredUser,
  { tokenHash }: Session,
): Promise<'done' | 'stale'> {
  const { outcome } = await commit(shopper, {
    expect: [{ key: userKey(user.id), text }],
    ...{ pieces: [], lower: [], forget: [] },
    writes: [['SET', confirmKey(user.id), linkText({ tokenHash, email: user.email }), 'PX', CONFIRM_MS]],
  });
  return outcome === 'done' ? 'done' : 'stale';
}

/** Letters with a link that confirms an e-mail, to one mailbox in an hour: it need not be of who asks for them. */
const CONFIRM_LETTERS = 5;

/** Counts a letter with such a link. @throws TooMany where there have been enough */
export async function countConfirmLetter(email: string): Promise<void> {
  const key = limitKey('confirm-letter', 'email', email);
  const window = { key, limit: CONFIRM_LETTERS, windowMs: 60 * 60 * 1_000, forgiven: false } as const;
  await readLimited([window], () => {});
}

/** The shopper has shown that the account's own e-mail is theirs. */
export async function confirmOwnEmail({ found, link }: Followed, at: number): Promise<'done' | 'stale'> {
  const { id } = found.user;
  return changeUser(
    null,
    found,
    { ...found.user, emailConfirmedAt: at, updatedAt: at },
    [['DEL', confirmKey(id)]],
    [{ key: confirmKey(id), text: link }],
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
  const after: User = { ...found.user, email, emailConfirmedAt: updatedAt, pending: null, updatedAt };
  const [outcome] = await run(
    moveLogin,
    [userKey(id), emailChangeKey(id), loginKey(former), loginKey(email), resetKey(id), confirmKey(id)],
    [found.text, link, textOf(after), id],
  );
  return outcome as 'done' | 'stale' | 'taken';
}

function linkText(link: Link): string {
  return writeDocument('link', link);
}
