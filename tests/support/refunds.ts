import { expect, vi } from 'vitest';
import { sendDueOrderEmails } from '../../netlify/services/send-order-email.ts';
import { Refused } from '../../netlify/services/refusal.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { emailOutboxKey, watchKey } from '../../netlify/storage/keys.ts';
import type { RazorpaySuccess, RefundBehaviour } from '../../local/simulators/controls.ts';
import type { Provider } from '../../local/simulators/ledger.ts';
import { brand } from '../../src/domain/config.ts';
import { payOrderByRazorpay, payOrderByStripe, useOnlineShop } from './placed-orders.ts';
import { orderOf, payByRazorpay, SHOP_ADDRESS, verifyRazorpay } from './payments.ts';
import { useMailServer } from './mail-server.ts';
import { connect } from './redis.ts';
import { call, hoodie } from './shop-calls.ts';

/** Refunds by the shop or on a dashboard, and disputes, as the provider's API reports them. */

/** Hoodies in M before each test. */
export const AT_FIRST = 9;

/** The reconciliation job, with the order due. */
export const reconcileNow = async (orderId: string) => {
  await connect().zadd(watchKey(), { score: 1, member: orderId });
  await runReconciliation(60_000);
};

/** Emails that were queued at a later time are due by its clock; the database has its own. */
export const sendEmails = async () => {
  const waiting = await connect().zrange<string[]>(emailOutboxKey(), 0, -1);
  for (const member of waiting) await connect().zadd(emailOutboxKey(), { score: 1, member });
  await sendDueOrderEmails();
};

/** The error of the call. */
export const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refused);
  return (error as Refused).message;
};

export const shownRefunds = async (token: string) =>
  (await call('order.userorders', { token })).body.orders[0]?.refunds;

/** A shop with providers and a mail server, for each test of the file. */
export function useRefunds() {
  // Three weeks of retries are many runs, which are slow on a busy machine.
  vi.setConfig({ testTimeout: 120_000 });
  const { providers, sums, deliverAll } = useOnlineShop(AT_FIRST);
  const mailServer = useMailServer(SHOP_ADDRESS);
  const toOwner = () =>
    mailServer.emails.filter(({ mail }) => JSON.stringify(mail.to).includes(brand.support.email));

  const at = (name: Provider) => {
    const dashboard = () => providers[name];
    /** Paid by a shopper who came back. */
    const paidOrder = async () => {
      const pay = name === 'razorpay' ? payOrderByRazorpay : payOrderByStripe;
      const { orderId, token } = await pay(providers);
      mailServer.emails.length = 0;
      const order = await orderOf(orderId);
      const paymentId = order.payment?.id ?? '';
      return { ...order, orderId, paymentId, token };
    };

    /** Paid in the window, without a report to the shop. */
    async function payInWindow(token: string) {
      const { orderId, order } = (await payByRazorpay(token, [[hoodie, 'M', 2]])).body;
      const receipt = providers.razorpay.pay(order.id, { webhook: 'never' }) as RazorpaySuccess;
      const verify = () => verifyRazorpay(token, receipt);
      return { orderId, verify, paymentId: receipt.razorpay_payment_id };
    }

    return {
      dashboard,
      paidOrder,
      payInWindow,
      setRefundBehaviour: (manner: RefundBehaviour = {}) =>
        dashboard().refundsAre({ webhook: 'held', ...manner }),
      refundIds: () => providers.books()[name].refunds.map(({ id }) => id),
    };
  };
  return { providers, expectTotals: sums, deliverAll, mailServer, toOwner, at };
}
