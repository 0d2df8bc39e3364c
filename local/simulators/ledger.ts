/** The simulators' data: every order, payment, session, refund and delivery, and a ledger of the money. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import { randomAccountId, randomText } from './random-id.ts';
import type { RazorpayDispute, RazorpayOrder, RazorpayPayment, RazorpayRefund } from './razorpay/entities.ts';

export type Provider = 'razorpay' | 'stripe';

/**
 * When the shop receives an event: at once (`'once'`), later, twice with one event id, never, or on demand (`'held'`).
 * In every mode, a delivery without a 2xx answer within 10 s is retried.
 */
export type WebhookMode = 'once' | 'twice' | 'never' | 'held' | { lateMs: number };

export interface LedgerEntry {
  /** ISO 8601, UTC. */
  at: string;
  provider: Provider;
  kind: 'payment' | 'refund' | 'dispute';
  /** Of the payment, the refund or the dispute. */
  id: string;
  /** The shop's order id: Razorpay's receipt, Stripe's client_reference_id. */
  orderId: string | null;
  /** Money received; negative for a refund or a lost dispute, positive again for a refund that failed. */
  amountPaise: number;
}

/** One attempt to deliver an event to the shop. */
export interface Attempt {
  /** ISO 8601, UTC. */
  at: string;
  /** The shop's answer; null if there was none. */
  status: number | null;
}

export interface Delivery {
  /** The event's id, the same for each attempt. */
  id: string;
  provider: Provider;
  /** Such as `payment.captured`. */
  type: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  mode: WebhookMode;
  /** 'waiting' has an attempt ahead, 'given-up' had too many; 'never' must not be delivered. */
  state: 'waiting' | 'held' | 'never' | 'delivered' | 'given-up';
  /** The raw JSON text that is sent and signed. */
  body: string;
  /** The shop's order id, as in the ledger. */
  orderId: string | null;
  /** Time of the next attempt, in ms since 1970; null if there is none. */
  dueAt: number | null;
  /** How many further deliveries must succeed: 2 for 'twice'. */
  left: number;
  attempts: Attempt[];
}

export interface Ledger {
  razorpay: {
    orders: RazorpayOrder[];
    payments: RazorpayPayment[];
    refunds: RazorpayRefund[];
    disputes: RazorpayDispute[];
  };
  stripe: {
    sessions: Stripe.Checkout.Session[];
    paymentIntents: Stripe.PaymentIntent[];
    charges: Stripe.Charge[];
    refunds: Stripe.Refund[];
    disputes: Stripe.Dispute[];
  };
  /** Oldest first, as all lists here. */
  deliveries: Delivery[];
  ledger: LedgerEntry[];
  /** The shop's balance: everything received minus everything returned. */
  balancePaise: number;
}

/** A person's Google account. */
export interface GoogleAccount {
  /** Google's id of the account, which stays the same when its email changes. */
  sub: string;
  email: string;
  name: string;
  /** Whether Google has confirmed the email. */
  verified: boolean;
}

/** A form as it arrived, with only the template's fields. */
export interface ArrivedForm {
  /** ISO 8601, UTC. */
  at: string;
  fields: Record<string, string>;
}

/** An answer that is repeated for the same idempotency key. */
interface KeptReply {
  request: string;
  /** In seconds since 1970. */
  at: number;
  status: number;
  body: unknown;
}

/** The shop's settings, and what Google signs with. Created once and stored, so that payments stay valid after a restart. */
const newKeys = () => ({
  RAZORPAY_KEY_ID: `rzp_test_${randomText(14)}`,
  RAZORPAY_KEY_SECRET: randomText(24),
  RAZORPAY_WEBHOOK_SECRET: randomText(32),
  STRIPE_SECRET_KEY: `sk_test_51${randomText(97)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${randomText(32)}`,
  EMAILJS_SERVICE_ID: `service_${randomText(7).toLowerCase()}`,
  EMAILJS_TEMPLATE_ID: `template_${randomText(7).toLowerCase()}`,
  EMAILJS_PUBLIC_KEY: randomText(17),
  GOOGLE_CLIENT_ID: `${randomInt(100_000_000_000, 1_000_000_000_000)}-${randomText(32).toLowerCase()}.apps.googleusercontent.com`,
  /** Private, as PEM; empty until first needed. */
  googleKey: '',
});

interface Kept {
  keys: ReturnType<typeof newKeys>;
  books: Omit<Ledger, 'balancePaise'>;
  /** The requests for Stripe's sessions, by the id of the session. */
  sessionRequests: Record<string, Stripe.Checkout.SessionCreateParams>;
  /** By provider and idempotency key. */
  replies: Record<string, KeptReply>;
  googleAccounts: GoogleAccount[];
  /** Forms sent to EmailJS, oldest first. */
  forms: ArrivedForm[];
}

export interface OpenLedger extends Kept {
  /** Milliseconds since 1970. */
  now: () => number;
  seconds: () => number;
  /** Adds an entry to the ledger with the current time. */
  record: (entry: Omit<LedgerEntry, 'at'>) => void;
  /** Call it after every change, before reporting the change to anybody. */
  save: () => void;
  /** A copy. */
  copy: () => Ledger;
}

function newBooks(): Kept {
  return {
    keys: newKeys(),
    books: {
      razorpay: { orders: [], payments: [], refunds: [], disputes: [] },
      stripe: { sessions: [], paymentIntents: [], charges: [], refunds: [], disputes: [] },
      deliveries: [],
      ledger: [],
    },
    sessionRequests: {},
    replies: {},
    googleAccounts: [
      { sub: randomAccountId(), email: 'asha.rao@gmail.example', name: 'Asha Rao', verified: true },
      { sub: randomAccountId(), email: 'kabir@mail.example', name: 'Kabir Mehta', verified: false },
    ],
    forms: [],
  };
}

function readBooks(file: string): Kept {
  const fresh = newBooks();
  if (!existsSync(file)) return fresh;
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  // The file of an older shop may lack some of them.
  const books = {
    ...fresh.books,
    ...kept.books,
    razorpay: { ...fresh.books.razorpay, ...kept.books.razorpay },
    stripe: { ...fresh.books.stripe, ...kept.books.stripe },
  };
  return { ...fresh, ...kept, books, keys: { ...fresh.keys, ...kept.keys } };
}

/** @param file undefined: in memory */
export function openLedger(file: string | undefined, now: () => number): OpenLedger {
  const kept = file === undefined ? newBooks() : readBooks(file);
  function save(): void {
    if (file === undefined) return;
    // Synchronous and atomic: every confirmed change is on disk, and a killed shop leaves no partial file.
    writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  save();
  return {
    ...kept,
    now,
    seconds: () => Math.floor(now() / 1_000),
    record: (entry) => kept.books.ledger.push({ at: new Date(now()).toISOString(), ...entry }),
    save,
    copy: () => {
      const balancePaise = kept.books.ledger.reduce((sum, entry) => sum + entry.amountPaise, 0);
      return structuredClone({ ...kept.books, balancePaise });
    },
  };
}
