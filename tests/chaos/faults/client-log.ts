/** Every answer that shoppers got, to compare with the ground truth. */
import type { PaymentMethod } from '../../../src/domain/order.ts';
import type { RouteName } from '../../../src/contract/routes.ts';
import type { StaffDone } from './staff.ts';

/** One call and its outcome. */
export interface LoggedCall {
  /** Times of the request and the answer, in ms since 1970. */
  askedAt: number;
  at: number;
  shopper: number;
  route: RouteName;
  /** `silence`: no usable answer, or the shopper's own network lost it. `platform`: no function answered. */
  by: 'shop' | 'platform' | 'silence';
  status: number | null;
  /** Null means success. */
  code: string | null;
  message: string;
  /** The order that the call is about, or that it created. */
  orderId: string | null;
  /** Razorpay's order that the call is about. */
  reference: string | null;
  /** The Idempotency-Key. */
  key: string | null;
  /** How the answer breaks the contract; null if it does not. */
  breach: string | null;
  /** Lines, `product/size`, for which the answer says that fewer pieces are left than requested. */
  short: { line: string; left: number; asked: number }[];
  /** The orders that the answer lists; null if it is no list. */
  listed: string[] | null;
}

/** Without `own`, a call of the first shopper that placed an order. */
export const newCall = (own: Partial<LoggedCall> = {}): LoggedCall => ({
  askedAt: 1,
  at: 2,
  shopper: 1,
  route: 'order.place',
  by: 'shop',
  status: 200,
  code: null,
  message: '',
  orderId: null,
  reference: null,
  key: null,
  breach: null,
  short: [],
  listed: null,
  ...own,
});

/** One request for an order, however often it is sent. */
export interface Attempt {
  shopper: number;
  userId: string;
  key: string;
  method: PaymentMethod;
  /** The requested lines, by `product/size`, and the amount that the shopper agreed to. */
  lines: [string, number][];
  amountPaise: number;
}

export interface Account {
  shopper: number;
  email: string;
  userId: string;
  /** The cart in the browser at the end; null if the server did not answer in full. */
  cart: Record<string, number> | null;
}

/** Why a new shopper's order failed after all faults had ended; null if it stands. */
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
  /** The actions of staff at the desk. */
  staff: StaffDone[];
}

export function newClientLog(): ClientLog {
  return { calls: [], attempts: [], accounts: [], addedToCart: new Map(), finalSales: [], staff: [] };
}
