/** Razorpay's rules for refunds and disputes. */
import type { RefundBehaviour } from '../controls.ts';
import type { OpenLedger, WebhookMode } from '../ledger.ts';
import { openReturns } from '../returns.ts';
import {
  newDispute,
  type NewRefund,
  newRefund,
  type RazorpayDispute,
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayRefund,
} from './entities.ts';
import { RazorpayRefusal } from './rules.ts';

export type Emit = (
  type: string,
  parts: {
    refund?: RazorpayRefund;
    dispute?: RazorpayDispute;
    payment: RazorpayPayment;
    order?: RazorpayOrder;
  },
  mode: WebhookMode,
) => void;

interface Entities {
  order: (id: string) => RazorpayOrder;
  payment: (id: string) => RazorpayPayment;
  emit: Emit;
}

export function openRefunds(books: OpenLedger, { order, payment, emit }: Entities) {
  const { refunds, disputes } = books.books.razorpay;

  function createRefund(paymentId: string, wanted: NewRefund, how?: RefundBehaviour): RazorpayRefund {
    const made = payment(paymentId);
    const make = (left: number, isContested: boolean, isDone: boolean) => {
      const { amount = left } = wanted;
      if (made.status === 'refunded') {
        throw new RazorpayRefusal('The payment has been fully refunded already');
      }
      if (!made.captured) {
        throw new RazorpayRefusal('The payment status should be captured for action to be taken');
      }
      if (isContested) throw new RazorpayRefusal('The payment is under dispute and cannot be refunded');
      if (amount > made.amount) {
        throw new RazorpayRefusal('The refund amount provided is greater than amount captured');
      }
      if (amount > left) {
        throw new RazorpayRefusal('The total refund amount is greater than the refund payment amount');
      }
      return newRefund(made, { ...wanted, amount }, isDone, books.seconds());
    };
    return returns.addRefund(made, make, how);
  }

  const returns = openReturns<RazorpayPayment, RazorpayRefund, RazorpayDispute>(books, {
    provider: 'razorpay',
    refunds,
    disputes,
    states: { done: 'processed', open: 'open' },
    payment: (id) => {
      const made = payment(id);
      if (made.captured) return made;
      throw new RazorpayRefusal('The payment status should be captured for action to be taken');
    },
    paymentIdOf: (one) => ('payment_id' in one ? one.payment_id : one.id),
    orderIdOf: ({ order_id }) => order(order_id).receipt,
    createRefund: (id, amount, how) => createRefund(id, { amount }, how),
    newDispute: (made, amount) => newDispute(made, amount, books.seconds()),
    refusal: (message) => new RazorpayRefusal(message),
    derive: ({ payment: made, dispute }) => {
      const { amount, amount_refunded: back } = made;
      made.status = back === amount ? 'refunded' : 'captured';
      made.refund_status = made.status === 'refunded' ? 'full' : back === 0 ? null : 'partial';
      if (dispute?.status === 'lost') dispute.amount_deducted = dispute.amount;
    },
    events: {
      refunded: ({ status }) => ['refund.created', ...(status === 'processed' ? ['refund.processed'] : [])],
      settled: ({ status }) => [`refund.${status}`],
      contested: 'payment.dispute.created',
      decided: ({ status }) => `payment.dispute.${status}`,
    },
    emit,
  });

  return { createRefund, refunds, disputes, controls: returns.controls };
}
