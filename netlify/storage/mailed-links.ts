import { lifetimes, notificationsMax } from '../../src/domain/config.ts';
import { HOUR_MS } from '../../src/domain/time-units.ts';
import { commit, nothingElse, type Write } from './transaction.ts';
import { read, readLimited, type Session, type Shopper, type Window } from './session-and-limits.ts';
import {
  confirmKey,
  emailChangeKey,
  limitKey,
  loginKey,
  notificationsKey,
  pairOf,
  type LoginOrigin,
  loginOriginFields,
  resetKey,
  sessionsKey,
  userKey,
} from './keys.ts';
import type { Notification } from './notifications.ts';
import { redis, run } from './redis.ts';
import { moveLogin } from './accounts.lua.ts';
import { changeUser, loginWrites, storedUser, type StoredUser, textOf, type User } from './accounts.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/**
 * Emailed links that can be used once. They carry a token like that of a session; the database stores its hash and the
 * email that it is about. An account has one link of each kind: a newer one replaces the older.
 */

interface Link {
  tokenHash: string;
  email: string;
}

/** The account of a valid link, and the link's text. */
export interface OpenedLink {
  found: StoredUser;
  link: string;
  /** The email that the link is about. */
  email: string;
}

export async function storeResetLink({ userId, tokenHash }: Session, email: string): Promise<void> {
  await redis().set(resetKey(userId), linkText({ tokenHash, email }), { px: lifetimes.resetLinkMs });
}

/** The account of a password reset link; null if the link was used, replaced, or has expired. @throws TooMany */
export async function openResetLink(windows: readonly Window[], claim: Session): Promise<OpenedLink | null> {
  const followed = await follow(windows, resetKey(claim.userId), claim);
  return followed?.email === followed?.found.user.email ? followed : null;
}

/**
 * The shopper's own account if this link confirms its email or its new email; else null. The link works only in a
 * session of its account: otherwise a person who opens an email that they did not ask for would confirm an account with
 * a stranger's password.
 * @throws SessionEnded, TooMany
 */
export async function followEmailLink(
  shopper: Shopper,
  claim: Session,
): Promise<(OpenedLink & { kind: 'own' | 'new' }) | null> {
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

async function follow(windows: readonly Window[], key: string, claim: Session): Promise<OpenedLink | null> {
  const [text, link] = await readLimited(windows, (pipeline) => pipeline.get(userKey(claim.userId)).get(key));
  return followed(text, link, claim);
}

function followed(text: unknown, link: unknown, claim: Session): OpenedLink | null {
  const found = storedUser(text);
  if (!found || typeof link !== 'string') return null;
  const { tokenHash, email } = readDocument<Link>('link', link);
  return tokenHash === claim.tokenHash ? { found, link, email } : null;
}

/**
 * Sets a new password, and ends every session and every emailed link. The link has proved whose the email is. A pending
 * email change ends too: the person who asked for it may be the reason for the new password.
 * @param origin from which the link was opened
 */
export async function setPassword(
  { found, link }: OpenedLink,
  passwordHash: string,
  origin: LoginOrigin,
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
      ...newPasswordWrites(email, origin, at),
      ['LPUSH', notificationsKey(id), writeDocument('notification', notification)],
      ['LTRIM', notificationsKey(id), 0, notificationsMax - 1],
    ],
    [{ key: resetKey(id), text: link }],
  );
}

/**
 * Writes that delete the counters of password guesses (http/rate-limit-windows). They also make the network and the
 * device that set the password known, so that guesses from elsewhere do not block the shopper.
 */
export function newPasswordWrites(email: string, origin: LoginOrigin, at: number): Write[] {
  const counters = [
    ['pair', pairOf(email, origin.network)],
    ['device', pairOf(email, origin.device)],
  ] as const;
  return [
    ['HSET', loginKey(email), ...loginOriginFields(origin).flatMap((field) => [field, at])],
    ['DEL', limitKey('login', 'email', email)],
    ...counters.flatMap(([by, subject]): Write[] => [
      ['DEL', limitKey('login', by, subject)],
      ['DEL', limitKey('login-day', by, subject)],
    ]),
  ];
}

/** The link that confirms the email of a new account, for `createUser`. */
export function confirmLink({ tokenHash }: Session, email: string): { text: string; lifetimeMs: number } {
  return { text: linkText({ tokenHash, email }), lifetimeMs: lifetimes.confirmLinkMs };
}

/** Replaces the link that confirms the shopper's own email. @throws SessionEnded, TooMany */
export async function storeConfirmLink(
  shopper: Shopper,
  { user, text }: StoredUser,
  { tokenHash }: Session,
): Promise<'done' | 'stale'> {
  const { outcome } = await commit(shopper, {
    ...nothingElse,
    expect: [{ key: userKey(user.id), text }],
    writes: [
      ['SET', confirmKey(user.id), linkText({ tokenHash, email: user.email }), 'PX', lifetimes.confirmLinkMs],
    ],
  });
  return outcome === 'done' ? 'done' : 'stale';
}

/** Confirmation emails to one mailbox per hour: the person who asks for them may not own the mailbox. */
const CONFIRM_EMAILS = 5;

/** Counts a confirmation email. @throws TooMany if the hour's limit is reached */
export async function countConfirmEmail(email: string): Promise<void> {
  const key = limitKey('confirm-email', 'email', email);
  const window = { key, limit: CONFIRM_EMAILS, windowMs: HOUR_MS, forgiven: false } as const;
  await readLimited([window], () => {});
}

/** Records that the shopper has proved that the account's own email is theirs. */
export async function confirmOwnEmail({ found, link }: OpenedLink, at: number): Promise<'done' | 'stale'> {
  const { id } = found.user;
  return changeUser(
    null,
    found,
    { ...found.user, emailConfirmedAt: at, updatedAt: at },
    [['DEL', confirmKey(id)]],
    [{ key: confirmKey(id), text: link }],
  );
}

/** Writes for `changeUser` that store a new link that confirms an email. */
export function emailLinkWrites({ userId, tokenHash }: Session, email: string): Write[] {
  return [['SET', emailChangeKey(userId), linkText({ tokenHash, email }), 'PX', lifetimes.emailChangeMs]];
}

/** Writes for `changeUser` that remove a pending email change. */
export function noEmailLinkWrites(userId: string): Write[] {
  return [['DEL', emailChangeKey(userId)]];
}

/** Moves an account to the email that its link confirms. 'taken': another account has that email by now. */
export async function moveEmail(
  { found, link, email }: OpenedLink,
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
