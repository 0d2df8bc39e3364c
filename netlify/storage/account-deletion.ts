import { type Change, commit, nothingElse } from './commit.ts';
import {
  addressesKey,
  cartKey,
  confirmKey,
  emailChangeKey,
  googleKey,
  heldKey,
  pendingDeletionsKey,
  loginKey,
  newsletterKey,
  notificationsKey,
  noticedKey,
  ordersKey,
  personOf,
  resetKey,
  lastActiveKey,
  sessionsKey,
  unpaidKey,
  userKey,
  waitlistKey,
  wishlistKey,
} from './keys.ts';
import { redis, run } from './redis.ts';
import { removeAccount as removeScript } from './account-deletion.lua.ts';
import { isEmailConfirmed, type StoredUser } from './accounts.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/** What is left to do when an account is gone: its orders, its wishes, its farewell. */
export interface PendingDeletion {
  userId: string;
  /** Where the farewell goes; '' when it has gone and nothing of this e-mail is left, and for one that was never confirmed. */
  email: string;
  /** Since when, in ms. */
  at: number;
}

/** Keys that go with an account whole. */
export const wholeKeys = [
  sessionsKey,
  resetKey,
  confirmKey,
  emailChangeKey,
  cartKey,
  wishlistKey,
  addressesKey,
  notificationsKey,
  unpaidKey,
  heldKey,
];

/**
 * Ends an account: its logins, its sessions and everything that stands under its id, in one step. Orders and wishes are
 * noted to be done next. What the mailbox has asked for stays where nobody has shown that the e-mail is theirs.
 * @param seenAt when (ms) it must have been used last; null for whenever
 */
export async function removeAccount(
  { user, text }: StoredUser,
  seenAt: number | null,
  at: number,
): Promise<'done' | 'stale'> {
  const { id, email, googleSubject } = user;
  const mailbox = isEmailConfirmed(user) ? email : '';
  const [outcome] = await run(
    removeScript,
    [
      ...[userKey(id), pendingDeletionsKey(), lastActiveKey(), noticedKey(), newsletterKey(), waitlistKey()],
      ...[loginKey(email), ...wholeKeys.map((key) => key(id))],
      ...(googleSubject === null ? [] : [googleKey(googleSubject)]),
    ],
    [id, text, writeDocument('deletion', { email: mailbox, at }), mailbox, seenAt ?? '', personOf(mailbox)],
  );
  return outcome as 'done' | 'stale';
}

/** Everyone of whom something is left to do. */
export async function readLeavingIds(): Promise<string[]> {
  return redis().hkeys(pendingDeletionsKey());
}

export async function readPendingDeletion(userId: string): Promise<PendingDeletion | null> {
  const text = await redis().hget<string>(pendingDeletionsKey(), userId);
  return text === null ? null : leavingOf(userId, text);
}

/** Their farewell has gone. */
export async function forgetEmail({ userId, at }: PendingDeletion): Promise<void> {
  await redis().hset(pendingDeletionsKey(), { [userId]: writeDocument('deletion', { email: '', at }) });
}

/** Nothing is left to do. What came under the id since is none of anybody's. */
export async function finishPendingDeletion({ userId }: PendingDeletion): Promise<void> {
  const whole = [ordersKey, ...wholeKeys].map((key): Change['writes'][number] => ['DEL', key(userId)]);
  await commit(null, { ...nothingElse, writes: [...whole, ['HDEL', pendingDeletionsKey(), userId]] });
}

/** Ids of an account's orders. */
export async function readOrderIds(userId: string): Promise<string[]> {
  return redis().zrange<string[]>(ordersKey(userId), 0, -1);
}

/** The order is nobody's any more. */
export async function releaseOrder(userId: string, orderId: string): Promise<void> {
  await commit(null, { ...nothingElse, writes: [['ZREM', ordersKey(userId), orderId]] });
}

function leavingOf(userId: string, text: string): PendingDeletion {
  return { userId, ...readDocument<Omit<PendingDeletion, 'userId'>>('deletion', text) };
}
