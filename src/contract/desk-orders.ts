import type { DeliveryAddress } from '../domain/address.ts';
import type {
  Dispute,
  Order,
  OrderItem,
  OrderStatus,
  Payment,
  PaymentMethod,
  PaymentReference,
  Refund,
  Shipment,
  StatusChange,
} from '../domain/order.ts';
import type { OrderTab } from '../domain/order-tabs.ts';
import type { PaymentReport } from '../domain/payment-settlement.ts';
import type { RefundState } from '../domain/refund.ts';
import { everyRole, type LogEntry, ownerAlone } from '../domain/staff.ts';
import type { WireInvoice } from './calls/invoice.ts';
import type { Success } from './calls/call.ts';

/** The desk's calls about orders and packing. Amounts are whole paise, times ms since 1970. */
export const orderDeskRoutes = {
  'orders.list': { roles: everyRole },
  'orders.read': { roles: everyRole },
  'orders.invoice': { roles: ownerAlone },
  'orders.ask': { roles: ownerAlone },
  'orders.note': { roles: everyRole },
  'orders.pack': { roles: everyRole },
  /**
   * Refused with `provider` if the provider of an online payment does not answer. With `anyway` an owner ships without
   * an answer.
   */
  'orders.ship': { roles: everyRole },
  'orders.deliver': { roles: everyRole },
  'orders.undo': { roles: everyRole },
  /** The shopper wrote or called that pieces shall come back. */
  'orders.askReturn': { roles: everyRole },
  /** The return is settled, or was called off. A refund of money ends it too. */
  'orders.endReturn': { roles: everyRole },
  'orders.cancel': { roles: ownerAlone, passkeyAgain: true },
  'orders.refund': { roles: ownerAlone, passkeyAgain: true },
  'orders.refundAgain': { roles: ownerAlone, passkeyAgain: true },
  'orders.refundByHand': { roles: ownerAlone, passkeyAgain: true },
  'orders.release': { roles: ownerAlone, passkeyAgain: true },
  'packing.read': { roles: everyRole },
  'packing.print': { roles: everyRole },
} as const;

export const ORDERS_PER_PAGE = 50;
/** Orders of one batch. */
export const BATCH_MAX = 60;
export const NOTE_LENGTH = 500;
/** The hash of a network, or its first eight characters or more. */
export const NETWORK_PATTERN = /^\d\.[\w-]{6,43}$/;

export interface DeskOrderRow {
  id: string;
  placedAt: number;
  status: OrderStatus;
  name: string;
  city: string;
  pieces: number;
  method: PaymentMethod;
  /** A refund has failed, or a dispute holds the order. */
  needsOwner: boolean;
  /** Null for a packer. */
  money: { totalPaise: number; paid: boolean } | null;
}

export interface DeskNote {
  at: number;
  who: string;
  text: string;
}

/** Names of the verbs, as the end of their calls. A new call that is no verb, because it only reads, is excluded here. */
export type OrderVerb = Exclude<
  EndOf<keyof typeof orderDeskRoutes>,
  'list' | 'read' | 'invoice' | 'ask' | 'note'
>;
type EndOf<Name> = Name extends `orders.${infer End}` ? End : never;

export interface DeskRefund extends Pick<
  Refund,
  'key' | 'provider' | 'providerId' | 'amountPaise' | 'reason' | 'wantedAt' | 'doneAt'
> {
  state: RefundState;
  /** Why it failed, or how it was paid by hand. */
  why: string | null;
}

/** What a packer does not see. */
export interface DeskMoney {
  prices: number[];
  subtotalPaise: number;
  feePaise: number;
  totalPaise: number;
  discount: Order['discount'];
  paid: boolean;
  payment: Payment | null;
  references: PaymentReference[];
  refunds: DeskRefund[];
  disputes: readonly Dispute[];
  refundablePaise: number;
  /** How many pieces of each line are refunded, or will be. */
  refundedPieces: number[];
  /** The beginning of the hash of the shopper's network; null once the order has ended. */
  network: string | null;
}

export interface DeskOrder {
  id: string;
  /** Every verb sends it back, and is refused with `changed` if the order is another by then. */
  version: string;
  placedAt: number;
  status: OrderStatus;
  method: PaymentMethod;
  address: DeliveryAddress;
  items: Omit<OrderItem, 'pricePaise' | 'taxClass'>[];
  shipment: Shipment | null;
  /** Since when a return is open, in ms. */
  returnAskedAt: number | null;
  history: StatusChange[];
  documents: { number: string; issuedAt: number }[];
  money: DeskMoney | null;
  /** For how many ms `undo` is still possible; null if it is not. No time of day, because a device's clock may be wrong. */
  undoLeftMs: number | null;
  can: OrderVerb[];
}

/** An order with what was noted and done. */
export interface DeskOrderPage {
  order: DeskOrder;
  notes: DeskNote[];
  /** Newest first. */
  log: LogEntry[];
}

/** A packing slip and, once it is issued, the invoice; for a packer only while the order is being packed. */
export interface DeskSlip {
  order: DeskOrder;
  invoice: WireInvoice | null;
}

/** `left`: what is still open after the change, one sentence each. */
type Changed = Success & DeskOrderPage & { left: string[] };

export interface OrderDeskReplies extends Record<`orders.${OrderVerb}`, Changed> {
  'orders.list': Success & {
    orders: DeskOrderRow[];
    counts: Record<OrderTab | 'all', number>;
    next: { placedAt: number; id: string } | null;
    /** How many of the older orders the list knows; a search before that finds not all. */
    index: { done: number; of: number };
  };
  'orders.read': Success & DeskOrderPage;
  /** The issued invoice with its credit notes, as it lies in the parcel. */
  'orders.invoice': Success & { invoice: WireInvoice };
  /** Asks the provider now. `said`: its answers; `problem`: why one did not come, else null. */
  'orders.ask': Success & DeskOrderPage & { said: PaymentReport[]; problem: string | null };
  'orders.note': Success & DeskOrderPage;
  /** The orders of a batch, in the sequence of their ids; unknown ones are left out. */
  'packing.read': Success & { orders: DeskOrder[] };
  /** The same with their invoices, which are issued now if they are not yet: they go into the parcels. */
  'packing.print': Success & { slips: DeskSlip[] };
}
