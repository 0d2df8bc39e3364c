/** The books of the stand-ins: every order, payment, session, refund and delivery, and a ledger of the money. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import { chance } from './random-id.ts';
import type { ArrivedForm } from './emailjs/service.ts';
import { newGoogleBooks } from './google/issuer.ts';
import type { Provider, WebhookMode } from './controls.ts';
import type { RazorpayDispute, RazorpayOrder, RazorpayPayment, RazorpayRefund } from './razorpay/entities.ts';
import type { IntentData } from './stripe/entities.ts';

export interface LedgerEntry {
  /** ISO 8601, UTC. */
  at: string;
  provider: Provider;
  kind: 'payment' | 'refund' | 'dispute';
  /** Of the payment, the refund or the dispute. */
  id: string;
  /** The shop's own: Razorpay's receipt, Stripe's client_reference_id. */
  orderId: string | null;
  /** What came in; negative for what went back, and positive again for a refund that failed. */
  amountPaise: number;
}

/** One try to tell the shop of an event. */
export interface Attempt {
  /** ISO 8601, UTC. */
  at: string;
  /** The shop's answer; null when there was none. */
  status: number | null;
}

export interface Delivery {
  /** The event's id, the same at each try. */
  id: string;
  provider: Provider;
  /** Such as `payment.captured`. */
  type: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  mode: WebhookMode;
  /** 'waiting' has a try ahead of it, 'given-up' had too many; 'never' was asked not to be delivered. */
  state: 'waiting' | 'held' | 'never' | 'delivered' | 'given-up';
  /** The raw JSON text that is sent and signed. */
  body: string;
  /** Of the shop's order, as in the ledger. */
  orderId: string | null;
  /** When the next try is due, in ms since 1970; null when none is. */
  dueAt: number | null;
  /** How many tries to come must succeed: 2 for 'twice'. */
  left: number;
  attempts: Attempt[];
}

export interface Books {
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
  /** What the shop has: all that came in less all that was given back. */
  balancePaise: number;
}

/** Made once and kept, so that a restart leaves yesterday's payments valid. */
export interface Keys {
  razorpayKeyId: string;
  razorpayKeySecret: string;
  razorpayWebhookSecret: string;
  razorpayAccount: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  /** EmailJS's ids, which are no secrets. */
  emailjsServiceId: string;
  emailjsTemplateId: string;
  emailjsPublicKey: string;
  googleClientId: string;
  /** The name of the key pair, as credentials and the published keys carry it. */
  googleKeyId: string;
  /** The private half, as PEM; null until it is first needed. */
  googleKey: string | null;
}

/** Somebody at Google. */
export interface GoogleAccount {
  /** Google's id of the account, which stays when its e-mail changes. */
  sub: string;
  email: string;
  name: string;
  /** Whether Google has seen that the e-mail is theirs. */
  verified: boolean;
  /** Whether the shop has been let know who they are. */
  approved: boolean;
}

/** An answer that is given again to the same idempotency key. */
export interface KeptReply {
  /** Tells the same request from another one. */
  fingerprint: string;
  /** In seconds since 1970. */
  at: number;
  status: number;
  body: unknown;
}

/** What Stripe's page shows of a line: `images` are no field of the line in Stripe's API. */
export interface StripeLine {
  item: Stripe.LineItem;
  images: string[];
}

interface Kept {
  keys: Keys;
  books: Omit<Books, 'balancePaise'>;
  /** Razorpay's orders whose payments wait for the shop to capture them. */
  capturedByHand: string[];
  /** By session. */
  lines: Record<string, StripeLine[]>;
  /** What a session's payment will carry, by session. */
  intentData: Record<string, IntentData>;
  /** By provider and idempotency key. */
  replies: Record<string, KeptReply>;
  googleAccounts: GoogleAccount[];
  /** What EmailJS was sent, oldest first. */
  forms: ArrivedForm[];
}

export interface OpenBooks extends Kept {
  /** Milliseconds since 1970. */
  now: () => number;
  seconds: () => number;
  /** Writes an entry of the ledger, at this moment. */
  record: (entry: Omit<LedgerEntry, 'at'>) => void;
  /** To be called after every change, before anybody is told of it. */
  save: () => void;
  /** A copy. */
  copy: () => Books;
}

function newBooks(): Kept {
  const google = newGoogleBooks();
  return {
    keys: {
      razorpayKeyId: `rzp_test_${chance(14)}`,
      razorpayKeySecret: chance(24),
      razorpayWebhookSecret: chance(32),
      razorpayAccount: `acc_${chance(14)}`,
      stripeSecretKey: `sk_test_51${chance(97)}`,
      stripeWebhookSecret: `whsec_${chance(32)}`,
      emailjsServiceId: `service_${chance(7).toLowerCase()}`,
      emailjsTemplateId: `template_${chance(7).toLowerCase()}`,
      emailjsPublicKey: chance(17),
      ...google.keys,
    },
    books: {
      razorpay: { orders: [], payments: [], refunds: [], disputes: [] },
      stripe: { sessions: [], paymentIntents: [], charges: [], refunds: [], disputes: [] },
      deliveries: [],
      ledger: [],
    },
    capturedByHand: [],
    lines: {},
    intentData: {},
    replies: {},
    googleAccounts: google.accounts,
    forms: [],
  };
}

function readBooks(file: string): Kept {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return newBooks();
    throw error;
  }
  const kept = JSON.parse(text) as Kept;
  const fresh = newBooks();
  // Books from before there was a Google, an EmailJS or a dispute.
  const { razorpay, stripe, ...rest } = kept.books;
  const books = {
    ...rest,
    razorpay: { ...fresh.books.razorpay, ...razorpay },
    stripe: { ...fresh.books.stripe, ...stripe },
  };
  return { ...fresh, ...kept, books, keys: { ...fresh.keys, ...kept.keys } };
}

/** @param file in memory without */
export function openBooks(file: string | undefined, now: () => number): OpenBooks {
  const kept = file === undefined ? newBooks() : readBooks(file);
  function save(): void {
    if (file === undefined) return;
    // At once and in one step: what a caller was told is on disk, and a shop that is killed leaves no half a book.
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
