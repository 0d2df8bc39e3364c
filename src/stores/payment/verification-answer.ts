/** What the server's answer about a payment means. */
import type { Answer } from '../../client/api.ts';
import type { RefusalCode } from '../../contract/calls/call.ts';
import type { RazorpayReceipt } from '../../contract/calls/payment.ts';
import { paymentMessages } from '../../contract/messages/payment.ts';
import type { Reply } from '../../contract/routes.ts';
import { authorised } from '../session/authorised.ts';
import type { UnpaidOrder } from './unpaid.ts';

/** The receipt is genuine, but the money has not arrived: the banks may still be processing it. */
export function isUndecided(answer: Unpaid, receipt: RazorpayReceipt | null): boolean {
  return receipt !== null && answer.code === 'not-paid' && !isRefunded(answer);
}

/** The payment came too late, or for an order that has ended, and is refunded: this order cannot be paid any more. */
export function isRefunded({ message }: Unpaid): boolean {
  const { refunded, refundedCode, sentBack } = paymentMessages;
  return message === refunded || message === refundedCode || message === sentBack;
}

/** Asks the server, which asks the provider. */
export function askAbout({ orderId, receipt }: UnpaidOrder): Promise<Verification> {
  return receipt
    ? authorised('order.verifyRazorpay', receipt)
    : authorised('order.verifyStripe', { success: null, orderId });
}

type Verification = Answer<'order.verifyRazorpay'>;
type Unpaid = Exclude<Verification, { success: true }>;

export function isOrderPlaced(answer: Verification): answer is Reply<'order.verifyRazorpay'> {
  return answer.success || answer.code === 'already-placed';
}

/** Refusals that are not about the payment, so a later retry makes sense. */
export function isNoAnswer(code: RefusalCode | 'network'): boolean {
  return ['network', 'unavailable', 'failed', 'too-many', 'unauthorised'].includes(code);
}

/** What to show while the payment is unconfirmed: the server's own sentence first if it has one. */
export function unconfirmedText({ code, message }: Unpaid): string {
  const { unconfirmed } = paymentMessages;
  return code === 'failed' ? `${message} ${unconfirmed}` : unconfirmed;
}
