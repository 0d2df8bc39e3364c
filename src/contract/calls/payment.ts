import { z } from 'zod';
import type { PaymentMethod } from '../../domain/order.ts';
import { MINUTE_MS } from '../../domain/time-units.ts';
import type { CallRules, RefusalCode, Success } from './call.ts';
import { nothing, orderId } from './fields.ts';
import { orderBody, orderLimits } from './order.ts';

/**
 * The data for Razorpay's payment window. `order` is Razorpay's own order, with `amount` in paise; `orderId` is the
 * shop's. `key` is the public half of the account's key.
 */
export interface RazorpayCheckout {
  order: { id: string; amount: number; currency: string; receipt: string };
  orderId: string;
  key: string;
  /** URL of the window's script. */
  checkoutUrl: string;
  /** Where a browser that cannot open the window posts its form. */
  callbackUrl: string;
}

export interface StripeCheckout {
  /** URL of Stripe's own page. */
  session_url: string;
  orderId: string;
}

/** Razorpay's receipt for a successful payment, in Razorpay's field names. */
export type RazorpayReceipt = z.input<typeof razorpayReceipt>;

export interface PaymentReplies {
  'order.razorpay': Success & RazorpayCheckout;
  'order.stripe': Success & StripeCheckout;
  'order.pay': Success &
    (({ paymentMethod: 'razorpay' } & RazorpayCheckout) | ({ paymentMethod: 'stripe' } & StripeCheckout));
  'order.verifyRazorpay': Success & { message: string; orderId: string };
  'order.verifyStripe': Success & { message: string; orderId: string };
  'payment.methods': Success & { methods: PaymentMethod[] };
}

const razorpayReceipt = z.object({
  razorpay_order_id: z.string().min(1).max(60),
  razorpay_payment_id: z.string().min(1).max(60),
  razorpay_signature: z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'),
});

const refusals: readonly RefusalCode[] = [
  'not-found',
  'price-changed',
  'out-of-stock',
  'code-refused',
  'hold-limit',
  'key-reused',
  'already-placed',
];
const checks = [{ name: 'verify', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }] as const;

export const paymentCalls = {
  'order.razorpay': {
    auth: 'token',
    onlyPublished: true,
    summary: 'Places an order and opens Razorpay’s window for it.',
    body: orderBody,
    idempotencyKey: 'optional',
    refusals,
    limits: orderLimits,
  },
  'order.stripe': {
    auth: 'token',
    onlyPublished: true,
    summary: 'Places an order and opens Stripe’s page for it.',
    body: orderBody,
    idempotencyKey: 'optional',
    refusals,
    limits: orderLimits,
  },
  'order.pay': {
    auth: 'token',
    openBeforeLaunch: true,
    onlyPublished: true,
    summary: 'Pays an order that waits for payment or whose payment failed, with its own payment method.',
    body: z.object({ orderId }),
    refusals: ['not-found', 'out-of-stock', 'code-refused', 'already-placed'],
    // Enough for a shopper who tries one card after another.
    limits: [{ name: 'pay', by: 'account', limit: 20, windowMs: 10 * MINUTE_MS }],
  },
  'order.verifyRazorpay': {
    auth: 'token',
    openBeforeLaunch: true,
    onlyPublished: true,
    summary: 'The receipt of the payment window: the shop asks Razorpay.',
    body: razorpayReceipt,
    refusals: ['not-found', 'not-paid'],
    limits: checks,
  },
  'order.verifyStripe': {
    auth: 'token',
    openBeforeLaunch: true,
    onlyPublished: true,
    summary: 'For shoppers who return from either provider: the shop asks the provider.',
    // `success` comes from the URL and decides nothing.
    body: z.object({
      success: z
        .union([z.string().max(20), z.boolean()])
        .nullish()
        .transform((value) => value ?? null),
      orderId,
    }),
    refusals: ['not-found', 'not-paid'],
    limits: checks,
  },
  'payment.methods': {
    method: 'GET',
    auth: 'none',
    openBeforeLaunch: true,
    summary: 'The payment methods that are offered now.',
    body: nothing,
  },
} as const satisfies Record<string, CallRules>;
