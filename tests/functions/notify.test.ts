import type { Context } from '@netlify/functions';
import { beforeEach, expect, test } from 'vitest';
import notify from '../../netlify/functions/notify.ts';
import { windowsFor } from '../../netlify/http/limits.ts';
import { backInStockKey } from '../../netlify/storage/keys.ts';
import { notifyMessages } from '../../src/contract/messages/catalogue.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { routes, type Reply } from '../../src/contract/routes.ts';
import type { Refusal } from '../../src/contract/calls/call.ts';
import { connect, flush } from '../support/redis.ts';
import { cap, hoodie, roundTrips, setStock } from '../support/shop-calls.ts';

type Call = 'notify' | 'notify.check';

const redis = connect({ automaticDeserialization: false });
const wish = { productId: hoodie.id, size: 'M', email: 'asha@example.com' };

beforeEach(async () => {
  await flush();
  await setStock(hoodie.id, 'M', 0);
});

async function ask<Name extends Call>(
  name: Name,
  body: unknown = wish,
  { ip = '192.0.2.1', method = 'POST' } = {},
) {
  const content = body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body);
  const request = new Request(`https://shop.example${routes[name].path}`, {
    method,
    ...(method === 'POST' && { body: content as BodyInit }),
  });
  const response = await notify(request, { ip } as Context);
  const answer = (await response.json()) as Reply<Name> & Partial<Omit<Refusal, 'success'>>;
  return { status: response.status, headers: response.headers, body: answer };
}

const save = (body?: unknown, options?: { ip?: string }) => ask('notify', body, options);
const check = async (body?: unknown) => (await ask('notify.check', body)).body.alreadyNotified;

test('a wish for a sold-out size is kept, and found by product, size and e-mail', async () => {
  expect(await check()).toBe(false);
  const { status, headers, body } = await save();
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, message: notifyMessages.saved });
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(await check()).toBe(true);
  expect(await check({ ...wish, size: 'L' })).toBe(false);
  expect(await check({ ...wish, productId: cap.id, size: 'default' })).toBe(false);
  expect(await check({ ...wish, email: 'ravi@example.com' })).toBe(false);
});

test('asking again is a success and one wish', async () => {
  const all = await Promise.all([save(), save(), save()]);
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await redis.zcard(backInStockKey(hoodie.id, 'M'))).toBe(1);
});

test('one mailbox is one shopper, however its address is typed', async () => {
  await save({ ...wish, email: ' Asha@Example.COM ' });
  expect(await check()).toBe(true);
  await save();
  expect(await redis.zcard(backInStockKey(hoodie.id, 'M'))).toBe(1);
});

test('a product without sizes is waited for by its one size', async () => {
  await setStock(cap.id, 'default', 0);
  const body = { ...wish, productId: cap.id, size: 'default' };
  expect((await save(body)).status).toBe(200);
  expect(await check(body)).toBe(true);
});

test.each([
  ['by the database', 'M'],
  ['by the catalogue', 'L'],
])('nobody waits for a size that is there: %s', async (_title, size) => {
  await setStock(hoodie.id, 'M', 1);
  const { status, body } = await save({ ...wish, size });
  expect(status).toBe(400);
  expect(body).toEqual({
    success: false,
    code: 'invalid',
    message: notifyMessages.inStock,
    fields: { size: notifyMessages.inStock },
  });
  expect(await check({ ...wish, size })).toBe(false);
});

test('a wish stays while it is there again, until its shopper has been told', async () => {
  await save();
  await setStock(hoodie.id, 'M', 3);
  expect(await check()).toBe(true);
});

const GONE = 'last-years-tee';

test.each(['notify', 'notify.check'] as const)(
  '%s knows the products and sizes of the catalogue only',
  async (name) => {
    const unknown = orderMessages.unknownProduct(GONE);
    const noSize = orderMessages.unknownSize(hoodie.name, 'XXXL');
    const cases = [
      [{ ...wish, productId: GONE }, unknown, { productId: unknown }],
      [{ ...wish, size: 'XXXL' }, noSize, { size: noSize }],
      [{ ...wish, size: 'default' }, orderMessages.unknownSize(hoodie.name, 'default'), undefined],
    ] as const;
    for (const [body, message, fields] of cases) {
      const answer = await ask(name, body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'invalid', message, ...(fields && { fields }) });
    }
    expect(await redis.keys('notify:*')).toEqual([]);
  },
);

const MALFORMED: [body: unknown, field: string][] = [
  [{}, 'productId'],
  ['', 'email'],
  [{ ...wish, productId: undefined }, 'productId'],
  [{ ...wish, productId: 7 }, 'productId'],
  [{ ...wish, productId: '__proto__' }, 'productId'],
  [{ ...wish, productId: 'a:b' }, 'productId'],
  [{ ...wish, productId: [hoodie.id] }, 'productId'],
  [{ ...wish, productId: 'x'.repeat(101) }, 'productId'],
  [{ ...wish, size: undefined }, 'size'],
  [{ ...wish, size: '' }, 'size'],
  [{ ...wish, size: 'M:L' }, 'size'],
  [{ ...wish, size: ['M'] }, 'size'],
  [{ ...wish, size: 'x'.repeat(13) }, 'size'],
  [{ ...wish, email: undefined }, 'email'],
  [{ ...wish, email: null }, 'email'],
  [{ ...wish, email: 'asha' }, 'email'],
  [{ ...wish, email: 'asha@example' }, 'email'],
  [{ ...wish, email: 'a@b.in, c@d.in' }, 'email'],
  [{ ...wish, email: 'a@b.in\r\nBcc: c@d.in' }, 'email'],
  [{ ...wish, email: 'Asha <asha@example.com>' }, 'email'],
  [{ ...wish, email: { $ne: '' } }, 'email'],
  [{ ...wish, email: `${'x'.repeat(250)}@example.com` }, 'email'],
  ['null', 'body'],
  ['[]', 'body'],
];

test.each(
  (['notify', 'notify.check'] as const).flatMap((name) =>
    MALFORMED.map(([body, field]) => [name, body, field] as const),
  ),
)('%s names the field that is wrong in %j', async (name, body, field) => {
  const answer = await ask(name, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, code: 'invalid' });
  expect(Object.keys(answer.body.fields ?? {})).toContain(field);
  expect(await redis.keys('notify:*')).toEqual([]);
});

test('a body that is not JSON, not UTF-8 or too large is refused', async () => {
  expect((await save('{')).body.message).toBe(requestMessages.json);
  expect((await save(new Uint8Array([0x7b, 0xff, 0x7d]))).body.message).toBe(requestMessages.json);
  expect((await save({ ...wish, more: 'x'.repeat(70_000) })).status).toBe(413);
});

test.each(['notify', 'notify.check'] as const)('%s is asked with POST', async (name) => {
  const { status, headers } = await ask(name, undefined, { method: 'GET' });
  expect([status, headers.get('allow')]).toEqual([405, 'POST']);
});

test('the twenty-first wish of an e-mail within an hour has to wait at its address, and nowhere else', async () => {
  for (let tries = 0; tries < 20; tries += 1) {
    expect((await save(wish, { ip: '198.51.100.99' })).status).toBe(200);
  }
  const { status, headers, body } = await save(
    { ...wish, email: 'ASHA@example.com' },
    { ip: '198.51.100.99' },
  );
  expect(status).toBe(429);
  expect(body).toEqual({ success: false, code: 'too-many', message: requestMessages.tooMany });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect((await save({ ...wish, email: 'ravi@example.com' }, { ip: '198.51.100.99' })).status).toBe(200);
  expect((await save(wish, { ip: '198.51.100.1' })).status).toBe(200);
});

test('a wish that is refused for its limits is not kept', async () => {
  const ip = '198.51.100.1';
  const [pair] = windowsFor('notify', { email: wish.email, address: ip });
  await redis.set(pair?.key ?? '', pair?.limit ?? 0, { px: 60_000 });
  expect((await save(wish, { ip })).status).toBe(429);
  expect(await redis.keys('notify:*')).toEqual([]);
});

test.each(['notify', 'notify.check'] as const)(
  '%s has room for hundreds of shoppers behind one address, and then an end',
  async (name) => {
    const [byAddress] = windowsFor(name, { address: '198.51.100.7' });
    expect(byAddress?.limit).toBeGreaterThanOrEqual(300);
    await redis.set(byAddress?.key ?? '', byAddress?.limit ?? 0, { px: 60_000 });
    expect((await ask(name, wish, { ip: '198.51.100.7' })).status).toBe(429);
    expect((await ask(name, wish, { ip: '198.51.100.8' })).status).toBe(200);
  },
);

test('looking whether one waits does not use up the wishes', async () => {
  const [saves] = windowsFor('notify', { email: wish.email });
  for (let tries = 0; tries < 25; tries += 1) expect(await check()).toBe(false);
  expect(await redis.get(saves?.key ?? '')).toBeNull();
  expect((await save()).status).toBe(200);
});

test('each call is one round trip', async () => {
  await save();
  await check();
  expect(await roundTrips(() => save())).toBe(1);
  expect(await roundTrips(() => check())).toBe(1);
});
