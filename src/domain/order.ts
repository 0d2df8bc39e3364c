import type { DeliveryAddress } from './address.ts';
import type { Discount } from './discount.ts';
import type { Dispute } from './dispute.ts';
import type { TaxClass } from './gst.ts';
import type { Totals } from './line-items.ts';
import { isAllBack } from './refund.ts';
import type { CreditNote, Invoice } from './tax-document.ts';

export const paymentMethods = ['cod', 'razorpay', 'stripe'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** A method whose money a provider takes while the shopper is online. */
export type Provider = Exclude<PaymentMethod, 'cod'>;

export type OrderStatus =
  | 'Payment Pending'
  | 'Order Placed'
  | 'Processing'
  | 'Shipped'
  | 'Delivered'
  | 'Payment Failed'
  | 'Cancelled';

/**
 * Where an order may go from where it is (decisions, Order life). States without a way out are final. A failed payment
 * is none: its shopper may pay again, and money that comes late is honoured where the pieces are still there.
 */
export const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  'Payment Pending': ['Order Placed', 'Payment Failed', 'Cancelled'],
  'Payment Failed': ['Payment Pending', 'Order Placed', 'Cancelled'],
  'Order Placed': ['Processing', 'Cancelled'],
  Processing: ['Shipped', 'Cancelled'],
  Shipped: ['Delivered', 'Cancelled'],
  Delivered: [],
  Cancelled: [],
};

export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return transitions[from].includes(to);
}

/** The four stages that a shopper follows (specification §2, Delivery page). */
export const stages = ['Order Placed', 'Processing', 'Shipped', 'Delivered'] as const satisfies OrderStatus[];

/** The order stands: it will be, or was, delivered. */
export function stands({ status }: Pick<Order, 'status'>): boolean {
  return (stages as readonly OrderStatus[]).includes(status);
}

/** Its pieces are out of stock: sold, or kept aside while its payment is under way. */
export function reservesStock(order: Pick<Order, 'status'>): boolean {
  return stands(order) || order.status === 'Payment Pending';
}

/**
 * Its code is used, or kept for it as its pieces are. A code comes back from an order that came to nothing: one that was
 * given up, cancelled, or paid online and sent back to the last paisa.
 */
export function reservesCode(order: Pick<Order, 'status' | 'discount' | 'payment' | 'refunds'>): boolean {
  return order.discount !== null && reservesStock(order) && !isAllBack(order);
}

/** Its shopper can still pay it: nothing but the money is missing. */
export function isUnpaid({ status }: Pick<Order, 'status'>): boolean {
  return status === 'Payment Pending' || status === 'Payment Failed';
}

/** An order that nobody has paid for so long is history: its prices and its pieces are of another day. */
const PAYABLE_MS = 72 * 60 * 60 * 1_000;

/** Whether its shopper may (still) pay it at this time, in ms. */
export function isPayable(order: Pick<Order, 'status' | 'placedAt'>, at: number): boolean {
  return isUnpaid(order) && at - order.placedAt < PAYABLE_MS;
}

/** What was bought, as it was when it was bought: a later price or name never changes an order. */
export interface OrderItem {
  productId: string;
  name: string;
  pricePaise: number;
  picture: string;
  size: string;
  quantity: number;
  /** What it is to GST. */
  taxClass?: TaxClass;
}

/** Since when (ms since 1970, UTC) an order has had a status. */
export interface StatusChange {
  status: OrderStatus;
  at: number;
}

/** What a provider knows an order by: Razorpay's order, Stripe's checkout session. */
export interface PaymentReference {
  provider: Provider;
  id: string;
  /** When it was made, in ms. */
  at: number;
}

/** Money that came in online. */
export interface Payment {
  provider: Provider;
  /** The provider's id of it. */
  id: string;
  amountPaise: number;
  /** When the shop learned of it, in ms. */
  at: number;
}

/** Why money goes back; `elsewhere`: somebody sent it back on the provider's dashboard. */
export type RefundReason =
  'paid-twice' | 'sold-out' | 'code-used' | 'cancelled' | 'wrong-amount' | 'returned' | 'elsewhere';

/** Money that goes back: wanted first, written down, then asked of the provider, so that none is forgotten or sent twice. */
export interface Refund {
  /** The shop's own, the same at every try; unique in its order. The provider's id for one of `elsewhere`. */
  key: string;
  provider: Provider;
  paymentId: string;
  amountPaise: number;
  reason: RefundReason;
  wantedAt: number;
  /** When the provider said that it is done; null until then. Orders of older days: when it had taken it on. */
  doneAt: number | null;
  /** The provider's id of it; null until it has taken it on. */
  providerId: string | null;
  /** Why it came to nothing, in the provider's words, and when (ms). Missing in orders of older days. */
  failure?: { at: number; why: string; /** Else the shop gave up asking. */ isProviders: boolean } | null;
  /** After it had failed, the owner paid it outside the provider, such as by UPI: when (ms), and how in the owner's words. */
  byHand?: { at: number; note: string };
  /** Nothing is expected of it: another refund stands in its place. */
  isReplaced?: boolean;
}

export interface Shipment {
  courier: string;
  trackingNumber: string;
}

export interface Order extends Omit<Totals, 'discountPaise'> {
  id: string;
  userId: string;
  items: OrderItem[];
  address: DeliveryAddress;
  paymentMethod: PaymentMethod;
  status: OrderStatus;
  /** Money is in. Cash on delivery stays false until the courier has it. */
  paid: boolean;
  /** Milliseconds since 1970, UTC. */
  placedAt: number;
  /** The day of the terms that stood when it was placed, such as '2026-11-20'; missing in orders of older days. */
  termsVersion?: string;
  /** Every status that it has had, oldest first. */
  history: StatusChange[];
  /** A hash of the network that it was ordered from, for limits of orders on delivery; until it has come to its end. */
  network?: string;
  /** A hash of lines, amount and address: two orders of one shopper with the same are one order, until it stands. */
  content: string;
  /** Until when (ms) pieces are kept for its payment; null where none is awaited. */
  reservedUntil: number | null;
  /** Since when (ms) pieces of it are kept for its payment, or were at first; missing in older orders and on delivery. */
  heldSince?: number;
  /** Oldest first; the last is the one that the shopper was sent to. */
  references: PaymentReference[];
  /** Ids of payments that are known to have failed: their news may come again, and late. */
  failedPayments: string[];
  /** What paid it, where it was paid online. */
  payment: Payment | null;
  refunds: Refund[];
  /** Payments that were contested; missing in orders of older days. */
  disputes?: readonly Dispute[];
  shipment: Shipment | null;
  /** What a code took off; null without one. */
  discount: Discount | null;
  /** Absent until it is issued. */
  invoice?: Invoice;
  /** What took the invoice back, oldest first. */
  creditNotes?: readonly CreditNote[];
}

/** The six characters that a shopper sees and reads out (specification §9). */
export function shortOrderId(id: string): string {
  return id.slice(-6);
}

/** The order that a placement makes: cash on delivery stands at once, other methods wait for the money. */
export function statusWhenPlaced(method: PaymentMethod): OrderStatus {
  return method === 'cod' ? 'Order Placed' : 'Payment Pending';
}

/**
 * The order in another status; the caller has asked `canBecome`. `at` in ms: what comes after something is written as
 * later, though machines' clocks differ by minutes, because what a shopper is told follows from the order of events.
 */
export function moved(order: Order, status: OrderStatus, at: number): Order {
  const reservedUntil = status === 'Payment Pending' ? order.reservedUntil : null;
  const { network, ...kept } = order;
  const { history, refunds } = order;
  const later = Math.max(at, history.at(-1)?.at ?? at, (refunds.at(-1)?.wantedAt ?? at - 1) + 1);
  // What an order is not limited by any more need not be known.
  const isOver = status === 'Delivered' || status === 'Cancelled';
  return {
    ...kept,
    ...(network !== undefined && !isOver && { network }),
    ...{ status, reservedUntil, history: [...history, { status, at: later }] },
  };
}
