import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { type FakeBrowser, ok, openBrowser, refused } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';
import { eventually } from '../../support/eventually.ts';

const ORDER = 'ABCDEFGHJKLMNPQRSTUV';
const items = [{ productId: 'warp-hoodie', size: 'M', quantity: 2 }];
const verified = { ...ok, message: orderMessages.placed, orderId: ORDER };

let browser: FakeBrowser;
const arrive = (query: string, token = 't0ken') => {
  browser = openBrowser(`/verify?${query}`);
  if (token) browser.localStorage['token'] = token;
  browser.localStorage['userEmail'] = 'asha@example.com';
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":2}}';
};
beforeEach(() => arrive(`success=true&orderId=${ORDER}`));

const open = async () => {
  const stores = await openStores('cart', 'payment', 'session');
  stores.$authLoading.set(false);
  return { ...stores, openVerify: () => onTestFinished(stores.openVerify()) };
};

/** The page until it leads elsewhere. @param noted the order that this device knows as unpaid */
const left = async (noted?: string) => {
  const stores = await open();
  if (noted !== undefined) stores.noteUnpaid(noted, { method: 'stripe', items });
  stores.openVerify();
  await eventually(() => expect(browser.opened).not.toEqual([]));
  return stores;
};

test('a confirmed payment removes its pieces from the cart and leads to the orders', async () => {
  browser.says('order.verifyStripe', () => verified);
  const { $cart, $ownUnpaid } = await left(ORDER);
  expect(browser.asked).toMatchObject([
    { name: 'order.verifyStripe', token: 't0ken', body: { success: 'true', orderId: ORDER } },
  ]);
  expect($cart.get()).toEqual({});
  expect($ownUnpaid.get()).toBeNull();
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
  expect(browser.tab.get('taana-toast')).toContain(orderMessages.placed);
});

test('if this device does not know the ordered items, the cart is loaded from the server', async () => {
  browser.says('order.verifyStripe', () => verified);
  browser.says('cart.get', () => ({ ...ok, cartData: { 'chai-cap': { default: 1 } } }));
  const { $cart } = await left();
  expect($cart.get()).toEqual({ 'chai-cap': { default: 1 } });
});

test('success=true on an order that is not paid leads to the full cart', async () => {
  browser.says('order.verifyStripe', () => refused('not-paid', paymentMessages.notPaid));
  const { $cart, $ownUnpaid } = await left();
  expect(browser.opened).toEqual([{ how: 'replace', path: '/cart' }]);
  expect(browser.tab.get('taana-toast')).toContain(paymentMessages.notPaid);
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  // So that the cart offers to pay it, although its payment began elsewhere.
  expect($ownUnpaid.get()).toMatchObject({ orderId: ORDER, problem: paymentMessages.notPaid, items: [] });
});

test('success=false on an order that is paid leads to the orders', async () => {
  arrive(`success=false&orderId=${ORDER}`);
  browser.says('order.verifyStripe', () => refused('already-placed', paymentMessages.alreadyPlaced));
  await left(ORDER);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test.each<[string, 'not-paid' | 'not-found', string]>([
  ['not the shopper’s', 'not-found', paymentMessages.unknownOrder],
  ['paid too late and therefore refunded', 'not-paid', paymentMessages.refunded],
])(
  'an order that is %s leads to the cart, which shows a message and offers no payment',
  async (_what, code, message) => {
    browser.says('order.verifyStripe', () => refused(code, message));
    const { $ownUnpaid } = await left(ORDER);
    expect(browser.opened).toEqual([{ how: 'replace', path: '/cart' }]);
    expect($ownUnpaid.get()).toMatchObject({ problem: message, isOver: true });
    expect(browser.tab.get('taana-toast')).toContain(message);
  },
);

test('a URL with an unknown order does not replace the noted one', async () => {
  browser.says('order.verifyStripe', () => refused('not-found', paymentMessages.unknownOrder));
  const { $ownUnpaid } = await left('ABCDEFGHJKLMNPQRST99');
  expect($ownUnpaid.get()).toMatchObject({ orderId: 'ABCDEFGHJKLMNPQRST99', isOver: false });
});

test('without an answer the page stays, and retries on request', async () => {
  browser.says('order.verifyStripe', () => refused('unavailable'));
  const { openVerify, verifyPayment, noteUnpaid, $verify, $ownUnpaid } = await open();
  noteUnpaid(ORDER, { method: 'stripe', items });
  openVerify();
  await eventually(() => expect($verify.get()).toBe('silent'));
  expect(browser.opened).toEqual([]);
  expect($ownUnpaid.get()?.orderId).toBe(ORDER);
  browser.says('order.verifyStripe', () => verified);
  await verifyPayment();
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test('the sentence of a refusal without a code is shown, and the payment is asked about again', async () => {
  browser.says('order.verifyStripe', () => Response.json({ success: false, message: 'The till is shut' }));
  const { openVerify, verifyPayment, $verify, $verifyText } = await open();
  openVerify();
  await eventually(() => expect($verify.get()).toBe('silent'));
  expect($verifyText.get()).toBe(`The till is shut ${paymentMessages.unconfirmed}`);
  browser.says('order.verifyStripe', () => refused('unavailable'));
  await verifyPayment();
  expect($verifyText.get()).toBe(paymentMessages.unconfirmed);
});

test('a visitor is asked to log in, posts nothing and comes back with the query', async () => {
  arrive(`success=true&orderId=${ORDER}`, '');
  const { openVerify, logInToVerify, $verify } = await open();
  openVerify();
  expect($verify.get()).toBe('visitor');
  logInToVerify();
  expect(browser.opened).toEqual([{ how: 'assign', path: '/login' }]);
  expect(browser.tab.get('taana-navigation:/login')).toBe(
    JSON.stringify({ from: `/verify?success=true&orderId=${ORDER}` }),
  );
  expect(browser.asked).toEqual([]);
});

test('an ended session is treated as a visitor', async () => {
  browser.says('order.verifyStripe', () => refused('unauthorised'));
  const { openVerify, $verify } = await open();
  openVerify();
  await eventually(() => expect($verify.get()).toBe('visitor'));
  expect(browser.asked).toHaveLength(1);
});

test.each(['', 'success=true', 'success=true&orderId=x', `orderId=${ORDER}%2F..`])(
  'the query "%s", which names no order, leads to the cart without a request',
  async (query) => {
    arrive(query);
    const { openVerify } = await open();
    openVerify();
    expect(browser.opened).toEqual([{ how: 'replace', path: '/cart' }]);
    expect(browser.asked).toEqual([]);
  },
);
