import { beforeEach, expect, test } from 'vitest';
import { readInterests } from '../../netlify/storage/early-orders.ts';
import { readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';
import { earlyOrderMessages } from '../../src/contract/messages/catalogue.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { connect, flush } from '../support/redis.ts';
import { expectRefused } from '../support/refusals.ts';
import { call, earlyProduct, hoodie } from '../support/shop-calls.ts';

beforeEach(flush);

const productId = earlyProduct.id;
const asha = { productId, name: '', email: 'asha@example.com', phone: '' };
const register = (body: unknown) => call('product.early-order-interest', { body });

test('interest is registered and stored for the owner', async () => {
  const before = Date.now();
  const { status, body, headers } = await register({ ...asha, name: ' Asha Rao ', phone: '919876543210' });
  expect([status, body]).toEqual([200, { success: true, message: earlyOrderMessages.registered }]);
  expect(headers.get('cache-control')).toBe('private, no-store');
  const [[interest] = []] = await readInterests([productId]);
  expect(interest).toMatchObject({ email: 'asha@example.com', name: 'Asha Rao', phone: '919876543210' });
  expect(interest?.at).toBeGreaterThanOrEqual(before);
});

test('a second registration succeeds and is not stored twice, in any spelling of the email', async () => {
  await register(asha);
  const [first] = await readInterests([productId]);
  for (const email of ['asha@example.com', ' Asha@Example.COM ']) {
    const { status, body } = await register({ ...asha, email, name: 'Somebody else' });
    expect([status, body]).toEqual([200, { success: true, message: earlyOrderMessages.registered }]);
  }
  expect((await readInterests([productId]))[0]).toEqual(first);
});

test('the requested size is stored, a newer one replaces it, and a size that the product does not have is refused', async () => {
  await register({ ...asha, size: 'M' });
  expect((await register({ ...asha, name: 'Somebody else', size: 'L' })).status).toBe(200);
  await register(asha);
  expect((await readInterests([productId]))[0]).toMatchObject([{ name: '', size: 'L' }]);
  const { interests } = await readSubscriptionsOf(asha.email);
  expect(interests).toMatchObject([{ productId, size: 'L' }]);
  const message = orderMessages.unknownSize(earlyProduct.name, 'XXXL');
  const refused = await register({ ...asha, email: 'ravi@example.com', size: 'XXXL' });
  expectRefused(refused, 400, 'invalid', message, 'size');
  expect((await readInterests([productId]))[0]).toHaveLength(1);
});

test.each([
  [hoodie.id, earlyOrderMessages.notEarly(hoodie.name)],
  ['no-such-thing', orderMessages.unknownProduct('no-such-thing')],
  ['constructor', orderMessages.unknownProduct('constructor')],
])('a product without early orders is refused: %s', async (id, message) => {
  expectRefused(await register({ ...asha, productId: id }), 400, 'invalid', message, 'productId');
  expect(await connect().keys('early-orders:*')).toEqual([]);
});
