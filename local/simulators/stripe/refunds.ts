/** Money that leaves the shop at Stripe: refunds, by API or dashboard, and disputes. */
import type Stripe from 'stripe';
import type { OpenLedger, WebhookMode } from '../ledger.ts';
import type { PaymentControls, RefundBehaviour } from '../controls.ts';
import { newDispute, newRefund } from './entities.ts';
import { type Params, StripeRefusal } from './rules.ts';
import { echoed, readMetadata } from './session-rules.ts';

/** @throws StripeRefusal if the list has none with this id */
export type Find = <Entity extends { id: string }>(
  list: Entity[],
  id: string,
  noun: string,
  param: string,
) => Entity;

export type Emit = (
  type: string,
  object: Stripe.Checkout.Session | Stripe.Charge | Stripe.Refund | Stripe.Dispute,
  mode: WebhookMode,
) => void;

interface Entities {
  find: Find;
  charge: (id: string) => Stripe.Charge;
  emit: Emit;
  /** The shop's order id, by payment intent. */
  orderIdOf: (intentId: unknown) => string | null;
}

export function openRefunds(books: OpenLedger, { find, charge, emit, orderIdOf }: Entities) {
  const { paymentIntents, charges, refunds, disputes } = books.books.stripe;
  let behaviour: RefundBehaviour = {};

  function chargeToRefund(params: Params): Stripe.Charge {
    const intentId = String(params['payment_intent']);
    const made = find(paymentIntents, intentId, 'payment_intent', 'payment_intent');
    const charged = charges.find((other) => other.id === made.latest_charge);
    if (charged?.status === 'succeeded') return charged;
    throw new StripeRefusal(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }

  function createRefund(params: Params, how: RefundBehaviour = behaviour): Stripe.Refund {
    const { outcome = 'done', webhook = 'once' } = how;
    const charged = chargeToRefund(params);
    const left = charged.amount - charged.amount_refunded;
    if (left === 0) {
      throw new StripeRefusal(`Charge ${charged.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      });
    }
    if (isContested(charged)) {
      throw new StripeRefusal(`Charge ${charged.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      });
    }
    const amount = (params['amount'] as number | undefined) ?? left;
    if (amount < 1) {
      throw new StripeRefusal('This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param: 'amount',
      });
    }
    if (amount > left) {
      throw new StripeRefusal(
        `Refund amount (₹${amount / 100}) is greater than unrefunded amount on charge (₹${left / 100})`,
        { param: 'amount' },
      );
    }
    const reason = echoed<'duplicate' | 'fraudulent' | 'requested_by_customer'>(params['reason']);
    const status = outcome === 'done' ? 'succeeded' : 'pending';
    const wanted = { amount, reason, metadata: readMetadata(params['metadata']), status } as const;
    const given = newRefund(charged, wanted, books.seconds());
    refunds.push(given);
    move(charged, given, amount);
    emit('refund.created', given, webhook);
    emit('charge.refunded', charged, webhook);
    books.save();
    return given;
  }

  const isContested = ({ id }: Stripe.Charge) =>
    disputes.some(({ charge: of, status }) => of === id && status !== 'won');

  /** Deducts an amount of a charge from the balance; a negative amount is added back. */
  function move(charged: Stripe.Charge, { id }: Stripe.Refund, amount: number): void {
    charged.amount_refunded += amount;
    charged.refunded = charged.amount_refunded === charged.amount;
    const orderId = orderIdOf(charged.payment_intent);
    books.record({ provider: 'stripe', kind: 'refund', id, orderId, amountPaise: -amount });
  }

  const refundOf = (id: string) => find(refunds, id, 'refund', 'id');
  const dispute = (id: string) => find(disputes, id, 'dispute', 'dispute');

  const controls = {
    refundsAre: (from) => {
      behaviour = from;
    },
    refundThere: (paymentId, { amountPaise, ...how } = {}) => {
      const params = { payment_intent: paymentId, ...(amountPaise !== undefined && { amount: amountPaise }) };
      return createRefund(params, { ...behaviour, ...how }).id;
    },
    settleRefund: (refundId, answer, { webhook = behaviour.webhook ?? 'once' } = {}) => {
      const given = refundOf(refundId);
      if (given.status === 'failed') throw new StripeRefusal('This refund has failed.');
      given.status = answer === 'done' ? 'succeeded' : 'failed';
      if (answer === 'failed') {
        given.failure_reason = 'expired_or_canceled_card';
        move(charge(String(given.charge)), given, -given.amount);
        emit('refund.failed', given, webhook);
      }
      emit('refund.updated', given, webhook);
      emit('charge.refund.updated', given, webhook);
      books.save();
    },
    contest: (paymentId, { webhook = 'once' } = {}) => {
      const charged = chargeToRefund({ payment_intent: paymentId });
      if (charged.refunded || isContested(charged)) {
        throw new StripeRefusal('Only money that the shop has can be disputed, and once at a time.');
      }
      const opened = newDispute(charged, books.seconds());
      disputes.push(opened);
      charged.disputed = true;
      emit('charge.dispute.created', opened, webhook);
      books.save();
      return opened.id;
    },
    settleDispute: (disputeId, answer, { webhook = 'once' } = {}) => {
      const decided = dispute(disputeId);
      if (decided.status !== 'needs_response') throw new StripeRefusal('This dispute is decided.');
      decided.status = answer;
      if (answer === 'lost') {
        const orderId = orderIdOf(decided.payment_intent);
        const entry = { provider: 'stripe', kind: 'dispute', id: decided.id, orderId } as const;
        books.record({ ...entry, amountPaise: -decided.amount });
      }
      emit('charge.dispute.closed', decided, webhook);
      books.save();
    },
  } satisfies PaymentControls;

  return { createRefund, dispute, disputes, controls };
}
