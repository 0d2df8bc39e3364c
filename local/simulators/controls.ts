/**
 * What the stand-ins for Razorpay, Stripe, Google and EmailJS let their users do: the hands of a shopper, of the network
 * and of whoever looks into the books. The pages under `/__razorpay`, `/__stripe`, `/__google`, `/__emailjs` and
 * `/__payments` use the same functions.
 */
import type Stripe from 'stripe';
import type { Books, Delivery } from './ledger.ts';
import type { FormService } from './emailjs/service.ts';

export type Provider = 'razorpay' | 'stripe';

/** Whoever can be stood in for. */
export type Neighbour = Provider | 'google' | 'emailjs';

/** Whoever has a REST API of their own. */
export type ApiNeighbour = Exclude<Neighbour, 'emailjs'>;

/**
 * When the shop hears of what happened: at once (`'once'`), later, twice with one event id, never, or when somebody says
 * so (`'held'`). Whatever the mode, a delivery that the shop does not answer with 2xx within 10 s is tried again.
 */
export type WebhookMode = 'once' | 'twice' | 'never' | 'held' | { lateMs: number };

/**
 * What goes wrong with a REST API; of Google's, with the address of its public keys. Before any work: `down` drops the connection, `hang` never answers,
 * `garbage` answers 200 with HTML, `error` answers 500 with the provider's error body, `slow` waits and then does as
 * asked. After the work was done: `lost-answer` drops the connection, `hang-after` never answers, `error-after` answers
 * 500.
 */
export type Fault =
  'none' | 'down' | 'hang' | 'garbage' | 'error' | 'slow' | 'lost-answer' | 'hang-after' | 'error-after';

export interface FaultOptions {
  /** How slow `slow` is; 3,000 without. */
  ms?: number;
  /** Only the next so many requests; all without. */
  times?: number;
  /** Only requests whose "METHOD /path" contains this, such as `POST /v1/refunds`. */
  only?: string;
}

/** What Razorpay's window hands to the page's handler. */
export interface RazorpaySuccess {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  /** Hex HMAC-SHA256 of `order id|payment id` with the key secret. */
  razorpay_signature: string;
}

/** What Razorpay's window hands to `payment.failed`. */
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
  /** 'upi' without. */
  method?: 'upi' | 'card' | 'netbanking';
  /** 'captured' without; 'authorized' waits for the shop to capture. */
  outcome?: 'captured' | 'authorized' | 'failed';
  /** 'once' without. */
  webhook?: WebhookMode;
  email?: string;
  contact?: string;
  /** For UPI; 'success@razorpay' or 'failure@razorpay' without. */
  vpa?: string;
  /** For cards; Razorpay's test numbers without. */
  cardNumber?: string;
}

/** How a provider goes about the refunds that it is asked for from now on. */
export interface RefundManner {
  /** 'done' without; 'pending' ones wait for `settleRefund`. */
  outcome?: 'done' | 'pending';
  /** Of this and all that becomes of it; 'once' without. */
  webhook?: WebhookMode;
}

/** What the owner does on a provider's dashboard, and what banks do about payments that were made. */
export interface MoneyHands {
  refundsAre: (manner: RefundManner) => void;
  /**
   * Sends money of a payment back on the provider's dashboard: all that is left without an amount.
   * @returns the refund's id
   * @throws what the API refuses with
   */
  refundThere: (paymentId: string, options?: { amountPaise?: number } & RefundManner) => string;
  /** The bank's answer to a refund; it may also say no to one that was done. @throws where it has failed before */
  settleRefund: (refundId: string, answer: 'done' | 'failed', options?: { webhook?: WebhookMode }) => void;
  /** The payer contests a payment with their bank. @returns the dispute's id */
  contest: (paymentId: string, options?: { webhook?: WebhookMode }) => string;
  /** The bank's decision; money of a lost dispute is gone. @throws where it has decided */
  settleDispute: (disputeId: string, answer: 'won' | 'lost', options?: { webhook?: WebhookMode }) => void;
}

export interface RazorpayHands extends MoneyHands {
  /** Base address of the REST API, without `/v1`. */
  url: string;
  /**
   * A shopper in the payment window.
   * @returns what the window hands to the page; a paid order is refused as a failure without a payment
   * @throws when there is no such order
   */
  pay: (orderId: string, options?: RazorpayPayOptions) => RazorpaySuccess | RazorpayFailure;
  /**
   * The bank says yes after all to a payment that had failed, as UPI does: the payment is captured and the shop hears it
   * by webhook alone.
   * @throws when the payment has not failed or its order is paid already
   */
  succeedLate: (paymentId: string, options?: { webhook?: WebhookMode }) => RazorpaySuccess;
}

export interface StripePayOptions {
  /** 'paid' without; 'slow' completes the session unpaid, to be settled later. */
  outcome?: 'paid' | 'declined' | 'slow';
  webhook?: WebhookMode;
  email?: string;
  name?: string;
  cardNumber?: string;
}

export interface StripePaid {
  session: Stripe.Checkout.Session;
  /** Where the browser is sent: the success address with the session's id in it. */
  redirect: string;
}

export interface StripeDeclined {
  session: Stripe.Checkout.Session;
  /** The page stays and shows this. */
  declined: { code: string; message: string };
}

export interface StripeHands extends MoneyHands {
  /** Base address of the REST API, without `/v1`. */
  url: string;
  /**
   * A shopper on the hosted page.
   * @throws StandInRefusal when there is no such session or it is not open
   */
  pay: (sessionId: string, options?: StripePayOptions) => StripePaid | StripeDeclined;
  /** "Back" on the hosted page: the session stays open. @returns where the browser is sent */
  cancel: (sessionId: string) => { redirect: string };
  /** The session's time is over. @throws StandInRefusal when it is not open */
  expire: (sessionId: string, options?: { webhook?: WebhookMode }) => Stripe.Checkout.Session;
  /** The slow bank's answer. @throws StandInRefusal when the session does not wait for one */
  settleSlow: (
    sessionId: string,
    answer: 'succeeded' | 'failed',
    options?: { webhook?: WebhookMode },
  ) => Stripe.Checkout.Session;
}

export interface GoogleCredentialOptions {
  /** The same e-mail is the same account. */
  email: string;
  /** The account's, else made of the e-mail. */
  name?: string;
  /** The account's own without. */
  sub?: string;
  /** Whether Google has confirmed the e-mail; the account's, at first true. */
  verified?: boolean;
  /** The client that it is made out to; the shop's without. */
  audience?: string;
  issuer?: string;
  nonce?: string;
  /** 3,600 without; negative for one that has expired. */
  expiresInS?: number;
  /** Signed by Google's own key without, by another's under the same name, or not at all. */
  key?: 'own' | 'foreign' | 'none';
}

export interface GoogleHands {
  /** Base address of where the public keys are, without `/oauth2`. */
  url: string;
  /** @returns what a button or One Tap hands to the page: an ID token as a JWT */
  credential: (options: GoogleCredentialOptions) => string;
}

/** Changes a delivery on its way, after it was signed. @returns the body to send */
export type Tamper = (body: string, headers: Headers) => string;

export interface WebhookHands {
  /** What waits for somebody to say deliver, oldest first. */
  held: () => Delivery[];
  /**
   * Delivers now, whatever the mode and however often it was delivered before: the same event id and body, a fresh
   * signature.
   * @param id the event's id
   * @throws when there is no such event, or the shop cannot be reached
   */
  deliver: (id: string, options?: { tamper?: Tamper }) => Promise<Response>;
  /** Resolves when nothing is on its way; does not wait for what is due later. */
  settled: () => Promise<void>;
}

export interface StandIns {
  /** Names of environment variables → values, of those who are stood in for. */
  settings: Record<string, string>;
  /** The answer to a request for one of the browser's pages; undefined for any other address. */
  serve: (request: Request) => Promise<Response | undefined>;
  razorpay: RazorpayHands;
  stripe: StripeHands;
  google: GoogleHands;
  emailjs: FormService;
  webhooks: WebhookHands;
  /** One fault at a time for each; 'none' ends it. */
  fault: (neighbour: ApiNeighbour, fault: Fault, options?: FaultOptions) => void;
  /** A copy. */
  books: () => Books;
  stop: () => Promise<void>;
}

export interface StandInOptions {
  /** Where the books are kept, as JSON; in memory without. */
  file?: string;
  /** Where the shop is open, for webhooks and for the addresses of hosted pages. */
  shopAddress: () => string;
  /** Carries webhooks; `fetch` without. */
  deliver?: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Whom to stand in for; those who take money without. */
  providers?: readonly Neighbour[];
  /** Waits before a webhook is tried again, in ms. */
  retryAfterMs?: readonly number[];
}
