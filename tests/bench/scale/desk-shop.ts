/**
 * A shop with any number of orders over one year, written directly into Redis with everything that their commits would write
 * and the desk reads.
 */
import { createHash } from 'node:crypto';
import { loginWrites, type NewUser, textOf, type User } from '../../../netlify/storage/accounts.ts';
import { writeDocument } from '../../../netlify/storage/document-versions.ts';
import { numbered } from '../../../netlify/storage/invoice-numbers.ts';
import {
  allOrdersKey,
  codesKey,
  needsOwnerKey,
  newsletterKey,
  orderKey,
  ordersKey,
  userKey,
  waitlistKey,
} from '../../../netlify/storage/keys.ts';
import { sumsKey } from '../../../netlify/storage/order-keys.ts';
import { indexWrites } from '../../../netlify/storage/order-index.ts';
import { indexOrders } from '../../../netlify/storage/order-index-backfill.ts';
import { markCountedUntil } from '../../../netlify/storage/order-sums.ts';
import { logParts } from '../../../netlify/storage/staff-log.ts';
import { staffLogEndKey, staffLogMonthsKey } from '../../../netlify/storage/staff-keys.ts';
import { supplier } from '../../../netlify/services/invoices.ts';
import { withDocuments } from '../../../src/domain/invoice.ts';
import type { Order, OrderStatus } from '../../../src/domain/order.ts';
import { sumsOfOrder } from '../../../src/domain/order-sums.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import { needsOwner } from '../../../src/domain/payment-settlement.ts';
import { DAY_MS } from '../../../src/domain/time-units.ts';
import { askRedis } from './raw-redis.ts';

const DAYS = 365;
const STEP = 500;
const FIRST_NAMES = ['Asha', 'Ravi', 'Meera', 'Kabir', 'Zoya'];
const LAST_NAMES = ['Rao', 'Kumar', 'Singh', 'Iyer', 'Khan', 'Das'];
const STATES = ['Karnataka', 'Maharashtra', 'Tamil Nadu', 'Delhi', 'Kerala', 'Gujarat', 'West Bengal'];
const COURIERS = ['Delhivery', 'Blue Dart', 'India Post'];
/** Statuses of a hundred orders; all others are delivered. */
const STATUSES: readonly OrderStatus[] = ['Order Placed', 'Processing', 'Shipped', 'Shipped', 'Cancelled'];
/** One shopper with this many orders under one phone number. */
export const SHOPPER = { id: 'shopper-0', email: 'shopper-0@example.com', phone: '917000000000', orders: 60 };
/** One order in so many has a failed refund. */
const FAILED_EVERY = 250;
/** One subscriber for so many orders. */
const SUBSCRIBED_EVERY = 4;
/** The actions of staff on an order. */
const LOGGED = ['orders.pack', 'orders.ship', 'orders.deliver'];

type Command = (string | number)[];

/** Merges commands that write members of one key, and sends them. */
async function send(commands: readonly Command[]): Promise<void> {
  const joined = new Map<string, Command>();
  for (const [name = '', key = '', ...rest] of commands) {
    const known = name === 'SET' ? undefined : joined.get(`${name} ${key}`);
    if (known) known.push(...rest);
    else joined.set(`${name} ${key}`, [name, key, ...rest]);
  }
  await askRedis([...joined.values()], 'pipeline');
}

function orderAt(at: number, count: number, products: readonly Product[], now: number): Order {
  const placedAt = Math.floor(now - ((count - at) / count) * DAYS * DAY_MS);
  const isShopper = at % Math.max(1, Math.floor(count / SHOPPER.orders)) === 0;
  const status = STATUSES[at % 100] ?? 'Delivered';
  const isOnline = at % 5 < 2;
  const items = Array.from({ length: 1 + (at % 2) }, (_, line) => {
    // A few products sell most.
    const share = ((at * 7_919 + line * 104_729) % 10_007) / 10_007;
    const product = products[Math.floor(share ** 3 * products.length)] as Product;
    const sizes = sizesOf(product);
    return {
      productId: product.id,
      name: product.name,
      pricePaise: product.pricePaise,
      picture: product.pictures[0]?.src ?? '',
      size: sizes[at % sizes.length] ?? '',
      quantity: 1,
    };
  });
  const subtotalPaise = items.reduce((sum, { pricePaise }) => sum + pricePaise, 0);
  const totalPaise = subtotalPaise + 10_000;
  const id = createHash('sha1').update(String(at)).digest('hex').slice(0, 20).toUpperCase();
  const paid = isOnline || status === 'Delivered';
  const payment = { provider: 'razorpay' as const, id: `pay_${id}`, amountPaise: totalPaise, at: placedAt };
  const isFailed = isOnline && at % FAILED_EVERY === 0;
  return {
    id,
    userId: isShopper ? SHOPPER.id : `shopper-${at % 40_000}`,
    items,
    address: {
      firstName: FIRST_NAMES[at % 5] ?? '',
      lastName: LAST_NAMES[at % 6] ?? '',
      email: isShopper ? SHOPPER.email : `shopper-${at % 40_000}@example.com`,
      street: `${at} 5th Cross, Indiranagar`,
      city: 'Bengaluru',
      zipcode: '560038',
      country: 'India',
      state: STATES[at % STATES.length] ?? '',
      phone: isShopper ? SHOPPER.phone : `91${7_000_000_001 + (at % 40_000)}`,
    },
    paymentMethod: isOnline ? 'razorpay' : 'cod',
    status,
    paid,
    placedAt,
    history: [
      { status: 'Order Placed', at: placedAt },
      ...(status === 'Order Placed' ? [] : [{ status, at: placedAt + DAY_MS }]),
    ],
    content: id,
    reservedUntil: null,
    failedPayments: [],
    references: isOnline ? [{ provider: 'razorpay', id: `order_${id}`, at: placedAt }] : [],
    payment: isOnline ? payment : null,
    refunds: isFailed ? [failedRefund(payment.id, placedAt)] : [],
    shipment:
      status === 'Shipped' || status === 'Delivered'
        ? { courier: COURIERS[at % 3] ?? '', trackingNumber: `14900${at}` }
        : null,
    discount: null,
    subtotalPaise,
    feePaise: 10_000,
    totalPaise,
  };
}

function failedRefund(paymentId: string, at: number): Order['refunds'][number] {
  return {
    key: 'refund-0',
    provider: 'razorpay',
    paymentId,
    amountPaise: 9_000,
    reason: 'returned',
    wantedAt: at,
    doneAt: null,
    providerId: null,
    failure: { at, why: 'The account is closed', isProviders: true },
  };
}

/** The writes of an order's commit: text, index, document numbers and log. Its sums are written at the end. */
function writesOf(order: Order, sequence: Map<string, number>, log: (order: Order) => Command[]): Command[] {
  const { text, numbers } = numbered(order);
  let written = text;
  const series = numbers.map(({ series: key, member, mark }): Command => {
    const number = (sequence.get(key) ?? 0) + 1;
    sequence.set(key, number);
    written = written.replace(`"${mark}"`, String(number));
    return ['ZADD', key, number, member];
  });
  const { id, placedAt, userId } = order;
  return [
    ['SET', orderKey(id), written],
    ['ZADD', allOrdersKey(), placedAt, id],
    ['ZADD', ordersKey(userId), placedAt, id],
    ...(needsOwner(order) ? [['SADD', needsOwnerKey(), id]] : []),
    ...indexWrites(null, order),
    ...series,
    ...log(order),
  ];
}

/** The log of staff, each entry with the hash of the previous one. */
function newLog() {
  let previous = '';
  const logOf = (order: Order): Command[] =>
    LOGGED.flatMap((action, step) => {
      const { month, all, subject, text } = logParts({
        at: order.placedAt + step,
        who: 'asha@example.com',
        action,
        subject: `order:${order.id}`,
        before: { status: 'Order Placed', paid: false },
        after: { status: order.status, paid: order.paid },
      });
      const line = `{"previous":"${previous}",${text.slice(1)}`;
      previous = createHash('sha1').update(line).digest('hex');
      return [
        ['RPUSH', all, line],
        ['RPUSH', subject, line],
        ['SADD', staffLogMonthsKey(), month],
      ] satisfies Command[];
    });
  return { logOf, end: (): Command[] => [['SET', staffLogEndKey(), previous]] };
}

function subscriptionsOf(at: number, now: number): Command[] {
  const email = `reader-${at}@example.com`;
  const code = `CODE${at}`;
  const entry = { email, at: now - at, privacyVersion: '2026-11-20' };
  const made = { code, percent: 10, madeAt: now - at, expiresAt: now + DAY_MS };
  return [
    [
      'HSET',
      newsletterKey(),
      `reader-${at}`,
      writeDocument('subscription', { ...entry, confirmedAt: now, code }),
    ],
    [
      'HSET',
      waitlistKey(),
      email,
      writeDocument('waitlist entry', { ...entry, name: 'Asha', message: '', formSent: true }),
    ],
    ['HSET', codesKey(), code, writeDocument('code', made)],
  ];
}

function shopper(now: number): Command[] {
  const { id, email } = SHOPPER;
  const user: NewUser = { id, name: 'Asha Rao', email, createdAt: now, updatedAt: now, termsAcceptedAt: now };
  return [
    ['SET', userKey(id), textOf(user as User)],
    ...loginWrites(email, { userId: id, passwordHash: null }).slice(1),
  ];
}

/** @param count number of orders, the newest of this minute */
export async function fillWithOrders(count: number, products: readonly Product[]): Promise<void> {
  // First, because the first call to an empty database notes the key of its hashes.
  await markCountedUntil('all');
  const now = Date.now();
  const sums = new Map<string, Map<string, number>>();
  const sequence = new Map<string, number>();
  const { logOf, end } = newLog();
  for (let from = 0; from < count; from += STEP) {
    const commands: Command[] = [];
    for (let at = from; at < Math.min(count, from + STEP); at += 1) {
      const order = documentedAt(orderAt(at, count, products, now));
      for (const { book, field, by } of sumsOfOrder(order)) {
        const fields = sums.get(book) ?? new Map<string, number>();
        sums.set(book, fields.set(field, (fields.get(field) ?? 0) + by));
      }
      commands.push(...writesOf(order, sequence, logOf));
      if (at % SUBSCRIBED_EVERY === 0) commands.push(...subscriptionsOf(at, now));
    }
    await send(commands);
  }
  const books = [...sums].map(([book, fields]): Command => ['HSET', sumsKey(book), ...[...fields].flat()]);
  await send([...books, ...end(), ...shopper(now)]);
  // Every order is in the index already, so this only marks it as complete.
  await indexOrders(Number.POSITIVE_INFINITY);
}

/** With the documents that it had soon after it was placed. */
const documentedAt = (order: Order): Order => withDocuments(order, order.placedAt + 1, supplier);
