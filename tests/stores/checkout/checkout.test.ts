import { afterEach, describe, expect, test, vi } from 'vitest';
import { cartPageMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { fieldMessages } from '../../../src/contract/messages/address.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import { loadOrderPage as load, openFilledPage as open, openOrderPage } from '../checkout-page.ts';
import { late, ok, refused, useBrowser } from '../fake-browser.ts';
import { address, everyProduct, productList, wireProduct } from '../wire.ts';
import { eventually } from '../../support/eventually.ts';

const browser = useBrowser(openOrderPage);

const orders = () => browser.asked.filter(({ name }) => name === 'order.place');

test('cash on delivery is offered at once, other methods when the shop has confirmed them', async () => {
  const answer = late<Reply<'payment.methods'>>();
  browser.says('payment.methods', () => answer.promise);
  const { $offeredMethods, $methodsStatus, $paymentMethod } = await open();
  expect($offeredMethods.get()).toEqual(['cod']);
  expect($methodsStatus.get()).toBe('loading');
  answer.resolve({ ...ok, methods: ['stripe', 'cod', 'razorpay'] });
  await eventually(() => expect($methodsStatus.get()).toBe('ready'));
  expect($offeredMethods.get()).toEqual(['cod', 'razorpay', 'stripe']);
  expect($paymentMethod.get()).toBe('cod');
});

test('a method without keys is not offered and is no longer chosen', async () => {
  const { loadPaymentMethods, $offeredMethods, $paymentMethod } = await open();
  $paymentMethod.set('stripe');
  browser.says('payment.methods', () => ({ ...ok, methods: ['cod', 'razorpay'] }));
  await loadPaymentMethods();
  expect($offeredMethods.get()).toEqual(['cod', 'razorpay']);
  expect($paymentMethod.get()).toBe('cod');
});

test('if the payment methods do not load, cash on delivery stays, without a toast', async () => {
  browser.says('payment.methods', () => refused('unavailable'));
  const { placeOrder, $offeredMethods, $methodsStatus, $checkout, $toasts } = await open();
  await eventually(() => expect($methodsStatus.get()).toBe('failed'));
  expect($offeredMethods.get()).toEqual(['cod']);
  expect($toasts.get()).toEqual([]);
  await placeOrder();
  expect($checkout.get().status).toBe('placed');
});

test('an order sends address, items and the amount with the fee, once', async () => {
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

test('an invalid form sends nothing and shows a message', async () => {
  const { editDelivery, placeOrder, $checkout, $deliveryErrors } = await open();
  editDelivery('zipcode', '12');
  await placeOrder();
  expect(orders()).toEqual([]);
  expect($checkout.get()).toEqual({ status: 'failed', message: orderMessages.checkForm });
  expect($deliveryErrors.get()).toEqual({ zipcode: fieldMessages.zipcode });
});

describe('before the table of PIN codes has come', () => {
  const table = '../../../src/content/pins.json';
  const openSlow = async (arrival: Promise<unknown>) => {
    vi.doMock(table, async () => {
      await arrival;
      return vi.importActual(table);
    });
    const stores = await load();
    stores.$authLoading.set(false);
    stores.openDelivery({ ...address, city: 'Bengaluru' });
    await stores.refreshRows();
    return stores;
  };
  afterEach(() => {
    vi.useRealTimers();
    vi.doUnmock(table);
  });

  test('PLACE ORDER waits for it, asks once about a PIN code of another city, and orders once', async () => {
    const arrival = late<void>();
    const { placeOrder, $checkout, $deliveryErrors } = await openSlow(arrival.promise);
    const placing = Promise.all([placeOrder(), placeOrder()]);
    expect($checkout.get().status).toBe('processing');
    arrival.resolve();
    await placing;
    const question = fieldMessages.pinElsewhere('400001', 'Maharashtra', 'Karnataka');
    expect($deliveryErrors.get()).toEqual({ zipcode: question });
    expect([$checkout.get().status, orders()]).toEqual(['failed', []]);
    await Promise.all([placeOrder(), placeOrder()]);
    expect(orders()).toHaveLength(1);
  });

  test('the order goes out without the question if it does not come in time', async () => {
    const { placeOrder } = await openSlow(new Promise(() => undefined));
    vi.useFakeTimers();
    const placing = placeOrder();
    await vi.advanceTimersByTimeAsync(1_500);
    vi.useRealTimers();
    await placing;
    expect(orders()).toHaveLength(1);
  });
});

test.each(['invalid', 'price-changed', 'out-of-stock', 'code-refused', 'cash-limit', 'hold-limit'] as const)(
  'a tap after the refusal %s sends the order again, with a new key',
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

test('a changed price orders nothing, shows the new price and keeps the cart', async () => {
  browser.says('order.place', () => refused('price-changed', orderMessages.priceChanged));
  const { placeOrder, $checkout, $totals, $cart, $toasts } = await open();
  browser.says('product.list', everyProduct({ price: 1399, stock: { M: 9, default: 9 } }));
  await placeOrder();
  expect($checkout.get()).toEqual({ status: 'failed', message: orderMessages.priceChanged });
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: orderMessages.priceChanged }]);
  expect($totals.get().totalPaise).toBe(4207_00);
  expect($cart.get()).not.toEqual({});
});

test('the server names sold-out lines, and the rows mark them', async () => {
  const sentence = orderMessages.soldOut('Warp Hoodie', 'M', 1);
  browser.says('order.place', () => refused('out-of-stock', sentence));
  const { placeOrder, $checkout, $rows } = await open();
  browser.says('product.list', everyProduct({ stock: { M: 1, default: 9 } }));
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

test('an order that is submitted before any price is known waits for it, and is sent once', async () => {
  const answer = late<ReturnType<typeof productList>>();
  browser.says('product.list', () => answer.promise);
  const { openDelivery, refreshRows, placeOrder, $authLoading, $checkout, $isCartUnknown } = await load();
  $authLoading.set(false);
  openDelivery(address);
  void refreshRows();
  const placing = Promise.all([placeOrder(), placeOrder()]);
  expect($isCartUnknown.get()).toBe(true);
  expect($checkout.get().status).toBe('processing');
  expect(orders()).toEqual([]);
  const known = { price: 1299.5, stock: { M: 9, default: 9 } };
  answer.resolve(productList(wireProduct('warp-hoodie', known), wireProduct('chai-cap', known)));
  await placing;
  expect(orders()).toHaveLength(1);
});

test('an order without known prices is not sent, with a message', async () => {
  browser.says('product.list', () => refused('failed', 'no'));
  const { openDelivery, refreshRows, placeOrder, $authLoading, $checkout } = await load();
  $authLoading.set(false);
  openDelivery(address);
  void refreshRows();
  await placeOrder();
  expect(orders()).toEqual([]);
  expect($checkout.get()).toEqual({ status: 'failed', message: cartPageMessages.unknownPrices });
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
