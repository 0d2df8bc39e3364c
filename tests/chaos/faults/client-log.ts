/** Everything that shoppers were answered, to be compared with the ground truth. */
import type { PaymentMethod } from '../../../src/domain/order.ts';
import type { RouteName } from '../../../src/contract/routes.ts';
import type { StaffDone } from './staff.ts';

/** One call and what came of it. */
export interface LoggedCall {
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
}

/** What came of an order that somebody new asked for when nothing was broken any more; null where it stands. */
export interface FinalSale {
  method: PaymentMethod;
  problem: string | null;
}

export interface ClientLog {
  calls: LoggedCall[];
  attempts: Attempt[];
  accounts: Account[];
  /** Pieces that a shopper ever put into the cart, by `shopper product/size`. */
  addedToCart: Map<string, number>;
  finalSales: FinalSale[];
  /** What staff did at the desk. */
  staff: StaffDone[];
}

export function newClientLog(): ClientLog {
  return { calls: [], attempts: [], accounts: [], addedToCart: new Map(), finalSales: [], staff: [] };
}
