/** What the change of an order implies for Redis, by the states of the order before and after. */
import { isOrderConfirmed, isUnpaid, type Order, reservesStock } from '../../src/domain/order.ts';
import { DELETED_USER } from '../../src/domain/retention.ts';
import { isFullyRefunded } from '../../src/domain/refund.ts';
import { needsOwner, nextCheck } from '../../src/domain/payment-settlement.ts';
import { notificationsMax } from '../../src/domain/config.ts';
import { cashEndWrites } from './cash-orders.ts';
import { type Change, type Write, writesIf } from './transaction.ts';
import { codeLeft, codesOf } from './discount-code-uses.ts';
import { writeDocument } from './document-versions.ts';
import { emailName } from './email-outbox.ts';
import { numbered } from './invoice-numbers.ts';
import {
  allOrdersKey,
  cartKey,
  emailOutboxKey,
  failedReconciliationsKey,
  freedKey,
  needsOwnerKey,
  notificationsKey,
  orderKey,
  ordersKey,
  paidOrdersKey,
  referenceKey,
  reservationStartsKey,
  soldKey,
  unpaidKey,
  variant,
  watchKey,
} from './keys.ts';
import { orderNotesKey } from './order-keys.ts';
import type { Notification } from './notifications.ts';
import { justPaidOf, justPaidWrites, keylessAttemptsOf } from './order-attempts.ts';
import { indexWrites } from './order-index.ts';
import { pushEventWrites } from './push-queue.ts';
import { sumWrites } from './order-sums.ts';
import type { Stored } from './orders.ts';
import { reservationEndWrites } from './unpaid-orders.ts';

/** Notifications and emails about a change. `order id:kind` identifies an email; `at` is when it may be sent, in ms. */
export interface OrderEvents {
  notifications: Notification[];
  emails: { kind: string; at: number }[];
  /** Stored notifications that are not true any more. */
  outdated?: readonly string[];
}

/** The initial stock of a variant. */
export type InitialStock = (productId: string, size: string) => number;

/** One order before and after; `before` is null for a new one. */
export interface OrderChange {
  before: Stored | null;
  after: Order;
  events: OrderEvents;
}

/** The Redis writes that the changes of orders imply. */
export function changeOf(changes: readonly OrderChange[], initial: InitialStock): Change {
  const pieces = new Map<string, Change['pieces'][number]>();
  for (const { before, after } of changes) {
    const by = count(reservesStock(after)) - count(before !== null && reservesStock(before.order));
    if (by === 0) continue;
    for (const { productId, size, quantity } of after.items) {
      const name = variant(productId, size);
      const line = pieces.get(name) ?? { variant: name, by: 0, initial: initial(productId, size) };
      pieces.set(name, { ...line, by: line.by - by * quantity });
    }
  }
  const texts = changes.map((change) => ({ change, ...numbered(change.after) }));
  const freed = [...pieces.values()].filter(({ by }) => by > 0).map((line) => line.variant);
  const codes = codesOf(changes);
  return {
    expect: [
      ...changes.map(({ before, after }) => ({ key: orderKey(after.id), text: before?.text ?? null })),
      ...codes.taken.map(({ key, from }) => ({ key, text: from })),
    ],
    pieces: [...pieces.values()],
    lower: changes.flatMap(bought),
    forget: [
      ...changes
        .filter(({ after }) => !isUnpaid(after))
        .map(({ after }) => ({ key: unpaidKey(after.userId), text: after.id })),
      ...codes.given.map(({ key, by }) => ({ key, text: by })),
      ...changes.flatMap(({ before, after }) =>
        before && before.order.status !== 'Cancelled' && after.status === 'Cancelled'
          ? [...keylessAttemptsOf(before.order), ...justPaidOf(before.order)]
          : [],
      ),
    ],
    writes: [
      ...codes.taken.map(({ key, by }): Write => ['SET', key, by]),
      ...changes.flatMap(({ before, after }) => codeLeft(before?.order ?? null, after)),
      ...texts.flatMap(({ change, text }) => writesOf(change, text)),
      ...changes.flatMap(({ before, after }) => cashEndWrites(before?.order ?? null, after)),
      ...changes.flatMap(({ before, after }) => reservationEndWrites(before?.order ?? null, after)),
      ...changes.flatMap(({ before, after }) => indexWrites(before?.order ?? null, after)),
      ...changes.flatMap(({ before, after }) => pushEventWrites(before?.order ?? null, after)),
      ...writesIf(freed.length > 0, ['SADD', freedKey(), ...freed]),
      ...sumWrites(changes),
    ],
    numbers: texts.flatMap(({ numbers }) => numbers),
  };
}

/** Removes from the cart only what was ordered; a line that another device added meanwhile stays. */
function bought({ before, after }: OrderChange): Change['lower'] {
  if (!isOrderConfirmed(after) || (before && isOrderConfirmed(before.order))) return [];
  return after.items.map(({ productId, size, quantity }) => ({
    key: cartKey(after.userId),
    field: variant(productId, size),
    by: quantity,
  }));
}

/** @param text the order's new text */
function writesOf({ before, after, events }: OrderChange, text: string): Write[] {
  const { id, userId, placedAt } = after;
  const sold = count(isOrderConfirmed(after)) - count(before !== null && isOrderConfirmed(before.order));
  const checkAt = nextCheck(after, latest(after));
  const isPaidNow = before !== null && !before.order.payment && after.payment;
  const notices = notificationsKey(userId);
  const known = new Set(before?.order.references.map((reference) => reference.id));
  const references = after.references.filter((reference) => !known.has(reference.id));
  return [
    ['SET', orderKey(id), text],
    ...writesIf(!before, ['ZADD', ordersKey(userId), placedAt, id], ['ZADD', allOrdersKey(), placedAt, id]),
    ...references.map((each): Write => ['SET', referenceKey(each.provider, each.id), id]),
    ...(sold === 0 ? [] : after.items).map(({ productId, quantity }): Write => {
      return ['ZINCRBY', soldKey(), sold * quantity, productId];
    }),
    // NX, because the shopper may have begun another order since, which stays their unpaid one.
    ...writesIf(isUnpaid(after) && reservesStock(after), ['SET', unpaidKey(userId), id, 'NX']),
    ...writesIf(
      isPaidNow,
      // A shopper who pays may reserve the same pieces again.
      ['DEL', reservationStartsKey(userId)],
      // Another tab's request for the same pieces may still be on its way.
      ...(isOrderConfirmed(after) ? justPaidWrites(after) : []),
    ),
    ...paidOrderWrites(before?.order ?? null, after),
    checkAt === null ? ['ZREM', watchKey(), id] : ['ZADD', watchKey(), checkAt, id],
    ...writesIf(before, ['HDEL', failedReconciliationsKey(), id]),
    ...ownersWrites(before?.order ?? null, after),
    // Notes may name the shopper.
    ...writesIf(before?.order.address.email && after.address.email === '', ['DEL', orderNotesKey(id)]),
    ...(events.outdated ?? []).map((outdated): Write => ['LREM', notices, 0, outdated]),
    ...events.notifications.map((each): Write => ['LPUSH', notices, writeDocument('notification', each)]),
    ...writesIf(events.notifications.length > 0, ['LTRIM', notices, 0, notificationsMax - 1]),
    ...events.emails.map(({ kind, at }): Write => {
      return ['ZADD', emailOutboxKey(), 'NX', at, emailName({ about: id, kind })];
    }),
  ];
}

/** An account whose only payment was refunded is a new shopper again, as far as limits are concerned. */
function paidOrderWrites(before: Order | null, after: Order): Write[] {
  const keepsMoney = (order: Order) =>
    order.paid && order.status !== 'Cancelled' && !isFullyRefunded(order) && order.userId !== DELETED_USER;
  if (keepsMoney(after) === (before !== null && keepsMoney(before))) return [];
  return [[keepsMoney(after) ? 'SADD' : 'SREM', paidOrdersKey((before ?? after).userId), after.id]];
}

function ownersWrites(before: Order | null, after: Order): Write[] {
  const isNeeded = needsOwner(after);
  if (isNeeded === (before !== null && needsOwner(before))) return [];
  return [[isNeeded ? 'SADD' : 'SREM', needsOwnerKey(), after.id]];
}

/** When (ms) the order last changed. */
function latest({ placedAt, history, references, refunds }: Order): number {
  const times = [history.at(-1)?.at, references.at(-1)?.at, refunds.at(-1)?.wantedAt];
  return Math.max(placedAt, ...times.filter((time) => time !== undefined));
}

function count(yes: boolean): number {
  return yes ? 1 : 0;
}
