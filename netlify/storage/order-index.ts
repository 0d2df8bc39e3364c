import { piecesIn } from '../../src/domain/cash-order.ts';
import type { Order, OrderStatus, PaymentMethod } from '../../src/domain/order.ts';
import { orderTabs, tabsOf } from '../../src/domain/order-tabs.ts';
import { wordsOf } from '../../src/domain/order-search-terms.ts';
import { needsOwner } from '../../src/domain/payment-settlement.ts';
import { type Write, writesIf } from './transaction.ts';
import { personHash } from './person-hash.ts';
import { orderGroupKey, orderRowsKey, orderWordsKey } from './order-keys.ts';

/**
 * What the staff's order list reads. The commit that writes an order writes this too. It is derived from the orders, so
 * no backup saves it: storage/order-index-backfill makes it again.
 */

/** An order's line in the list. */
export interface OrderRow {
  /** In ms since 1970. */
  placedAt: number;
  status: OrderStatus;
  name: string;
  city: string;
  totalPaise: number;
  pieces: number;
  method: PaymentMethod;
  paid: boolean;
  /** A refund has failed, or a dispute holds the order. */
  needsOwner: boolean;
}

/** An array without names, because there are a hundred thousand of them. */
export function rowTextOf(order: Order): string {
  const { placedAt, status, address, totalPaise, paymentMethod, paid } = order;
  const name = `${address.firstName} ${address.lastName}`.trim();
  const amounts = [totalPaise, piecesIn(order)];
  const flags = [Number(paid), Number(needsOwner(order))];
  return JSON.stringify([placedAt, status, name, address.city, ...amounts, paymentMethod, ...flags]);
}

export function rowFrom(text: string): OrderRow {
  const [placedAt, status, name, city, totalPaise, pieces, method, paid, owner] = JSON.parse(text) as [
    ...[number, OrderStatus, string, string, number, number, PaymentMethod, number, number],
  ];
  const row = { placedAt, status, name, city, totalPaise, pieces, method };
  return { ...row, paid: paid === 1, needsOwner: owner === 1 };
}

/** The names of groups; storage/order-keys makes keys of them. */
export const groups = {
  tab: (tab: string) => `tab:${tab}`,
  payment: (method: string) => `paid-by:${method}`,
  size: (size: string) => `size:${size}`,
};

function groupsOf(order: Order): string[] {
  const sizes = [...new Set(order.items.map(({ size }) => size))];
  return [...tabsOf(order).map(groups.tab), groups.payment(order.paymentMethod), ...sizes.map(groups.size)];
}

const HASH_LENGTH = 16;
/** Enough for a time in ms until the year 5188. */
const TIME_DIGITS = 9;

/** What stands for a word in the index: a short HMAC, different from the hashes of the same word elsewhere. */
export function wordHash(word: string): string {
  const hash = personHash(`order ${word}`);
  return hash.slice(hash.indexOf('.') + 1).slice(0, HASH_LENGTH);
}

/** The id from its end, so that one range finds all ids with an ending. */
export const backwards = (id: string): string => [...id].reverse().join('');

function membersOf(order: Order): string[] {
  const time = order.placedAt.toString(36).padStart(TIME_DIGITS, '0');
  return [`#${backwards(order.id)}`, ...wordsOf(order).map((word) => `${wordHash(word)}${time}${order.id}`)];
}

/** Writes for an order that is new or has changed; `before` is null for a new one. */
export function indexWrites(before: Order | null, after: Order): Write[] {
  const row = rowTextOf(after);
  const [oldGroups, newGroups] = [before ? groupsOf(before) : [], groupsOf(after)];
  return [
    ...writesIf(!before || rowTextOf(before) !== row, ['HSET', orderRowsKey(), after.id, row]),
    ...oldGroups.filter((group) => !newGroups.includes(group)).map((group) => groupEnd(group, after)),
    ...newGroups
      .filter((group) => !oldGroups.includes(group))
      .map((group): Write => ['ZADD', orderGroupKey(group), after.placedAt, after.id]),
    ...wordWrites(before, after),
  ];
}

function wordWrites(before: Order | null, after: Order): Write[] {
  if (before && wordsOf(before).join(' ') === wordsOf(after).join(' ')) return [];
  const [old, now] = [before ? membersOf(before) : [], membersOf(after)];
  const gone = old.filter((member) => !now.includes(member));
  const come = now.filter((member) => !old.includes(member));
  return [
    ...writesIf(gone.length > 0, ['ZREM', orderWordsKey(), ...gone]),
    ...writesIf(come.length > 0, ['ZADD', orderWordsKey(), ...come.flatMap((member) => [0, member])]),
  ];
}

/** Writes for an order whatever the index says of it now. */
export function wholeIndexWrites(order: Order): Write[] {
  const own = groupsOf(order);
  const others = orderTabs.map(groups.tab).filter((group) => !own.includes(group));
  return [...others.map((group) => groupEnd(group, order)), ...indexWrites(null, order)];
}

function groupEnd(group: string, { id }: Order): Write {
  return ['ZREM', orderGroupKey(group), id];
}
