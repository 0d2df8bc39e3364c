import { isOrderConfirmed, isPayable, isUnpaid, type Order, withStatus } from './order.ts';
import { isUnderWayRefund, refundStateOf } from './refund.ts';
import { DAY_MS } from './time-units.ts';

/** How long the shop keeps an account, and what remains after it (privacy policy). */

const NOTICE_AFTER_MONTHS = 23;
const DELETED_AFTER_MONTHS = 24;
const NOTICE_MS = 30 * DAY_MS;

/** Times in ms since 1970. */
export interface Use {
  /** When the account was last active. */
  seenAt: number;
  /** When the shopper last got the email about the deletion; null for never. */
  noticedAt: number | null;
}

/** Accounts that were last active before this time (ms) need a check. */
export function dormantSince(at: number): number {
  return monthsFrom(at, -NOTICE_AFTER_MONTHS);
}

/**
 * The next step for an inactive account at this time (ms). A notice counts only if the account was not active after it.
 */
export function dormancy({ seenAt, noticedAt }: Use, at: number): 'awake' | 'to-notice' | 'noticed' | 'over' {
  if (seenAt > dormantSince(at)) return 'awake';
  if (noticedAt === null || noticedAt < seenAt) return 'to-notice';
  const isOver = seenAt <= monthsFrom(at, -DELETED_AFTER_MONTHS) && noticedAt <= at - NOTICE_MS;
  return isOver ? 'over' : 'noticed';
}

/** The earliest deletion time (ms) of an account whose shopper is warned at `at`. */
export function endOfAccount(seenAt: number, at: number): number {
  return Math.max(monthsFrom(seenAt, DELETED_AFTER_MONTHS), at + NOTICE_MS);
}

/**
 * The same day (ms) this many months later or earlier, in UTC; the last day of the month if that day does not exist.
 */
export function monthsFrom(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** The owner of orders whose account is deleted. */
export const DELETED_USER = 'deleted';

/**
 * Why an order still needs its account at this time (ms), null if it does not: its payment, delivery or refund is
 * pending, or a dispute is open and the owner may have to write to the shopper. The account is not deleted before.
 */
export function underWay(order: Order, at: number): 'unpaid' | 'coming' | 'refund' | 'dispute' | null {
  const { refunds, disputes = [], status } = order;
  if (isPayable(order, at)) return 'unpaid';
  if (isOrderConfirmed(order) && status !== 'Delivered') return 'coming';
  if (refunds.some((refund) => isUnderWayRefund(refund) || refundStateOf(refund) === 'failed'))
    return 'refund';
  return disputes.some(({ state }) => state === 'open') ? 'dispute' : null;
}

export function isUnderWay(order: Order, at: number): boolean {
  return underWay(order, at) !== null;
}

/**
 * The order as tax law requires it after account deletion: the goods, the amounts and the place of supply, without
 * personal data. An unpaid order ends, so that a late payment is refunded. Returns the same object if there is nothing
 * to remove. `at` in ms.
 */
export function withoutPerson(order: Order, at: number): Order {
  return order.userId === DELETED_USER ? order : { ...withoutAddress(order, at), userId: DELETED_USER };
}

/** Days for which an order that failed keeps its address; the privacy policy names the same number. */
export const ADDRESS_DAYS = 90;

/**
 * When (ms) a failed order loses its address: it was cancelled or never paid, and has no invoice. Null if that never
 * happens, because tax law requires the address or it is already removed. While an order is pending, the time says when
 * to check again.
 */
export function addressEndsAt(order: Order, at: number): number | null {
  const { address, invoice, status, history, placedAt, refunds } = order;
  if (address.email === '' || invoice || status === 'Delivered') return null;
  const changes = [
    placedAt,
    ...history.map((change) => change.at),
    ...refunds.map(({ doneAt }) => doneAt ?? 0),
  ];
  const end = Math.max(...changes) + ADDRESS_DAYS * DAY_MS;
  return isUnderWay(order, at) ? Math.max(end, at + DAY_MS) : end;
}

/** The order without its address; the account still has it. Returns and `at` as for `withoutPerson`. */
export function withoutAddress(order: Order, at: number): Order {
  const { city, state, zipcode, country } = order.address;
  const { network: _, household: __, ...over } = isUnpaid(order) ? withStatus(order, 'Cancelled', at) : order;
  return {
    ...over,
    // The hash includes the address; that of an old order has no key, so it could be guessed.
    content: '',
    address: {
      firstName: '',
      lastName: '',
      email: '',
      street: '',
      phone: '',
      city,
      state,
      zipcode: zipcode.slice(0, 3),
      country,
    },
  };
}
