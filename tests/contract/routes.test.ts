import { expect, test } from 'vitest';
import { type RouteName, routeNames, routes, rulesOf } from '../../src/contract/routes.ts';
import {
  accountCalls,
  addressOf,
  idempotencyHeader,
  methodOf,
  tokenHeader,
} from '../../src/contract/endpoints.ts';

test('calls have their fixed methods and paths (docs/behaviour.md#api)', () => {
  const address = (name: keyof typeof routes) => `${routes[name].method} ${routes[name].path}`;
  expect(address('product.list')).toBe('GET /api/product/list');
  expect(address('cart.add')).toBe('POST /api/cart/add');
  expect(address('cart.update')).toBe('POST /api/cart/update');
  expect(address('cart.get')).toBe('POST /api/cart/get');
  expect(address('user.register')).toBe('POST /api/user/register');
  expect(address('user.login')).toBe('POST /api/user/login');
  expect(address('order.place')).toBe('POST /api/order/place');
  expect(address('order.userorders')).toBe('POST /api/order/userorders');
});

test('the browser makes every call with the method and path of the table', () => {
  for (const name of routeNames) {
    const listed: Partial<Record<RouteName, { method: string; path?: string }>> = accountCalls;
    const { method = methodOf(name), path = addressOf(name) } = listed[name] ?? {};
    expect([method, path]).toEqual([rulesOf(name).method, rulesOf(name).path]);
  }
});

test('cart and order calls need a token, product and login calls do not', () => {
  for (const [name, { auth }] of Object.entries(routes)) {
    if (/^(cart|order)\./.test(name)) expect(auth, name).toBe('token');
    if (/^product\.|^user\.(login|register)$/.test(name)) expect(auth, name).toBe('none');
  }
});

test('headers have their fixed names (docs/behaviour.md#api)', () => {
  expect([tokenHeader, idempotencyHeader]).toEqual(['token', 'Idempotency-Key']);
});
