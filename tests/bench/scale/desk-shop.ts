/** A shop with any number of orders over one year, each committed in its last state, as the shop commits it. */
import { createHash } from 'node:crypto';
import { loginWrites, type NewUser, textOf, type User } from '../../../netlify/storage/accounts.ts';
import { writeDocument } from '../../../netlify/storage/document-versions.ts';
import { codesKey, newsletterKey, userKey, waitlistKey } from '../../../netlify/storage/keys.ts';
import { indexOrders } from '../../../netlify/storage/order-index-backfill.ts';
import { markCountedUntil } from '../../../netlify/storage/order-sums.ts';
import { changeOf } from '../../../netlify/storage/order-writes.ts';
import { commit, nothingElse, type Write } from '../../../netlify/storage/transaction.ts';
import { supplier } from '../../../netlify/services/invoices.ts';
import { withDocuments } from '../../../src/domain/invoice.ts';
import type { Order, OrderStatus } from '../../../src/domain/order.ts';
import { type Product, sizesOf } from '../../../src/domain/product.ts';
import { DAY_MS } from '../../../src/domain/time-units.ts';

const DAYS = 365;
/** Commits at the same time. */
const AT_ONCE = 20;
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

async function committed(order: Order, beside: readonly Write[]): Promise<void> {
  const change = changeOf(
    [{ before: null, after: order, events: { notifications: [], emails: [] } }],
    () => 0,
  );
  const log = LOGGED.map((action, step) => ({
    at: order.placedAt + step,
    who: 'asha@example.com',
    action,
    subject: `order:${order.id}`,
    before: { status: 'Order Placed', paid: false },
    after: { status: order.status, paid: order.paid },
  }));
  // The stock stays as it is, because so many orders would sell it out.
  const writes = [...change.writes, ...beside];
  const { outcome } = await commit(null, { ...change, pieces: [], writes, log });
  if (outcome !== 'done') throw new Error(`An order was not written: ${outcome}`);
}

function subscriptionsOf(at: number, now: number): Write[] {
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

function shopper(now: number): Write[] {
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
  await commit(null, { ...nothingElse, writes: shopper(now) });
  for (let from = 0; from < count; from += AT_ONCE) {
    const ats = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    await Promise.all(
      ats.map((at) => {
        const order = orderAt(at, count, products, now);
        const beside = at % SUBSCRIBED_EVERY === 0 ? subscriptionsOf(at, now) : [];
        // With the documents that it had soon after it was placed.
        return committed(withDocuments(order, order.placedAt + 1, supplier), beside);
      }),
    );
  }
  // Every order is in the index already, so this only marks it as complete.
  await indexOrders(Number.POSITIVE_INFINITY);
}
