/**
 * Stripe's entities as its REST API returns them, without the fields that say nothing here (null, or one constant) and
 * that the shop does not read. Amounts in paise.
 */
import type Stripe from 'stripe';
import { DAY_S } from '../../../src/domain/time-units.ts';
import { randomText } from '../random-id.ts';

/** A validated request to `POST /v1/checkout/sessions`. */
export type SessionRequest = Stripe.Checkout.SessionCreateParams;

const currency = 'inr';

/** The lines of a session's page. */
export function linesOf({ line_items = [] }: SessionRequest) {
  return line_items.map(({ price_data, quantity = 1 }, at) => ({
    id: `li_${at}`,
    object: 'item',
    amount_total: (price_data?.unit_amount ?? 0) * quantity,
    currency,
    description: price_data?.product_data?.name ?? '',
    quantity,
  }));
}

export function newSession(
  request: SessionRequest,
  created: number,
  shopAddress: string,
): Stripe.Checkout.Session {
  const id = `cs_test_a1${randomText(56)}`;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: request.adaptive_pricing ?? null,
    amount_total: linesOf(request).reduce((sum, { amount_total }) => sum + amount_total, 0),
    billing_address_collection: request.billing_address_collection ?? null,
    cancel_url: request.cancel_url ?? null,
    client_reference_id: request.client_reference_id ?? null,
    created,
    currency,
    customer_email: request.customer_email ?? null,
    expires_at: request.expires_at ?? created + DAY_S,
    metadata: request.metadata ?? {},
    mode: request.mode,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: request.success_url,
    url: `${shopAddress}/__stripe/c/pay/${id}`,
  } as unknown as Stripe.Checkout.Session;
}

/** @param request that of the session which is paid */
export function newIntent(request: SessionRequest, amount: number, created: number): Stripe.PaymentIntent {
  const { description = null, metadata = {}, shipping = null } = request.payment_intent_data ?? {};
  return {
    id: `pi_3${randomText(23)}`,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    created,
    currency,
    description,
    latest_charge: null,
    metadata,
    shipping,
    status: 'processing',
  } as unknown as Stripe.PaymentIntent;
}

export function newCharge({ id, amount, created }: Stripe.PaymentIntent): Stripe.Charge {
  return {
    id: `ch_3${randomText(23)}`,
    object: 'charge',
    amount,
    amount_refunded: 0,
    created,
    currency,
    disputed: false,
    failure_message: null,
    paid: false,
    payment_intent: id,
    refunded: false,
    status: 'pending',
  } as unknown as Stripe.Charge;
}

/** @param request a validated request to `POST /v1/refunds` */
export function newRefund(
  { id: charge, payment_intent }: Stripe.Charge,
  amount: number,
  { metadata, reason }: Stripe.RefundCreateParams,
  isDone: boolean,
  created: number,
): Stripe.Refund {
  return {
    id: `re_3${randomText(23)}`,
    object: 'refund',
    amount,
    charge,
    created,
    currency,
    metadata: metadata || {},
    payment_intent,
    reason: reason ?? null,
    status: isDone ? 'succeeded' : 'pending',
  } as unknown as Stripe.Refund;
}

export function newDispute(
  { id: charge, payment_intent }: Stripe.Charge,
  amount: number,
  created: number,
): Stripe.Dispute {
  return {
    id: `du_1${randomText(23)}`,
    object: 'dispute',
    amount,
    charge,
    created,
    currency,
    evidence_details: { due_by: created + 7 * DAY_S },
    payment_intent,
    reason: 'product_not_received',
    status: 'needs_response',
  } as unknown as Stripe.Dispute;
}
