import { readLimited, type Window, writeLimited } from './guard.ts';
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
  setPieces as setScript,
  settleSubscription as settleScript,
  claimSubscription as takeScript,
} from './back-in-stock.lua.ts';
import { writeDocument } from './document-versions.ts';

/** A product in a size, with its pieces before its first sale here. */
export interface Variant {
  productId: string;
  size: string;
  opening: number;
}

/** A shopper who waits for a size to come back. */
export interface Waiting {
  email: string;
  /** Milliseconds since 1970. */
  since: number;
}

/**
 * Puts an e-mail on the list of those who wait, once however often it asks.
 * @returns false where there are pieces of this size.
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
    [variant(of.productId, of.size), of.opening, email],
  );
  return outcome === 'saved';
}

/** Whether an e-mail is on the list. @throws TooMany */
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

/** Sets what is left of a size. @returns what was left before, and how many shoppers wait for it. */
export async function setPieces(of: Variant, pieces: number): Promise<{ before: number; waiting: number }> {
  const [reply] = await run(
    setScript,
    [stockKey(), backInStockKey(of.productId, of.size)],
    [variant(of.productId, of.size), of.opening, pieces],
  );
  const [before, waiting] = reply as [number, number];
  return { before, waiting };
}

/**
 * Takes one shopper in hand, to be written to within a minute and then settled or released: the one who has waited
 * longest. Nobody else is given the same one meanwhile.
 */
export async function claimSubscription(of: Variant): Promise<Waiting | 'nobody' | 'sold-out'> {
  const { productId, size } = of;
  const [reply] = await run(
    takeScript,
    [stockKey(), backInStockKey(productId, size), backInStockClaimsKey(productId, size)],
    [variant(productId, size), of.opening],
  );
  const [outcome, email, since] = reply as ['taken', string, string] | ['nobody' | 'sold-out'];
  return outcome === 'taken' ? { email: email ?? '', since: Number(since) } : outcome;
}

/**
 * Takes a shopper who has been written to off the list.
 * @param account gets the notification; null where the e-mail has none
 */
export async function settleSubscription(
  { productId, size }: Variant,
  email: string,
  account: string | null,
  notification: Notification,
): Promise<void> {
  await run(
    settleScript,
    [
      backInStockKey(productId, size),
      backInStockClaimsKey(productId, size),
      subscriptionsKey(email),
      ...(account === null ? [] : [notificationsKey(account)]),
    ],
    [email, writeDocument('notification', notification)],
  );
}

/** Lets go of shoppers who could not be written to: they wait on, in their places. @returns how many wait in all. */
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
