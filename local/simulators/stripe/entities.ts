/**
 * Stripe's entities as its REST API returns them, without the fields that say nothing here (null, or one constant) and
 * that the shop does not read. Amounts in paise.
 */
import type Stripe from 'stripe';
import { randomText } from '../random-id.ts';

export const API_VERSION = '2026-10-28.endive';

/** A validated request to `POST /v1/checkout/sessions`, with the supported fields. */
export interface NewSession {
  success_url: string;
  cancel_url: string | null;
  client_reference_id: string | null;
  customer_email: string | null;
  expires_at: number;
  metadata: Record<string, string>;
  billing_address_collection: Stripe.Checkout.Session.BillingAddressCollection | null;
  adaptive_pricing: unknown;
  amount: number;
  url: (id: string) => string;
}

export function newSession(wanted: NewSession, created: number): Stripe.Checkout.Session {
  const id = `cs_test_a1${randomText(56)}`;
  const { amount, url, ...echoed } = wanted;
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    created,
    currency: 'inr',
    customer_details: customerDetails(wanted.customer_email, null),
    livemode: false,
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    ui_mode: 'hosted_page',
    url: url(id),
    ...echoed,
  } as unknown as Stripe.Checkout.Session;
}

/** Null until the customer's details are known. */
export function customerDetails(
  email: string | null,
  name: string | null,
): Stripe.Checkout.Session.CustomerDetails | null {
  if (email === null) return null;
  return {
    email,
    name,
  } as unknown as Stripe.Checkout.Session.CustomerDetails;
}

export interface NewLine {
  name: string;
  description: string | null;
  /** Per piece, in paise. */
  unitAmount: number;
  quantity: number;
  created: number;
}

export function newLine({ name, unitAmount, quantity, created }: NewLine): Stripe.LineItem {
  const amount = unitAmount * quantity;
  return {
    id: `li_${randomText(24)}`,
    object: 'item',
    amount_subtotal: amount,
    amount_total: amount,
    currency: 'inr',
    description: name,
    metadata: {},
    price: {
      id: `price_${randomText(24)}`,
      object: 'price',
      active: false,
      created,
      currency: 'inr',
      livemode: false,
      metadata: {},
      product: `prod_${randomText(14)}`,
      type: 'one_time',
      unit_amount: unitAmount,
    },
    quantity,
  } as unknown as Stripe.LineItem;
}

export interface IntentData {
  description: string | null;
  metadata: Record<string, string>;
  shipping: Stripe.PaymentIntent.Shipping | null;
}

export function newIntent(amount: number, data: IntentData, created: number): Stripe.PaymentIntent {
  const id = `pi_3${randomText(23)}`;
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    client_secret: `${id}_secret_${randomText(25)}`,
    created,
    currency: 'inr',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    payment_method: `pm_1${randomText(23)}`,
    payment_method_types: ['card'],
    status: 'processing',
    ...data,
  } as unknown as Stripe.PaymentIntent;
}

export function newCharge(
  intent: Stripe.PaymentIntent,
  payer: { email: string; name: string },
  last4: string,
): Stripe.Charge {
  return {
    id: `ch_3${randomText(23)}`,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    captured: false,
    created: intent.created,
    currency: 'inr',
    description: intent.description,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: intent.metadata,
    paid: false,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', country: 'IN', funding: 'credit', last4 },
    } as Stripe.Charge.PaymentMethodDetails,
    refunded: false,
    shipping: intent.shipping,
    status: 'pending',
  } as unknown as Stripe.Charge;
}

export interface NewRefund {
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
  status: 'succeeded' | 'pending';
}

export function newRefund(charge: Stripe.Charge, wanted: NewRefund, created: number): Stripe.Refund {
  return {
    id: `re_3${randomText(23)}`,
    object: 'refund',
    balance_transaction: `txn_3${randomText(23)}`,
    charge: charge.id,
    created,
    currency: 'inr',
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...wanted,
  } as unknown as Stripe.Refund;
}

const DAYS_TO_RESPOND_S = 7 * 86_400;

export function newDispute(charge: Stripe.Charge, created: number): Stripe.Dispute {
  return {
    id: `du_1${randomText(23)}`,
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created,
    currency: 'inr',
    evidence_details: {
      due_by: created + DAYS_TO_RESPOND_S,
    },
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: 'needs_response',
  } as unknown as Stripe.Dispute;
}
