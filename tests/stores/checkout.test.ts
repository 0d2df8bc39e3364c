import { beforeEach, expect, test, vi } from 'vitest';
import { sessionMessages } from '../../src/contract/messages/session.ts';
import { cartPageMessages } from '../../src/contract/messages/cart-page.ts';
import { fieldMessages } from '../../src/contract/messages/field.ts';
import { networkMessages } from '../../src/contract/messages/network.ts';
import { orderMessages } from '../../src/contract/messages/order.ts';
import type { Reply } from '../../src/contract/routes.ts';
import { fillCheckout, openCheckoutPage } from './checkout-page.ts';
import { type FakeBrowser, late, ok, refused } from './fake-browser.ts';
import { address, productList, wireProduct } from './wire.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openCheckoutPage(
    { 'warp-hoodie': { M: 2 }, 'chai-cap': { default: 1 } },
    { price: 1299.5, stock: { M: 9, default: 9 } },
  );
  browser.says('order.place', () => placed);
  browser.says('payment.methods', () => ({ ...ok, methods: ['cod', 'razorpay', 'stripe'] }));
});

const placed: Reply<'order.place'> = { ...ok, message: orderMessages.placed, orderId: 'ORDER1' };

/** The page with its form filled in and its products loaded. */
const open = async () =>
  fillCheckout({
    ...(await import('../../src/stores/checkout.ts')),
    ...(await import('../../src/stores/payment.ts')),
    ...(await import('../../src/stores/payment-methods.ts')),
    ...(await import('../../src/stores/unpaid.ts')),
    ...(await import('../../src/stores/delivery.ts')),
    ...(await import('../../src/stores/cart-rows.ts')),
    ...(await import('../../src/stores/cart.ts')),
    ...(await import('../../src/stores/cart-lines.ts')),
    ...(await import('../../src/stores/cart-sync.ts')),
    ...(await import('../../src/stores/session.ts')),
    ...(await import('../../src/stores/session-change.ts')),
    ...(await import('../../src/stores/signed-in.ts')),
    ...(await import('../../src/stores/authorised.ts')),
    ...(await import('../../src/stores/sign-out.ts')),
    ...(await import('../../src/stores/toasts.ts')),
  });

const orders = () => browser.asked.filter(({ name }) => name === 'order.place');

test('cash on delivery is offered at once, the others when the shop has said so', async () => {
  const answer = late<Reply<'payment.methods'>>();
  browser.says('payment.methods', () => answer.promise);
  const { $offeredMethods, $methodsStatus, $paymentMethod } = await open();
  expect($offeredMethods.get()).toEqual(['cod']);
  expect($methodsStatus.get()).toBe('loading');
  answer.resolve({ ...ok, methods: ['stripe', 'cod', 'razorpay'] });
  await vi.waitFor(() => expect($methodsStatus.get()).toBe('ready'));
  expect($offeredMethods.get()).toEqual(['cod', 'razorpay', 'stripe']);
  expect($paymentMethod.get()).toBe('cod');
});

test('what the shop has no keys for is not offered, and is not chosen any more', async () => {
  const { loadPaymentMethods, $offeredMethods, $paymentMethod } = await open();
  $paymentMethod.set('stripe');
  browser.says('payment.methods', () => ({ ...ok, methods: ['cod', 'razorpay'] }));
  await loadPaymentMethods();
  expect($offeredMethods.get()).toEqual(['cod', 'razorpay']);
  expect($paymentMethod.get()).toBe('cod');
});

test('where the shop does not say what it offers, cash on delivery stays, without a word too many', async () => {
  browser.says('payment.methods', () => refused('unavailable'));
  const { placeOrder, $offeredMethods, $methodsStatus, $checkout, $toasts } = await open();
  await vi.waitFor(() => expect($methodsStatus.get()).toBe('failed'));
  expect($offeredMethods.get()).toEqual(['cod']);
  expect($toasts.get()).toEqual([]);
  await placeOrder();
  expect($checkout.get().status).toBe('placed');
});

test('an order sends address, items and the amount with the fee once', async () => {
  const { placeOrder, $cart, $checkout } = await open();
  await placeOrder();
  expect(orders()).toMatchObject([
    {
      token: 't0ken',
      body: {
        address,
        items: [
          { _id: 'warp-hoodie', size: 'M', quantity: 2 },
          { _id: 'chai-cap', size: 'default', quantity: 1 },
        ],
        amount: 3908.5,
      },
    },
  ]);
  expect(orders()[0]?.key).toMatch(/^[A-Za-z0-9-]{16,64}$/);
  expect($checkout.get().status).toBe('placed');
  expect($cart.get()).toEqual({});
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
  expect(browser.tab.get('taana-toast')).toContain(orderMessages.placed);
  expect(browser.tab.has('taana-attempt')).toBe(false);
});

test('a wrong form sends nothing and says so', async () => {
  const { editDelivery, placeOrder, $checkout, $deliveryErrors } = await open();
  editDelivery('zipcode', '12');
  await placeOrder();
  expect(orders()).toEqual([]);
  expect($checkout.get()).toEqual({ status: 'failed', message: orderMessages.checkForm });
  expect($deliveryErrors.get()).toEqual({ zipcode: fieldMessages.zipcode });
});

test('a double tap is one call with one key', async () => {
  const answer = late<typeof placed>();
  browser.says('order.place', () => answer.promise);
  const { placeOrder, $checkout } = await open();
  const taps = [placeOrder(), placeOrder()];
  expect($checkout.get().status).toBe('processing');
  answer.resolve(placed);
  await Promise.all(taps);
  expect(orders()).toHaveLength(1);
});

test('a retry after a dead network has the same key, and the cart is whole until then', async () => {
  const { placeOrder, $cart, $checkout } = await open();
  browser.network.isUp = false;
  await placeOrder();
  expect($checkout.get()).toEqual({ status: 'failed', message: networkMessages.failed });
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 }, 'chai-cap': { default: 1 } });
  const key = JSON.parse(browser.tab.get('taana-attempt') ?? '').key;
  browser.network.isUp = true;
  await placeOrder();
  expect(orders().map((order) => order.key)).toEqual([key]);
});

test('a retry after a reload has the same key', async () => {
  browser.says('order.place', () => refused('unavailable'));
  const { placeOrder, openCheckout } = await open();
  await placeOrder();
  openCheckout('Taana');
  await placeOrder();
  const [first, second] = orders();
  expect(second?.key).toBe(first?.key);
  expect(second?.body).toEqual(first?.body);
});

test.each([
  [
    'another quantity',
    (stores: Awaited<ReturnType<typeof open>>) => stores.setQuantity('warp-hoodie', 'M', 1),
  ],
  [
    'another address',
    (stores: Awaited<ReturnType<typeof open>>) => stores.editDelivery('street', '7 Lake Road'),
  ],
])('%s is another order with another key', async (_what, change) => {
  browser.says('order.place', () => refused('unavailable'));
  browser.says('cart.update', () => ok);
  const stores = await open();
  await stores.placeOrder();
  change(stores);
  await stores.placeOrder();
  const [first, second] = orders();
  expect(second?.key).not.toBe(first?.key);
});

test('a new order after one that stands has a new key', async () => {
  const { placeOrder, refreshRows } = await open();
  await placeOrder();
  browser.otherTabWrites('cart', '{"warp-hoodie":{"M":2},"chai-cap":{"default":1}}');
  await refreshRows();
  await placeOrder();
  const [first, second] = orders();
  expect(second?.key).not.toBe(first?.key);
});

test.each(['invalid', 'price-changed', 'out-of-stock', 'code-refused'] as const)(
  'a tap after the refusal %s asks anew, with a new key',
  async (code) => {
    browser.says('order.place', () => refused(code));
    const { placeOrder } = await open();
    await placeOrder();
    expect(browser.tab.has('taana-attempt')).toBe(false);
    await placeOrder();
    const [first, second] = orders();
    expect(second?.body).toEqual(first?.body);
    expect(second?.key).not.toBe(first?.key);
  },
);

test('who is turned away at the door asks for the same order again, heard of or not', async () => {
  browser.says('order.place', () => new Response('<h1>Timeout</h1>', { status: 504 }));
  const { placeOrder, $isOrderUnheard, $cart } = await open();
  await placeOrder();
  browser.says('order.place', () => refused('too-many'));
  await placeOrder();
  const [first, second] = orders();
  expect(second?.key).toBe(first?.key);
  $cart.set({});
  expect($isOrderUnheard.get()).toBe(true);
});

test('a changed price orders nothing, shows the new price and keeps the cart', async () => {
  browser.says('order.place', () => refused('price-changed', orderMessages.priceChanged));
  const { placeOrder, $checkout, $totals, $cart, $toasts } = await open();
  browser.says('product.list', ({ query }) =>
    productList(
      ...query.getAll('id').map((id) => wireProduct(id, { price: 1399, stock: { M: 9, default: 9 } })),
    ),
  );
  await placeOrder();
  expect($checkout.get()).toEqual({ status: 'failed', message: orderMessages.priceChanged });
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: orderMessages.priceChanged }]);
  expect($totals.get().totalPaise).toBe(4207_00);
  expect($cart.get()).not.toEqual({});
});

test('what is sold out is named by the server and marked in the rows', async () => {
  const sentence = orderMessages.soldOut('Warp Hoodie', 'M', 1);
  browser.says('order.place', () => refused('out-of-stock', sentence));
  const { placeOrder, $checkout, $rows } = await open();
  browser.says('product.list', ({ query }) =>
    productList(...query.getAll('id').map((id) => wireProduct(id, { stock: { M: 1, default: 9 } }))),
  );
  await placeOrder();
  expect($checkout.get().message).toBe(sentence);
  expect($rows.get()[0]?.problem).toBe(cartPageMessages.onlyLeft(1));
});

test('marked lines are not sent', async () => {
  const { placeOrder, refreshRows, $checkout } = await open();
  browser.says('product.list', () => productList());
  await refreshRows();
  await placeOrder();
  expect(orders()).toEqual([]);
  expect($checkout.get().message).toBe(cartPageMessages.blocked);
});

test('fields that the server refuses are marked', async () => {
  browser.says('order.place', () => ({
    ...refused('invalid', fieldMessages.zipcode),
    fields: { 'address.zipcode': fieldMessages.zipcode },
  }));
  const { placeOrder, $deliveryErrors } = await open();
  await placeOrder();
  expect($deliveryErrors.get()).toEqual({ zipcode: fieldMessages.zipcode });
});

test('lines that another tab puts in meanwhile stay in the cart', async () => {
  const answer = late<typeof placed>();
  browser.says('order.place', () => answer.promise);
  const { placeOrder, $cart } = await open();
  const stop = $cart.listen(() => {});
  const placing = placeOrder();
  browser.otherTabWrites('cart', '{"warp-hoodie":{"M":3},"chai-cap":{"default":1},"old-tee":{"S":1}}');
  answer.resolve(placed);
  await placing;
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 1 }, 'old-tee': { S: 1 } });
  stop();
});

test('an order whose answer was lost is asked for again with the same key, though the cart is empty by now', async () => {
  const { placeOrder, openCheckout, askAgain, $isOrderUnheard, $cart } = await open();
  browser.says('order.place', () => new Response('<h1>Timeout</h1>', { status: 504 }));
  await placeOrder();
  expect($isOrderUnheard.get()).toBe(false);
  // The order stood: the server has emptied the cart, and the reloaded page shows its cart.
  $cart.set({});
  openCheckout('Taana');
  expect($isOrderUnheard.get()).toBe(true);
  browser.says('order.place', () => placed);
  await askAgain();
  const [first, second] = orders();
  expect(second).toEqual(first);
  expect($isOrderUnheard.get()).toBe(false);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test('an attempt of another shopper is not taken up', async () => {
  const { placeOrder, openCheckout, $isOrderUnheard, $cart, beginSession } = await open();
  browser.network.isUp = false;
  await placeOrder();
  beginSession('other', 'ravi@example.com');
  $cart.set({});
  openCheckout('Taana');
  expect($isOrderUnheard.get()).toBe(false);
});

test('a session that ends on the way keeps cart and form', async () => {
  browser.says('order.place', () => refused('unauthorised', sessionMessages.expired));
  const { placeOrder, $cart, $delivery, $isSignedIn, $checkout } = await open();
  await placeOrder();
  expect($isSignedIn.get()).toBe(false);
  expect($checkout.get().status).toBe('failed');
  expect($cart.get()).not.toEqual({});
  expect($delivery.get()).toEqual(address);
});

test('a second way to pay asks the server first, when the order on delivery was not heard of', async () => {
  browser.says('cart.get', () => ({ ...ok, cartData: {} }));
  const { placeOrder, $paymentMethod, $isOrderUnheard, $checkout } = await open();
  browser.network.isUp = false;
  await placeOrder();
  browser.network.isUp = true;
  $paymentMethod.set('razorpay');
  await placeOrder();
  expect(browser.namesAsked()).toContain('cart.get');
  expect(browser.namesAsked()).not.toContain('order.razorpay');
  expect($isOrderUnheard.get()).toBe(true);
  expect($checkout.get().status).toBe('idle');
});

test.each(['{', 'null', '{"key":7}', '{"key":"k","body":null}'])(
  '%s in the tab is no attempt',
  async (text) => {
    browser.tab.set('taana-attempt', text);
    const { $isOrderUnheard } = await open();
    expect($isOrderUnheard.get()).toBe(false);
  },
);
