import { chunksOf } from '../../src/domain/chunks.ts';
import { dormancy, dormantSince, endOfAccount, isUnderWay } from '../../src/domain/retention.ts';
import { inactiveAccountEmail } from '../email/account-emails.ts';
import { readOrderIds, removeAccount } from '../storage/account-deletion.ts';
import { indexOrdersAgain } from '../storage/order-index-backfill.ts';
import { forgetUnconfirmed } from '../storage/newsletter.ts';
import { readOrder } from '../storage/orders.ts';
import { migrateRemainingHashes } from '../storage/person-hash-migration.ts';
import { redis } from '../storage/redis.ts';
import { forgetLastActive, markNoticed, readUnused, type LastActiveUser } from '../storage/last-active.ts';
import { indexSubscriptions } from '../storage/subscription-index.ts';
import { readUser } from '../storage/accounts.ts';
import { sendAccountEmail } from './send-account-email.ts';
import { forgetAddresses } from './address-retention.ts';
import { finishDeletion, finishDeletions } from './account-deletion.ts';
import { isNewer } from './newer-documents.ts';
import { countOldOrders } from './order-sums.ts';

const PAGE = 100;
const AT_ONCE = 5;

/** What a run has done. */
export interface CleanupResult {
  noticed: number;
  deleted: number;
  /** Newsletter subscriptions that were not confirmed in time and are deleted. */
  unconfirmed: number;
  /** Orders that came to nothing and lost their address. */
  addresses: number;
}

/**
 * The daily cleanup job. It indexes old subscriptions, adds old orders to the running sums, finishes account deletions,
 * deletes unconfirmed newsletter subscriptions and the addresses of orders that came to nothing. It emails shoppers who
 * have not used their account for 23 months, and deletes accounts unused for 24 months
 * (docs/behaviour.md#accounts-and-sessions). A stopped run loses nothing; the next day continues.
 * @param budgetMs starts nothing new after this time: Netlify ends a scheduled function after 30 s
 */
export async function runCleanup(budgetMs: number): Promise<CleanupResult> {
  const until = Date.now() + budgetMs;
  const result: CleanupResult = { noticed: 0, deleted: 0, unconfirmed: 0, addresses: 0 };
  await indexSubscriptions();
  await migrateRemainingHashes(redis(), until);
  await finishDeletions(until);
  for (let gone = 1; gone > 0 && Date.now() < until;) {
    gone = await forgetUnconfirmed();
    result.unconfirmed += gone;
  }
  // Half of the remaining time: old orders must not delay old accounts.
  result.addresses = await forgetAddresses((Date.now() + until) / 2);
  // The same for the orders of the staff's list.
  await indexOrdersAgain((Date.now() + until) / 2);
  // The same for orders that the running sums do not have yet.
  await countOldOrders((Date.now() + until) / 2);
  let canMail = true;
  for (let from = 0; ;) {
    const page = await readUnused(dormantSince(Date.now()), from, PAGE);
    if (page.length === 0) return result;
    for (const part of chunksOf(page, AT_ONCE)) {
      if (Date.now() > until) return result;
      const done = await Promise.all(part.map((user) => lookOrSkip(user, canMail)));
      // Without a mail server, the other emails would fail too.
      if (done.includes('no-server')) canMail = false;
      const gone = done.filter((outcome) => outcome === 'deleted' || outcome === 'unknown').length;
      result.noticed += done.filter((outcome) => outcome === 'noticed').length;
      result.deleted += done.filter((outcome) => outcome === 'deleted').length;
      from += done.length - gone;
    }
  }
}

/** The result for one account. 'left': nothing happened this time. */
type Fate = 'left' | 'noticed' | 'no-server' | 'deleted' | 'unknown';

async function lookOrSkip(user: LastActiveUser, canMail: boolean): Promise<Fate> {
  try {
    return await look(user, canMail);
  } catch (error) {
    if (await isNewer(error)) return 'left';
    throw error;
  }
}

async function look({ userId, ...use }: LastActiveUser, canMail: boolean): Promise<Fate> {
  const now = Date.now();
  const due = dormancy(use, now);
  if (due === 'awake' || due === 'noticed' || (due === 'to-notice' && !canMail)) return 'left';
  const found = await readUser(userId);
  if (!found) {
    await forgetLastActive(userId);
    return 'unknown';
  }
  if (due === 'to-notice') {
    const endsAt = endOfAccount(use.seenAt, now);
    const went = await sendAccountEmail(found.user.email, 'inactive', `${userId}:${use.seenAt}`, (siteUrl) =>
      inactiveAccountEmail(endsAt, siteUrl),
    );
    if (went === 'no-server') return 'no-server';
    // If the mailbox no longer exists, nobody can be warned.
    await markNoticed(userId, now);
    return 'noticed';
  }
  if (await hasOrderUnderWay(userId, now)) return 'left';
  if ((await removeAccount(found, use.seenAt, now)) === 'stale') return 'left';
  await finishDeletion(userId);
  return 'deleted';
}

async function hasOrderUnderWay(userId: string, at: number): Promise<boolean> {
  for (const orderId of await readOrderIds(userId)) {
    const found = await readOrder(orderId);
    if (found && isUnderWay(found.order, at)) return true;
  }
  return false;
}
