import { type Change, commit, nothingElse, type Write } from './transaction.ts';
import {
  emailChangeKey,
  lastActiveKey,
  loginKey,
  noticedKey,
  notificationsKey,
  pendingDeletionsKey,
  userKey,
} from './keys.ts';
import type { OpenedLink } from './mailed-links.ts';
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
  writes: Write[];
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
    ...nothingElse,
    expect: [{ key: userKey(former.id), text }, ...expect],
    writes: [
      ['SET', userKey(user.id), writeDocument('account', user)],
      ...loginWrites(user.email, { userId: user.id, passwordHash }),
      ['ZADD', lastActiveKey(), at, user.id],
      ['LPUSH', notificationsKey(user.id), writeDocument('notification', news)],
      ...endWrites(former.id, at),
      ...writes,
    ],
  });
  return outcome === 'done' ? 'done' : 'stale';
}

/**
 * Ends an unconfirmed account, as above, because a link has proved that its email belongs to the owner of another
 * account. That account gets the email in the next step (`moveEmail`), for which the link stays valid.
 * @returns 'stale' if one of the accounts or the link has changed since they were read
 */
export async function endUnconfirmedAccount(
  { user: former, text }: StoredUser,
  { found, link }: OpenedLink,
  at: number,
): Promise<'done' | 'stale'> {
  const { outcome } = await commit(null, {
    ...nothingElse,
    expect: [
      { key: userKey(former.id), text },
      { key: userKey(found.user.id), text: found.text },
      { key: emailChangeKey(found.user.id), text: link },
    ],
    writes: [['DEL', loginKey(former.email)], ...endWrites(former.id, at)],
  });
  return outcome === 'done' ? 'done' : 'stale';
}

function endWrites(userId: string, at: number): Write[] {
  return [
    ['HSET', pendingDeletionsKey(), userId, writeDocument('deletion', { email: '', at })],
    ...[userKey, ...accountKeys].map((key): Write => ['DEL', key(userId)]),
    ['ZREM', lastActiveKey(), userId],
    ['ZREM', noticedKey(), userId],
  ];
}
