import {
  reservesStock,
  isUnpaid,
  type Order,
  type PaymentMethod,
  paymentMethods,
  stands,
} from '../../src/domain/order.ts';
import { reservationLimits } from '../../src/domain/config.ts';
import { needsOwner, nextCheck } from '../../src/domain/payment-settlement.ts';
import { cashEndWrites, cashLimitsOf } from './cash-orders.ts';
import { type CodeUse, codeLeft, codesOf, codeUseAt } from './discount-code-uses.ts';
import { commit, type Change, type Over } from './commit.ts';
import { numbered } from './invoice-numbers.ts';
import { sumWrites } from './order-sums.ts';
import { type OnBehalf, read, type Shopper } from './guard.ts';
import { reservationEndWrites, heldLimitsOf } from './unpaid-orders.ts';
import {
  allOrdersKey,
  cartKey,
  failedReconciliationsKey,
  freedKey,
  reservationStartsKey,
  idempotencyKey,
  emailOutboxKey,
  needsOwnerKey,
  notificationsKey,
  orderKey,
  orderNotesKey,
  ordersKey,
  referenceKey,
  soldKey,
  unpaidKey,
  variant,
  watchKey,
} from './keys.ts';
import { emailName } from './email-outbox.ts';
import { indexWrites } from './order-index.ts';
import type { Notification } from './notifications.ts';
import { redis } from './redis.ts';
import { NOTIFICATIONS_MAX } from './notifications.lua.ts';
import { readDocument, writeDocument } from './document-versions.ts';

/** How long a repeated request gets the earlier result: its order or its refusal. */
const IDEMPOTENCY_MS = 24 * 60 * 60 * 1_000;

/**
 * How long an identical request without a key counts as a retry: longer than a retry takes, shorter than until a second
 * order.
 */
const IDENTICAL_MS = 2 * 60 * 1_000;

const HELD_MS = reservationLimits.rememberedHours * 60 * 60 * 1_000;

/** The old and new text of `reservationStartsKey`. */
export interface HeldChange {
  before: string | null;
  after: string;
}

/** The order attempt: its idempotency key and a hash of the request. */
export interface Attempt {
  key: string;
  fingerprint: string;
  /**
   * The request has no Idempotency-Key: its content is its key, for two minutes, and only an order is recorded, no
   * refusal.
   */
  isKeyless?: boolean;
}

/** Identifies the content of a request: the payment method and `Order.content`. */
export function fingerprintOf(method: PaymentMethod, content: string): string {
  return `${method}-${content}`;
}

/** The order attempt of a request without a key. A client's key cannot contain a colon. */
export function keylessAttempt(fingerprint: string): Attempt {
  return { key: `identical:${fingerprint}`, fingerprint, isKeyless: true };
}

/** An order and the text that it was read from. A change applies only if that text is still stored. */
export interface Stored {
  order: Order;
  text: string;
  /** The running sums contain it (storage/order-sums); orders from before there were sums are not in them yet. */
  isCounted?: boolean;
}

/** Notifications and emails about a change. `order id:kind` identifies an email; `at` is when it may be sent, in ms. */
export interface News {
  notifications: Notification[];
  letters: { kind: string; at: number }[];
}

/** The initial stock of a variant. */
export type Opening = (productId: string, size: string) => number;

/** One order before and after; `before` is null for a new one. */
export interface OrderChange {
  before: Stored | null;
  after: Order;
  news: News;
}

/** The result of an order attempt. */
export type AttemptEnd =
  /** An earlier request with this key made this order. */
  | { outcome: 'known'; orderId: string }
  /** It was refused; `refusal` is the text that `endRefused` was given. */
  | { outcome: 'refused'; refusal: string }
  /** The key belongs to another request. */
  | { outcome: 'key-reused' };

export type Placement =
  | { outcome: 'placed' }
  | AttemptEnd
  /** The shopper has another unpaid order, which this one must continue or replace. */
  | { outcome: 'unpaid'; orderId: string }
  /** The unpaid order has changed since it was read. */
  | { outcome: 'stale' }
  /** The text of `reservationStartsKey` is not the expected one. */
  | { outcome: 'held'; text: string | null }
  /** Another order uses the code, or the one code of the account or of the phone number. */
  | { outcome: 'code-taken'; use: CodeUse }
  | { outcome: 'short'; short: { productId: string; size: string; left: number }[] }
  | Over;

/**
 * Stores orders, reserves and releases their stock, queues their news, and records the attempt: all or nothing. The
 * writes follow from the states of each order before and after.
 * @param changes the order that is placed, then the one that it replaces, if any
 * @param unpaidBefore the expected unpaid order of the shopper
 * @param held the old and new text of `reservationStartsKey`; null if nothing is reserved for a payment
 * @throws SessionEnded, TooMany
 */
export async function placeOrder(
  shopper: Shopper,
  changes: [OrderChange, ...OrderChange[]],
  attempt: Attempt,
  {
    unpaidBefore = null,
    held = null,
    opening,
  }: { unpaidBefore?: string | null; held?: HeldChange | null; opening: Opening },
): Promise<Placement> {
  const { userId } = shopper.session;
  const [{ before, after }] = changes;
  const rest = changeOf(changes, opening);
  const expect = [
    notEnded(shopper, attempt),
    { key: unpaidKey(userId), text: unpaidBefore },
    ...rest.expect,
    ...(held ? [{ key: reservationStartsKey(userId), text: held.before }] : []),
  ];
  const done = await commit(shopper, {
    ...rest,
    expect,
    writes: [
      ...rest.writes,
      isUnpaid(after) ? ['SET', unpaidKey(userId), after.id] : ['DEL', unpaidKey(userId)],
      endOf(shopper, attempt, { orderId: after.id }),
      ...(held
        ? ([['SET', reservationStartsKey(userId), held.after, 'PX', HELD_MS]] satisfies Change['writes'])
        : []),
    ],
    limits: cashLimitsOf(before?.order ?? null, after) ?? heldLimitsOf(changes),
  });
  if (done.outcome === 'done') return { outcome: 'placed' };
  if (done.outcome === 'over') return done;
  if (done.outcome === 'short') {
    const takers = changes.flatMap(({ after: order }) => order.items);
    return { outcome: 'short', short: done.short.map(({ line, left }) => lacking(rest, takers, line, left)) };
  }
  if (done.at === 0) return endFrom(keptIn(done.found), attempt);
  if (done.at === 1 && done.found !== null) return { outcome: 'unpaid', orderId: done.found };
  if (expect[done.at]?.key === reservationStartsKey(userId)) return { outcome: 'held', text: done.found };
  const use = codeUseAt(expect[done.at]?.key);
  return use ? { outcome: 'code-taken', use } : { outcome: 'stale' };
}

/**
 * Changes one order, with its stock, code and news, unless it has changed since it was read.
 * @param more what else must hold or is written in the same step
 */
export async function changeOrder(
  change: OrderChange,
  opening: Opening,
  { expect = [], writes = [], log = [] }: Partial<Pick<Change, 'expect' | 'writes' | 'log'>> = {},
): Promise<'done' | 'stale' | 'short' | 'code-taken' | Over> {
  const implied = changeOf([change], opening);
  const whole = {
    ...{ ...implied, log },
    ...{ expect: [...implied.expect, ...expect], writes: [...implied.writes, ...writes] },
  };
  const done = await commit(null, { ...whole, limits: heldLimitsOf([change]) });
  if (done.outcome === 'over') return done;
  if (done.outcome === 'stale') return codeUseAt(whole.expect[done.at]?.key) ? 'code-taken' : 'stale';
  return done.outcome === 'done' ? 'done' : 'short';
}

/**
 * Records the refusal under the idempotency key, so that a delayed retry cannot place the order, even if the pieces are
 * back in stock: the shopper was told that nothing was ordered. It keeps an earlier result of the attempt. It records
 * no refusal of a request without a key, because the same request may succeed a moment later.
 * @param refusal the reason, as any text
 * @throws SessionEnded, TooMany
 */
export async function endRefused(shopper: Shopper, attempt: Attempt, refusal: string): Promise<AttemptEnd> {
  const before = await end(shopper, attempt, refusal);
  return before ? endFrom(before, attempt) : { outcome: 'refused', refusal };
}

/**
 * Ends an order attempt, whatever its content, unless it has a result: a delayed retry then finds its key used.
 * @returns the id of the order that it made; null if it cannot make one any more
 * @throws SessionEnded, TooMany
 */
export async function endGivenUp(shopper: Shopper, key: string): Promise<string | null> {
  const before = await end(shopper, { key, fingerprint: '' }, '');
  return before && 'orderId' in before ? before.orderId : null;
}

/** The result of an attempt, as stored under its key. */
type Kept = { fingerprint: string } & ({ orderId: string } | { refusal: string });

/** @returns the earlier result of the attempt; null if this call ended it */
async function end(shopper: Shopper, attempt: Attempt, refusal: string): Promise<Kept | null> {
  const done = await commit(shopper, {
    expect: [notEnded(shopper, attempt)],
    ...{ pieces: [], lower: [], forget: [] },
    writes: attempt.isKeyless ? [] : [endOf(shopper, attempt, { refusal })],
  });
  return done.outcome === 'stale' ? keptIn(done.found) : null;
}

function keptIn(found: string | null): Kept | null {
  return found === null ? null : readDocument<Kept>('attempt', found);
}

function notEnded({ session }: Shopper, { key }: Attempt): Change['expect'][number] {
  return { key: idempotencyKey(session.userId, key), text: null };
}

function endOf(
  { session }: Shopper,
  { key, fingerprint, isKeyless = false }: Attempt,
  end: { orderId: string } | { refusal: string },
): Change['writes'][number] {
  const kept: Kept = { fingerprint, ...end };
  const forMs = isKeyless ? IDENTICAL_MS : IDEMPOTENCY_MS;
  return ['SET', idempotencyKey(session.userId, key), writeDocument('attempt', kept), 'PX', forMs];
}

function endFrom(kept: Kept | null, { fingerprint }: Attempt): AttemptEnd {
  if (kept?.fingerprint !== fingerprint) return { outcome: 'key-reused' };
  return 'orderId' in kept
    ? { outcome: 'known', orderId: kept.orderId }
    : { outcome: 'refused', refusal: kept.refusal };
}

/** A shopper's orders, newest first. Two round trips, or one if there are none. @throws SessionEnded, TooMany */
export async function readOrders(shopper: Shopper | OnBehalf): Promise<Order[]> {
  const [ids] = await read(shopper, (pipeline) =>
    pipeline.zrange(ordersKey(shopper.session.userId), 0, -1, { rev: true }),
  );
  return readOrdersById(ids as string[]);
}

export async function readOrder(orderId: string): Promise<Stored | null> {
  const text = await redis().get<string>(orderKey(orderId));
  return text === null ? null : stored(text);
}

/** An order of this shopper; null if there is none or it belongs to another. @throws SessionEnded, TooMany */
export async function readOwnOrder(shopper: Shopper, orderId: string): Promise<Stored | null> {
  const [text] = await read(shopper, (pipeline) => pipeline.get(orderKey(orderId)));
  if (typeof text !== 'string') return null;
  const found = stored(text);
  return found.order.userId === shopper.session.userId ? found : null;
}

/** The shopper's order that a provider knows by this reference; null as above. @throws SessionEnded, TooMany */
export async function readOwnOrderByReference(
  shopper: Shopper,
  provider: string,
  id: string,
): Promise<Stored | null> {
  const [orderId] = await read(shopper, (pipeline) => pipeline.get(referenceKey(provider, id)));
  const found = typeof orderId === 'string' ? await readOrder(orderId) : null;
  return found?.order.userId === shopper.session.userId ? found : null;
}

/** The id of a shopper's one unpaid order. */
export async function readUnpaidId(userId: string): Promise<string | null> {
  return redis().get<string>(unpaidKey(userId));
}

/** The id of the order that a provider knows by this reference. */
export async function findByReference(provider: string, id: string): Promise<string | null> {
  return redis().get<string>(referenceKey(provider, id));
}

/** All orders placed in a time span (ms, both ends included), newest first; null for an order that cannot be read. */
export async function readShopOrders(
  from: number,
  to: number,
  most: number,
): Promise<{ id: string; placedAt: number; order: Order | null }[]> {
  const flat = await redis().zrange<(string | number)[]>(allOrdersKey(), to, from, {
    byScore: true,
    rev: true,
    withScores: true,
    offset: 0,
    count: most,
  });
  const ids = flat.filter((_, at) => at % 2 === 0).map(String);
  const known = new Map((await readReadableOrders(ids)).map((order) => [order.id, order]));
  return ids.map((id, at) => ({ id, placedAt: Number(flat[2 * at + 1]), order: known.get(id) ?? null }));
}

/** Ids of orders that end with these characters: shoppers and the owner use the last six. */
export async function findOrderIds(ending: string): Promise<string[]> {
  const ids = await redis().zrange<string[]>(allOrdersKey(), 0, -1);
  return ids.filter((id) => id.endsWith(ending));
}

/** Ids of orders whose check is due at this time (ms), the oldest due first. */
export async function readDue(at: number, most: number): Promise<string[]> {
  return redis().zrange<string[]>(watchKey(), 0, at, { byScore: true, offset: 0, count: most });
}

/** Ids of orders with a payment problem that only the owner can solve. */
export async function readNeedingOwner(): Promise<string[]> {
  return redis().smembers<string[]>(needsOwnerKey());
}

/** Sets when (ms) to check an order next; null for never. */
export async function scheduleCheck(orderId: string, at: number | null, text: string | null): Promise<void> {
  await commit(null, {
    expect: text === null ? [] : [{ key: orderKey(orderId), text }],
    ...{ pieces: [], lower: [], forget: [] },
    writes: [
      at === null ? ['ZREM', watchKey(), orderId] : ['ZADD', watchKey(), at, orderId],
      ['HDEL', failedReconciliationsKey(), orderId],
    ],
  });
}

const AT_ONCE = 200;

/** Orders in the order of the ids; missing ones are left out. */
async function readOrdersById(ids: readonly string[]): Promise<Order[]> {
  return (await readTexts(ids)).map((text) => stored(text).order);
}

/** The same, without orders that this build cannot read: one of them must not hide the others. */
export async function readReadableOrders(ids: readonly string[]): Promise<Order[]> {
  return (await readStored(ids)).map(({ order }) => order);
}

/** The same, with the texts that they were read from. */
export async function readStored(ids: readonly string[]): Promise<Stored[]> {
  return (await readTexts(ids)).flatMap((text) => {
    try {
      const found = stored(text);
      return isOrder(found.order) ? [found] : [];
    } catch {
      return [];
    }
  });
}

function isOrder({ id, items, history, address }: Partial<Order>): boolean {
  return typeof id === 'string' && [items, history].every(Array.isArray) && typeof address === 'object';
}

async function readTexts(ids: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const found = await redis().mget<(string | null)[]>(...ids.slice(from, from + AT_ONCE).map(orderKey));
    texts.push(...found.filter((text) => text !== null));
  }
  return texts;
}

/** Reads an order. Orders from before there were codes lack the field `discount`, older ones the mark `isCounted`. */
export function stored(text: string): Stored {
  const { isCounted = false, ...order } = readDocument<Partial<Order> & { isCounted?: boolean }>(
    'order',
    text,
  );
  return { order: { discount: null, ...order } as Order, text, isCounted };
}

/** The Redis writes that the changes of orders imply. */
function changeOf(changes: readonly OrderChange[], opening: Opening): Change {
  const pieces = new Map<string, Change['pieces'][number]>();
  for (const { before, after } of changes) {
    const by = count(reservesStock(after)) - count(before !== null && reservesStock(before.order));
    if (by === 0) continue;
    for (const { productId, size, quantity } of after.items) {
      const name = variant(productId, size);
      const line = pieces.get(name) ?? { variant: name, by: 0, opening: opening(productId, size) };
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
      ...changes.flatMap(noLongerFirst),
    ],
    writes: [
      ...codes.taken.map(({ key, by }): Change['writes'][number] => ['SET', key, by]),
      ...changes.flatMap(({ before, after }) => codeLeft(before?.order ?? null, after)),
      ...texts.flatMap(({ change, text }) => writesOf(change, text)),
      ...changes.flatMap(({ before, after }) => cashEndWrites(before?.order ?? null, after)),
      ...changes.flatMap(({ before, after }) => reservationEndWrites(before?.order ?? null, after)),
      ...changes.flatMap(({ before, after }) => indexWrites(before?.order ?? null, after)),
      ...(freed.length > 0 ? ([['SADD', freedKey(), ...freed]] satisfies Change['writes']) : []),
      ...sumWrites(changes),
    ],
    numbers: texts.flatMap(({ numbers }) => numbers),
  };
}

/** Deletes the attempts of a cancelled order: an identical request without a key then makes a new order. */
function noLongerFirst({ before, after }: OrderChange): Change['forget'] {
  if (!before || before.order.status === 'Cancelled' || after.status !== 'Cancelled') return [];
  const { id, userId, content } = before.order;
  return paymentMethods.map((method) => {
    const { key, fingerprint } = keylessAttempt(fingerprintOf(method, content));
    const kept: Kept = { fingerprint, orderId: id };
    return { key: idempotencyKey(userId, key), text: writeDocument('attempt', kept) };
  });
}

/** Removes from the cart only what was ordered; a line that another device added meanwhile stays. */
function bought({ before, after }: OrderChange): Change['lower'] {
  if (!stands(after) || (before && stands(before.order))) return [];
  return after.items.map(({ productId, size, quantity }) => ({
    key: cartKey(after.userId),
    field: variant(productId, size),
    by: quantity,
  }));
}

/** @param text the order's new text */
function writesOf({ before, after, news }: OrderChange, text: string): Change['writes'] {
  const { id, userId, placedAt } = after;
  const sold = count(stands(after)) - count(before !== null && stands(before.order));
  const look = nextCheck(after, latest(after));
  const known = new Set(before?.order.references.map((reference) => reference.id));
  const references = after.references.filter((reference) => !known.has(reference.id));
  return [
    ['SET', orderKey(id), text],
    ...(before
      ? []
      : ([
          ['ZADD', ordersKey(userId), placedAt, id],
          ['ZADD', allOrdersKey(), placedAt, id],
        ] satisfies Change['writes'])),
    ...references.map((reference): Change['writes'][number] => [
      'SET',
      referenceKey(reference.provider, reference.id),
      id,
    ]),
    ...(sold === 0
      ? []
      : after.items.map(({ productId, quantity }): Change['writes'][number] => [
          'ZINCRBY',
          soldKey(),
          sold * quantity,
          productId,
        ])),
    // NX, because the shopper may have begun another order since, which stays their unpaid one.
    ...(isUnpaid(after) && reservesStock(after)
      ? ([['SET', unpaidKey(userId), id, 'NX']] satisfies Change['writes'])
      : []),
    // A shopper who pays may reserve the same pieces again.
    ...(before && !before.order.payment && after.payment
      ? ([['DEL', reservationStartsKey(userId)]] satisfies Change['writes'])
      : []),
    look === null ? ['ZREM', watchKey(), id] : ['ZADD', watchKey(), look, id],
    ...(before ? ([['HDEL', failedReconciliationsKey(), id]] satisfies Change['writes']) : []),
    ...ownersWrites(before?.order ?? null, after),
    // Notes may name the shopper.
    ...(before && before.order.address.email !== '' && after.address.email === ''
      ? ([['DEL', orderNotesKey(id)]] satisfies Change['writes'])
      : []),
    ...news.notifications.map((notification): Change['writes'][number] => [
      'LPUSH',
      notificationsKey(userId),
      writeDocument('notification', notification),
    ]),
    ...(news.notifications.length > 0
      ? ([['LTRIM', notificationsKey(userId), 0, NOTIFICATIONS_MAX - 1]] satisfies Change['writes'])
      : []),
    ...news.letters.map(({ kind, at }): Change['writes'][number] => [
      'ZADD',
      emailOutboxKey(),
      'NX',
      at,
      emailName({ about: id, kind }),
    ]),
  ];
}

function ownersWrites(before: Order | null, after: Order): Change['writes'] {
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

/**
 * The product and size of a line of `pieces`, with its stock left. Pieces that another order releases in the same step
 * count.
 */
function lacking({ pieces }: Change, items: Order['items'], line: number, left: number) {
  const short = pieces[line];
  const item = items.find(({ productId, size }) => variant(productId, size) === short?.variant);
  const wanted = item?.quantity ?? 0;
  return { productId: item?.productId ?? '', size: item?.size ?? '', left: left + wanted + (short?.by ?? 0) };
}
