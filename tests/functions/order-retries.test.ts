import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { readOrder } from '../../netlify/storage/orders.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { connect, flush } from '../support/redis.ts';
import {
  address,
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  ordersOf,
  place,
  setStock,
  shirt,
  stockOf,
} from '../support/shop-calls.ts';

/** Prices that changed since the pages were built, in paise by id. */
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

const one = orderBody([hoodie, 'M', 1]);
const placeKeyless = (token: string, body: unknown = one) => call('order.place', { token, body });
const giveUp = (token: string, key: string) => call('order.giveUp', { token, key });

test.each(['', 'short', 'x'.repeat(65), 'sixteen letters!', 'नमस्ते-नमस्ते-नमस्ते'.replace(/[^\x20-\x7e]/g, '?')])(
  'a malformed key is refused: %j',
  async (key) => {
    const { token } = await newShopper();
    const { status, body } = await call('order.place', {
      token,
      body: one,
      headers: { 'Idempotency-Key': key },
    });
    expect([status, body.code, body.message]).toEqual([400, 'invalid', orderMessages.key]);
  },
);

test('a double tap places one order', async () => {
  const [{ token }, key] = [await newShopper(), newKey()];
  const taps = await Promise.all(Array.from({ length: 5 }, () => place(token, one, key)));
  expect(taps.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(taps.map((tap) => tap.body.orderId)).size).toBe(1);
  expect(await ordersOf(token)).toHaveLength(1);
  expect(await stockOf(hoodie.id, 'M')).toBe((hoodie.initialStock['M'] ?? 0) - 1);
});

describe('without a key', () => {
  test('two identical orders within two minutes are one, also if they are concurrent', async () => {
    const { token } = await newShopper();
    const body = orderBody([hoodie, 'M', 1], [shirt, 'M', 1]);
    const taps = await Promise.all(Array.from({ length: 5 }, () => placeKeyless(token, body)));
    const later = await placeKeyless(token, orderBody([shirt, 'M', 1], [hoodie, 'M', 1]));
    for (const tap of [...taps, later]) expect([tap.status, tap.body]).toEqual([200, taps[0]?.body]);
    expect(await ordersOf(token)).toHaveLength(1);
    expect(await stockOf(hoodie.id, 'M')).toBe((hoodie.initialStock['M'] ?? 0) - 1);
  });

  test('an identical order is recognised for two minutes', async () => {
    const { token, session } = await newShopper();
    const first = await placeKeyless(token);
    const redis = connect();
    const [key, ...others] = await redis.keys(`idempotency:${session.userId}:*`);
    expect([others, (await redis.pttl(key ?? '')) <= 120_000]).toEqual([[], true]);
    expect(await redis.pttl(key ?? '')).toBeGreaterThan(110_000);
    await redis.del(key ?? '');
    expect((await placeKeyless(token)).body.orderId).not.toBe(first.body.orderId);
  });

  test('a refusal is not stored: the same call succeeds once there is stock', async () => {
    const { token } = await newShopper();
    await setStock(hoodie.id, 'M', 0);
    expect((await placeKeyless(token)).body.code).toBe('out-of-stock');
    await setStock(hoodie.id, 'M', 1);
    expect((await placeKeyless(token)).status).toBe(200);
  });

  test('an identical order after a cancellation is a new order', async () => {
    const { token } = await newShopper();
    const first = await placeKeyless(token);
    await cancelOrder(first.body.orderId);
    const second = await placeKeyless(token);
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
  });

  test('the content of an order is hashed with the key of personal hashes', async () => {
    const { token } = await newShopper();
    const { body } = await placeKeyless(token);
    const content = (await readOrder(body.orderId))?.order.content;
    expect(content).toMatch(/^\d+\.[\w-]{43}$/);
    expect((await connect().keys('idempotency:*')).join()).toContain(`identical:cod-${content}`);
  });

  test('a retry after a new key of personal hashes finds its order', async () => {
    const [{ token }, key] = [await newShopper(), newKey()];
    const { orderId } = (await place(token, one, key)).body;
    vi.stubEnv('PERSON_HASH_KEY', `${process.env['PERSON_HASH_KEY']} ${'a-second-key-'.repeat(4)}`);
    expect((await place(token, one, key)).body.orderId).toBe(orderId);
    expect((await place(token, orderBody([hoodie, 'M', 2]), key)).body.code).toBe('key-reused');
    expect(await ordersOf(token)).toHaveLength(1);
  });

  test('an idempotency key places another order', async () => {
    const { token } = await newShopper();
    const first = await placeKeyless(token);
    expect((await place(token, one)).body.orderId).not.toBe(first.body.orderId);
  });
});

test.each([
  ['another quantity', orderBody([hoodie, 'M', 2])],
  ['another product', orderBody([shirt, 'M', 1])],
  ['another address', { ...orderBody([hoodie, 'M', 1]), address: { ...address, zipcode: '560002' } }],
])('a key cannot be used for %s', async (_title, other) => {
  const [{ token }, key] = [await newShopper(), newKey()];
  await place(token, one, key);
  const { status, body } = await place(token, other, key);
  expect([status, body.code, body.message]).toEqual([409, 'key-reused', orderMessages.keyReused]);
  expect(await ordersOf(token)).toHaveLength(1);
});

test('a retry finds its order although the price has changed', async () => {
  const [{ token }, key] = [await newShopper(), newKey()];
  const first = await place(token, one, key);
  raised.set(hoodie.id, hoodie.pricePaise + 100_00);
  try {
    expect((await place(token, one, key)).body.orderId).toBe(first.body.orderId);
    expect((await place(token, one)).body.code).toBe('price-changed');
    expect((await ordersOf(token))[0]?.items[0]?.price).toBe(hoodie.pricePaise / 100);
  } finally {
    raised.clear();
  }
});

test.each([
  ['out-of-stock', () => setStock(hoodie.id, 'M', 0), () => setStock(hoodie.id, 'M', 1)],
  ['price-changed', () => raised.set(hoodie.id, hoodie.pricePaise + 100_00), () => raised.clear()],
] as const)(
  'a late retry of a request refused as %s places no order, and a new request does',
  async (code, refuse, allow) => {
    const [{ token }, key] = [await newShopper(), newKey()];
    await refuse();
    const refused = await place(token, one, key);
    expect(refused.body.code).toBe(code);
    await allow();
    expect(await place(token, one, key)).toEqual(refused);
    expect(await ordersOf(token)).toEqual([]);
    expect((await place(token, one)).status).toBe(200);
  },
);

test('a request that was given up is not placed when it arrives late', async () => {
  const [{ token }, key] = [await newShopper(), newKey()];
  expect((await giveUp(token, key)).body).toEqual({ success: true, orderId: null });
  expect((await place(token, one, key)).body.code).toBe('key-reused');
  expect([await ordersOf(token), await stockOf(hoodie.id, 'M')]).toEqual([[], null]);
});

test('giving up a placed order returns the order until it is cancelled', async () => {
  const [{ token }, key] = [await newShopper(), newKey()];
  const { orderId } = (await place(token, one, key)).body;
  expect((await giveUp(token, key)).body).toEqual({ success: true, orderId });
  expect((await place(token, one, key)).body.orderId).toBe(orderId);
  await cancelOrder(orderId);
  expect((await giveUp(token, key)).body).toEqual({ success: true, orderId: null });
});

test('an order and its give-up at the same time agree on the result', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [{ token }, key] = [await newShopper(), newKey()];
    const [placed, given] = await Promise.all([place(token, one, key), giveUp(token, key)]);
    expect(given.body.orderId).toBe(placed.status === 200 ? placed.body.orderId : null);
    expect(await ordersOf(token)).toHaveLength(placed.status === 200 ? 1 : 0);
  }
});

test('an attempt can be given up only by its own shopper and with its key', async () => {
  const [asha, ravi, key] = [await newShopper(), await newShopper(), newKey()];
  await place(asha.token, one, key);
  expect((await giveUp(ravi.token, key)).body.orderId).toBeNull();
  expect((await place(asha.token, one, key)).status).toBe(200);
  const keyless = await call('order.giveUp', { token: asha.token });
  expect([keyless.status, keyless.body.message]).toEqual([400, orderMessages.key]);
});

test('a refusal under a key does not apply to another shopper', async () => {
  const [asha, ravi, key] = [await newShopper(), await newShopper(), newKey()];
  await setStock(hoodie.id, 'M', 0);
  await place(asha.token, one, key);
  await setStock(hoodie.id, 'M', 1);
  expect((await place(ravi.token, one, key)).status).toBe(200);
});
