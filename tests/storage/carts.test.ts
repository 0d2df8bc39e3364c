import { expect, test } from 'vitest';
import { addToCart, readCart } from '../../netlify/storage/carts.ts';
import { shop } from '../../src/domain/config.ts';
import { dropResponse } from '../support/redis.ts';
import { newShopper } from '../support/shop-calls.ts';

const newCart = async () => ({ session: (await newShopper()).session, windows: [] });

test('concurrent taps on two devices stop at the limit of the line', async () => {
  const shopper = await newCart();
  await Promise.all(Array.from({ length: 25 }, () => addToCart(shopper, 'tee', 'M')));
  expect(await readCart(shopper)).toEqual([
    { productId: 'tee', size: 'M', quantity: shop.maxQuantityPerLine },
  ]);
});

test('a tap that is repeated after a lost reply adds one piece', async () => {
  const shopper = await newCart();
  dropResponse();
  await addToCart(shopper, 'tee', 'M');
  expect(await readCart(shopper)).toEqual([{ productId: 'tee', size: 'M', quantity: 1 }]);
});
