import {
  isOrderConfirmed,
  type Order,
  type PaymentReference,
  type Provider,
} from '../../src/domain/order.ts';
import { refundStateOf } from '../../src/domain/refund.ts';
import { settled, type PaymentReport, withRefundTimedOut } from '../../src/domain/payment-settlement.ts';
import {
  isProviderFailure,
  type ListedItem,
  logProvider,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '../payments/payment-provider.ts';
import { providerOf } from '../payments/providers.ts';
import { markEventHandled, isEventHandled } from '../storage/work-locks.ts';
import { findByReference, readOrder } from '../storage/orders.ts';
import { updateOrder } from './order-changes.ts';
import { payRefunds } from './refunds.ts';

/**
 * The only way to update an order's payment status, for every caller: asks the provider about every reference of the
 * order and applies the answers. Safe to repeat at any time, also concurrently.
 * @param news a new dispute about this reference
 * @param onAnswers gets the answers as they came
 * @returns the updated order; null if there is none
 * @throws ProviderUnavailable, ProviderRefused if a missing answer could matter
 */
export async function confirm(
  orderId: string,
  matters: (reference: PaymentReference, order: Order) => boolean = (_, order) => !isOrderConfirmed(order),
  news: { reference: string; dispute: string } | null = null,
  onAnswers: (answers: readonly PaymentReport[]) => void = () => {},
): Promise<Order | null> {
  const found = await readOrder(orderId);
  if (!found) return null;
  const { reports, failures } = await askAbout(found.order, news);
  onAnswers(reports);
  const amended = await updateOrder(orderId, (order, can) => {
    const at = Date.now();
    const settledOrder = reports.reduce(
      (now, report) => settled(now, report, { at, canReserve: can.reserve, canTakeCode: can.takeCode }),
      order,
    );
    return settledOrder.refunds
      .filter((refund) => refundStateOf(refund) === 'pending')
      .reduce((now, { key }) => withRefundTimedOut(now, key, NOT_HEARD, at), settledOrder);
  });
  if (amended === null || amended === 'short') return null;
  const { before, after } = amended;
  if (after.payment && !before.payment && after.references.length > 1) await closeAll(after);
  const order = await payRefunds(after);
  const failure = failures.find(({ reference }) => matters(reference, order));
  if (failure) throw failure.reason;
  return order;
}

/** Like `confirm`, but a provider that does not answer is only logged. @returns its message, else null */
export async function confirmIfAnswered(...asked: Parameters<typeof confirm>): Promise<string | null> {
  try {
    await confirm(...asked);
    return null;
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    logProvider(asked[0], error);
    return error.message;
  }
}

/** The reason for giving up a refund that the provider had accepted. */
const NOT_HEARD = 'It is still under way there after three weeks';

async function askAbout(
  order: Order,
  news: { reference: string; dispute: string } | null,
): Promise<{ reports: PaymentReport[]; failures: { reference: PaymentReference; reason: unknown }[] }> {
  const answers = await Promise.allSettled(
    order.references.map(async (reference) => {
      const provider = providerOf(reference.provider);
      if (!provider) throw new ProviderUnavailable(`The keys of ${reference.provider} are not set`);
      return provider.fetchStatus(reference, order, news?.reference === reference.id ? news.dispute : null);
    }),
  );
  return {
    reports: answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
    failures: order.references.flatMap((reference, at) => {
      const answer = answers[at];
      return answer?.status === 'rejected' ? [{ reference, reason: answer.reason as unknown }] : [];
    }),
  };
}

/** Nobody may pay on a page that is still open. If one cannot be closed, its money is refunded. */
export async function closeAll({ references }: Order): Promise<void> {
  await Promise.allSettled(references.map((reference) => providerOf(reference.provider)?.close(reference)));
}

/**
 * Handles a provider's webhook. The event only triggers a query to the provider, so it may be late, out of order or
 * repeated. It succeeds only if the query does; otherwise the provider sends the event again.
 * @param raw the body bytes as received, because the signature covers bytes
 */
export async function handleProviderEvent(
  provider: PaymentProvider,
  raw: string,
  headers: Headers,
): Promise<void> {
  const event = await provider.readEvent(raw, headers, Date.now());
  const { payment, dispute } = event;
  if ((event.reference ?? payment) === null || (await isEventHandled(provider.id, event.id))) return;
  const about = event.reference ?? (payment && (await referenceOf(provider, payment)));
  const orderId =
    about &&
    ((await findByReference(provider.id, about)) ??
      (event.isEnd ? null : await adopted(provider.id, about, event.orderId)));
  // One provider account may serve another shop too.
  if (about && orderId) {
    await confirmAbout(orderId, about, dispute);
  }
  await markEventHandled(provider.id, event.id);
}

/**
 * Confirms the order of a dispute or refund that the provider lists, as its webhook would have done.
 * @throws ProviderUnavailable, ProviderRefused
 */
export async function confirmListed(
  provider: PaymentProvider,
  kind: 'disputes' | 'refunds',
  { id, paymentId }: ListedItem,
): Promise<void> {
  const about = await referenceOf(provider, paymentId);
  const orderId = about && (await findByReference(provider.id, about));
  if (about && orderId) await confirmAbout(orderId, about, kind === 'disputes' ? id : null);
}

function confirmAbout(orderId: string, about: string, dispute: string | null): Promise<Order | null> {
  return confirm(
    orderId,
    (reference, order) => reference.id === about || !isOrderConfirmed(order),
    dispute === null ? null : { reference: about, dispute },
  );
}

/** The reference of a payment; null if the provider knows no such payment: the event is an example, or of another account. */
async function referenceOf(provider: PaymentProvider, payment: string): Promise<string | null> {
  try {
    return await provider.referenceOf(payment);
  } catch (error) {
    if (error instanceof ProviderRefused && [400, 404].includes(Number(error.status))) return null;
    throw error;
  }
}

/**
 * Adds a payment reference that the shop could not store, because the provider's answer was lost, although the provider
 * takes money for it. @returns the order's id, null if the reference is not from this shop
 */
async function adopted(provider: Provider, id: string, orderId: string | null): Promise<string | null> {
  if (orderId === null) return null;
  const amended = await updateOrder(orderId, (order) =>
    order.references.some((reference) => reference.id === id)
      ? order
      : { ...order, references: [{ provider, id, at: order.placedAt }, ...order.references] },
  );
  return amended === null ? null : orderId;
}
