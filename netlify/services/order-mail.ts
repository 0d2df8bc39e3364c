import { createHash } from 'node:crypto';
import type { Order } from '../../src/domain/order.ts';
import { NOBODY } from '../../src/domain/retention.ts';
import { orderLetter } from '../mail/order-letters.ts';
import { siteUrl } from '../mail/site.ts';
import { LetterRefused, MailUnavailable, sendLetter } from '../mail/transport.ts';
import { type DueLetter, postponeLetter, settleLetter, takeLetters } from '../storage/letters.ts';
import { readOrder, readUnpaidId } from '../storage/orders.ts';

/** Letters taken in hand at once: as many as can go out while they are in hand. */
const AT_ONCE = 5;
const MINUTE_MS = 60_000;
/** After so long a letter is no news any more. */
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * Sends the letters about orders that are due. A change of an order notes its letters in the same step, so none is
 * forgotten, whatever dies when: what this run cannot send, the sweep does. A letter can go out twice only where the
 * mail server has it and this run dies before that is written down; both then carry one Message-ID.
 * @param until (ms) begins no more after that
 */
export async function sendDueLetters(until = Number.POSITIVE_INFINITY): Promise<void> {
  while (Date.now() < until) {
    const due = await takeLetters(AT_ONCE);
    if (due.length === 0) return;
    const sent = await Promise.all(due.map(send));
    // Without a mail server the others would fare no better.
    if (sent.includes('no-server')) return;
  }
}

async function send(due: DueLetter): Promise<'settled' | 'no-server'> {
  const found = await readOrder(due.orderId);
  try {
    const isNews =
      found &&
      found.order.userId !== NOBODY &&
      isFresh(found.order) &&
      !(await isSuperseded(due, found.order));
    const letter = isNews ? orderLetter(due.kind, found.order, siteUrl()) : null;
    if (found && letter) await sendLetter({ to: found.order.address.email, id: idOf(due) }, letter);
  } catch (error) {
    if (error instanceof MailUnavailable) {
      await postponeLetter(due, Date.now() + 5 * MINUTE_MS);
      logLetter(due, error);
      return 'no-server';
    }
    if (!(error instanceof LetterRefused)) throw error;
    // No mailbox: the notification in the shop says the same.
    logLetter(due, error);
  }
  await settleLetter(due);
  return 'settled';
}

function isFresh({ history, refunds, placedAt }: Order): boolean {
  const news = Math.max(
    placedAt,
    ...history.map(({ at }) => at),
    ...refunds.map(({ wantedAt, doneAt }) => doneAt ?? wantedAt),
  );
  return Date.now() - news < GIVE_UP_MS;
}

/** Who has begun another order since must not be asked to pay this one. */
async function isSuperseded({ kind, orderId }: DueLetter, { userId }: Order): Promise<boolean> {
  return kind === 'failed' && (await readUnpaidId(userId)) !== orderId;
}

function idOf({ orderId, kind }: DueLetter): string {
  return createHash('sha256').update(`${orderId}:${kind}`).digest('hex').slice(0, 32);
}

/** Without the mail server's words, which quote the address. */
function logLetter({ orderId, kind }: DueLetter, { name }: Error): void {
  console.error(JSON.stringify({ level: 'error', order: orderId, letter: kind, error: name }));
}
