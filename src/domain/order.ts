import type { DeliveryAddress } from './address.ts';
import { payableDays } from './config.ts';
import type { Discount } from './discount.ts';
import type { TaxClass } from './gst.ts';
import type { Totals } from './order-totals.ts';
import type { CreditNote, Invoice } from './tax-document.ts';
import { DAY_MS } from './time-units.ts';

/** In screen order. Which one is chosen at first: stores/checkout/payment-methods; recommended: PaymentChoice. */
export const paymentMethods = ['cod', 'razorpay', 'stripe'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** An order's id: 20 digits and capital letters. */
export const ORDER_ID = /^[0-9A-Z]{20}$/;

/** A payment method whose money a provider takes while the shopper is online. */
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
 * The status changes that are allowed (docs/behaviour.md#order-life). A status without an exit is final. `Payment
 * Failed` is not final: the shopper may pay again, and a late payment is accepted if the pieces are still in stock.
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

/** The four stages that a shopper can follow. */
export const stages = ['Order Placed', 'Processing', 'Shipped', 'Delivered'] as const satisfies OrderStatus[];

/** The order will be delivered, or was. */
export function isOrderConfirmed({ status }: Pick<Order, 'status'>): boolean {
  return (stages as readonly OrderStatus[]).includes(status);
}

/** Its shopper wants to send pieces back, and nobody has settled it yet. */
export function isReturnAsked(order: Pick<Order, 'status' | 'returnAskedAt'>): boolean {
  return order.returnAskedAt !== undefined && order.status !== 'Cancelled';
}

/** Pieces that have left can come back; before that an order is cancelled. */
export function canBeReturned(order: Pick<Order, 'status' | 'returnAskedAt'>): boolean {
  return (order.status === 'Shipped' || order.status === 'Delivered') && !isReturnAsked(order);
}

/** The order without an open return. */
export function withoutReturn(order: Order): Order {
  const { returnAskedAt: _, ...rest } = order;
  return isReturnAsked(order) ? rest : order;
}

/** Its pieces are not for sale: sold, or reserved during the payment. */
export function reservesStock(order: Pick<Order, 'status'>): boolean {
  return isOrderConfirmed(order) || order.status === 'Payment Pending';
}

/** The shopper can still pay it: only the money is missing. */
export function isUnpaid({ status }: Pick<Order, 'status'>): boolean {
  return status === 'Payment Pending' || status === 'Payment Failed';
}

/** Whether the shopper may still pay at this time, in ms. */
export function isPayable(order: Pick<Order, 'status' | 'placedAt'>, at: number): boolean {
  return isUnpaid(order) && at - order.placedAt < payableDays * DAY_MS;
}

/** An item as it was when it was bought: a later price or name never changes an order. */
export interface OrderItem {
  productId: string;
  name: string;
  pricePaise: number;
  picture: string;
  size: string;
  quantity: number;
  taxClass?: TaxClass;
}

/** A status and when it began, in ms since 1970, UTC. */
export interface StatusChange {
  status: OrderStatus;
  at: number;
}

/** The provider's id of an order: Razorpay's order, Stripe's checkout session. */
export interface PaymentReference {
  provider: Provider;
  id: string;
  /** When it was created, in ms. */
  at: number;
}

/** Money that was paid online. */
export interface Payment {
  provider: Provider;
  /** The provider's id of the payment. */
  id: string;
  amountPaise: number;
  /** When the shop learned of it, in ms. */
  at: number;
}

/** The reason for a refund; `elsewhere`: somebody made it on the provider's dashboard. */
export type RefundReason =
  'paid-twice' | 'sold-out' | 'code-used' | 'cancelled' | 'wrong-amount' | 'returned' | 'elsewhere';

/** Pieces of one line that come back. `line` is its place in the order. */
export interface ReturnedPieces {
  line: number;
  quantity: number;
}

/** A refund. It is stored first and then sent to the provider, so that none is lost or sent twice. */
export interface Refund {
  /** The shop's own key, the same in every retry and unique in its order; for `elsewhere`, the provider's id. */
  key: string;
  provider: Provider;
  paymentId: string;
  amountPaise: number;
  reason: RefundReason;
  wantedAt: number;
  /** When the provider reported it as done, in ms; null before. In old orders: when the provider accepted it. */
  doneAt: number | null;
  /** The provider's id of the refund; null until the provider has accepted it. */
  providerId: string | null;
  /** Why it failed, in the provider's words, and when (ms). Missing in old orders. */
  failure?: {
    at: number;
    why: string;
    /** If false, the shop stopped asking. */
    isProviders: boolean;
  } | null;
  /**
   * The owner paid it outside the provider after it failed, such as by UPI: when (ms), and how, in the owner's words.
   */
  byHand?: { at: number; note: string };
  /** Another refund replaces it, so no result is expected. */
  isReplaced?: boolean;
  /** The pieces that it pays for; missing if it pays an amount, and in old orders. */
  pieces?: readonly ReturnedPieces[];
}

export interface Shipment {
  courier: string;
  trackingNumber: string;
}

/** What a provider reports about a dispute. */
export interface DisputeReport {
  /** The provider's id of the dispute. */
  id: string;
  paymentId: string;
  amountPaise: number;
  /** `won` also if the dispute was closed without taking money. */
  state: 'open' | 'won' | 'lost';
  /** The bank's reason, in the provider's words. */
  why: string;
  /** The owner's deadline for an answer (ms); null if the provider gives none. */
  respondBy: number | null;
}

export interface Dispute extends DisputeReport {
  provider: Provider;
  /** When the shop learned of it, in ms. */
  at: number;
  /** When the owner let the order continue despite the dispute, in ms. */
  releasedAt: number | null;
}

export interface Order extends Omit<Totals, 'discountPaise'> {
  id: string;
  userId: string;
  items: OrderItem[];
  address: DeliveryAddress;
  paymentMethod: PaymentMethod;
  status: OrderStatus;
  /** The money has arrived. For cash on delivery, false until the courier has the cash. */
  paid: boolean;
  /** Milliseconds since 1970, UTC. */
  placedAt: number;
  /** The date of the terms that applied when it was placed, such as '2026-11-20'; missing in old orders. */
  termsVersion?: string;
  /** Every status so far, oldest first. */
  history: StatusChange[];
  /** A hash of the shopper's network, for the limits of cash on delivery; removed when the order ends. */
  network?: string;
  /** The same of the household within that network, if it is an IPv6 network; missing in old orders. */
  household?: string;
  /**
   * A keyed hash of lines, amount and address (without a key in old orders). Two orders of one shopper with the same
   * hash are one order, until it is placed.
   */
  content: string;
  /** Until when (ms) its stock is reserved for the payment; null if no payment is awaited. */
  reservedUntil: number | null;
  /** When its first stock reservation began (ms); missing in old orders and for cash on delivery. */
  heldSince?: number;
  /** Oldest first; the shopper was sent to the last one. */
  references: PaymentReference[];
  /** Ids of payments that are known to have failed: the provider may report them again, and late. */
  failedPayments: string[];
  payment: Payment | null;
  refunds: Refund[];
  /** Disputed payments; missing in old orders. */
  disputes?: readonly Dispute[];
  shipment: Shipment | null;
  /** When staff noted that its shopper wants to return it (ms); missing if no return is open. */
  returnAskedAt?: number;
  discount: Discount | null;
  /** Missing until it is issued. */
  invoice?: Invoice;
  /** Credit notes for the invoice, oldest first. */
  creditNotes?: readonly CreditNote[];
  /** The order that the shopper placed instead of paying this one. */
  replacedBy?: string;
}

/** The six characters that a shopper sees and reads out. */
export function shortOrderId(id: string): string {
  return id.slice(-6);
}

/** The first status of an order: cash on delivery is placed at once, other methods wait for the payment. */
export function statusWhenPlaced(method: PaymentMethod): OrderStatus {
  return method === 'cod' ? 'Order Placed' : 'Payment Pending';
}

export function networksOf({ network, household }: Networks): Networks {
  return { ...(network !== undefined && { network }), ...(household !== undefined && { household }) };
}
type Networks = Pick<Order, 'network' | 'household'>;

/**
 * The order in another status; the caller has checked `canBecome`. `at` in ms. Server clocks differ by minutes, so the
 * new status never gets a time before earlier events: the shopper's messages depend on the order of events.
 */
export function withStatus(order: Order, status: OrderStatus, at: number): Order {
  const reservedUntil = status === 'Payment Pending' ? order.reservedUntil : null;
  const { network: _, household: __, ...kept } = order;
  const { history, refunds } = order;
  const later = Math.max(at, history.at(-1)?.at ?? at, (refunds.at(-1)?.wantedAt ?? at - 1) + 1);
  // Removes the hashes of the network once no limit counts the order.
  const isOver = status === 'Delivered' || status === 'Cancelled';
  return {
    ...kept,
    ...(!isOver && networksOf(order)),
    status,
    reservedUntil,
    history: [...history, { status, at: later }],
  };
}

/** Whether an order's money has arrived; null if its status already says it. */
export function moneyOf({ status, payment }: { status: OrderStatus; payment: boolean }): boolean | null {
  return status === 'Payment Failed' || status === 'Cancelled' ? null : payment;
}
