import { persistentAtom } from '@nanostores/persistent';
import { parseStored } from '../../client/tab-storage.ts';
import { type Cart, emptyCart, setQuantity as withQuantity } from '../../domain/cart.ts';
import { storageKeys } from '../../domain/config-every-page.ts';

/** The cart on this device. What changes it stands in cart-changes.ts, which pages that only count it do not fetch. */
export const $cart = persistentAtom<Cart>(storageKeys.cart, emptyCart, {
  encode: JSON.stringify,
  decode: (text) => cartFrom(parseStored(text)),
});

/** What of a stored or received value is a cart: anything else in it is left out. */
export function cartFrom(value: unknown): Cart {
  let cart = emptyCart;
  for (const [productId, sizes] of Object.entries(value ?? {})) {
    for (const [size, quantity] of Object.entries(sizes ?? {})) {
      if (Number.isInteger(quantity)) cart = withQuantity(cart, productId, size, Number(quantity));
    }
  }
  return cart;
}
