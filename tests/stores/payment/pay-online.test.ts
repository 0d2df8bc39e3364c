import { expect, test } from 'vitest';
import type { WindowOutcome, WindowRequest } from '../../../src/client/payment-window.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import { late, ok, refused, useBrowser } from '../fake-browser.ts';
import {
  items,
  open,
  openPage,
  openPaymentPage,
  ORDER,
  pay,
  payWindow,
  receipt,
  started,
  windowEnds,
} from './payment-page.ts';
import { eventually } from '../../support/eventually.ts';

const browser = useBrowser(openPaymentPage);

const placed: Reply<'order.place'> = { ...ok, message: orderMessages.placed, orderId: ORDER };
const tries = (name: string) => browser.asked.filter((asked) => asked.name === name);

test('after a verified payment in the window the order is placed: pieces leave the cart, the note is removed, and the orders open', async () => {
  windowEnds({ outcome: 'paid', receipt });
  const { $cart, $ownUnpaid } = await pay('razorpay');
  expect(payWindow.open.mock.lastCall?.[0]).toMatchObject({
    key: 'rzp_test_key',
    order: started.order,
    checkoutUrl: '/__razorpay/v1/checkout.js',
    name: 'Taana',
    description: 'Order QRSTUV',
    prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' },
  } satisfies Partial<WindowRequest>);
  expect(tries('order.verifyRazorpay')).toMatchObject([{ token: 't0ken', body: receipt }]);
  expect($cart.get()).toEqual({});
  expect($ownUnpaid.get()).toBeNull();
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
  expect(browser.tab.get('taana-toast')).toContain(orderMessages.placed);
});

test('the order is noted before its window opens, with the pieces that leave the cart when it is placed', async () => {
  const end = late<WindowOutcome>();
  payWindow.open.mockReturnValue(end.promise);
  const { placeOrder, $paymentMethod, $payment, $ownUnpaid, $checkout, $cart } = await open();
  $paymentMethod.set('razorpay');
  const placing = placeOrder();
  await eventually(() => expect(payWindow.open).toHaveBeenCalled());
  expect($ownUnpaid.get()).toMatchObject({
    orderId: ORDER,
    method: 'razorpay',
    owner: 'asha@example.com',
    items,
    receipt: null,
  });
  expect(JSON.parse(browser.localStorage['taana-unpaid'] ?? '')).toMatchObject({ orderId: ORDER, items });
  expect($payment.get().step).toBe('starting');
  payWindow.open.mock.lastCall?.[1]();
  expect($payment.get().step).toBe('window');
  expect($checkout.get().status).toBe('processing');
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  end.resolve({ outcome: 'closed' });
  await placing;
});

test.each<[string, WindowOutcome, string, string]>([
  ['closed', { outcome: 'closed' }, 'info', paymentMessages.notPaid],
  [
    'declined',
    { outcome: 'failed', description: 'The bank declined it.' },
    'error',
    `${paymentMessages.failed} The bank declined it.`,
  ],
  ['blocked', { outcome: 'blocked' }, 'error', paymentMessages.windowBlocked],
])(
  'a window that was %s leads to the full cart, and the order can be paid again',
  async (_what, outcome, kind, message) => {
    windowEnds(outcome);
    const { $cart, $ownUnpaid } = await pay('razorpay');
    expect(browser.opened).toEqual([{ how: 'assign', path: '/cart' }]);
    expect(JSON.parse(browser.tab.get('taana-toast') ?? '')).toEqual({ kind, text: message });
    expect($ownUnpaid.get()).toMatchObject({ orderId: ORDER, problem: message });
    expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
    expect(browser.namesAsked()).not.toContain('order.verifyRazorpay');
  },
);

test('Stripe’s page opens after the order is noted; the cart stays full', async () => {
  const { $cart, $ownUnpaid, $payment } = await pay('stripe');
  expect(browser.opened).toEqual([{ how: 'assign', path: 'https://stripe.example/pay/1' }]);
  expect($ownUnpaid.get()).toMatchObject({ orderId: ORDER, method: 'stripe', items });
  expect($payment.get().step).toBe('leaving');
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
});

test('after the return from a provider’s page, the screen is idle and requests the payment status', async () => {
  const { $payment, $checkout, $unpaidCheck } = await pay('stripe');
  browser.fire('pageshow', { persisted: false });
  expect($checkout.get().status).toBe('processing');
  browser.fire('pageshow', { persisted: true });
  expect($checkout.get().status).toBe('idle');
  expect($payment.get().step).toBe('idle');
  await eventually(() => expect($unpaidCheck.get()).toBe('unpaid'));
  expect(tries('order.verifyStripe')).toMatchObject([{ body: { success: null, orderId: ORDER } }]);
});

test('an order that is already paid is no refusal', async () => {
  browser.says('order.razorpay', () => refused('already-placed', paymentMessages.alreadyPlaced));
  const { placeOrder, $paymentMethod, noteUnpaid, $ownUnpaid, $cart } = await open();
  noteUnpaid(ORDER, { method: 'razorpay', items });
  $paymentMethod.set('razorpay');
  await placeOrder();
  expect($cart.get()).toEqual({});
  expect($ownUnpaid.get()).toBeNull();
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test('a new order removes the note of the unpaid one, but keeps the known payment status', async () => {
  const { placeOrder, noteUnpaid, changeUnpaid, unpaidOf, $cart, $ownUnpaid } = await open();
  const before = 'OLDERJKLMNPQRSTUVWXY';
  const cart = $cart.get();
  noteUnpaid(before, { method: 'razorpay', items });
  browser.says('order.place', () => refused('out-of-stock', 'Sold out'));
  await placeOrder();
  expect(unpaidOf(before)).not.toBeNull();

  browser.says('order.place', () => placed);
  await placeOrder();
  expect($ownUnpaid.get()).toBeNull();

  for (const known of [{ receipt }, { isOver: true, problem: paymentMessages.refunded }]) {
    noteUnpaid(before, { method: 'razorpay', items });
    changeUnpaid(before, known);
    $cart.set(cart);
    await placeOrder();
    expect(unpaidOf(before)).toMatchObject(known);
  }
});

test('a window that is closed after another order replaced its own offers no payment', async () => {
  windowEnds({ outcome: 'closed' });
  browser.says('order.pay', () => ({ ...ok, paymentMethod: 'razorpay', ...started }));
  browser.says('order.verifyStripe', () => refused('invalid', paymentMessages.cannotPay));
  const { payAgain, $ownUnpaid, $payment } = await openPage();
  await payAgain({ orderId: ORDER, items });
  expect($ownUnpaid.get()).toBeNull();
  expect($payment.get()).toEqual({ step: 'idle', orderId: ORDER, problem: paymentMessages.cannotPay });
});

test('a payment method that is no longer offered shows a message and reloads the methods', async () => {
  browser.says('order.stripe', () => refused('invalid', paymentMessages.notOffered));
  const { placeOrder, $paymentMethod, $checkout } = await open();
  $paymentMethod.set('stripe');
  browser.says('payment.methods', () => ({ ...ok, methods: ['cod'] }));
  await placeOrder();
  expect($checkout.get()).toEqual({ status: 'failed', message: paymentMessages.notOffered });
  await eventually(() => expect($paymentMethod.get()).toBe('cod'));
});
