import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authMessages } from '../../src/contract/messages/account.ts';
import { cartMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { fieldMessages, tooLongMessages } from '../../src/contract/messages/address.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { type RouteName, routes, rulesOf } from '../../src/contract/routes.ts';
import { shop } from '../../src/domain/config.ts';
import { lengthLimits } from '../../src/domain/text-limits.ts';

const address = {
  firstName: ' Asha ',
  lastName: 'Rao',
  email: ' Asha@Example.com ',
  street: '12 Mill Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  zipcode: '400001',
  country: 'India',
  phone: '919876543210',
};
const items = [{ _id: 'warp-hoodie', size: 'M', quantity: 2 }];

const isRefused = (name: RouteName, body: unknown) => !rulesOf(name).body.safeParse(body).success;

/** The messages for each refused field, by its path. */
const problems = (name: RouteName, body: unknown) =>
  Object.fromEntries(
    (rulesOf(name).body.safeParse(body).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('any input', () => {
  test('no schema throws', () => {
    for (const { body: schema } of Object.values(routes)) {
      fc.assert(
        fc.property(fc.anything(), (body) => {
          schema.safeParse(body);
        }),
      );
    }
  });

  test.each([null, 7, 'text', [], true])('%j is no body for a call that needs one', (body) => {
    for (const name of ['cart.add', 'cart.update', 'user.login', 'user.register', 'order.place'] as const) {
      expect(isRefused(name, body), name).toBe(true);
    }
  });

  test('calls without a body accept an empty one or none', () => {
    for (const name of ['cart.get', 'user.logout', 'order.userorders'] as const) {
      expect([isRefused(name, {}), isRefused(name, undefined)], name).toEqual([false, false]);
    }
  });
});

describe('product/list', () => {
  const read = (query: unknown) => routes['product.list'].body.parse(query);

  test('one value and repeated values are lists', () => {
    expect(read({ subCategory: 'Hoodie', sizes: ['M', 'L'], id: 'warp-hoodie' })).toMatchObject({
      subCategory: ['Hoodie'],
      sizes: ['M', 'L'],
      id: ['warp-hoodie'],
    });
  });

  test('prices are rupees', () => {
    expect(read({ minPrice: '0', maxPrice: '12500.50' })).toMatchObject({ minPrice: 0, maxPrice: 12500.5 });
    for (const minPrice of ['-1', '1e3', 'cheap', '', '1.005', 'Infinity']) {
      expect(isRefused('product.list', { minPrice }), minPrice).toBe(true);
    }
  });

  test('an empty sort is allowed, an unknown one is refused', () => {
    expect(read({ sort: '' }).sort).toBeUndefined();
    expect(read({ sort: 'bestseller' }).sort).toBe('bestseller');
    expect(isRefused('product.list', { sort: 'cheapest' })).toBe(true);
  });

  test('infinite numbers are refused', () => {
    expect(isRefused('product.list', { search: 'x'.repeat(101) })).toBe(true);
    expect(isRefused('product.list', { id: Array.from({ length: 201 }, () => 'warp-hoodie') })).toBe(true);
  });
});

describe('cart', () => {
  test.each(['', 'Warp Hoodie', '../etc', 'a--b', '-a', 'a:b', 'x'.repeat(101), 7, null])(
    '%j is no product id',
    (itemId) => {
      expect(isRefused('cart.add', { itemId, size: 'M' })).toBe(true);
    },
  );

  test.each(['', 'M/L', 'XXXXXXXXXXXXX', 7, null])('%j is no size', (size) => {
    expect(isRefused('cart.add', { itemId: 'warp-hoodie', size })).toBe(true);
  });

  test.each([-1, 0.5, '2', null, Number.NaN, shop.maxQuantityPerLine + 1])(
    '%j is no quantity',
    (quantity) => {
      expect(isRefused('cart.update', { itemId: 'warp-hoodie', size: 'M', quantity })).toBe(true);
    },
  );

  test('quantities go from 0 to the limit, which has its own message', () => {
    const update = (quantity: number) => ({ itemId: 'warp-hoodie', size: 'default', quantity });
    expect(
      [0, 1, shop.maxQuantityPerLine].map((quantity) => isRefused('cart.update', update(quantity))),
    ).toEqual([false, false, false]);
    expect(problems('cart.update', update(99))).toEqual({ quantity: cartMessages.lineLimit });
  });
});

describe('accounts', () => {
  test('an email is read in its normal form', () => {
    expect(routes['user.login'].body.parse({ email: ' Asha@Example.com ', password: 'x' }).email).toBe(
      'asha@example.com',
    );
  });

  test('a sign-up gets a message for each wrong field', () => {
    expect(problems('user.register', { name: ' ', email: 'asha', password: 'short' })).toEqual({
      name: fieldMessages.name,
      email: fieldMessages.email,
      password: authMessages.passwordLength,
    });
    expect(problems('user.register', {})).toEqual({
      name: fieldMessages.name,
      email: fieldMessages.email,
      password: fieldMessages.password,
    });
  });

  test('a login accepts a password of 1 to 1,000 characters', () => {
    const login = (password: unknown) => isRefused('user.login', { email: 'asha@example.com', password });
    expect([login('x'), login(''), login(undefined), login('x'.repeat(1_001))]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('order/place', () => {
  test('an order is read with its address trimmed; other fields of the products are ignored', () => {
    const body = { address, items: [{ ...items[0], name: 'Warp Hoodie', price: 1 }], amount: 2609 };
    expect(routes['order.place'].body.parse(body)).toEqual({
      address: { ...address, firstName: 'Asha', email: 'asha@example.com' },
      items,
      amount: 2609,
    });
  });

  test.each(Object.keys(address) as (keyof typeof address)[])(
    'an address without %s is refused at that field',
    (field) => {
      const { [field]: _left, ...rest } = address;
      expect(problems('order.place', { address: rest, items, amount: 1 })).toHaveProperty(
        [`address.${field}`],
        fieldMessages[field],
      );
    },
  );

  test.each([
    ['zipcode', '01234', fieldMessages.zipcode],
    ['email', 'asha@', fieldMessages.email],
    ['country', 'Nepal', fieldMessages.country],
    ['phone', '9876543210', fieldMessages.phone],
    ['phone', '911234567890', fieldMessages.notMobile],
    ['phone', '+14155550123', fieldMessages.foreignPhone],
    ['street', 'x'.repeat(lengthLimits.street + 1), tooLongMessages.street],
  ])('%s "%s" is refused with the form’s own message', (field, text, sentence) => {
    const body = { address: { ...address, [field]: text }, items, amount: 1 };
    expect(problems('order.place', body)).toEqual({ [`address.${field}`]: sentence });
  });

  test('items are required, limited in number, and have whole quantities', () => {
    const order = (lines: unknown) => problems('order.place', { address, items: lines, amount: 1 });
    expect(order([])).toEqual({ items: orderMessages.emptyItems });
    expect(order(undefined)).toEqual({ items: orderMessages.emptyItems });
    expect(order([{ ...items[0], quantity: 0 }])).toEqual({ 'items.0.quantity': orderMessages.quantity });
    expect(order([{ ...items[0], quantity: 1.5 }])).toEqual({ 'items.0.quantity': orderMessages.quantity });
    expect(
      isRefused('order.place', { address, items: Array.from({ length: 51 }, () => items[0]), amount: 1 }),
    ).toBe(true);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '100', null])('%j is no amount', (amount) => {
    expect(isRefused('order.place', { address, items, amount })).toBe(true);
  });
});
