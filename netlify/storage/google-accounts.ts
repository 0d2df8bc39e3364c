import { readLimited, type Session, type Window } from './session-and-limits.ts';
import { googleKey, loginKey, lastActiveKey, sessionsKey, usedCredentialKey, userKey } from './keys.ts';
import type { Notification } from './notifications.ts';
import { run } from './redis.ts';
import { openKnown, openNew } from './google-accounts.lua.ts';
import { type Successor, takeOverAccount } from './account-takeover.ts';
import { type NewUser, storedUser, type StoredUser } from './accounts.ts';
import { writeDocument } from './document-versions.ts';

/** A verified credential; it opens one session. */
export interface Credential {
  /** Google's own id of the account; it stays the same when the email changes. */
  subject: string;
  /** Identifies the credential. */
  fingerprint: string;
  /** For how many ms the credential could be used again. */
  lifetimeMs: number;
}

/**
 * The account that a Google account opens; counts against the call's limits.
 * @param subject null if the credential names none: then the call only counts
 * @throws TooMany
 */
export async function findGoogleUser(
  windows: readonly Window[],
  subject: string | null,
): Promise<string | null> {
  const [userId] = await readLimited(windows, (pipeline) => {
    if (subject !== null) pipeline.get(googleKey(subject));
  });
  return typeof userId === 'string' ? userId : null;
}

/** Opens a session. 'gone': the Google account no longer opens this account. */
export async function openGoogleSession(
  { subject, fingerprint, lifetimeMs }: Credential,
  { userId, tokenHash }: Session,
): Promise<StoredUser | 'used' | 'gone'> {
  const [reply] = await run(
    openKnown,
    [
      googleKey(subject),
      usedCredentialKey(fingerprint),
      userKey(userId),
      sessionsKey(userId),
      lastActiveKey(),
    ],
    [userId, tokenHash, lifetimeMs],
  );
  const [outcome, text] = reply as ['opened', string] | ['used' | 'gone'];
  if (outcome !== 'opened') return outcome;
  return storedUser(text) ?? 'gone';
}

/**
 * Creates an account without a password and opens its first session. 'known': the Google account has an account
 * already; 'taken': its email has one.
 */
export async function createGoogleUser(
  { subject, fingerprint, lifetimeMs }: Credential,
  user: NewUser,
  { userId, tokenHash }: Session,
): Promise<'opened' | 'used' | 'known' | 'taken'> {
  const text = writeDocument('account', { ...user, hasPassword: false, googleSubject: subject });
  const [outcome] = await run(
    openNew,
    [
      googleKey(subject),
      usedCredentialKey(fingerprint),
      loginKey(user.email),
      userKey(userId),
      sessionsKey(userId),
      lastActiveKey(),
    ],
    [userId, tokenHash, lifetimeMs, text],
  );
  return outcome as 'opened' | 'used' | 'known' | 'taken';
}

/**
 * Gives the email of an unconfirmed account to the Google account that owns it. Afterwards the credential opens a
 * session like that of a known account.
 * @returns 'stale' if the account or the Google account's login has changed, or the credential was used
 */
export function takeOverByGoogle(
  former: StoredUser,
  { subject, fingerprint }: Credential,
  user: NewUser,
  news: Notification,
): Promise<'done' | 'stale'> {
  const successor: Successor = {
    user: { ...user, hasPassword: false, googleSubject: subject },
    passwordHash: null,
    expect: [
      { key: googleKey(subject), text: null },
      { key: usedCredentialKey(fingerprint), text: null },
    ],
    writes: [['SET', googleKey(subject), user.id]],
  };
  return takeOverAccount(former, successor, news);
}
