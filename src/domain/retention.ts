import { isPayable, isUnpaid, moved, type Order, stands } from './order.ts';
import { isUnderWayRefund, refundStateOf } from './refund.ts';

/** How long the shop keeps an account, and what of it stays (specification §9, Privacy policy). */

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOTICE_AFTER_MONTHS = 23;
const DELETED_AFTER_MONTHS = 24;
const NOTICE_MS = 30 * DAY_MS;

/** Times in ms since 1970. */
export interface Use {
  /** When the account was last used. */
  seenAt: number;
  /** When its shopper was last told that it will be deleted; null for never. */
  noticedAt: number | null;
}

/** Whoever was last seen before this time (ms) is to be looked at. */
export function dormantSince(at: number): number {
  return monthsFrom(at, -NOTICE_AFTER_MONTHS);
}

/**
 * What is due at this time (ms) for an account that nobody uses. A notice counts for the silence that it was sent in:
 * whoever came back after it is noticed again.
 */
export function dormancy({ seenAt, noticedAt }: Use, at: number): 'awake' | 'to-notice' | 'noticed' | 'over' {
  if (seenAt > dormantSince(at)) return 'awake';
  if (noticedAt === null || noticedAt < seenAt) return 'to-notice';
  const isOver = seenAt <= monthsFrom(at, -DELETED_AFTER_MONTHS) && noticedAt <= at - NOTICE_MS;
  return isOver ? 'over' : 'noticed';
}

/** When (ms) an account whose shopper is told at `at` is deleted at the earliest. */
export function endOfAccount(seenAt: number, at: number): number {
  return Math.max(monthsFrom(seenAt, DELETED_AFTER_MONTHS), at + NOTICE_MS);
}

/** The same day (ms) so many months later or earlier, in UTC; the last day of the month where it has no such day. */
export function monthsFrom(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** Whose orders are nobody's any more. */
export const NOBODY = 'deleted';

/**
 * Whether an order still needs its shopper at this time (ms): it waits for money, is on its way, or money is on its way
 * back. Its account is not deleted meanwhile.
 */
export function isUnderWay(order: Order, at: number): boolean {
  const isComing = stands(order) && order.status !== 'Delivered';
  return isComing || isPayable(order, at) || isOwed(order);
}

/** A refund is not done, or a bank has to decide about its money: the owner may have to write to its shopper. */
function isOwed({ refunds, disputes = [] }: Order): boolean {
  return (
    refunds.some((refund) => isUnderWayRefund(refund) || refundStateOf(refund) === 'failed') ||
    disputes.some(({ state }) => state === 'open')
  );
}

/**
 * The order as it is kept for tax law when its shopper has left: what was sold, for how much, and to which place, which
 * says what tax was due; nothing that names anybody. One that was never paid is over, so that money which comes after
 * all goes back. The same object where there is nothing to forget. `at` in ms.
 */
export function withoutPerson(order: Order, at: number): Order {
  return order.userId === NOBODY ? order : { ...withoutAddress(order, at), userId: NOBODY };
}

/** For how many days an order that came to nothing keeps its address; the privacy policy says so too. */
export const ADDRESS_DAYS = 90;

/**
 * When (ms) an order loses its address because nothing came of it: it was cancelled or never paid, and has no invoice.
 * Null where that never happens: tax law wants it kept, or it is gone. While an order is under way, the time says when to
 * ask again.
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

/** The order without what says where its shopper lives; its account still has it. As for `withoutPerson`. */
export function withoutAddress(order: Order, at: number): Order {
  const { city, state, zipcode, country } = order.address;
  const { network: _, ...over } = isUnpaid(order) ? moved(order, 'Cancelled', at) : order;
  return {
    ...over,
    // A hash of the address among others, and there are not so many addresses.
    content: '',
    address: {
      ...{ firstName: '', lastName: '', email: '', street: '', phone: '' },
      ...{ city, state, zipcode: zipcode.slice(0, 3), country },
    },
  };
}
