import { expect, test } from 'vitest';
import { fieldMessages } from '../../src/contract/messages/address.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { routes, type RouteName } from '../../src/contract/routes.ts';
import {
  address,
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  profileFields,
  savedAddress,
} from '../support/shop-calls.ts';

const withBody = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].method !== 'GET');
const withFields = withBody.filter(
  (name) =>
    ![
      'cart.get',
      'wishlist.get',
      'user.logout',
      'user.confirm-again',
      'order.userorders',
      'order.giveUp',
    ].includes(name),
);

const line = { itemId: hoodie.id, size: 'M' };
const order = orderBody([hoodie, 'M', 1]);
const item = { _id: hoodie.id, size: 'M', quantity: 1 };
const receipt = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'a'.repeat(64),
};
const person = { name: 'Asha', email: 'asha@example.com', password: 'warp and weft' };

async function refused(name: RouteName, body: unknown) {
  const { token } = await newShopper();
  const answer = await call(name, { token, key: newKey(), body });
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

test.each(['itemId=x', '{"a":1}}', "{'a':1}", 'NaN', '{"quantity":NaN}', '\u0000', '<xml/>'])(
  'a body that is not JSON is refused: %j',
  async (body) => {
    expect((await refused('cart.add', body)).body.message).toBe(requestMessages.json);
  },
);

test.each(['null', '[{}]', '1', '-0', '"text"', 'true', '1e999'])(
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
    expect((await call('cart.add', { token, body: line, headers: { 'content-type': type } })).status).toBe(
      200,
    );
  },
);

const CASES: [name: RouteName, body: unknown, field: string][] = [
  ['cart.add', { size: 'M' }, 'itemId'],
  ['cart.add', { itemId: hoodie.id }, 'size'],
  ['cart.add', { ...line, itemId: 7 }, 'itemId'],
  ['cart.add', { ...line, itemId: [hoodie.id] }, 'itemId'],
  ['cart.add', { ...line, itemId: { $ne: '' } }, 'itemId'],
  ['cart.add', { ...line, itemId: '' }, 'itemId'],
  ['cart.add', { ...line, itemId: '__proto__' }, 'itemId'],
  ['cart.add', { ...line, itemId: '../../etc/passwd' }, 'itemId'],
  ['cart.add', { ...line, itemId: 'a:b' }, 'itemId'],
  ['cart.add', { ...line, itemId: 'हुडी' }, 'itemId'],
  ['cart.add', { ...line, itemId: `${hoodie.id}\n` }, 'itemId'],
  ['cart.add', { ...line, itemId: 'x'.repeat(101) }, 'itemId'],
  ['cart.add', { ...line, size: '__proto__' }, 'size'],
  ['cart.add', { ...line, size: 'M:L' }, 'size'],
  ['cart.add', { ...line, size: '🧵' }, 'size'],
  ['cart.add', { ...line, size: 'x'.repeat(13) }, 'size'],
  ['cart.update', line, 'quantity'],
  ['cart.update', { ...line, quantity: -1 }, 'quantity'],
  ['cart.update', { ...line, quantity: 1.5 }, 'quantity'],
  ['cart.update', { ...line, quantity: '1' }, 'quantity'],
  ['cart.update', { ...line, quantity: 11 }, 'quantity'],
  ['cart.update', { ...line, quantity: 1e308 }, 'quantity'],
  ['user.register', { ...person, name: '' }, 'name'],
  ['user.register', { ...person, name: 'x'.repeat(101) }, 'name'],
  ['user.register', { ...person, name: { first: 'Asha' } }, 'name'],
  ['user.register', { ...person, email: 'asha@example' }, 'email'],
  ['user.register', { ...person, email: 'a@b.c, d@e.f' }, 'email'],
  ['user.register', { ...person, email: `${'x'.repeat(250)}@example.com` }, 'email'],
  ['user.register', { ...person, password: 12345678 }, 'password'],
  ['user.login', { email: person.email }, 'password'],
  ['user.login', { ...person, password: '' }, 'password'],
  ['user.login', { ...person, password: 'x'.repeat(1_001) }, 'password'],
  ['order.place', { ...order, items: [] }, 'items'],
  ['order.place', { ...order, items: item }, 'items'],
  ['order.place', { ...order, items: new Array(51).fill(item) }, 'items'],
  ['order.place', { ...order, items: [null] }, 'items.0'],
  ['order.place', { ...order, items: [{ ...item, _id: '__proto__' }] }, 'items.0._id'],
  ['order.place', { ...order, items: [{ ...item, size: '' }] }, 'items.0.size'],
  ['order.place', { ...order, items: [{ ...item, quantity: 0 }] }, 'items.0.quantity'],
  ['order.place', { ...order, items: [{ ...item, quantity: -5 }] }, 'items.0.quantity'],
  ['order.place', { ...order, items: [{ ...item, quantity: 11 }] }, 'items.0.quantity'],
  ['order.place', { ...order, items: [{ ...item, quantity: '2' }] }, 'items.0.quantity'],
  ['order.place', { ...order, amount: -1 }, 'amount'],
  ['order.place', { ...order, amount: '1309' }, 'amount'],
  ['order.place', { ...order, amount: null }, 'amount'],
  ['order.place', { ...order, amount: 1e300 }, 'amount'],
  ['order.place', { items: order.items, amount: order.amount }, 'address'],
  ['order.razorpay', { ...order, amount: '1309' }, 'amount'],
  ['order.stripe', { ...order, items: [] }, 'items'],
  ['order.pay', { orderId: '' }, 'orderId'],
  ['order.pay', { orderId: '../../etc/passwd' }, 'orderId'],
  ['order.pay', { orderId: 'A'.repeat(21) }, 'orderId'],
  ['order.verifyStripe', { success: true }, 'orderId'],
  ['order.verifyStripe', { success: {}, orderId: 'A'.repeat(20) }, 'success'],
  ['order.verifyRazorpay', { ...receipt, razorpay_signature: 'g'.repeat(64) }, 'razorpay_signature'],
  ['order.verifyRazorpay', { ...receipt, razorpay_order_id: null }, 'razorpay_order_id'],
  ['order.verifyRazorpay', { ...receipt, razorpay_payment_id: '' }, 'razorpay_payment_id'],
  ['order.place', { ...order, address: [] }, 'address'],
  ['order.place', { ...order, address: { ...address, firstName: ' ' } }, 'address.firstName'],
  ['order.place', { ...order, address: { ...address, lastName: undefined } }, 'address.lastName'],
  ['order.place', { ...order, address: { ...address, email: 'asha' } }, 'address.email'],
  ['order.place', { ...order, address: { ...address, street: 'x'.repeat(201) } }, 'address.street'],
  ['order.place', { ...order, address: { ...address, zipcode: '012345' } }, 'address.zipcode'],
  ['order.place', { ...order, address: { ...address, zipcode: 560001 } }, 'address.zipcode'],
  ['order.place', { ...order, address: { ...address, zipcode: '५६०००१' } }, 'address.zipcode'],
  ['order.place', { ...order, address: { ...address, country: 'Nepal' } }, 'address.country'],
  ['order.place', { ...order, address: { ...address, phone: '9876543210' } }, 'address.phone'],
  ['order.place', { ...order, address: { ...address, phone: '9198765abcde' } }, 'address.phone'],
  ['order.place', { ...order, amount: order.amount + 0.001 }, 'amount'],
  ['notify', { productId: hoodie.id, size: 'M', email: 'a@b.in\r\nBcc: c@d.in' }, 'email'],
  ['notify', { productId: hoodie.id, size: 'M:L', email: person.email }, 'size'],
  ['wishlist.toggle', { itemId: '__proto__' }, 'itemId'],
  ['product.early-order-interest', { productId: hoodie.id, email: 'a@b.c, d@e.f' }, 'email'],
  ['discount.check', { code: 7 }, 'code'],
  ['waitlist', { user_email: 'asha@example' }, 'user_email'],
  ['user.google', { token: '' }, 'token'],
  ['user.google', { token: ['a.b.c'] }, 'token'],
  ['user.google', { token: 'x'.repeat(8_001) }, 'token'],
  ['user.forgot', { email: 'asha' }, 'email'],
  ['user.reset', { token: 'x' }, 'password'],
  ['user.reset', { token: 'x', password: '1234567' }, 'password'],
  ['user.reset', { token: '', password: person.password }, 'token'],
  ['user.reset', { token: 'x'.repeat(201), password: person.password }, 'token'],
  ['user.confirm-email', { token: 7 }, 'token'],
  ['user.save-profile', { ...profileFields, name: ' ' }, 'name'],
  ['user.save-profile', { ...profileFields, phone: '9876543210' }, 'phone'],
  ['user.save-profile', { ...profileFields, address: 'x'.repeat(201) }, 'address'],
  ['user.save-profile', { ...profileFields, gender: 'robot' }, 'gender'],
  ['user.save-profile', { ...profileFields, dateOfBirth: '2001-02-30' }, 'dateOfBirth'],
  ['user.save-profile', { ...profileFields, dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
  ['user.save-profile', { ...profileFields, dateOfBirth: 0 }, 'dateOfBirth'],
  ['user.delete', { password: person.password }, 'email'],
  ['user.delete', { email: person.email, password: 7 }, 'password'],
  ['address.add', { ...savedAddress, label: 'x'.repeat(41) }, 'label'],
  ['address.add', { ...savedAddress, state: undefined }, 'state'],
  ['address.add', { ...savedAddress, phone: '449876543210' }, 'phone'],
  ['address.add', { ...savedAddress, isDefault: 'yes' }, 'isDefault'],
  ['address.edit', savedAddress, 'addressId'],
  ['address.edit', { ...savedAddress, addressId: 'a:b' }, 'addressId'],
  ['address.delete', { addressId: { $ne: '' } }, 'addressId'],
  ['address.delete', { addressId: 'x'.repeat(81) }, 'addressId'],
  ['notification.read', { notificationId: '' }, 'notificationId'],
  ['notification.read', { notificationId: 'a\nb' }, 'notificationId'],
  ['order.userorders', { userId: { $gt: '' } }, 'userId'],
];

test.each(CASES)('%s names the wrong field in %j', async (name, body, field) => {
  const { status, body: reply } = await refused(name, body);
  expect(status).toBe(400);
  expect(reply.code).toBe('invalid');
  expect(Object.keys(reply.fields ?? {})).toContain(field);
});

test('a message of the shop has no field name in front; other messages have one', async () => {
  const bad = { ...order, address: { ...address, zipcode: '1' } };
  expect((await refused('order.place', bad)).body.message).toBe(fieldMessages.zipcode);
  expect((await refused('cart.add', { size: 'M' })).body.message).toBe('itemId: is missing');
  expect((await refused('cart.add', { ...line, itemId: 7 })).body.message).toBe(
    'itemId: must be of type string',
  );
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
