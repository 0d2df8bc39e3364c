import { persistentAtom } from '@nanostores/persistent';
import { parseStored } from '../../client/tab-storage.ts';
import { type Cart, emptyCart, setQuantity as withQuantity } from '../../domain/cart.ts';
import { storageKeys } from '../../domain/config.ts';

/**
 * The cart on this device. The code that changes it is in cart-changes.ts, so that pages that only count pieces do not
 * load it.
 */
export const $cart = persistentAtom<Cart>(storageKeys.cart, emptyCart, {
  encode: JSON.stringify,
  decode: (text) => cartFrom(parseStored(text)),
});

/** Parses a stored or received cart; ignores any other value. */
export function cartFrom(value: unknown): Cart {
  let cart = emptyCart;
  for (const [productId, sizes] of Object.entries(value ?? {})) {
    for (const [size, quantity] of Object.entries(sizes ?? {})) {
      if (Number.isInteger(quantity)) cart = withQuantity(cart, productId, size, Number(quantity));
    }
  }
  return cart;
}
