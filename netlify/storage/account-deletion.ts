import { commit, nothingElse, type Write } from './transaction.ts';
import {
  addressesKey,
  cartKey,
  confirmKey,
  emailChangeKey,
  googleKey,
  hasPaidKey,
  reservationStartsKey,
  pendingDeletionsKey,
  loginKey,
  newsletterKey,
  notificationsKey,
  noticedKey,
  ordersKey,
  paidOrdersKey,
  resetKey,
  lastActiveKey,
  sessionsKey,
  shopperNotesKey,
  unpaidKey,
  userKey,
  waitlistKey,
  wishlistKey,
} from './keys.ts';
import { personHash } from './person-hash.ts';
import { changeOf, type InitialStock, type OrderChange } from './order-writes.ts';
import { redis, run } from './redis.ts';
import { removeAccount as removeScript } from './account-deletion.lua.ts';
import { isEmailConfirmed, type StoredUser } from './accounts.ts';
import type { LogEntry } from '../../src/domain/staff.ts';
import { logParts } from './staff-log.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/** What remains to do after an account is deleted: its orders, its subscriptions, its deletion email. */
export interface PendingDeletion {
  userId: string;
  /**
   * Where the deletion email goes. '' if it was sent and no data of this email is left, or if the email was never
   * confirmed.
   */
  email: string;
  /** When the account was deleted, in ms. */
  at: number;
}

/** Keys that are deleted with the account. */
export const accountKeys = [
  sessionsKey,
  resetKey,
  confirmKey,
  emailChangeKey,
  cartKey,
  wishlistKey,
  addressesKey,
  notificationsKey,
  shopperNotesKey,
  unpaidKey,
  reservationStartsKey,
  hasPaidKey,
  paidOrdersKey,
];

/**
 * Deletes an account, its logins, its sessions and all other keys under its id in one step. It records a pending
 * deletion for the orders and subscriptions. Subscriptions of an unconfirmed email stay.
 * @param seenAt when (ms) the account must have been last active; null for any time
 * @param log of the desk, if staff delete it
 */
export async function removeAccount(
  { user, text }: StoredUser,
  seenAt: number | null,
  at: number,
  log?: LogEntry,
): Promise<'done' | 'stale'> {
  const { id, email, googleSubject } = user;
  const entry = log && logParts(log);
  const logKeys = entry ? [entry.all, entry.subject, entry.months, entry.end] : [];
  const mailbox = isEmailConfirmed(user) ? email : '';
  const [outcome] = await run(
    removeScript,
    [
      userKey(id),
      pendingDeletionsKey(),
      lastActiveKey(),
      noticedKey(),
      newsletterKey(),
      waitlistKey(),
      ...logKeys,
      loginKey(email),
      ...accountKeys.map((key) => key(id)),
      ...(googleSubject === null ? [] : [googleKey(googleSubject)]),
    ],
    [
      id,
      text,
      writeDocument('deletion', { email: mailbox, at }),
      mailbox,
      seenAt ?? '',
      personHash(mailbox),
      logKeys.length,
      entry?.month ?? '',
      entry?.text ?? '',
    ],
  );
  return outcome as 'done' | 'stale';
}

/** Ids of accounts with a pending deletion. */
export async function readPendingDeletionIds(): Promise<string[]> {
  return redis().hkeys(pendingDeletionsKey());
}

export async function readPendingDeletion(userId: string): Promise<PendingDeletion | null> {
  const text = await redis().hget<string>(pendingDeletionsKey(), userId);
  if (text === null) return null;
  return { userId, ...readDocument<Omit<PendingDeletion, 'userId'>>('deletion', text) };
}

/** The deletion email was sent. */
export async function forgetEmail({ userId, at }: PendingDeletion): Promise<void> {
  await redis().hset(pendingDeletionsKey(), { [userId]: writeDocument('deletion', { email: '', at }) });
}

/** Ends a pending deletion. Data that was written under the id since then belongs to nobody and is deleted. */
export async function finishPendingDeletion({ userId }: PendingDeletion): Promise<void> {
  const whole = [ordersKey, ...accountKeys].map((key): Write => ['DEL', key(userId)]);
  await commit(null, { ...nothingElse, writes: [...whole, ['HDEL', pendingDeletionsKey(), userId]] });
}

/** Ids of an account's orders. */
export async function readOrderIds(userId: string): Promise<string[]> {
  return redis().zrange<string[]>(ordersKey(userId), 0, -1);
}

/**
 * Removes orders from the account's order history, in the step that changes them.
 * @param changes those of them that still name the account
 */
export async function releaseOrders(
  userId: string,
  orderIds: readonly string[],
  changes: readonly OrderChange[],
  initial: InitialStock,
): Promise<'done' | 'stale'> {
  const change = changeOf(changes, initial);
  const writes: Write[] = [...change.writes, ['ZREM', ordersKey(userId), ...orderIds]];
  const { outcome } = await commit(null, { ...change, writes });
  if (outcome === 'done' || outcome === 'stale') return outcome;
  throw new Error(`Orders without their person cannot be written: ${outcome}`);
}
