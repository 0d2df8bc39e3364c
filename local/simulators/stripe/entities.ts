/** Stripe's entities as its REST API returns them, with every field of the SDK's types; amounts in paise. */
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
  locale: Stripe.Checkout.Session.Locale | null;
  metadata: Record<string, string>;
  submit_type: Stripe.Checkout.Session.SubmitType | null;
  billing_address_collection: Stripe.Checkout.Session.BillingAddressCollection | null;
  allowed_payment_method_types: string[] | null;
  adaptive_pricing: { enabled: boolean };
  amount: number;
  url: (id: string) => string;
}

export function newSession(wanted: NewSession, created: number): Stripe.Checkout.Session {
  const id = `cs_test_a1${randomText(56)}`;
  const { amount, url, ...echoed } = wanted;
  return {
    id,
    object: 'checkout.session',
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: 'inr',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: customerDetails(wanted.customer_email, null),
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    managed_payments: null,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: wanted.allowed_payment_method_types ?? ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: url(id),
    wallet_options: null,
    ...echoed,
  };
}

/** Null until the customer's details are known. */
export function customerDetails(
  email: string | null,
  name: string | null,
): Stripe.Checkout.Session.CustomerDetails | null {
  if (email === null) return null;
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  };
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
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: 'inr',
    description: name,
    metadata: {},
    price: {
      id: `price_${randomText(24)}`,
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created,
      currency: 'inr',
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: `prod_${randomText(14)}`,
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: unitAmount,
      unit_amount_decimal: String(unitAmount) as unknown as Stripe.Price['unit_amount_decimal'],
    },
    quantity,
  };
}

export interface IntentData {
  description: string | null;
  metadata: Record<string, string>;
  receipt_email: string | null;
  shipping: Stripe.PaymentIntent.Shipping | null;
  statement_descriptor_suffix: string | null;
}

export function newIntent(
  amount: number,
  data: IntentData,
  created: number,
  methods: readonly string[],
): Stripe.PaymentIntent {
  const id = `pi_3${randomText(23)}`;
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created,
    currency: 'inr',
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: `pm_1${randomText(23)}`,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: [...methods],
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    source: null,
    statement_descriptor: null,
    status: 'processing',
    transfer_data: null,
    transfer_group: null,
    ...data,
  };
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
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    calculated_statement_descriptor: 'TAANA',
    captured: false,
    created: intent.created,
    currency: 'inr',
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', country: 'IN', funding: 'credit', last4 },
    } as Stripe.Charge.PaymentMethodDetails,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  };
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
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...wanted,
  };
}

const DAYS_TO_RESPOND_S = 7 * 86_400;

export function newDispute(charge: Stripe.Charge, created: number): Stripe.Dispute {
  return {
    id: `du_1${randomText(23)}`,
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: 'inr',
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: created + DAYS_TO_RESPOND_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: 'needs_response',
  };
}
