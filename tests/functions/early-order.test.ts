import { beforeEach, expect, test } from 'vitest';
import { windowsFor } from '../../netlify/http/limits.ts';
import { readInterests } from '../../netlify/storage/early-orders.ts';
import { earlyOrderMessages } from '../../src/contract/messages/catalogue.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { connect, flush } from '../support/redis.ts';
import { call, earlyProduct, hoodie, newKey, roundTrips } from '../support/shop-calls.ts';

beforeEach(flush);

const productId = earlyProduct.id;
const asha = { productId, name: '', email: 'asha@example.com', phone: '' };
const register = (body: unknown, ip = '192.0.2.1') => call('product.early-order-interest', { body, ip });

test('interest is registered and kept for the owner', async () => {
  const before = Date.now();
  const { status, body, headers } = await register({ ...asha, name: ' Asha Rao ', phone: '919876543210' });
  expect([status, body]).toEqual([200, { success: true, message: earlyOrderMessages.registered }]);
  expect(headers.get('cache-control')).toBe('private, no-store');
  const [interest] = await readInterests(productId);
  expect(interest).toMatchObject({ email: 'asha@example.com', name: 'Asha Rao', phone: '919876543210' });
  expect(interest?.at).toBeGreaterThanOrEqual(before);
});

test('a second time succeeds and is not kept twice, however the e-mail is written', async () => {
  await register(asha);
  const first = await readInterests(productId);
  for (const email of ['asha@example.com', ' Asha@Example.COM ']) {
    const { status, body } = await register({ ...asha, email, name: 'Somebody else' });
    expect([status, body]).toEqual([200, { success: true, message: earlyOrderMessages.registered }]);
  }
  expect(await readInterests(productId)).toEqual(first);
});

test('twenty at once are each kept once', async () => {
  const people = Array.from({ length: 10 }, (_, at) => `shopper-${at}@example.com`);
  const answers = await Promise.all([...people, ...people].map((email) => register({ ...asha, email })));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await readInterests(productId)).map(({ email }) => email).toSorted()).toEqual(people.toSorted());
});

test('name and phone may be left out', async () => {
  expect((await register({ productId, email: asha.email })).status).toBe(200);
  expect(await readInterests(productId)).toMatchObject([{ name: '', phone: '' }]);
});

test('the size that was asked for is kept, and one that the product does not come in is refused', async () => {
  expect((await register({ ...asha, size: 'L' })).status).toBe(200);
  expect(await readInterests(productId)).toMatchObject([{ size: 'L' }]);
  const message = orderMessages.unknownSize(earlyProduct.name, 'XXXL');
  const { status, body } = await register({ ...asha, email: 'ravi@example.com', size: 'XXXL' });
  expect([status, body]).toEqual([
    400,
    { success: false, code: 'invalid', message, fields: { size: message } },
  ]);
  expect(await readInterests(productId)).toHaveLength(1);
});

test.each([
  [hoodie.id, earlyOrderMessages.notEarly(hoodie.name)],
  ['no-such-thing', orderMessages.unknownProduct('no-such-thing')],
  ['constructor', orderMessages.unknownProduct('constructor')],
])('what is no early order is refused: %s', async (id, message) => {
  const { status, body } = await register({ ...asha, productId: id });
  expect(status).toBe(400);
  expect(body).toEqual({ success: false, code: 'invalid', message, fields: { productId: message } });
  expect(await connect().keys('early-orders:*')).toEqual([]);
});

test.each([
  ['productId', { ...asha, productId: undefined }],
  ['productId', { ...asha, productId: 'a:b' }],
  ['productId', { ...asha, productId: { $ne: '' } }],
  ['email', { ...asha, email: '' }],
  ['email', { ...asha, email: 'asha@example' }],
  ['email', { ...asha, email: 'a@b.c, d@e.f' }],
  ['email', { ...asha, email: ['asha@example.com'] }],
  ['email', { ...asha, email: `${'x'.repeat(250)}@example.com` }],
  ['name', { ...asha, name: 'x'.repeat(101) }],
  ['name', { ...asha, name: null }],
  ['phone', { ...asha, phone: 919876543210 }],
  ['phone', { ...asha, phone: '9'.repeat(21) }],
])('a wrong %s is named: %j', async (field, body) => {
  const { status, body: reply } = await register(body);
  expect([status, reply.code]).toEqual([400, 'invalid']);
  expect(Object.keys(reply.fields ?? {})).toEqual([field]);
});

test('one e-mail may ask thirty times an hour from an address, which takes nothing from it elsewhere', async () => {
  for (let tries = 0; tries < 30; tries += 1) {
    expect((await register(asha, '198.51.100.99')).status).toBe(200);
  }
  const { status, body, headers } = await register(asha, '198.51.100.99');
  expect([status, body.code]).toEqual([429, 'too-many']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await register({ ...asha, email: 'ravi@example.com' }, '198.51.100.99')).status).toBe(200);
  expect((await register(asha, '198.51.100.1')).status).toBe(200);
});

test('an address has room for hundreds of shoppers, and past its end nothing is kept', async () => {
  const [address] = windowsFor('product.early-order-interest', { address: '192.0.2.1' });
  expect(address?.limit).toBeGreaterThanOrEqual(300);
  await connect().set(address?.key ?? '', address?.limit ?? 0, { px: 60_000 });
  expect((await register(asha)).status).toBe(429);
  expect(await readInterests(productId)).toEqual([]);
});

test('it is one round trip, none for what is refused', async () => {
  await register(asha);
  expect(await roundTrips(() => register({ ...asha, email: `${newKey()}@example.com` }))).toBe(1);
  expect(await roundTrips(() => register({ ...asha, productId: hoodie.id }))).toBe(0);
});

test('no key is named by an e-mail', async () => {
  await register(asha);
  expect((await connect().keys('*')).join()).not.toContain('asha');
});
