import { readLimited, type Window, writeLimited } from './session-and-limits.ts';
import {
  notificationsKey,
  backInStockClaimsKey,
  backInStockKey,
  stockKey,
  variant,
  subscriptionsKey,
} from './keys.ts';
import type { Notification } from './notifications.ts';
import { redis, run } from './redis.ts';
import {
  saveSubscription as saveScript,
  removeSubscription as removeScript,
  claimSubscription as takeScript,
} from './back-in-stock.lua.ts';
import { writeDocument } from './document-versions.ts';

/** A product in a size, with its initial stock. */
export interface Variant {
  productId: string;
  size: string;
  initial: number;
}

/** A back-in-stock subscription. */
export interface Waiting {
  email: string;
  /** Milliseconds since 1970. */
  since: number;
}

/**
 * Adds an email to the list of a size. Repeated calls add it once.
 * @returns false if the size is in stock
 * @throws TooMany
 */
export async function saveSubscription(
  windows: readonly Window[],
  of: Variant,
  email: string,
): Promise<boolean> {
  const [outcome] = await writeLimited(
    windows,
    saveScript,
    [stockKey(), backInStockKey(of.productId, of.size), subscriptionsKey(email)],
    [variant(of.productId, of.size), of.initial, email],
  );
  return outcome === 'saved';
}

/** Whether an email is on the list of a size. @throws TooMany */
export async function isWaiting(
  windows: readonly Window[],
  productId: string,
  size: string,
  email: string,
): Promise<boolean> {
  const [since] = await readLimited(windows, (pipeline) =>
    pipeline.zscore(backInStockKey(productId, size), email),
  );
  return since !== null;
}

/**
 * Claims the oldest subscription for a minute, in which the caller must email the shopper and then remove or release
 * it. No other run gets the same one in that time.
 */
export async function claimSubscription(of: Variant): Promise<Waiting | 'nobody' | 'sold-out'> {
  const { productId, size } = of;
  const [reply] = await run(
    takeScript,
    [stockKey(), backInStockKey(productId, size), backInStockClaimsKey(productId, size)],
    [variant(productId, size), of.initial],
  );
  const [outcome, email, since] = reply as ['taken', string, string] | ['nobody' | 'sold-out'];
  return outcome === 'taken' ? { email: email ?? '', since: Number(since) } : outcome;
}

/**
 * Removes a shopper from the list after the email was sent.
 * @param account gets the notification; null if no account has confirmed the email
 */
export async function removeSubscription(
  { productId, size }: Variant,
  email: string,
  account: string | null,
  notification: Notification,
): Promise<void> {
  await run(
    removeScript,
    [
      backInStockKey(productId, size),
      backInStockClaimsKey(productId, size),
      subscriptionsKey(email),
      ...(account === null ? [] : [notificationsKey(account)]),
    ],
    [email, writeDocument('notification', notification)],
  );
}

/**
 * Releases claims whose emails could not be sent; the shoppers keep their places. @returns the number of subscriptions
 */
export async function releaseSubscriptions(
  { productId, size }: Variant,
  emails: readonly string[],
): Promise<number> {
  const pipeline = redis().pipeline().zcard(backInStockKey(productId, size));
  const [waiting] = await (emails.length > 0
    ? pipeline.hdel(backInStockClaimsKey(productId, size), ...emails).exec<[number, number]>()
    : pipeline.exec<[number]>());
  return waiting;
}
