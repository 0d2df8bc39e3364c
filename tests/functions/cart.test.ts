import { expect, test } from 'vitest';
import { setCartLine } from '../../netlify/storage/carts.ts';
import { cartMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { shop } from '../../src/domain/config.ts';
import { cartOf } from '../support/placed-orders.ts';
import { call, cap, hoodie, newShopper } from '../support/shop-calls.ts';

test('pieces are added, set, read and removed', async () => {
  const { token } = await newShopper();
  expect(await cartOf(token)).toEqual({});
  expect((await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } })).body).toEqual({
    success: true,
  });
  await call('cart.add', { token, body: { itemId: hoodie.id, size: 'M' } });
  await call('cart.add', { token, body: { itemId: cap.id, size: 'default' } });
  expect(await cartOf(token)).toEqual({ [hoodie.id]: { M: 2 }, [cap.id]: { default: 1 } });
  const set = await call('cart.update', { token, body: { itemId: hoodie.id, size: 'M', quantity: 5 } });
  expect(set.body).toEqual({ success: true });
  await call('cart.update', { token, body: { itemId: cap.id, size: 'default', quantity: 0 } });
  expect(await cartOf(token)).toEqual({ [hoodie.id]: { M: 5 } });
});

test('a line stops at its limit', async () => {
  const { token } = await newShopper();
  const body = { itemId: hoodie.id, size: 'M' };
  await call('cart.update', { token, body: { ...body, quantity: shop.maxQuantityPerLine } });
  expect((await call('cart.add', { token, body })).status).toBe(200);
  expect(await cartOf(token)).toEqual({ [hoodie.id]: { M: shop.maxQuantityPerLine } });
  const over = await call('cart.update', { token, body: { ...body, quantity: shop.maxQuantityPerLine + 1 } });
  expect(over.body).toMatchObject({ code: 'invalid', message: cartMessages.lineLimit });
});

test.each([
  ['no-such-thing', 'M', orderMessages.unknownProduct('no-such-thing')],
  ['constructor', 'M', orderMessages.unknownProduct('constructor')],
  [hoodie.id, 'XXXL', orderMessages.unknownSize(hoodie.name, 'XXXL')],
  [hoodie.id, 'default', orderMessages.unknownSize(hoodie.name, 'default')],
  [hoodie.id, 'constructor', orderMessages.unknownSize(hoodie.name, 'constructor')],
  [cap.id, 'M', orderMessages.unknownSize(cap.name, 'M')],
])(
  'a product or size that is not in the catalogue cannot be added: %s in %s',
  async (itemId, size, message) => {
    const { token } = await newShopper();
    for (const name of ['cart.add', 'cart.update'] as const) {
      const answer = await call(name, { token, body: { itemId, size, quantity: 1 } });
      expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'invalid', message } });
    }
    expect(await cartOf(token)).toEqual({});
  },
);

test('a product that left the catalogue is not listed and can be removed', async () => {
  const { token, session } = await newShopper();
  const old = { productId: 'last-years-tee', size: 'M', quantity: 2 };
  await setCartLine({ session, windows: [] }, old);
  await setCartLine({ session, windows: [] }, { productId: hoodie.id, size: 'XXXL', quantity: 1 });
  expect(await cartOf(token)).toEqual({});
  const body = { itemId: old.productId, size: 'M', quantity: 0 };
  expect((await call('cart.update', { token, body })).status).toBe(200);
});
