import type { GstSummary } from '../domain/gst-summary.ts';
import type { Provider } from '../domain/order.ts';
import type { CourierCash } from '../domain/order-sums.ts';
import type { Payout } from '../domain/payout.ts';
import { everyRole, ownerAlone } from '../domain/staff.ts';
import type { SalesLine, SalesTotals } from '../domain/sales.ts';
import type { Success } from './calls/call.ts';
import type { deskMoneyMessages } from './messages/desk-stock-and-money.ts';

/** The calls of the desk about money and about the day; a part of contract/desk. Amounts are in whole paise. */
export const moneyRoutes = {
  'today.read': { roles: everyRole },
  'money.month': { roles: ownerAlone },
  'money.cashReceived': { roles: ownerAlone },
  'money.best': { roles: ownerAlone },
  'money.payouts': { roles: ownerAlone },
  'money.export': { roles: ownerAlone, passkeyAgain: true },
} as const;

/** `summary`: a line a state and rate; `documents`: a line a document and rate; `sales`: a line a day and method. */
export const moneyTables = ['summary', 'documents', 'sales'] as const;
export type MoneyTable = (typeof moneyTables)[number];

/** In paise: far more than one courier pays in at once. */
export const CASH_MAX = 1_000_000_000_00;

/** An email that the shop has given up sending. */
export interface WireUnsentEmail {
  /** Null if it is about no order. */
  orderId: string | null;
  /** Its kind, such as `shipped`, or the size that is back in stock. */
  what: string;
  /** When the shop gave up, in ms. */
  at: number;
}

/** An email about an order that waits for the mail server. */
export interface WireLateEmail {
  orderId: string;
  /** Its kind, such as `shipped`. */
  what: string;
  /** Since when it is due, in ms. */
  at: number;
}

/** What waits for staff. A packer's reply has no money: `money` is null. */
export interface WireToday {
  pack: number;
  ship: number;
  /** Orders that their shoppers want to return. */
  returns: number;
  /** Sizes with LOW_STOCK pieces or fewer, and those of them without any. */
  low: number;
  soldOut: number;
  /** Shoppers who wait for a size that is back in stock. */
  backFor: number;
  /** Emails that have waited for the mail server for an hour or longer, and the oldest of those about orders. */
  lateEmails: number;
  late: WireLateEmail[];
  unsent: WireUnsentEmail[];
  money: {
    /** Orders. */
    unpaid: number;
    refundsFailed: number;
    disputed: number;
    today: SalesTotals;
    /** The last 30 days with today, oldest first. */
    days: { day: string; orders: number; netPaise: number }[];
  } | null;
}

export type TodayNumber = keyof typeof deskMoneyMessages.numbers;

/** What waits, in the sequence of the screen and of the daily email. Only owners see numbers about money. */
export function waitingIn(today: WireToday): [TodayNumber, number][] {
  const { pack, ship, returns, low, backFor, lateEmails, unsent, money } = today;
  const ofMoney: [TodayNumber, number][] = money
    ? [
        ['unpaid', money.unpaid],
        ['refundsFailed', money.refundsFailed],
        ['disputed', money.disputed],
      ]
    : [];
  return [
    ['pack', pack],
    ['ship', ship],
    ['returns', returns],
    ...ofMoney,
    ['low', low],
    ['backFor', backFor],
    ['lateEmails', lateEmails],
    ['unsent', unsent.length],
  ];
}

/** What a provider has paid out; `problem` is the sentence if it does not say. */
export interface WirePayouts {
  provider: Provider;
  /** Newest first. */
  payouts: Payout[];
  problem: string | null;
}

export interface MoneyReplies {
  'today.read': Success & { today: WireToday };
  /** `month` as `YYYY-MM`. `cash` is what couriers have and owe now, whatever the month. */
  'money.month': Success & { lines: SalesLine[]; gst: GstSummary; cash: CourierCash[] };
  /**
   * Cash that a courier has paid in; below 0 takes back a mistake. `seen` is the `receivedPaise` that was seen: if it is
   * another by now, nothing is written and `now` of the refusal has the present `cash`.
   */
  'money.cashReceived': Success & { cash: CourierCash[] };
  /** What sold best in the month, most pieces first. */
  'money.best': Success & {
    sellers: { productId: string; name: string; pieces: number; grossPaise: number }[];
  };
  /** Asks the providers that have keys. */
  'money.payouts': Success & { providers: WirePayouts[] };
  /** A long table comes in parts: `after` is `next` of the part before, which is null for the last one. */
  'money.export': Success & { csv: string; next: string | null };
}
