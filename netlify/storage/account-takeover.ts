import { type Change, commit } from './commit.ts';
import { pendingDeletionsKey, noticedKey, notificationsKey, lastActiveKey, userKey } from './keys.ts';
import { wholeKeys } from './account-deletion.ts';
import type { Notification } from './notifications.ts';
import { loginWrites, type NewUser, type StoredUser } from './accounts.ts';
import { writeDocument } from './document-versions.ts';

/** What the owner of a mailbox gets instead of the account that somebody had made with their e-mail. */
export interface Successor {
  /** With an id of its own. */
  user: NewUser;
  /** PHC string; null where only Google opens the account. */
  passwordHash: string | null;
  /** What else must stand, and is written along, as in `commit`. */
  expect: Change['expect'];
  writes: Change['writes'];
}

/**
 * Gives an e-mail that nobody has confirmed to whoever has shown that the mailbox is theirs. They get an account with a new
 * id, so that nothing reaches it that stood under the old one: sessions, links, cart, wishlist, addresses, notifications.
 * The account that was there ends as a deleted one does: its orders go on without being shown to anybody, and lose their
 * person when they are done (services/account-deletion). What the mailbox has asked for itself stays.
 * @returns 'stale' where the account has changed since it was read
 */
export async function takeOverAccount(
  { user: former, text }: StoredUser,
  { user, passwordHash, expect, writes }: Successor,
  news: Notification,
): Promise<'done' | 'stale'> {
  const at = user.createdAt;
  const { outcome } = await commit(null, {
    expect: [{ key: userKey(former.id), text }, ...expect],
    ...{ pieces: [], lower: [], forget: [] },
    writes: [
      ['SET', userKey(user.id), writeDocument('account', user)],
      ...loginWrites(user.email, { userId: user.id, passwordHash }),
      ['ZADD', lastActiveKey(), at, user.id],
      ['LPUSH', notificationsKey(user.id), writeDocument('notification', news)],
      ['HSET', pendingDeletionsKey(), former.id, writeDocument('deletion', { email: '', at })],
      ...[userKey, ...wholeKeys].map((key): Change['writes'][number] => ['DEL', key(former.id)]),
      ['ZREM', lastActiveKey(), former.id],
      ['ZREM', noticedKey(), former.id],
      ...writes,
    ],
  });
  return outcome === 'done' ? 'done' : 'stale';
}
