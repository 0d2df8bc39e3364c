import { MOST_PIECES } from '../../src/domain/config.ts';
import type { Product } from '../../src/domain/product.ts';
import type { Staff } from '../../src/domain/staff.ts';
import { messageId, sendEmail } from '../email/transport.ts';
import { backInStockEmail } from '../email/back-in-stock-email.ts';
import { siteUrl } from './site-url.ts';
import { isEmailConfirmed, readUserByEmail } from '../storage/accounts.ts';
import {
  releaseSubscriptions,
  removeSubscription,
  claimSubscription,
  type Variant,
  type Waiting,
} from '../storage/back-in-stock.ts';
import { logEntry } from '../storage/staff-log.ts';
import { initialStock } from '../storage/stock.ts';
import { readCounts, setCounts } from '../storage/stock-counts.ts';
import { type DeliveryResult, sendToAll } from './bulk-email.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/**
 * Sets the stock of a size, in the name of `staff`.
 * @param was the stock that `typed` was typed for, null if that is unknown: what was sold since then stays sold
 * @returns the stock before and after, and the number of subscribers of the size
 */
export async function setStock(
  staff: Staff,
  product: Product,
  size: string,
  typed: number,
  was: number | null = null,
): Promise<{ before: number; after: number; waiting: number }> {
  const variant = variantOf(product, size);
  return retryOnConflict(20, 'The stock changed faster than it could be set', async () => {
    const [count] = await readCounts([variant]);
    const { pieces: seen = variant.initial, waiting = 0 } = count ?? {};
    const pieces = was === null ? typed : Math.min(Math.max(0, typed + seen - was), MOST_PIECES);
    const log = logEntry(staff, 'stock.change', `stock:${product.id}/${size}`, { pieces: seen }, { pieces });
    const isSet = seen === pieces || (await setCounts([{ ...variant, seen, pieces }], false, [log]));
    return isSet ? { before: seen, after: pieces, waiting } : 'stale';
  });
}

export interface Outcome {
  sent: number;
  refused: number;
  /** Subscribers who were not sent an email, including refused ones: for a later run, or claimed by another run. */
  waiting: number;
  /** The size sold out again before everyone got an email. */
  soldOut: boolean;
  /** The run was not stopped by its deadline. */
  isWhole: boolean;
}

/**
 * Sends back-in-stock emails for a size while it is in stock, the longest waiting first. An account that has confirmed
 * the email also gets a notification, stored in the same step as the change of the list, so never twice. Call it after
 * every change that returns stock; without subscribers it does nothing.
 * @param until (ms) starts no new email after this time
 * @throws MailUnavailable, SiteUrlMissing if no email can go out; unsent subscribers stay on the list
 */
export async function restock(
  product: Product,
  size: string,
  onDelivery: (result: DeliveryResult) => void,
  until = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const of = variantOf(product, size);
  const message = backInStockEmail(product, size, siteUrl());
  let soldOut = false;
  let isWhole = true;
  let waiting = 0;
  const written = await sendToAll<Waiting>({
    take: async () => {
      isWhole = Date.now() < until;
      if (!isWhole) return null;
      const subscription = await claimSubscription(of);
      soldOut ||= subscription === 'sold-out';
      return typeof subscription === 'string' ? null : subscription;
    },
    write: async (subscription) => {
      const { email } = subscription;
      const id = idOf(of, subscription);
      // Read before the email goes out, so that only one step is left after it.
      const account = await ownerOf(email);
      await sendEmail({ to: email, id }, message);
      const news = { id, type: 'restock', message: message.subject, read: false } as const;
      return () => removeSubscription(of, email, account, { ...news, createdAt: Date.now() });
    },
    release: async (emails) => {
      waiting = await releaseSubscriptions(of, emails);
    },
    onDelivery,
  });
  return { ...written, waiting, soldOut, isWhole };
}

/** The id of the account that has confirmed this email: only the owner of a mailbox may know what it waits for. */
async function ownerOf(email: string): Promise<string | null> {
  const found = await readUserByEmail(email);
  return found && isEmailConfirmed(found.user) ? found.user.id : null;
}

function variantOf(product: Product, size: string): Variant {
  return { productId: product.id, size, initial: initialStock(product, size) };
}

/** One id per subscription: for its email, whichever run sends it, and for its notification. */
function idOf({ productId, size }: Variant, { email, since }: Waiting): string {
  return messageId(JSON.stringify([productId, size, email, since]));
}
