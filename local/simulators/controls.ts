/**
 * Controls of the local simulators of Razorpay, Stripe, Google and EmailJS: actions of a shopper, network faults, and
 * access to the ledger. The pages under `/__razorpay`, `/__stripe`, `/__google`, `/__emailjs` and `/__payments` use the
 * same functions.
 */
import type Stripe from 'stripe';
import type { Delivery, Ledger, Provider, WebhookMode } from './ledger.ts';
import type { FormService } from './emailjs/service.ts';
import type { Fault, FaultOptions } from './faults.ts';

/** All providers with a simulator. */
export type SimulatedService = Provider | 'google' | 'emailjs';

/** The providers with a REST API. */
export type SimulatedApi = Exclude<SimulatedService, 'emailjs'>;

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

export interface RazorpayPayOptions {
  /** Default: 'upi'. */
  method?: 'upi' | 'card' | 'netbanking';
  /** Default: 'captured'; 'authorized' waits until the shop captures it. */
  outcome?: 'captured' | 'authorized' | 'failed';
  /** Default: 'once'. */
  webhook?: WebhookMode;
  email?: string;
  contact?: string;
  /** For UPI; default: 'success@razorpay' or 'failure@razorpay'. */
  vpa?: string;
  /** For cards; default: Razorpay's test numbers. */
  cardNumber?: string;
}

/** How a provider handles refund requests from now on. */
export interface RefundBehaviour {
  /** Default: 'done'; 'pending' ones wait for `settleRefund`. */
  outcome?: 'done' | 'pending';
  /** For this refund and its later events; default: 'once'. */
  webhook?: WebhookMode;
}

/** Actions of the owner on a provider's dashboard, and of banks on existing payments. */
export interface PaymentControls {
  refundsAre: (behaviour: RefundBehaviour) => void;
  /**
   * Refunds a payment on the provider's dashboard: by default all that is left.
   * @returns the refund's id
   * @throws the API's refusal
   */
  refundThere: (paymentId: string, options?: { amountPaise?: number } & RefundBehaviour) => string;
  /** The bank's answer to a refund; 'failed' also works after 'done'. @throws if it has already failed */
  settleRefund: (refundId: string, answer: 'done' | 'failed', options?: { webhook?: WebhookMode }) => void;
  /** The payer disputes a payment at their bank. @returns the dispute's id */
  contest: (paymentId: string, options?: { webhook?: WebhookMode }) => string;
  /** The bank's decision; the money of a lost dispute is gone. @throws if it is already decided */
  settleDispute: (disputeId: string, answer: 'won' | 'lost', options?: { webhook?: WebhookMode }) => void;
}

export interface RazorpayControls extends PaymentControls {
  /** Base address of the REST API, without `/v1`. */
  url: string;
  /**
   * A shopper pays in the payment window.
   * @returns what the window passes to the page; a paid order gives a failure without a payment
   * @throws if there is no such order
   */
  pay: (orderId: string, options?: RazorpayPayOptions) => RazorpaySuccess | RazorpayFailure;
  /**
   * The bank accepts a failed payment later, as UPI does: the payment is captured and the shop learns it only by
   * webhook.
   * @throws if the payment has not failed or its order is already paid
   */
  succeedLate: (paymentId: string, options?: { webhook?: WebhookMode }) => RazorpaySuccess;
}

export interface StripePayOptions {
  /** Default: 'paid'; 'slow' completes the session unpaid, to be settled later. */
  outcome?: 'paid' | 'declined' | 'slow';
  webhook?: WebhookMode;
  email?: string;
  name?: string;
  cardNumber?: string;
}

export interface StripePaid {
  session: Stripe.Checkout.Session;
  /** The browser's redirect: the success URL with the session's id. */
  redirect: string;
}

export interface StripeDeclined {
  session: Stripe.Checkout.Session;
  /** The page stays and shows this message. */
  declined: { code: string; message: string };
}

export interface StripeControls extends PaymentControls {
  /** Base address of the REST API, without `/v1`. */
  url: string;
  /**
   * A shopper pays on the hosted page.
   * @throws StripeRefusal if there is no such session or it is not open
   */
  pay: (sessionId: string, options?: StripePayOptions) => StripePaid | StripeDeclined;
  /** "Back" on the hosted page: the session stays open. @returns the browser's redirect */
  cancel: (sessionId: string) => { redirect: string };
  /** The session expires. @throws StripeRefusal if it is not open */
  expire: (sessionId: string, options?: { webhook?: WebhookMode }) => Stripe.Checkout.Session;
  /** The slow bank's answer. @throws StripeRefusal if the session does not wait for one */
  settleSlow: (
    sessionId: string,
    answer: 'succeeded' | 'failed',
    options?: { webhook?: WebhookMode },
  ) => Stripe.Checkout.Session;
}

export interface GoogleCredentialOptions {
  /** The same email is the same account. */
  email: string;
  /** Default: the account's, or one made from the email. */
  name?: string;
  /** Default: the account's own. */
  sub?: string;
  /** Whether Google has confirmed the email; default: the account's value, at first true. */
  verified?: boolean;
  /** The client that the token is for; default: the shop's. */
  audience?: string;
  issuer?: string;
  /** Default: 3,600; negative for an expired token. */
  expiresInS?: number;
  /** Signed with Google's own key (default), with another key under the same id, or unsigned. */
  key?: 'own' | 'foreign' | 'none';
}

export interface GoogleControls {
  /** Base address of the public keys, without `/oauth2`. */
  url: string;
  /** @returns what a button or One Tap passes to the page: an ID token as a JWT */
  credential: (options: GoogleCredentialOptions) => string;
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
  razorpay: RazorpayControls;
  stripe: StripeControls;
  google: GoogleControls;
  emailjs: FormService;
  webhooks: WebhookControls;
  /** One fault at a time for each provider; 'none' ends it. */
  fault: (provider: SimulatedApi, fault: Fault, options?: FaultOptions) => void;
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
