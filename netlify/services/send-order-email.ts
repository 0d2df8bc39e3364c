import type { Order, Provider } from '../../src/domain/order.ts';
import { NOBODY } from '../../src/domain/retention.ts';
import { letterId } from '../email/message-id.ts';
import { carriesLink, orderLetter } from '../email/order-emails.ts';
import { ownerAddress, ownerLetter, unseenLetter } from '../email/owner-emails.ts';
import { siteUrl } from '../email/site-url.ts';
import { sendLetter } from '../email/transport.ts';
import { ProviderRefused, ProviderUnavailable } from '../payments/port.ts';
import { type DueLetter, letterName } from '../storage/email-outbox.ts';
import { readFailedLook } from '../storage/failed-reconciliations.ts';
import { readOrder, readUnpaidId } from '../storage/orders.ts';
import { isEmailConfirmed, readUser } from '../storage/accounts.ts';
import { LetterWaits, sendDue, type Writing } from './email-outbox.ts';
import { confirm } from './payments.ts';

/** After so long a letter is no news any more. */
const GIVE_UP_MS = 3 * 24 * 60 * 60_000;

/**
 * The letters about orders. One that goes out twice carries one Message-ID; whoever has no mailbox reads the same in the
 * shop's notifications.
 */
function writing(): Writing {
  const silent = new Set<Provider>();
  return {
    list: 'orders',
    write: (due) => write(due, silent),
    logged: ({ about, kind }) => ({ order: about, letter: kind }),
  };
}

/** Sends the letters about orders that are due. @param until (ms) begins no more after that @returns as `sendDue` */
export async function sendOrderLetters(until: number): Promise<boolean> {
  return sendDue(writing(), until);
}

/** The same for whoever has brought letters about: what is left is the sweep's. */
export async function sendDueLetters(): Promise<void> {
  await sendOrderLetters(Number.POSITIVE_INFINITY);
}

/** @param silent providers that did not answer in this run */
async function write(due: DueLetter, silent: Set<Provider>): Promise<void> {
  const id = letterId(letterName(due));
  if (due.kind.startsWith('owner-look-')) {
    const { failed } = await readFailedLook(due.about);
    if (failed?.endedAt) await sendLetter({ to: ownerAddress(), id }, unseenLetter(due.about, failed.why));
    return;
  }
  const found = await readOrder(due.about);
  if (!found) return;
  const { order } = found;
  const toOwner = ownerLetter(due.kind, order);
  if (toOwner) return sendLetter({ to: ownerAddress(), id }, toOwner);
  if (order.userId === NOBODY || !isFresh(order) || (await isSuperseded(due, order))) return;
  const about = due.kind === 'failed' ? await asked(order, silent) : order;
  const letter = orderLetter(due.kind, about, siteUrl(), !carriesLink(about) || (await isConfirmed(about)));
  if (letter) await sendLetter({ to: order.address.email, id }, letter);
}

/** Whether the order's e-mail is that of its account, which has shown that it reads what comes there. */
async function isConfirmed({ userId, address }: Order): Promise<boolean> {
  const found = await readUser(userId);
  if (!found || found.user.email !== address.email) return false;
  return isEmailConfirmed(found.user);
}

/**
 * An order whose payment failed, as it is when its provider was asked once more: money may have come of which nobody has
 * told, and the letter says that nothing was charged. @throws LetterWaits where no answer comes or it cannot be acted on
 */
async function asked(order: Order, silent: Set<Provider>): Promise<Order> {
  if (order.status !== 'Payment Failed') return order;
  const providers = order.references.map(({ provider }) => provider);
  // Each would take its whole timeout, and other letters would wait.
  if (providers.some((provider) => silent.has(provider))) throw new LetterWaits();
  const now = await confirm(order.id).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) for (const provider of providers) silent.add(provider);
    else if (!(error instanceof ProviderRefused)) throw error;
    return null;
  });
  if (!now) throw new LetterWaits();
  return now;
}

function isFresh({ history, refunds, placedAt }: Order): boolean {
  const news = Math.max(
    placedAt,
    ...history.map(({ at }) => at),
    ...refunds.flatMap(({ wantedAt, doneAt, failure }) => [wantedAt, doneAt ?? 0, failure?.at ?? 0]),
  );
  return Date.now() - news < GIVE_UP_MS;
}

/** Who has begun another order since must not be asked to pay this one. */
async function isSuperseded({ kind, about }: DueLetter, { userId }: Order): Promise<boolean> {
  return kind === 'failed' && (await readUnpaidId(userId)) !== about;
}
