import type { OrderStatus } from '../domain/order.ts';
import { ownerAlone } from '../domain/staff.ts';
import type { Success } from './calls/call.ts';

/** The calls of the desk that work on many orders or emails at once; a part of contract/desk. */
export const listRoutes = {
  'lists.read': { roles: ownerAlone },
  'lists.reconcile': { roles: ownerAlone },
  'lists.export': { roles: ownerAlone, passkeyAgain: true },
  'lists.launch': { roles: ownerAlone, passkeyAgain: true },
  'lists.codes': { roles: ownerAlone },
} as const;

export const emailLists = ['newsletter', 'waitlist', 'notify', 'early-order'] as const;
export type EmailList = (typeof emailLists)[number];

/** Codes of one reply. */
export const CODES_MAX = 200;
/** A shop with more codes lists none of them. */
export const CODES_LISTED = 5_000;
/** Tasks of one reply, the oldest. */
export const TASKS_MAX = 200;

/** What only the owner can solve; `orderId` is '' if it concerns no order. */
export interface WireOwnerTask {
  orderId: string;
  /** Null if there is no order, or an unreadable one. */
  status: OrderStatus | null;
  /** In ms. */
  since: number;
  amountPaise: number | null;
  what: string;
}

export interface WireCode {
  code: string;
  percent: number;
  /** Times in ms. */
  madeAt: number;
  expiresAt: number;
  /** The order that uses it, else null. */
  orderId: string | null;
}

export interface ListReplies {
  /** The oldest task first, `of` them in all. `waiting`: how many visitors wait for the shop to open. */
  'lists.read': Success & { tasks: WireOwnerTask[]; of: number; waiting: number };
  /**
   * Asks the providers now about every order that money may come to or go from, tries refunds again and sends due
   * emails. `left`: orders that there was no time for; the reconciliation job continues.
   */
  'lists.reconcile': Success & {
    checked: number;
    changed: { orderId: string; before: OrderStatus; after: OrderStatus; refundsDone: number }[];
    problems: { orderId: string; problem: string }[];
    left: number;
    unsentEmails: number;
  };
  /** `isAll`: of the newsletter also those who have not confirmed yet, and must not be written to. */
  'lists.export': Success & { csv: string };
  /** Emails those on the waitlist that the shop is open, once each; `left` of them wait for another run. */
  'lists.launch': Success & { sent: number; refused: number; left: number };
  /** The newest codes first, none of more than CODES_LISTED; or the one that is typed. `of` of them in all. */
  'lists.codes': Success & { codes: WireCode[]; of: number };
}
