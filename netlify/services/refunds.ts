import type { Order, Refund } from '../../src/domain/order.ts';
import { refundStateOf, withRefundReport } from '../../src/domain/refund.ts';
import { withRefundTimedOut } from '../../src/domain/payment-settlement.ts';
import { isProviderFailure, logProvider, ProviderUnavailable } from '../payments/payment-provider.ts';
import { providerOf } from '../payments/providers.ts';
import { releaseLock, acquireLock } from '../storage/work-locks.ts';
import { readOrder } from '../storage/orders.ts';
import { updateOrder } from './order-changes.ts';

/** The lock lasts longer than the provider may take to answer. */
const CLAIM_MS = 30_000;

/**
 * Asks the providers to send wanted refunds. A refund that fails now stays wanted, and the reconciliation job retries
 * it until its retries are over.
 */
export async function payRefunds(order: Order): Promise<Order> {
  let now = order;
  for (const { key } of order.refunds.filter((refund) => refundStateOf(refund) === 'wanted')) {
    const work = `refund:${order.id}:${key}`;
    if (!(await acquireLock(work, CLAIM_MS))) continue;
    try {
      now = (await pay(order.id, key)) ?? now;
    } finally {
      await releaseLock(work);
    }
  }
  return now;
}

/** @returns the updated order; null if nothing has changed */
async function pay(orderId: string, key: string): Promise<Order | null> {
  const found = await readOrder(orderId);
  // The previous holder of the lock may have finished it.
  const refund = found?.order.refunds.find((each) => each.key === key && refundStateOf(each) === 'wanted');
  if (!found || !refund) return null;
  const amended = await updateOrder(orderId, await outcome(found.order, refund));
  return amended === null || amended === 'short' ? null : amended.after;
}

/** The change of the order after one try. */
async function outcome(order: Order, refund: Refund): Promise<(order: Order) => Order> {
  const { provider: name, paymentId, key } = refund;
  try {
    const provider = providerOf(name);
    if (!provider) throw new ProviderUnavailable(`The keys of ${name} are not set`);
    const report = await provider.refund(order, refund, { id: paymentId });
    return (now) => withRefundReport(now, { provider: name, id: paymentId }, report, Date.now());
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    logProvider(order.id, error);
    return (now) => withRefundTimedOut(now, key, error.message, Date.now());
  }
}
