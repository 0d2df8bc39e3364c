/** The page of the checkout for its tests. */
import type { Cart } from '../../src/domain/cart.ts';
import type { WireProduct } from '../../src/contract/calls/product.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import type { Reply } from '../../src/contract/routes.ts';
import { type FakeBrowser, ok, openBrowser, signIn } from './fake-browser.ts';
import { openStores } from './open-stores.ts';
import { address, everyProduct } from './wire.ts';

/** The browser of a shopper with a cart of these pieces; the shop lists each product with the given fields. */
export function openCheckoutPage(cart: Cart, product: Partial<WireProduct>): FakeBrowser {
  const browser = signIn(openBrowser('/place-order'));
  browser.localStorage['cart'] = JSON.stringify(cart);
  browser.says('product.list', everyProduct(product));
  return browser;
}

export const placed: Reply<'order.place'> = { ...ok, message: orderMessages.placed, orderId: 'ORDER1' };

/** A cart of two products, in a shop that places every order. */
export function openOrderPage(): FakeBrowser {
  const browser = openCheckoutPage(
    { 'warp-hoodie': { M: 2 }, 'chai-cap': { default: 1 } },
    { price: 1299.5, stock: { M: 9, default: 9 } },
  );
  browser.says('order.place', () => placed);
  browser.says('payment.methods', () => ({ ...ok, methods: ['cod', 'razorpay', 'stripe'] }));
  return browser;
}

type Stores = Pick<typeof import('../../src/stores/session/session.ts'), '$authLoading'> &
  Pick<typeof import('../../src/stores/checkout/delivery.ts'), 'openDelivery'> &
  Pick<typeof import('../../src/stores/checkout/checkout.ts'), 'openCheckout'> &
  Pick<typeof import('../../src/stores/cart/cart-rows.ts'), 'refreshRows'>;

/** Opens it with a completed form, loaded products and the table of PIN codes. */
export async function fillCheckout<Wanted extends Stores>(stores: Wanted): Promise<Wanted> {
  stores.$authLoading.set(false);
  stores.openDelivery(address);
  stores.openCheckout('Taana');
  await stores.refreshRows();
  await (await import('../../src/stores/address/pins.ts')).loadPins();
  return stores;
}

export const loadOrderPage = () => openStores('cart', 'checkout', 'page', 'session');

/** The page with a completed form and loaded products. */
export const openFilledPage = async () => fillCheckout(await loadOrderPage());
