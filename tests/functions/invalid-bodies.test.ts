import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { fieldMessages } from '../../src/contract/messages/address.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { routes, type RouteName } from '../../src/contract/routes.ts';
import { address, call, hoodie, newKey, newShopper, orderBody } from '../support/shop-calls.ts';
import { callBodies } from '../support/call-bodies.ts';

const withBody = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].method !== 'GET');
const withoutFields: RouteName[] = [
  'cart.get',
  'wishlist.get',
  'user.logout',
  'user.confirm-again',
  'order.userorders',
  'order.giveUp',
];
const withFields = withBody.filter((name) => !withoutFields.includes(name));

const line = { itemId: hoodie.id, size: 'M' };
const order = orderBody([hoodie, 'M', 1]);
const item = { _id: hoodie.id, size: 'M', quantity: 1 };

let callers = 0;
/** Each call comes from an address of its own, so no limit refuses it. */
function ownIp(): string {
  callers += 1;
  return `198.18.${Math.floor(callers / 256)}.${callers % 256}`;
}

async function refused(name: RouteName, body: unknown) {
  const { token } = await newShopper();
  const answer = await call(name, { token, key: newKey(), ip: ownIp(), body });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.body.success).toBe(false);
  expect(answer.body.message).toMatch(/\S/);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  return answer;
}

const NOT_UTF8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);

test.each(withBody)('%s refuses a body that is not a JSON object in UTF-8', async (name) => {
  for (const body of ['{', NOT_UTF8]) {
    const { status, body: reply } = await refused(name, body);
    expect([status, reply.message]).toEqual([400, requestMessages.json]);
  }
  const { status, body: reply } = await refused(name, '[]');
  expect([status, reply.code, reply.message]).toEqual([400, 'invalid', expect.stringContaining('body: ')]);
});

test.each(['null', '[{}]', '1', '"text"', 'true', '1e999'])(
  'a body that is no object is refused: %s',
  async (body) => {
    expect((await refused('cart.add', body)).body.message).toContain('body: ');
  },
);

test.each(withFields)('%s names the missing fields of an empty body', async (name) => {
  for (const body of [undefined, '', '{}']) {
    const { status, body: reply } = await refused(name, body);
    expect(status).toBe(400);
    expect(Object.keys(reply.fields ?? {}).length).toBeGreaterThan(0);
  }
});

test.each(['cart.get', 'wishlist.get', 'order.userorders'] as const)(
  '%s accepts an empty body of any kind',
  async (name) => {
    const { token } = await newShopper();
    for (const body of [undefined, '', '{}', '{"__proto__":{"x":1}}', '{"more":[1]}']) {
      expect((await call(name, { token, body })).status).toBe(200);
    }
  },
);

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/JSON; charset=x', ''])(
  'JSON is read with any content type: %j',
  async (type) => {
    const { token } = await newShopper();
    const { status } = await call('cart.add', { token, body: line, headers: { 'content-type': type } });
    expect(status).toBe(200);
  },
);

const ids = ['', '__proto__', '../../etc/passwd', 'a:b', 'हुडी', `${hoodie.id}\n`, 'x'.repeat(101)];
const emails = [
  'asha',
  'asha@example',
  'a@b.c, d@e.f',
  'a@b.in\r\nBcc: c@d.in',
  `${'x'.repeat(250)}@example.com`,
];

/** Values that each field refuses, in every call that has it. Any field refuses an object with an operator, as some databases read. */
const WRONG: Record<string, unknown[]> = {
  itemId: ids,
  productId: ids,
  size: ['', '__proto__', 'M:L', '🧵', 'x'.repeat(13)],
  quantity: [-1, 1.5, '1', 11, 1e308],
  amount: [-1, '1309', null, 1e300],
  email: emails,
  user_email: emails,
  password: ['', 12345678, 'x'.repeat(1_001)],
  name: [' ', 'x'.repeat(101)],
  token: ['', 7, ['a.b.c'], 'x'.repeat(8_001)],
  code: [7],
  orderId: ['', '../../etc/passwd', 'A'.repeat(21)],
  razorpay_payment_id: [''],
  razorpay_order_id: [null],
  razorpay_signature: ['g'.repeat(64)],
  addressId: ['', 'a:b', 'x'.repeat(81)],
  notificationId: ['', 'a\nb', 'x'.repeat(81)],
  address: [[], 'x'.repeat(201)],
  phone: ['9876543210', '449876543210', '9198765abcde'],
  zipcode: ['012345', 560001, '५६०००१'],
  label: ['x'.repeat(41)],
  isDefault: ['yes'],
  gender: ['robot'],
  dateOfBirth: ['2001-02-30', '2999-01-01', 0],
  items: [[], item, [null], new Array(51).fill(item)],
};
/** Values that one call accepts although others refuse them. */
const ACCEPTED: Record<string, unknown[]> = {
  'order.verifyStripe.success': [undefined],
  'vitals.buckets': [undefined, { $ne: '' }],
  'address.add.label': [undefined],
  'address.add.isDefault': [undefined],
  'address.edit.label': [undefined],
  'address.edit.isDefault': [undefined],
  // An account without a password is deleted by its email alone.
  'user.delete.password': [undefined, ''],
};

test.each(Object.entries(callBodies))('%s names each wrong field', async (name, body) => {
  const unnamed: unknown[] = [];
  for (const field of Object.keys(body as object)) {
    for (const value of [undefined, { $ne: '' }, ...(WRONG[field] ?? [])]) {
      const accepted = ACCEPTED[`${name}.${field}`] ?? [];
      if (accepted.some((one) => isDeepStrictEqual(one, value))) continue;
      const wrong = { ...(body as object), [field]: value };
      const { status, body: reply } = await refused(name as RouteName, wrong);
      const isNamed = Object.keys(reply.fields ?? {}).some((key) => `${key}.`.startsWith(`${field}.`));
      if (status !== 400 || reply.code !== 'invalid' || !isNamed) unnamed.push([field, value, reply]);
    }
  }
  expect(unnamed).toEqual([]);
});

test.each<[route: RouteName, body: unknown, field: string]>([
  ['user.reset', { token: 'x', password: '1234567' }, 'password'],
  ['user.reset', { token: 'x'.repeat(201), password: 'warp and weft' }, 'token'],
  ['order.userorders', { userId: { $gt: '' } }, 'userId'],
  ['order.place', { ...order, amount: order.amount + 0.001 }, 'amount'],
  ['order.place', { ...order, items: [{ ...item, _id: '__proto__' }] }, 'items.0._id'],
  ['order.place', { ...order, items: [{ ...item, size: '' }] }, 'items.0.size'],
  ['order.place', { ...order, items: [{ ...item, quantity: '2' }] }, 'items.0.quantity'],
  ['order.place', { ...order, address: { ...address, firstName: ' ' } }, 'address.firstName'],
  ['order.place', { ...order, address: { ...address, zipcode: '५६०००१' } }, 'address.zipcode'],
])('%s names the wrong field in %j', async (name, body, field) => {
  const { status, body: reply } = await refused(name, body);
  expect([status, reply.code]).toEqual([400, 'invalid']);
  expect(Object.keys(reply.fields ?? {})).toContain(field);
});

test('a message of the shop has no field name in front; other messages have one', async () => {
  const bad = { ...order, address: { ...address, zipcode: '1' } };
  expect((await refused('order.place', bad)).body.message).toBe(fieldMessages.zipcode);
  expect((await refused('cart.add', { size: 'M' })).body.message).toBe('itemId: is missing');
  const number = await refused('cart.add', { ...line, itemId: 7 });
  expect(number.body.message).toBe('itemId: must be of type string');
});

test.each(withBody)('%s stops reading a body that is too large', async (name) => {
  const { token } = await newShopper();
  const { status, body } = await call(name, { token, key: newKey(), body: { more: 'x'.repeat(70_000) } });
  expect([status, body.message]).toEqual([413, requestMessages.tooLarge]);
});

test('an endless body is no longer read after 64 kB', async () => {
  const { token } = await newShopper();
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1_024;
      controller.enqueue(new Uint8Array(1_024).fill(0x20));
    },
  });
  const { default: cart } = await import('../../netlify/functions/cart.ts');
  const init = { method: 'POST', headers: { token }, body: endless, duplex: 'half' };
  const response = await cart(new Request('https://shop.example/api/cart/add', init as RequestInit), {
    ip: '::1',
  } as never);
  expect(response.status).toBe(413);
  expect(sent).toBeLessThan(80_000);
});

test('a deeply nested body does not crash the shop', async () => {
  await refused('cart.add', '['.repeat(30_000) + ']'.repeat(30_000));
});

test('keys that are properties of JavaScript objects are treated as any other key', async () => {
  const { token } = await newShopper();
  const body = `{"__proto__":{"itemId":"x"},"constructor":1,"itemId":"${hoodie.id}","size":"M"}`;
  expect((await call('cart.add', { token, body })).status).toBe(200);
});
