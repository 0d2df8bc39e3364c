import { createHash } from 'node:crypto';
import type { Product } from '../../src/domain/product.ts';
import { restockLetter, type Letter } from '../mail/letters.ts';
import { siteUrl } from '../mail/site.ts';
import { LetterRefused, sendLetter } from '../mail/transport.ts';
import { findAccount } from '../storage/notifications.ts';
import {
  releaseWishes,
  setPieces,
  settleWish,
  takeWish,
  type Variant,
  type Waiting,
} from '../storage/notify-wishes.ts';
import { openingStock } from '../storage/stock.ts';

/** Letters under way at once: mail servers answer slowly, and few of them like a crowd. */
const AT_ONCE = 3;

/** Sets what is left of a size. @returns what was left before, and how many shoppers wait for it */
export async function setStock(
  product: Product,
  size: string,
  pieces: number,
): Promise<{ before: number; waiting: number }> {
  return setPieces(variantOf(product, size), pieces);
}

/** One shopper's letter: sent, or why the mail server would not take it. */
export interface Heard {
  email: string;
  refused: string | null;
}

export interface Outcome {
  sent: number;
  refused: number;
  /** Who still waits, the refused among them: for a later run, or in the hand of another. */
  waiting: number;
  /** No piece was left again before everyone was written to. */
  soldOut: boolean;
}

/**
 * Writes to everyone who waits for a size, as long as there are pieces of it, and leaves a notification where the e-mail
 * has an account. For every change that brings pieces back; where nobody waits it does nothing, and it may be run at any
 * time, also twice at once: that is how a run that was killed is finished.
 *
 * A shopper is taken in hand by one run before the letter, and off the list only after the mail server has accepted it.
 * So no shopper is forgotten, whatever dies when: a hand opens by itself after a minute. Nor are two letters written,
 * but for one window: where the mail server has accepted a letter and this run dies, or loses Redis, before it has
 * written that down, or where the server's word is lost on its way, a later run writes once more. It is as wide as one
 * round trip, and nothing closes it, because no mail server and database commit together; both letters carry one
 * Message-ID, by which mailboxes can show them as one. The notification comes with the change of the list, so it is
 * never doubled.
 * @throws MailUnavailable where no letter can go out; who was not written to waits on
 */
export async function restock(
  product: Product,
  size: string,
  hear: (heard: Heard) => void,
): Promise<Outcome> {
  const of = variantOf(product, size);
  const letter = restockLetter(product, size, siteUrl());
  const run: Run = { of, letter, hear, sent: 0, unwritten: [], ended: false, soldOut: false };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => writeToAll(run)));
  const waiting = await releaseWishes(of, run.unwritten);
  for (const worker of workers) {
    if (worker.status === 'rejected') throw worker.reason;
  }
  return { sent: run.sent, refused: run.unwritten.length, waiting, soldOut: run.soldOut };
}

/** What the workers of one run share. */
interface Run {
  of: Variant;
  letter: Letter;
  hear: (heard: Heard) => void;
  sent: number;
  /** Let go at the end, not before, else this run would take them again. */
  unwritten: string[];
  ended: boolean;
  soldOut: boolean;
}

async function writeToAll(run: Run): Promise<void> {
  while (!run.ended) {
    const wish = await takeWish(run.of);
    if (wish === 'nobody') return;
    if (wish === 'sold-out') {
      run.soldOut = true;
      return;
    }
    await writeTo(wish, run);
  }
}

async function writeTo(wish: Waiting, run: Run): Promise<void> {
  const { of, letter, hear } = run;
  const { email } = wish;
  const id = idOf(of, wish);
  let account: string | null;
  try {
    // Asked before the letter goes out, so that only one step is left after it.
    account = await findAccount(email);
    await sendLetter({ to: email, id }, letter);
  } catch (error) {
    run.unwritten.push(email);
    if (error instanceof LetterRefused) {
      hear({ email, refused: error.message });
      return;
    }
    run.ended = true;
    throw error;
  }
  await settleWish(of, email, account, {
    id,
    type: 'restock',
    message: letter.subject,
    read: false,
    createdAt: Date.now(),
  });
  run.sent += 1;
  hear({ email, refused: null });
}

function variantOf(product: Product, size: string): Variant {
  return { productId: product.id, size, opening: openingStock(product, size) };
}

/** One wish, one id: of its letter, whichever run sends it, and of its notification. */
function idOf({ productId, size }: Variant, { email, since }: Waiting): string {
  return createHash('sha256')
    .update(JSON.stringify([productId, size, email, since]))
    .digest('hex')
    .slice(0, 32);
}
