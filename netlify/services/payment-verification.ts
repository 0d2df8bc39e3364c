import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { paths } from '../../src/contract/paths.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import {
  isOrderConfirmed,
  isPayable,
  ORDER_ID,
  type Order,
  type RefundReason,
} from '../../src/domain/order.ts';
import { isProviderFailure, logProvider } from '../payments/payment-provider.ts';
import { isReceiptGenuine } from '../payments/razorpay.ts';
import { readOrder, readOwnOrder, readOwnOrderByReference } from '../storage/orders.ts';
import type { ShopperCall } from './shopper-call.ts';
import { sendDueOrderEmails } from './send-order-email.ts';
import { confirm } from './payment-status.ts';
import { invalidField, Refused } from './refusal.ts';

/** Shoppers who come back from a payment. */

/**
 * Checks the receipt of Razorpay's window: its signature over the stored order, then the status at Razorpay.
 * @throws Refused 'not-found' for another shopper's order, 'invalid' for a wrong signature, 'not-paid'
 */
export async function verifyRazorpay(
  receipt: Body<'order.verifyRazorpay'>,
  call: ShopperCall,
): Promise<Reply<'order.verifyRazorpay'>> {
  const found = await readOwnOrderByReference(call, 'razorpay', receipt.razorpay_order_id);
  const reference = found?.order.references.find(({ id }) => id === receipt.razorpay_order_id);
  if (!found || !reference) throw new Refused('not-found', paymentMessages.unknownOrder);
  if (!isReceiptGenuine(reference.id, receipt.razorpay_payment_id, receipt.razorpay_signature)) {
    throw invalidField('razorpay_signature', paymentMessages.wrongSignature);
  }
  return confirmed(found.order.id, call, receipt.razorpay_payment_id);
}

/** The shopper is back from a provider's page. The URL decides nothing: the shop asks the provider. */
export async function verifyReturn(
  { orderId }: Body<'order.verifyStripe'>,
  call: ShopperCall,
): Promise<Reply<'order.verifyStripe'>> {
  if (!(await readOwnOrder(call, orderId))) throw new Refused('not-found', paymentMessages.unknownOrder);
  return confirmed(orderId, call, null);
}

/** @param paymentId of a receipt; null if the shopper has none */
async function confirmed(
  orderId: string,
  call: ShopperCall,
  paymentId: string | null,
): Promise<{ success: true; message: string; orderId: string }> {
  let order: Order | null;
  try {
    order = await confirm(orderId);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    logProvider(orderId, error);
    throw new Refused('unavailable', paymentMessages.unconfirmed);
  }
  call.after(sendDueOrderEmails);
  if (!order || !isOrderConfirmed(order)) {
    const since = order?.history.findLast(({ status }) => status === 'Payment Pending')?.at ?? 0;
    const back = order?.refunds.findLast((refund) =>
      paymentId === null ? refund.wantedAt >= since : refund.paymentId === paymentId,
    );
    // Another order has cancelled it, or it is too old. A receipt means that money may still arrive; then it is refunded.
    if (order && !isPayable(order, Date.now()) && !back && paymentId === null)
      throw new Refused('invalid', paymentMessages.cannotPay);
    throw new Refused('not-paid', back ? whySentBack(back.reason) : paymentMessages.notPaid);
  }
  return { success: true, message: orderMessages.placed, orderId };
}

function whySentBack(reason: RefundReason): string {
  if (reason === 'sold-out') return paymentMessages.refunded;
  return reason === 'code-used' ? paymentMessages.refundedCode : paymentMessages.sentBack;
}

/**
 * The next page for a browser that cannot open Razorpay's window, after Razorpay's form post. Decides nothing.
 */
export async function returnPage(orderId: string, form: URLSearchParams): Promise<string> {
  const found = ORDER_ID.test(orderId) ? await readOrder(orderId) : null;
  if (!found) return paths.cart;
  const [theirs, payment, signature] = ['order_id', 'payment_id', 'signature'].map(
    (name) => form.get(`razorpay_${name}`) ?? '',
  ) as [string, string, string];
  const isOurs = found.order.references.some(({ id }) => id === theirs);
  const success = isOurs && isReceiptGenuine(theirs, payment, signature);
  return `${paths.verify}?success=${success}&orderId=${orderId}`;
}
