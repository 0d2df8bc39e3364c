import type { Context } from '@netlify/functions';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import webhook from '../../netlify/functions/webhook.ts';
import { client } from '../../netlify/payments/razorpay-api.ts';
import { allOrdersKey, orderKey } from '../../netlify/storage/keys.ts';
import { readSums, sumWrites } from '../../netlify/storage/order-sums.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { openSimulators } from '../../local/simulators/open-simulators.ts';
import type { Simulators } from '../../local/simulators/controls.ts';
import type { RazorpayReceipt } from '../../src/contract/calls/payment.ts';
import { discountOf } from '../../src/domain/discount.ts';
import { isOrderConfirmed, type Order } from '../../src/domain/order.ts';
import { reservesCode } from '../../src/domain/refund.ts';
import { addedSums, type Book, SUMS_EDITION, sumsOfOrder } from '../../src/domain/order-sums.ts';
import type { Product } from '../../src/domain/product.ts';
import { isUnderWayRefund, refundablePaise, sentBackPaise } from '../../src/domain/refund.ts';
import { sumsOf } from '../../src/domain/tax-document.ts';
import { holderOf } from './codes.ts';
import { connect } from './redis.ts';
import { call, newKey, orderBody, soldOf, stockOf, waitUntil, workDone } from './shop-calls.ts';

/**
 * A shop whose payments go through the official SDKs to the local simulators, and whose webhooks come back to the
 * function.
 */

/** The shop's URL, which the simulators redirect to. */
export const SHOP_ADDRESS = 'http://localhost:8888';

/**
 * The simulators of a test file, with a new ledger and settings for each test, so that sums are of one test. Webhooks
 * wait until a test sends them.
 */
export function useProviders(): Simulators {
  const providers = {} as Simulators;
  beforeEach(async () => {
    Object.assign(providers, await openProviders());
  });
  afterEach(async () => {
    await workDone();
    await providers.stop();
  });
  return providers;
}

/**
 * Opens the simulators for the rest of one test, which stops them.
 * @param now the providers' clock; default: the shop's, read at each call, because tests change it
 */
export async function openProviders(now = () => Date.now()): Promise<Simulators> {
  const providers = await openSimulators({
    shopAddress: () => SHOP_ADDRESS,
    deliver: async (request) =>
      webhook(request, { deploy: { published: true }, waitUntil } as unknown as Context),
    retryAfterMs: [],
    now,
  });
  for (const [name, value] of Object.entries(providers.settings)) vi.stubEnv(name, value);
  vi.stubEnv('SITE_URL', SHOP_ADDRESS);
  vi.stubEnv('SMTP_URL', '');
  // Without a mail server every email waits and logs an error, which is not what these tests are about.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return providers;
}

/** Shortens the shop's timeout for requests to Razorpay (8 s) until its settings change. */
export async function setRazorpayTimeout(ms: number): Promise<void> {
  const { api } = (await client()) as unknown as { api: { rq: { defaults: { timeout: number } } } };
  api.rq.defaults.timeout = ms;
}

type Lines = [product: Product, size: string, quantity: number][];

export async function payByRazorpay(token: string, lines: Lines, key = newKey(), own = {}) {
  return call('order.razorpay', { token, key, body: { ...orderBody(...lines), ...own } });
}

export async function payByStripe(token: string, lines: Lines, key = newKey(), own = {}) {
  return call('order.stripe', { token, key, body: { ...orderBody(...lines), ...own } });
}

/** The shopper returns from Razorpay's window with its receipt. */
export const verifyRazorpay = (token: string, receipt: unknown) =>
  call('order.verifyRazorpay', { token, body: receipt as RazorpayReceipt });

/** The shopper returns to /verify. */
export const verifyReturn = (token: string, orderId: string, success = 'true') =>
  call('order.verifyStripe', { token, body: { success, orderId } });

/** Stripe's session id in its page's URL. */
export const sessionOf = (url: string): string => url.split('/').at(-1)?.split(/[?#]/)[0] ?? '';

const redis = connect({ automaticDeserialization: false });

export async function orderOf(orderId: string): Promise<Order> {
  const found = await readOrder(orderId);
  if (!found) throw new Error(`There is no order ${orderId}`);
  return found.order;
}

/** The states that an order has had. */
export const statesOf = async (orderId: string) =>
  (await orderOf(orderId)).history.map(({ status }) => status);

/** Writes an order as it could have become, with its running sums. */
export async function changeStored(orderId: string, own: Partial<Order>): Promise<void> {
  const found = await readOrder(orderId);
  if (!found) throw new Error(`There is no order ${orderId}`);
  const after = { ...found.order, ...own };
  await redis.set(orderKey(orderId), JSON.stringify({ ...after, isCounted: SUMS_EDITION }));
  for (const [, key, ...words] of sumWrites([{ before: found, after }])) {
    await redis.hincrby(key, String(words[0]), Number(words[1]));
  }
}

export async function allOrders(): Promise<Order[]> {
  const ids = await redis.zrange<string[]>(allOrdersKey(), 0, -1);
  return Promise.all(ids.map(orderOf));
}

type Variants = [product: Product, size: string, atFirst: number][];

/** Stock, reserved and sold pieces always add up to the initial stock. */
export async function expectPiecesHold(variants: Variants): Promise<void> {
  const orders = await allOrders();
  const standing = orders.filter(isOrderConfirmed);
  const piecesOf = (of: Order[], id: string, size?: string) =>
    of
      .flatMap(({ items }) => items)
      .filter((item) => item.productId === id && (size === undefined || item.size === size))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const reserved = orders.filter(({ status }) => status === 'Payment Pending');
  for (const [product, size, atFirst] of variants) {
    const left = (await stockOf(product.id, size)) ?? atFirst;
    expect(left).toBeGreaterThanOrEqual(0);
    const away = piecesOf(reserved, product.id, size) + piecesOf(standing, product.id, size);
    expect(left + away).toBe(atFirst);
    expect(await soldOf(product.id)).toBe(piecesOf(standing, product.id));
  }
}

/**
 * At most one order uses a code: one that is placed or waits for payment, never a failed one. An order costs its
 * pieces' prices minus the code's discount.
 */
export async function expectCodesHold(codes: readonly string[]): Promise<void> {
  const orders = await allOrders();
  for (const code of codes) {
    const holders = orders.filter((order) => reservesCode(order) && order.discount?.code === code);
    expect(holders.length).toBeLessThanOrEqual(1);
    expect(await holderOf(code)).toBe(holders[0]?.id ?? null);
  }
  for (const { subtotalPaise, discount, feePaise, totalPaise, payment } of orders) {
    expect(discount?.paise ?? 0).toBe(discount ? discountOf(subtotalPaise, discount.percent) : 0);
    expect(totalPaise).toBe(subtotalPaise - (discount?.paise ?? 0) + feePaise);
    if (payment) expect(payment.amountPaise).toBe(totalPaise);
  }
}

/** The providers' balance is the money of paid orders minus refunds; no refund is outstanding. */
async function expectMoneyHolds({ books }: Simulators): Promise<void> {
  const orders = await allOrders();
  const kept = orders.reduce((sum, order) => sum + refundablePaise(order), 0);
  expect(orders.flatMap(({ refunds }) => refunds).filter(isUnderWayRefund)).toEqual([]);
  expect(books().balancePaise).toBe(kept);
}

/** Every order that was ever paid has one invoice, numbered without gaps, and refunds have credit notes. */
async function expectInvoicesHold(): Promise<void> {
  const orders = await allOrders();
  const numbersOf = (documents: readonly { number: number | null }[]) =>
    documents.map(({ number }) => Number(number)).sort((a, b) => a - b);
  const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
  const invoices = orders.flatMap(({ invoice }) => invoice ?? []);
  const notes = orders.flatMap(({ creditNotes }) => creditNotes ?? []);
  expect(numbersOf(invoices)).toEqual(upTo(invoices.length));
  expect(numbersOf(notes)).toEqual(upTo(notes.length));
  for (const order of orders) {
    if (order.payment) expect(order.invoice, order.id).toBeDefined();
    if (!order.invoice) continue;
    const invoiced = sumsOf(order.invoice.lines).totalPaise;
    const credited = sumsOf((order.creditNotes ?? []).flatMap(({ lines }) => lines)).totalPaise;
    const back = order.status === 'Cancelled' ? invoiced : sentBackPaise(order);
    expect([invoiced, credited]).toEqual([order.totalPaise, back]);
  }
}

/** The running sums equal the total of all counted orders, whatever changed them. */
export async function expectRunningSumsHold(): Promise<void> {
  const ids = await redis.zrange<string[]>(allOrdersKey(), 0, -1);
  const stored = (await Promise.all(ids.map(readOrder))).filter((found) => found !== null);
  const right = addedSums(
    [],
    stored.flatMap(({ order, counted }) => sumsOfOrder(order, counted)),
  );
  const lines = right.map(({ book, field, by }) => `${book} ${field} ${by}`);
  const books = (await redis.keys('sums:*')).map((key) => key.slice('sums:'.length) as Book);
  const sums = await readSums(books);
  const found = books.flatMap((book, at) =>
    [...(sums[at] ?? [])].flatMap(([field, by]) => (by === 0 ? [] : [`${book} ${field} ${by}`])),
  );
  expect(found.toSorted()).toEqual(lines.toSorted());
}

/** What must always hold once all events are delivered: stock, money and invoices. */
export async function expectSumsHold(variants: Variants, providers: Simulators): Promise<void> {
  await workDone();
  await expectPiecesHold(variants);
  await expectMoneyHolds(providers);
  await expectInvoicesHold();
  await expectRunningSumsHold();
}

/** Replaces a method of a provider's SDK with this answer, without a network request. */
export const answers = (api: object, method: string, answer: unknown) =>
  vi.spyOn(api as Record<string, () => unknown>, method).mockImplementation(async () => answer);
