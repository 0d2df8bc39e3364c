import { ORDER_ID, type Order, type Provider } from '../../src/domain/order.ts';
import { DELETED_USER } from '../../src/domain/retention.ts';
import { outdatedEmailMs } from '../../src/domain/retry-schedule.ts';
import { messageId, sendEmail } from '../email/transport.ts';
import { carriesLink, orderEmail } from '../email/order-emails.ts';
import { ownerAddress, ownerEmail, unreadableOrderEmail } from '../email/owner-emails.ts';
import { siteUrl } from './site-url.ts';
import { isProviderFailure, ProviderUnavailable } from '../payments/payment-provider.ts';
import { type DueEmail, emailName } from '../storage/email-outbox.ts';
import { readFailedReconciliation } from '../storage/failed-reconciliations.ts';
import { readOrder, readUnpaidId } from '../storage/orders.ts';
import { isEmailConfirmed, readUser } from '../storage/accounts.ts';
import { isDailyEmail, sendDailyEmail } from './daily-email.ts';
import { isOwnerAlert, sendOwnerAlert } from './owner-alert.ts';
import { NotDueYet, sendDueEmails, type OutboxRules } from './email-outbox.ts';
import { confirm } from './payment-status.ts';
import { sendPushes } from './staff-push.ts';

/** Time limit of one run for all provider answers. */
const PROVIDER_TIMEOUT_MS = 20_000;

/** How long (ms) this run has waited for each provider. */
type Asking = Map<Provider, number>;

/**
 * Order emails. An email that goes out twice has one Message-ID. A shopper without a mailbox can read the same in the
 * shop's notifications.
 */
function writing(): OutboxRules {
  const asking: Asking = new Map();
  return {
    list: 'orders',
    write: (due) => write(due, asking),
    logged: ({ about, kind }) => ({ ...(ORDER_ID.test(about) && { order: about }), email: kind }),
  };
}

/** Sends due order emails. @param until (ms) starts no new one after this time @returns as `sendDueEmails` */
export async function sendOrderEmails(until: number): Promise<boolean> {
  return sendDueEmails(writing(), until);
}

/**
 * The same without a deadline, after a call that caused emails, with the pushes to staff; the reconciliation job sends
 * the rest.
 */
export async function sendDueOrderEmails(): Promise<void> {
  const until = Number.POSITIVE_INFINITY;
  // Waits for both before it throws, because the platform may stop this process afterwards.
  const ends = await Promise.allSettled([sendOrderEmails(until), sendPushes(until)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function write(due: DueEmail, asking: Asking): Promise<void> {
  const id = messageId(emailName(due));
  if (due.kind.startsWith('owner-look-')) {
    const { failed } = await readFailedReconciliation(due.about);
    if (failed?.endedAt)
      await sendEmail({ to: ownerAddress(), id }, unreadableOrderEmail(due.about, failed.why));
    return;
  }
  if (isDailyEmail(due.kind)) return sendDailyEmail(due, id);
  if (isOwnerAlert(due.kind)) return sendOwnerAlert(due, id);
  const found = await readOrder(due.about);
  if (!found) return;
  const { order } = found;
  const toOwner = ownerEmail(due.kind, order);
  if (toOwner) return sendEmail({ to: ownerAddress(), id }, toOwner);
  if (order.userId === DELETED_USER || !isFresh(order) || (await isSuperseded(due, order))) return;
  const about = due.kind === 'failed' ? await asked(order, asking) : order;
  const message = orderEmail(due.kind, about, siteUrl(), !carriesLink(about) || (await isConfirmed(about)));
  if (message) await sendEmail({ to: order.address.email, id }, message);
}

/** Whether the order has the email of its account and that email is confirmed. */
async function isConfirmed({ userId, address }: Order): Promise<boolean> {
  const found = await readUser(userId);
  if (!found || found.user.email !== address.email) return false;
  return isEmailConfirmed(found.user);
}

/**
 * A failed order after a new query to its provider: the money may have come without a webhook, and the email says that
 * nothing was charged. @throws NotDueYet if there is no answer, the answer cannot be applied, or answers take too long in
 * this run
 */
async function asked(order: Order, asking: Asking): Promise<Order> {
  if (order.status !== 'Payment Failed') return order;
  const providers = new Set(order.references.map(({ provider }) => provider));
  if ([...providers].some((provider) => (asking.get(provider) ?? 0) >= PROVIDER_TIMEOUT_MS))
    throw new NotDueYet();
  const since = Date.now();
  const now = await confirm(order.id).catch((error: unknown) => {
    if (!isProviderFailure(error)) throw error;
    // After one timeout no other query of this run waits for it.
    if (error instanceof ProviderUnavailable)
      for (const provider of providers) asking.set(provider, PROVIDER_TIMEOUT_MS);
    return null;
  });
  const tookMs = Date.now() - since;
  for (const provider of providers) asking.set(provider, (asking.get(provider) ?? 0) + tookMs);
  if (!now) throw new NotDueYet();
  return now;
}

function isFresh({ history, refunds, placedAt }: Order): boolean {
  const news = Math.max(
    placedAt,
    ...history.map(({ at }) => at),
    ...refunds.flatMap(({ wantedAt, doneAt, failure }) => [wantedAt, doneAt ?? 0, failure?.at ?? 0]),
  );
  return Date.now() - news < outdatedEmailMs;
}

/** A shopper who has another order must not be asked to pay this one. */
async function isSuperseded({ kind, about }: DueEmail, { userId }: Order): Promise<boolean> {
  return kind === 'failed' && (await readUnpaidId(userId)) !== about;
}
