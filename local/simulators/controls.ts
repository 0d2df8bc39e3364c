/**
 * Controls of the local simulators of Razorpay, Stripe, Google and EmailJS: actions of a shopper, network faults, and
 * access to the ledger. The pages under `/__razorpay`, `/__stripe`, `/__google`, `/__emailjs` and `/__payments` use the
 * same functions.
 */
import type { Fault, FaultOptions } from './faults.ts';
import type { ArrivedForm, Delivery, Ledger, Provider, WebhookMode } from './ledger.ts';

/** All providers with a simulator. */
export type SimulatedService = Provider | 'google' | 'emailjs';

/** How the shop hears of an action; default: 'once'. */
export interface WebhookOption {
  webhook?: WebhookMode;
}

/** What Razorpay's window passes to the page's handler. */
export interface RazorpaySuccess {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  /** Hex HMAC-SHA256 of `order id|payment id` with the key secret. */
  razorpay_signature: string;
}

/** What Razorpay's window passes to `payment.failed`. */
export interface RazorpayFailure {
  error: {
    code: string;
    description: string;
    source: string;
    step: string;
    reason: string;
    metadata: { order_id: string; payment_id?: string };
  };
}

export interface RazorpayPayOptions extends WebhookOption {
  /** Default: 'upi'. */
  method?: 'upi' | 'card' | 'netbanking';
  /** Default: 'captured'; 'authorized' waits until the shop captures it. */
  outcome?: 'captured' | 'authorized' | 'failed';
}

/** How a provider handles refund requests from now on; `webhook` holds for their later events too. */
export interface RefundBehaviour extends WebhookOption {
  /** Default: 'done'; 'pending' ones wait for `settleRefund`. */
  outcome?: 'done' | 'pending';
}

/** Actions of the owner on a provider's dashboard, and of banks on existing payments. Each throws the API's refusal. */
export interface PaymentControls {
  refundsAre: (behaviour: RefundBehaviour) => void;
  /** Refunds a payment on the provider's dashboard: by default all that is left. @returns the refund's id */
  refundThere: (paymentId: string, options?: { amountPaise?: number } & RefundBehaviour) => string;
  /** The bank's answer to a refund; 'failed' also works after 'done'. */
  settleRefund: (refundId: string, answer: 'done' | 'failed', options?: WebhookOption) => void;
  /** The payer disputes a payment at their bank. @returns the dispute's id */
  contest: (paymentId: string, options?: WebhookOption) => string;
  /** The bank's decision; the money of a lost dispute is gone. */
  settleDispute: (disputeId: string, answer: 'won' | 'lost', options?: WebhookOption) => void;
}

export interface RazorpayControls extends PaymentControls {
  /**
   * A shopper pays in the payment window.
   * @returns what the window passes to the page; a paid order gives a failure without a payment
   */
  pay: (orderId: string, options?: RazorpayPayOptions) => RazorpaySuccess | RazorpayFailure;
  /**
   * The bank accepts a failed payment later, as UPI does: the payment is captured and the shop learns it only by
   * webhook.
   */
  succeedLate: (paymentId: string, options?: WebhookOption) => RazorpaySuccess;
}

export interface StripePayOptions extends WebhookOption {
  /** Default: 'paid'; 'slow' completes the session unpaid, to be settled later. */
  outcome?: 'paid' | 'declined' | 'slow';
  cardNumber?: string;
}

export interface StripePaid {
  /** The browser's redirect: the success URL with the session's id. */
  redirect: string;
}

export interface StripeDeclined {
  /** The page stays and shows this message. */
  declined: string;
}

export interface StripeControls extends PaymentControls {
  /** A shopper pays on the hosted page. */
  pay: (sessionId: string, options?: StripePayOptions) => StripePaid | StripeDeclined;
  /** "Back" on the hosted page: the session stays open. @returns the browser's redirect */
  cancel: (sessionId: string) => { redirect: string };
  /** The session expires. */
  expire: (sessionId: string, options?: WebhookOption) => void;
  /** The slow bank's answer. */
  settleSlow: (sessionId: string, answer: 'succeeded' | 'failed', options?: WebhookOption) => void;
}

/** Base address of a REST API, without `/v1`. */
interface AtUrl {
  url: string;
}

/** Changes a delivery after it was signed. @returns the body to send */
export type Tamper = (body: string, headers: Headers) => string;

export interface WebhookControls {
  /** Held deliveries, oldest first. */
  held: () => Delivery[];
  /**
   * Delivers now, in every mode and also again: the same event id and body, a fresh signature.
   * @param id the event's id
   * @throws if there is no such event, or the shop cannot be reached
   */
  deliver: (id: string, options?: { tamper?: Tamper }) => Promise<Response>;
  /** Resolves when no delivery is running; does not wait for later ones. */
  settled: () => Promise<void>;
}

export interface Simulators {
  /** Environment variables of the simulated providers, by name. */
  settings: Record<string, string>;
  /** Answers a request for one of the simulators' pages; undefined for any other URL. */
  serve: (request: Request) => Promise<Response | undefined>;
  razorpay: RazorpayControls & AtUrl;
  stripe: StripeControls & AtUrl;
  /** `credential`: what a button or One Tap passes to the page, an ID token as a JWT. The same email is the same account. */
  google: { credential: (account: { email: string }) => string };
  /** Oldest first. */
  emailjs: { forms: () => ArrivedForm[] };
  webhooks: WebhookControls;
  /** One fault at a time for each provider; 'none' ends it. */
  fault: (provider: Provider, fault: Fault, options?: FaultOptions) => void;
  /** A copy. */
  books: () => Ledger;
  stop: () => Promise<void>;
}

export interface SimulatorOptions {
  /** Path of the ledger's JSON file; default: in memory. */
  file?: string;
  /** The shop's URL, for webhooks and hosted pages. */
  shopAddress: () => string;
  /** Sends webhooks; default: `fetch`. */
  deliver?: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Which providers to simulate; default: those that take payments. */
  providers?: readonly SimulatedService[];
  /** Waits before each retry of a webhook, in ms. */
  retryAfterMs?: readonly number[];
}
