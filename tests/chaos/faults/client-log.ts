/** Everything that shoppers were told, to be held against the truth afterwards. */
import type { PaymentMethod } from '../../../src/domain/order.ts';
import type { RouteName } from '../../../src/contract/routes.ts';
import { statusOf } from '../../../netlify/http/errors.ts';

/** One call and what came of it. */
export interface Told {
  /** When it was asked and when it was answered, in ms since 1970. */
  askedAt: number;
  at: number;
  shopper: number;
  route: RouteName;
  /** `silence`: no usable answer came, or the shopper's own network lost it. `platform`: no function answered. */
  by: 'shop' | 'platform' | 'silence';
  status: number | null;
  /** Null for success. */
  code: string | null;
  message: string;
  /** The order that it was about, or that it gave. */
  orderId: string | null;
  /** Razorpay's order that it was about. */
  reference: string | null;
  /** The Idempotency-Key. */
  key: string | null;
  /** What the contract does not allow about the answer; null for nothing. */
  breach: string | null;
  /** Lines, `product/size`, of which it said that fewer are left than were asked for. */
  short: { line: string; left: number; asked: number }[];
  /** The orders that it listed; null where it was no list. */
  listed: string[] | null;
}

/** One request for an order, however often it was sent. */
export interface Attempt {
  shopper: number;
  userId: string;
  key: string;
  method: PaymentMethod;
  /** What was asked for, by `product/size`, and the amount that the shopper agreed to. */
  lines: [string, number][];
  amountPaise: number;
}

export interface Account {
  shopper: number;
  email: string;
  userId: string;
  /** What the browser shows at the end; null where it did not hear the server out. */
  cart: Record<string, number> | null;
  wishlist: string[] | null;
}

/** What came of an order that somebody new asked for when nothing was broken any more; null where it stands. */
export interface Sale {
  method: PaymentMethod;
  problem: string | null;
}

export interface Witness {
  told: Told[];
  attempts: Attempt[];
  accounts: Account[];
  /** Pieces that a shopper ever put into the cart, by `shopper product/size`. */
  puts: Map<string, number>;
  afterwards: Sale[];
}

export function newWitness(): Witness {
  return { told: [], attempts: [], accounts: [], puts: new Map(), afterwards: [] };
}

/** Words of a stack, a path or a driver, which no shopper should read. */
const INSIDE = /\n\s+at |node_modules|file:\/\/|\.mjs:|\bECONN|Upstash|redis|ERR |TypeError|SyntaxError/i;

/** Why an answer of the shop is none of the contract's; null where it is one. */
export function breachOf(status: number, text: string): string | null {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return `${status} is not JSON`;
  }
  if (INSIDE.test(text)) return `${status} tells of the inside: ${text.slice(0, 120)}`;
  if (body['success'] === true) return status === 200 ? null : `${status} with success`;
  const { code, message } = body;
  if (typeof code !== 'string' || !Object.hasOwn(statusOf, code))
    return `${status} without a code of the contract`;
  if (statusOf[code as keyof typeof statusOf] !== status) return `${status} with the code ${code}`;
  return typeof message === 'string' && message !== '' ? null : `${status} without a message`;
}
