import { expect, test, vi } from 'vitest';
import { addToCart, readCart, setCartLine } from '../../netlify/storage/carts.ts';
import { SessionEnded } from '../../netlify/storage/guard.ts';
import { shop } from '../../src/domain/config.ts';
import { newShopper } from '../support/shop-calls.ts';

const newCart = async () => ({ session: (await newShopper()).session, windows: [] });

test('a new shopper has an empty cart', async () => {
  expect(await readCart(await newCart())).toEqual([]);
});

test('adding a variant again makes it one more', async () => {
  const shopper = await newCart();
  await addToCart(shopper, 'tee', 'M');
  await addToCart(shopper, 'tee', 'M');
  await addToCart(shopper, 'tee', 'L');
  expect(await readCart(shopper)).toEqual([
    { productId: 'tee', size: 'M', quantity: 2 },
    { productId: 'tee', size: 'L', quantity: 1 },
  ]);
});

test('setting a line to 0 removes it', async () => {
  const shopper = await newCart();
  await setCartLine(shopper, { productId: 'tee', size: 'M', quantity: 4 });
  expect(await readCart(shopper)).toEqual([{ productId: 'tee', size: 'M', quantity: 4 }]);
  await setCartLine(shopper, { productId: 'tee', size: 'M', quantity: 0 });
  expect(await readCart(shopper)).toEqual([]);
});

test('taps on two devices at once stop at the limit of the line', async () => {
  const shopper = await newCart();
  await Promise.all(Array.from({ length: 25 }, () => addToCart(shopper, 'tee', 'M')));
  expect(await readCart(shopper)).toEqual([
    { productId: 'tee', size: 'M', quantity: shop.maxQuantityPerLine },
  ]);
});

test('a tap that is sent again because its answer was lost is one piece', async () => {
  const shopper = await newCart();
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (address, init) => {
    await fetch(address, init);
    throw new TypeError('fetch failed');
  });
  await addToCart(shopper, 'tee', 'M');
  expect(await readCart(shopper)).toEqual([{ productId: 'tee', size: 'M', quantity: 1 }]);
});

test('taps at once are all counted below the limit', async () => {
  const shopper = await newCart();
  await Promise.all(Array.from({ length: 7 }, () => addToCart(shopper, 'tee', 'M')));
  expect((await readCart(shopper))[0]?.quantity).toBe(7);
});

test('a cart cannot be written or read without its session', async () => {
  const shopper = await newCart();
  const stranger = { session: { ...shopper.session, tokenHash: 'no' }, windows: [] };
  await expect(addToCart(stranger, 'tee', 'M')).rejects.toThrow(SessionEnded);
  await expect(setCartLine(stranger, { productId: 'tee', size: 'M', quantity: 1 })).rejects.toThrow(
    SessionEnded,
  );
  await expect(readCart(stranger)).rejects.toThrow(SessionEnded);
  expect(await readCart(shopper)).toEqual([]);
});
