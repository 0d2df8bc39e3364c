import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { cartMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { shop } from '../../src/domain/config.ts';
import { connect, flush } from '../support/redis.ts';
import {
  address,
  call,
  cap,
  earlyProduct,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  ownAddress,
  setStock,
  shirt,
  soldOf,
  stockOf,
} from '../support/shop-calls.ts';

/** Prices that have changed since the pages were built, in paise by id. */
const raised = vi.hoisted(() => new Map<string, number>());
vi.mock('../../netlify/services/products.ts', async (load) => {
  const real = await load<typeof import('../../netlify/services/products.ts')>();
  const productById: typeof real.productById = (id) => {
    const product = real.productById(id);
    return product && { ...product, pricePaise: raised.get(id) ?? product.pricePaise };
  };
  return { ...real, productById };
});

beforeEach(flush);

const place = (token: string, body: unknown, key = newKey()) => call('order.place', { token, body, key });
const giveUp = (token: string, key: string) => call('order.giveUp', { token, key });
const ordersOf = async (token: string) => (await call('order.userorders', { token })).body.orders;

test('an order on delivery is placed, priced by the catalogue, and listed', async () => {
  const { token } = await newShopper();
  const before = Date.now();
  const { status, body } = await place(token, orderBody([hoodie, 'M', 2], [cap, 'default', 1]));
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, message: orderMessages.placed });
  expect(body.orderId).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
  const [order, ...others] = await ordersOf(token);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    _id: body.orderId,
    address,
    status: 'Order Placed',
    payment: false,
    paymentMethod: 'cod',
    amount: (2 * hoodie.pricePaise + cap.pricePaise + shop.checkoutFeePaise) / 100,
  });
  expect(order?.items).toEqual([
    {
      _id: hoodie.id,
      name: hoodie.name,
      price: hoodie.pricePaise / 100,
      image: [hoodie.pictures[0]?.src],
      size: 'M',
      quantity: 2,
    },
    {
      _id: cap.id,
      name: cap.name,
      price: cap.pricePaise / 100,
      image: [cap.pictures[0]?.src],
      size: 'default',
      quantity: 1,
    },
  ]);
  expect(order?.date).toBeGreaterThanOrEqual(before);
  expect(await stockOf(hoodie.id, 'M')).toBe((hoodie.openingStock['M'] ?? 0) - 2);
  expect(await soldOf(hoodie.id)).toBe(2);
});

test('orders are listed newest first and only to their shopper', async () => {
  const [asha, ravi] = [await newShopper(), await newShopper()];
  const first = (await place(asha.token, orderBody([hoodie, 'M', 1]))).body.orderId;
  const second = (await place(asha.token, orderBody([shirt, 'M', 1]))).body.orderId;
  const dates = (await ordersOf(asha.token)).map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  expect(new Set((await ordersOf(asha.token)).map(({ _id }) => _id))).toEqual(new Set([first, second]));
  expect(await ordersOf(ravi.token)).toEqual([]);
  const asking = await call('order.userorders', { token: ravi.token, body: { userId: asha.session.userId } });
  expect(asking.body).toEqual({ success: true, orders: [] });
});

test('ordered pieces leave the account’s cart', async () => {
  const { token } = await newShopper();
  await call('cart.update', { token, body: { itemId: hoodie.id, size: 'M', quantity: 2 } });
  await call('cart.update', { token, body: { itemId: shirt.id, size: 'M', quantity: 1 } });
  await place(token, orderBody([hoodie, 'M', 2]));
  expect((await call('cart.get', { token })).body.cartData).toEqual({ [shirt.id]: { M: 1 } });
});

test('lines of one variant are added up', async () => {
  const { token } = await newShopper(undefined, { emailConfirmedAt: 1 });
  await place(token, orderBody([hoodie, 'M', 1], [hoodie, 'L', 1], [hoodie, 'M', 2]));
  const [order] = await ordersOf(token);
  expect(order?.items.map(({ size, quantity }) => [size, quantity])).toEqual([
    ['M', 3],
    ['L', 1],
  ]);
  expect(await stockOf(hoodie.id, 'M')).toBe((hoodie.openingStock['M'] ?? 0) - 3);
});

test('lines of one variant together stop at the limit of a line', async () => {
  const { token } = await newShopper();
  const { status, body } = await place(
    token,
    orderBody([cap, 'default', 6], [hoodie, 'M', 6], [cap, 'default', 5]),
  );
  expect(status).toBe(400);
  expect(body).toMatchObject({
    message: cartMessages.lineLimit,
    fields: { 'items.0.quantity': cartMessages.lineLimit },
  });
});

test.each([
  ['one rupee less', -1],
  ['one paisa less', -0.01],
  ['a rupee more', 1],
  ['the fee twice', 10],
])('an amount that is not the price orders nothing: %s', async (_title, difference) => {
  const { token } = await newShopper();
  const honest = orderBody([hoodie, 'M', 1]);
  const { status, body } = await place(token, {
    ...honest,
    amount: Math.round((honest.amount + difference) * 100) / 100,
  });
  expect(status).toBe(409);
  expect(body).toMatchObject({ success: false, code: 'price-changed', message: orderMessages.priceChanged });
  expect([await ordersOf(token), await stockOf(hoodie.id, 'M')]).toEqual([[], null]);
});

test('prices that ride along with the items are not looked at', async () => {
  const { token } = await newShopper();
  const honest = orderBody([hoodie, 'M', 1]);
  const items = honest.items.map((item) => ({ ...item, price: 1, pricePaise: 1, name: '<b>cheap</b>' }));
  expect((await place(token, { ...honest, items, amount: 11 })).body.code).toBe('price-changed');
  await place(token, { ...honest, items });
  expect((await ordersOf(token))[0]?.items[0]).toMatchObject({
    name: hoodie.name,
    price: hoodie.pricePaise / 100,
  });
});

test('an order with sold-out lines names each of them and takes no stock', async () => {
  const { token } = await newShopper(undefined, { emailConfirmedAt: 1 });
  await setStock(hoodie.id, 'M', 1);
  await setStock(cap.id, 'default', 0);
  const { status, body } = await place(
    token,
    orderBody([hoodie, 'M', 2], [shirt, 'M', 1], [cap, 'default', 1]),
  );
  expect(status).toBe(409);
  const [few, none] = [orderMessages.soldOut(hoodie.name, 'M', 1), orderMessages.soldOut(cap.name, null, 0)];
  expect(body).toEqual({
    success: false,
    code: 'out-of-stock',
    message: `${few}. ${none}`,
    fields: { 'items.0': few, 'items.2': none },
  });
  expect([await stockOf(hoodie.id, 'M'), await stockOf(shirt.id, 'M'), await ordersOf(token)]).toEqual([
    1,
    null,
    [],
  ]);
});

test('unknown and early-order products cannot be ordered', async () => {
  const { token } = await newShopper();
  const gone = { ...hoodie, id: 'last-years-tee' };
  const cases = [
    [orderBody([gone, 'M', 1]), orderMessages.unknownProduct(gone.id), 'items.0._id'],
    [
      orderBody([cap, 'default', 1], [hoodie, 'XXXL', 1]),
      orderMessages.unknownSize(hoodie.name, 'XXXL'),
      'items.1.size',
    ],
    [orderBody([earlyProduct, 'M', 1]), orderMessages.earlyOrder(earlyProduct.name), 'items.0._id'],
  ] as const;
  for (const [body, message, field] of cases) {
    const answer = await place(token, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid', message, fields: { [field]: message } });
  }
});

test.each(['', 'short', 'x'.repeat(65), 'sixteen letters!', 'नमस्ते-नमस्ते-नमस्ते'.replace(/[^\x20-\x7e]/g, '?')])(
  'a key that is sent must be well formed: %j',
  async (key) => {
    const { token } = await newShopper();
    const headers = { 'Idempotency-Key': key };
    const answer = await call('order.place', { token, body: orderBody([hoodie, 'M', 1]), headers });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid', message: orderMessages.key });
  },
);

test('a double tap is one order', async () => {
  const { token } = await newShopper();
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  const taps = await Promise.all(Array.from({ length: 5 }, () => place(token, body, key)));
  expect(taps.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(taps.map((tap) => tap.body.orderId)).size).toBe(1);
  expect(await ordersOf(token)).toHaveLength(1);
  expect(await stockOf(hoodie.id, 'M')).toBe((hoodie.openingStock['M'] ?? 0) - 1);
});

describe('without a key', () => {
  const placeKeyless = (token: string, body: unknown) => call('order.place', { token, body });

  test('an identical order within two minutes is the first one, also of two at once', async () => {
    const { token } = await newShopper();
    const body = orderBody([hoodie, 'M', 1], [shirt, 'M', 1]);
    const taps = await Promise.all(Array.from({ length: 5 }, () => placeKeyless(token, body)));
    const later = await placeKeyless(token, orderBody([shirt, 'M', 1], [hoodie, 'M', 1]));
    for (const tap of [...taps, later]) expect([tap.status, tap.body]).toEqual([200, taps[0]?.body]);
    expect(await ordersOf(token)).toHaveLength(1);
    expect(await stockOf(hoodie.id, 'M')).toBe((hoodie.openingStock['M'] ?? 0) - 1);
  });

  test('an identical order is recognised for two minutes', async () => {
    const { token, session } = await newShopper();
    const body = orderBody([hoodie, 'M', 1]);
    const first = await placeKeyless(token, body);
    const redis = connect();
    const [key, ...others] = await redis.keys(`idempotency:${session.userId}:*`);
    expect([others, (await redis.pttl(key ?? '')) <= 120_000]).toEqual([[], true]);
    expect(await redis.pttl(key ?? '')).toBeGreaterThan(110_000);
    await redis.del(key ?? '');
    expect((await placeKeyless(token, body)).body.orderId).not.toBe(first.body.orderId);
  });

  test('a refusal is not kept: the same call is placed once there are pieces', async () => {
    const { token } = await newShopper();
    const body = orderBody([hoodie, 'M', 1]);
    await setStock(hoodie.id, 'M', 0);
    expect((await placeKeyless(token, body)).body.code).toBe('out-of-stock');
    await setStock(hoodie.id, 'M', 1);
    expect((await placeKeyless(token, body)).status).toBe(200);
  });

  test('an order that was cancelled is not the answer to an identical one', async () => {
    const { token } = await newShopper();
    const body = orderBody([hoodie, 'M', 1]);
    const first = await placeKeyless(token, body);
    await cancelOrder(first.body.orderId);
    const second = await placeKeyless(token, body);
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
  });

  test('an idempotency key makes another order', async () => {
    const { token } = await newShopper();
    const body = orderBody([hoodie, 'M', 1]);
    const first = await placeKeyless(token, body);
    expect((await place(token, body)).body.orderId).not.toBe(first.body.orderId);
  });
});

test.each([
  ['another quantity', orderBody([hoodie, 'M', 2])],
  ['another product', orderBody([shirt, 'M', 1])],
  ['another address', { ...orderBody([hoodie, 'M', 1]), address: { ...address, zipcode: '560002' } }],
])('a key cannot be used for %s', async (_title, other) => {
  const { token } = await newShopper();
  const key = newKey();
  await place(token, orderBody([hoodie, 'M', 1]), key);
  const { status, body } = await place(token, other, key);
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'key-reused', message: orderMessages.keyReused });
  expect(await ordersOf(token)).toHaveLength(1);
});

test('a retry finds its order although the price has changed since', async () => {
  const { token } = await newShopper();
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  const first = await place(token, body, key);
  raised.set(hoodie.id, hoodie.pricePaise + 100_00);
  try {
    expect((await place(token, body, key)).body.orderId).toBe(first.body.orderId);
    expect((await place(token, body)).body.code).toBe('price-changed');
    expect((await ordersOf(token))[0]?.items[0]?.price).toBe(hoodie.pricePaise / 100);
  } finally {
    raised.clear();
  }
});

test('a refused order is not placed by a late try of the same request, and by a new one it is', async () => {
  const { token } = await newShopper();
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  await setStock(hoodie.id, 'M', 0);
  const refused = await place(token, body, key);
  expect(refused.body.code).toBe('out-of-stock');
  await setStock(hoodie.id, 'M', 1);
  expect(await place(token, body, key)).toEqual(refused);
  expect([await ordersOf(token), await stockOf(hoodie.id, 'M')]).toEqual([[], 1]);
  expect((await place(token, body)).status).toBe(200);
});

test('a request that was refused for its price stays refused when the price is back', async () => {
  const { token } = await newShopper();
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  raised.set(hoodie.id, hoodie.pricePaise + 100_00);
  const refused = await place(token, body, key).finally(() => raised.clear());
  expect(refused.body.code).toBe('price-changed');
  expect(await place(token, body, key)).toEqual(refused);
  expect(await ordersOf(token)).toEqual([]);
  expect((await place(token, body)).status).toBe(200);
});

test('a request that was given up is not placed when it arrives late', async () => {
  const { token } = await newShopper();
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  expect((await giveUp(token, key)).body).toEqual({ success: true, orderId: null });
  expect((await place(token, body, key)).body.code).toBe('key-reused');
  expect([await ordersOf(token), await stockOf(hoodie.id, 'M')]).toEqual([[], null]);
});

test('giving up a placed order returns the order until it is cancelled', async () => {
  const { token } = await newShopper();
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  const { orderId } = (await place(token, body, key)).body;
  expect((await giveUp(token, key)).body).toEqual({ success: true, orderId });
  expect((await place(token, body, key)).body.orderId).toBe(orderId);
  await cancelOrder(orderId);
  expect((await giveUp(token, key)).body).toEqual({ success: true, orderId: null });
});

test('of an order and its giving up at once, both say the same', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { token } = await newShopper();
    const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
    const [placed, given] = await Promise.all([place(token, body, key), giveUp(token, key)]);
    expect(given.body.orderId).toBe(placed.status === 200 ? placed.body.orderId : null);
    expect(await ordersOf(token)).toHaveLength(placed.status === 200 ? 1 : 0);
  }
});

test('an attempt is given up by its own shopper with its key only', async () => {
  const [asha, ravi] = [await newShopper(), await newShopper()];
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  await place(asha.token, body, key);
  expect((await giveUp(ravi.token, key)).body.orderId).toBeNull();
  expect((await place(asha.token, body, key)).status).toBe(200);
  const keyless = await call('order.giveUp', { token: asha.token });
  expect([keyless.status, keyless.body.message]).toEqual([400, orderMessages.key]);
});

test('a refusal under a key does not apply to another shopper', async () => {
  const [asha, ravi] = [await newShopper(), await newShopper()];
  const [key, body] = [newKey(), orderBody([hoodie, 'M', 1])];
  await setStock(hoodie.id, 'M', 0);
  await place(asha.token, body, key);
  await setStock(hoodie.id, 'M', 1);
  expect((await place(ravi.token, body, key)).status).toBe(200);
});

test('fifty shoppers order the last five pieces at once and exactly five get them', async () => {
  await setStock(hoodie.id, 'M', 5);
  const shoppers = await Promise.all(Array.from({ length: 50 }, () => newShopper()));
  const body = () => ({ ...orderBody([hoodie, 'M', 1]), address: ownAddress() });
  const answers = await Promise.all(shoppers.map(({ token }) => place(token, body())));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.message))).toEqual(
    new Set([orderMessages.soldOut(hoodie.name, 'M', 0)]),
  );
  expect(await stockOf(hoodie.id, 'M')).toBe(0);
  expect(await soldOf(hoodie.id)).toBe(5);
  const owners = await Promise.all(shoppers.map(async ({ token }) => (await ordersOf(token)).length));
  expect(owners.reduce((sum, count) => sum + count, 0)).toBe(5);
});
