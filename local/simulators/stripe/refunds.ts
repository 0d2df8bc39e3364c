/** Stripe's rules for refunds and disputes. */
import type Stripe from 'stripe';
import type { RefundBehaviour } from '../controls.ts';
import type { OpenLedger, WebhookMode } from '../ledger.ts';
import { openReturns } from '../returns.ts';
import { newDispute, newRefund } from './entities.ts';
import { StripeRefusal } from './rules.ts';

export type Emit = (
  type: string,
  object: Stripe.Checkout.Session | Stripe.Charge | Stripe.Refund | Stripe.Dispute,
  mode: WebhookMode,
) => void;

interface Entities {
  intent: (id: string) => Stripe.PaymentIntent;
  emit: Emit;
  /** The shop's order id, by payment intent. */
  orderIdOf: (intentId: unknown) => string | null;
}

export function openRefunds(books: OpenLedger, { intent, emit, orderIdOf }: Entities) {
  const { charges, refunds, disputes } = books.books.stripe;

  function paidCharge(intentId: string): Stripe.Charge {
    const { latest_charge } = intent(intentId);
    const charged = charges.find(({ id }) => id === latest_charge);
    if (charged?.status === 'succeeded') return charged;
    throw new StripeRefusal(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }

  function createRefund(request: Stripe.RefundCreateParams, how?: RefundBehaviour): Stripe.Refund {
    const charged = paidCharge(String(request.payment_intent));
    const make = (left: number, isContested: boolean, isDone: boolean) => {
      const { amount = left } = request;
      if (left === 0) {
        throw new StripeRefusal(`Charge ${charged.id} has already been refunded.`, {
          code: 'charge_already_refunded',
        });
      }
      if (isContested) {
        throw new StripeRefusal(`Charge ${charged.id} has been charged back; cannot issue a refund.`, {
          code: 'charge_disputed',
        });
      }
      if (amount > left) {
        throw new StripeRefusal(
          `Refund amount (₹${amount / 100}) is greater than unrefunded amount on charge (₹${left / 100})`,
          { param: 'amount' },
        );
      }
      return newRefund(charged, amount, request, isDone, books.seconds());
    };
    return returns.addRefund(charged, make, how);
  }

  const returns = openReturns<Stripe.Charge, Stripe.Refund, Stripe.Dispute>(books, {
    provider: 'stripe',
    refunds,
    disputes,
    states: { done: 'succeeded', open: 'needs_response' },
    payment: paidCharge,
    paymentIdOf: ({ payment_intent }) => String(payment_intent),
    orderIdOf: ({ payment_intent }) => orderIdOf(payment_intent),
    createRefund: (payment_intent, amount, how) =>
      createRefund({ payment_intent, ...(amount !== undefined && { amount }) }, how),
    newDispute: (charged, amount) => newDispute(charged, amount, books.seconds()),
    refusal: (message) => new StripeRefusal(message),
    derive: ({ payment, refund, dispute }) => {
      payment.refunded = payment.amount_refunded === payment.amount;
      payment.disputed ||= dispute !== undefined;
      if (refund?.status === 'failed') refund.failure_reason = 'expired_or_canceled_card';
    },
    events: {
      refunded: () => ['refund.created', 'charge.refunded'],
      settled: ({ status }) => [
        ...(status === 'failed' ? ['refund.failed'] : []),
        'refund.updated',
        'charge.refund.updated',
      ],
      contested: 'charge.dispute.created',
      decided: () => 'charge.dispute.closed',
    },
    emit: (type, { payment, refund, dispute }, mode) =>
      emit(type, type === 'charge.refunded' ? payment : (refund ?? dispute ?? payment), mode),
  });

  return { createRefund, refunds, disputes, controls: returns.controls };
}
