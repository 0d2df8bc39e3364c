import { type Change, commit } from './transaction.ts';
import { pendingDeletionsKey, noticedKey, notificationsKey, lastActiveKey, userKey } from './keys.ts';
import { accountKeys } from './account-deletion.ts';
import type { Notification } from './notifications.ts';
import { loginWrites, type NewUser, type StoredUser } from './accounts.ts';
import { writeDocument } from './document-versions.ts';

/** The new account for the owner of a mailbox. It replaces the account that another person made with their email. */
export interface Successor {
  /** It has a new id. */
  user: NewUser;
  /** PHC string; null if only Google opens the account. */
  passwordHash: string | null;
  /** Further expectations, and further writes in the same step, as in `commit`. */
  expect: Change['expect'];
  writes: Change['writes'];
}

/**
 * Gives an unconfirmed email to the person who has proved that the mailbox is theirs. They get an account with a new
 * id, so it shares nothing with the old one: sessions, links, cart, wishlist, addresses, notifications. The old account
 * ends like a deleted one: its orders continue, are shown to nobody, and lose their personal data when they are
 * finished (services/account-deletion). Subscriptions of the mailbox stay.
 * @returns 'stale' if the account has changed since it was read
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
      ...[userKey, ...accountKeys].map((key): Change['writes'][number] => ['DEL', key(former.id)]),
      ['ZREM', lastActiveKey(), former.id],
      ['ZREM', noticedKey(), former.id],
      ...writes,
    ],
  });
  return outcome === 'done' ? 'done' : 'stale';
}
