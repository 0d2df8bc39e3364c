import type { Product } from '../../src/domain/product.ts';
import { messageId } from '../email/message-id.ts';
import { backInStockEmail } from '../email/back-in-stock-email.ts';
import { siteUrl } from '../email/site-url.ts';
import { sendEmail } from '../email/transport.ts';
import { findAccount } from '../storage/notifications.ts';
import {
  releaseSubscriptions,
  setPieces,
  settleSubscription,
  claimSubscription,
  type Variant,
  type Waiting,
} from '../storage/back-in-stock.ts';
import { openingStock } from '../storage/stock.ts';
import { type DeliveryResult, sendToAll } from './bulk-email.ts';

/** Sets what is left of a size. @returns what was left before, and how many shoppers wait for it */
export async function setStock(
  product: Product,
  size: string,
  pieces: number,
): Promise<{ before: number; waiting: number }> {
  return setPieces(variantOf(product, size), pieces);
}

export interface Outcome {
  sent: number;
  refused: number;
  /** Who still waits, the refused among them: for a later run, or in the hand of another. */
  waiting: number;
  /** No piece was left again before everyone was written to. */
  soldOut: boolean;
  /** It was not ended by its time. */
  isWhole: boolean;
}

/**
 * Writes to everyone who waits for a size, who has waited longest first, as long as there are pieces of it, and leaves a
 * notification where the e-mail has an account: it comes with the change of the list, so it is never doubled. For every
 * change that brings pieces back; where nobody waits it does nothing.
 * @param until (ms) begins no letter after that
 * @throws MailUnavailable where no letter can go out; who was not written to waits on
 */
export async function restock(
  product: Product,
  size: string,
  hear: (heard: DeliveryResult) => void,
  until = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const of = variantOf(product, size);
  const letter = backInStockEmail(product, size, siteUrl());
  let soldOut = false;
  let isWhole = true;
  let waiting = 0;
  const written = await sendToAll<Waiting>({
    take: async () => {
      isWhole = Date.now() < until;
      if (!isWhole) return null;
      const wish = await claimSubscription(of);
      soldOut ||= wish === 'sold-out';
      return typeof wish === 'string' ? null : wish;
    },
    write: async (wish) => {
      const { email } = wish;
      const id = idOf(of, wish);
      // Asked before the letter goes out, so that only one step is left after it.
      const account = await findAccount(email);
      await sendEmail({ to: email, id }, letter);
      const news = { id, type: 'restock', message: letter.subject, read: false } as const;
      return () => settleSubscription(of, email, account, { ...news, createdAt: Date.now() });
    },
    release: async (emails) => {
      waiting = await releaseSubscriptions(of, emails);
    },
    hear,
  });
  return { ...written, waiting, soldOut, isWhole };
}

function variantOf(product: Product, size: string): Variant {
  return { productId: product.id, size, opening: openingStock(product, size) };
}

/** One wish, one id: of its letter, whichever run sends it, and of its notification. */
function idOf({ productId, size }: Variant, { email, since }: Waiting): string {
  return messageId(JSON.stringify([productId, size, email, since]));
}
