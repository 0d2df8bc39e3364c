import { beforeEach, expect, test } from 'vitest';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { commit } from '../../netlify/storage/transaction.ts';
import { numbered, readSeries } from '../../netlify/storage/invoice-numbers.ts';
import { orderKey } from '../../netlify/storage/keys.ts';
import { changeOrder } from '../../netlify/storage/order-changes.ts';
import { readOrder, type Stored } from '../../netlify/storage/orders.ts';
import { withDocuments } from '../../src/domain/invoice.ts';
import { type Order, withStatus } from '../../src/domain/order.ts';
import { financialYearOf } from '../../src/domain/tax-document.ts';
import { storeOrder, supplier } from '../support/orders.ts';
import { connect, flush } from '../support/redis.ts';

const redis = connect({ automaticDeserialization: false });
const noEvents = { notifications: [], emails: [] };
const thisYear = financialYearOf(Date.now());

beforeEach(flush);

const stored = (own: Partial<Order> = {}) => storeOrder({ status: 'Processing', ...own }, 1_000);

const ship = (orderId: string) =>
  updateOrder(orderId, (order) =>
    order.status === 'Shipped' ? order : withStatus(order, 'Shipped', Date.now()),
  );
const numberOf = async (orderId: string) => (await readOrder(orderId))?.order.invoice?.number;
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

test('forty concurrent orders get the numbers 1 to 40', async () => {
  const orders = await Promise.all(upTo(40).map(() => stored()));
  await Promise.all(orders.map(({ id }) => ship(id)));
  const numbers = await Promise.all(orders.map(({ id }) => numberOf(id)));
  expect(numbers.map(Number).sort((a, b) => a - b)).toEqual(upTo(40));
  const series = await readSeries('IN', thisYear);
  expect(await Promise.all(series.map(({ orderId }) => numberOf(orderId)))).toEqual(upTo(40));
});

test('an order that is confirmed a hundred times at once gets one number, and the next order the next number', async () => {
  const [order, next] = [await stored(), await stored()];
  await Promise.all(upTo(100).map(() => ship(order.id)));
  expect(await numberOf(order.id)).toBe(1);
  await ship(next.id);
  expect(await numberOf(next.id)).toBe(2);
});

test('amend returns the stored order', async () => {
  const { id } = await stored();
  const amended = await ship(id);
  expect(amended).toMatchObject({ after: { invoice: { number: 1 } } });
  expect(amended).toMatchObject({ after: (await readOrder(id))?.order });
});

test('a stale change, or one without enough stock, uses no number', async () => {
  const order = await stored();
  const shipped = withDocuments(withStatus(order, 'Shipped', 2), Date.now(), supplier);
  const stale = { order, text: 'otherwise' };
  expect(await changeOrder({ before: stale, after: shipped, events: noEvents }, () => 1)).toBe('stale');

  const failed = await stored({ status: 'Payment Failed' });
  const { text } = (await readOrder(failed.id)) as Stored;
  const paid = withDocuments({ ...withStatus(failed, 'Order Placed', 2), paid: true }, Date.now(), supplier);
  await redis.hset('stock', { 'tee:M': 0 });
  expect(await changeOrder({ before: { order: failed, text }, after: paid, events: noEvents }, () => 1)).toBe(
    'short',
  );

  expect(await readSeries('IN', thisYear)).toEqual([]);
  await ship(order.id);
  expect(await numberOf(order.id)).toBe(1);
});

test('a document keeps its number', async () => {
  const order = await stored();
  const shipped = withDocuments(withStatus(order, 'Shipped', 2), Date.now(), supplier);
  const write = async (expected: string | null) => {
    const { text, numbers } = numbered(shipped);
    await commit(null, {
      pieces: [],
      lower: [],
      forget: [],
      numbers,
      expect: expected === null ? [] : [{ key: orderKey(order.id), text: expected }],
      writes: [['SET', orderKey(order.id), text]],
    });
  };
  await write(null);
  await write(null);
  expect(await numberOf(order.id)).toBe(1);
  expect(await readSeries('IN', thisYear)).toEqual([{ orderId: order.id, place: null }]);
});

test('every financial year begins with 1, and credit notes have their own series', async () => {
  const old = await stored();
  const march = Date.parse('2026-03-31T23:59:59+05:30');
  const issue = async (order: Order, at: number) => {
    const found = await readOrder(order.id);
    if (!found) throw new Error('There is no such order');
    const after = withDocuments(withStatus(found.order, 'Shipped', at), at, supplier);
    expect(await changeOrder({ before: found, after, events: noEvents }, () => 1)).toBe('done');
  };
  await issue(old, march);
  const next = await stored();
  await issue(next, march + 1_000);
  expect([await numberOf(old.id), await numberOf(next.id)]).toEqual([1, 1]);
  expect(await readSeries('IN', '25-26')).toEqual([{ orderId: old.id, place: null }]);
  expect(await readSeries('IN', '26-27')).toEqual([{ orderId: next.id, place: null }]);

  await updateOrder(old.id, (order) => withStatus(order, 'Cancelled', Date.now()));
  expect((await readOrder(old.id))?.order.creditNotes).toMatchObject([{ number: 1, reason: 'cancelled' }]);
  expect(await readSeries('CN', thisYear)).toEqual([{ orderId: old.id, place: 0 }]);
});

test('text of a shopper is never mistaken for an invoice number', async () => {
  const order = await stored();
  const address = { ...order.address, street: '"number":null, "%d" %1 \\"0\\"' };
  await redis.set(orderKey(order.id), JSON.stringify({ ...order, address }));
  await ship(order.id);
  const after = (await readOrder(order.id))?.order;
  expect([after?.address.street, after?.invoice?.number]).toEqual([address.street, 1]);
});
