import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { runCleanup } from '../../netlify/services/cleanup.ts';
import { addressChecksKey, orderKey } from '../../netlify/storage/keys.ts';
import { type Order, withStatus } from '../../src/domain/order.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { aRefund, storeOrder } from '../support/orders.ts';
import { orderOf as orderNow } from '../support/payments.ts';
import { parcel } from '../support/placed-orders.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { address } from '../support/shop-calls.ts';

const redis = connect({ automaticDeserialization: false });
useMailServer();
beforeEach(flush);
afterEach(() => void vi.useRealTimers());

const START = Date.now();
const inDays = (days: number) => vi.setSystemTime(START + days * DAY_MS);

const stored = async (own: Partial<Order> = {}) => (await storeOrder({ placedAt: START, ...own })).id;

const CANCELLED: Partial<Order> = { status: 'Cancelled' };
const run = async () => (await runCleanup(10_000)).addresses;
const PLACE = { city: 'Bengaluru', state: 'Karnataka', zipcode: '560', country: 'India' };
const NOWHERE = { firstName: '', lastName: '', email: '', street: '', phone: '', ...PLACE };

test('an order that was never paid loses its address after 90 days, and all words about its shopper', async () => {
  const id = await stored({ status: 'Payment Failed', paymentMethod: 'razorpay' });
  inDays(89);
  expect(await run()).toBe(0);
  expect((await orderNow(id)).address).toEqual(address);
  inDays(91);
  expect(await run()).toBe(1);
  const left = await orderNow(id);
  expect(left).toMatchObject({ address: NOWHERE, content: '', userId: 'shopper', status: 'Cancelled' });
  for (const secret of [address.street, address.phone, address.email]) {
    expect(JSON.stringify(left)).not.toContain(secret);
  }
  expect(await run()).toBe(0);
  expect(await redis.exists(addressChecksKey())).toBe(0);
});

test('an order that is cancelled late keeps its address for 90 more days', async () => {
  const id = await stored();
  inDays(100);
  expect(await run()).toBe(0);
  await cancelOrder(id);
  inDays(189);
  expect(await run()).toBe(0);
  inDays(191);
  expect(await run()).toBe(1);
  expect((await orderNow(id)).address).toEqual(NOWHERE);
});

test('an order with an invoice keeps its address because of tax law', async () => {
  const [sold, back] = [await stored({ status: 'Processing' }), await stored({ status: 'Processing' })];
  for (const id of [sold, back]) {
    await updateOrder(id, (order) => ({ ...withStatus(order, 'Shipped', START), shipment: parcel }));
  }
  await updateOrder(sold, (order) => withStatus(order, 'Delivered', START));
  await updateOrder(back, (order) => withStatus(order, 'Cancelled', START));
  inDays(1_000);
  expect(await run()).toBe(0);
  for (const id of [sold, back]) {
    const order = await orderNow(id);
    expect([order.address, order.invoice?.number]).toEqual([address, expect.any(Number)]);
  }
  expect(await redis.exists(addressChecksKey())).toBe(0);
});

test('an order with a refund under way is checked again', async () => {
  const refund = aRefund({ wantedAt: START, reason: 'cancelled' });
  const id = await stored({ status: 'Cancelled', paymentMethod: 'razorpay', refunds: [refund] });
  inDays(120);
  expect(await run()).toBe(0);
  await updateOrder(id, (order) => ({ ...order, refunds: [{ ...refund, doneAt: START, providerId: 'r' }] }));
  inDays(122);
  expect(await run()).toBe(1);
});

test.each([3, 1])(
  'every old order is found, however many there are in %i milliseconds, and no run exceeds its time',
  async (milliseconds) => {
    const ids = await Promise.all(
      Array.from({ length: 205 }, (_, at) => {
        return stored({ status: 'Cancelled', placedAt: START - (at % milliseconds) });
      }),
    );
    inDays(91);
    expect((await runCleanup(0)).addresses).toBe(0);
    expect(await run()).toBe(ids.length);
  },
);

test('an unreadable order does not stop the others from losing their addresses', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const [broken, later, other] = [await stored(CANCELLED), await stored(CANCELLED), await stored(CANCELLED)];
  const text = String(await redis.get(orderKey(broken)));
  await redis.set(orderKey(broken), 'not an order');
  inDays(89);
  expect(await run()).toBe(0);
  await redis.zadd(addressChecksKey(), { score: START, member: later });
  await redis.set(orderKey(later), 'not an order');
  inDays(91);
  expect(await run()).toBe(1);
  expect((await orderNow(other)).address).toEqual(NOWHERE);
  await redis.set(orderKey(broken), text);
  await redis.set(orderKey(later), text.replaceAll(broken, later));
  inDays(122);
  expect(await run()).toBe(2);
});
