import { beforeEach, expect, test } from 'vitest';
import { fieldMessages, tooLongMessages } from '../../src/contract/messages/address.ts';
import { cartMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { shop } from '../../src/domain/config.ts';
import { lengthLimits } from '../../src/domain/text-limits.ts';
import { flush } from '../support/redis.ts';
import {
  address,
  call,
  cap,
  earlyProduct,
  hoodie,
  newShopper,
  orderBody,
  ordersOf,
  ownAddress,
  place,
  setStock,
  shirt,
  soldOf,
  stockOf,
} from '../support/shop-calls.ts';

beforeEach(flush);

test('a cash order is placed, priced from the catalogue, and listed', async () => {
  const { token } = await newShopper();
  const before = Date.now();
  const typed = { ...address, firstName: ` ${address.firstName} `, email: address.email.toUpperCase() };
  const asked = { ...orderBody([hoodie, 'M', 2], [cap, 'default', 1]), address: typed };
  const { status, body } = await place(token, asked);
  expect([status, body.success, body.message]).toEqual([200, true, orderMessages.placed]);
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
  const itemOf = ({ id, name, pricePaise, pictures }: typeof hoodie, size: string, quantity: number) => ({
    _id: id,
    name,
    price: pricePaise / 100,
    image: [pictures[0]?.src],
    size,
    quantity,
  });
  expect(order?.items).toEqual([itemOf(hoodie, 'M', 2), itemOf(cap, 'default', 1)]);
  expect(order?.date).toBeGreaterThanOrEqual(before);
  expect(await stockOf(hoodie.id, 'M')).toBe((hoodie.initialStock['M'] ?? 0) - 2);
  expect(await soldOf(hoodie.id)).toBe(2);
});

test('orders are listed newest first, and only for their shopper', async () => {
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
  expect(await stockOf(hoodie.id, 'M')).toBe((hoodie.initialStock['M'] ?? 0) - 3);
});

test('the sum of lines of one variant is limited like one line', async () => {
  const { token } = await newShopper();
  const lines = orderBody([cap, 'default', 6], [hoodie, 'M', 6], [cap, 'default', 5]);
  const { status, body } = await place(token, lines);
  const message = cartMessages.lineLimit;
  expect([status, body.message, body.fields]).toEqual([400, message, { 'items.0.quantity': message }]);
});

test.each([
  ['one rupee less', -1],
  ['one paisa less', -0.01],
  ['a rupee more', 1],
  ['the fee twice', 10],
])('a wrong amount orders nothing: %s', async (_title, difference) => {
  const { token } = await newShopper();
  const honest = orderBody([hoodie, 'M', 1]);
  const amount = Math.round((honest.amount + difference) * 100) / 100;
  const { status, body } = await place(token, { ...honest, amount });
  expect([status, body.code, body.message]).toEqual([409, 'price-changed', orderMessages.priceChanged]);
  expect([await ordersOf(token), await stockOf(hoodie.id, 'M')]).toEqual([[], null]);
});

test('prices sent with the items are ignored', async () => {
  const { token } = await newShopper();
  const honest = orderBody([hoodie, 'M', 1]);
  const items = honest.items.map((item) => ({ ...item, price: 1, pricePaise: 1, name: '<b>cheap</b>' }));
  expect((await place(token, { ...honest, items, amount: 11 })).body.code).toBe('price-changed');
  await place(token, { ...honest, items });
  const asSold = { name: hoodie.name, price: hoodie.pricePaise / 100 };
  expect((await ordersOf(token))[0]?.items[0]).toMatchObject(asSold);
});

const item = { _id: hoodie.id, size: 'M', quantity: 1 };

test.each<[field: string, own: object, message: string]>([
  ...(Object.keys(address) as (keyof typeof address)[]).map((field): [string, object, string] => [
    `address.${field}`,
    { address: { ...address, [field]: undefined } },
    fieldMessages[field],
  ]),
  ['address.zipcode', { address: { ...address, zipcode: '01234' } }, fieldMessages.zipcode],
  ['address.email', { address: { ...address, email: 'asha@' } }, fieldMessages.email],
  ['address.country', { address: { ...address, country: 'Nepal' } }, fieldMessages.country],
  ['address.phone', { address: { ...address, phone: '911234567890' } }, fieldMessages.notMobile],
  ['address.phone', { address: { ...address, phone: '+14155550123' } }, fieldMessages.foreignPhone],
  [
    'address.street',
    { address: { ...address, street: 'x'.repeat(lengthLimits.street + 1) } },
    tooLongMessages.street,
  ],
  ['items', { items: [] }, orderMessages.emptyItems],
  ['items', { items: undefined }, orderMessages.emptyItems],
  ['items.0.quantity', { items: [{ ...item, quantity: 0 }] }, orderMessages.quantity],
  ['items.0.quantity', { items: [{ ...item, quantity: 1.5 }] }, orderMessages.quantity],
])('a wrong %s is refused with the sentence of the form: %j', async (field, own, message) => {
  const { token } = await newShopper();
  const { status, body } = await place(token, { ...orderBody([hoodie, 'M', 1]), ...own });
  expect([status, body.fields]).toEqual([400, { [field]: message }]);
});

test('an order with sold-out lines names each of them and takes no stock', async () => {
  const { token } = await newShopper(undefined, { emailConfirmedAt: 1 });
  await setStock(hoodie.id, 'M', 1);
  await setStock(cap.id, 'default', 0);
  const lines = orderBody([hoodie, 'M', 2], [shirt, 'M', 1], [cap, 'default', 1]);
  const { status, body } = await place(token, lines);
  const [few, none] = [orderMessages.soldOut(hoodie.name, 'M', 1), orderMessages.soldOut(cap.name, null, 0)];
  const fields = { 'items.0': few, 'items.2': none };
  const refusal = { success: false, code: 'out-of-stock', message: `${few}. ${none}`, fields };
  expect([status, body]).toEqual([409, refusal]);
  expect([await stockOf(hoodie.id, 'M'), await stockOf(shirt.id, 'M')]).toEqual([1, null]);
  expect(await ordersOf(token)).toEqual([]);
});

test('unknown and early-order products cannot be ordered', async () => {
  const { token } = await newShopper();
  const gone = { ...hoodie, id: 'last-years-tee' };
  const twoLines = orderBody([cap, 'default', 1], [hoodie, 'XXXL', 1]);
  const cases = [
    [orderBody([gone, 'M', 1]), orderMessages.unknownProduct(gone.id), 'items.0._id'],
    [twoLines, orderMessages.unknownSize(hoodie.name, 'XXXL'), 'items.1.size'],
    [orderBody([earlyProduct, 'M', 1]), orderMessages.earlyOrder(earlyProduct.name), 'items.0._id'],
  ] as const;
  for (const [body, message, field] of cases) {
    const refusal = { code: 'invalid', message, fields: { [field]: message } };
    expect(await place(token, body)).toMatchObject({ status: 400, body: refusal });
  }
});

test('fifty shoppers order the last five pieces at once and exactly five get them', async () => {
  await setStock(hoodie.id, 'M', 5);
  const shoppers = await Promise.all(Array.from({ length: 50 }, () => newShopper()));
  const body = () => ({ ...orderBody([hoodie, 'M', 1]), address: ownAddress() });
  const answers = await Promise.all(shoppers.map(({ token }) => place(token, body())));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  const soldOut = orderMessages.soldOut(hoodie.name, 'M', 0);
  expect(new Set(refused.map(({ body }) => body.message))).toEqual(new Set([soldOut]));
  expect(await stockOf(hoodie.id, 'M')).toBe(0);
  expect(await soldOf(hoodie.id)).toBe(5);
  const owners = await Promise.all(shoppers.map(async ({ token }) => (await ordersOf(token)).length));
  expect(owners.reduce((sum, count) => sum + count, 0)).toBe(5);
});
