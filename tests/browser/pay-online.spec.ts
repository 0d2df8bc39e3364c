import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { cancelMessages, orderMessages, refundReasons } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import type { PaymentMethod } from '../../src/domain/order.ts';
import { expectAccessible } from './support/accessible.ts';
import { newShopper, putInCart, type Shopper } from './support/api.ts';
import { tabTo } from './support/keyboard.ts';
import { countShift } from './support/layout-shift.ts';
import {
  answer,
  ORDER,
  ordersInEveryState,
  paymentWindow,
  razorpayCheckout,
  rememberAddress,
  serveWindow,
  SHORT,
  unpaidNote,
  wireOrder,
} from './support/online-payment.ts';
import { expectPiecesInBar, fromOwnAddresses, signIn, store, toast } from './support/shopper.ts';
import { watch } from './support/page-errors.ts';
import { test } from './support/test.ts';

fromOwnAddresses();

const all: PaymentMethod[] = ['cod', 'razorpay', 'stripe'];
const ok = { success: true } as const;
const stands = { ...ok, message: orderMessages.placed, orderId: ORDER };
const notPaid = { success: false, code: 'not-paid', message: paymentMessages.notPaid } as const;

/** A shopper with two hoodies and a stored address, in a shop with every payment method. */
async function open(page: Page, request: APIRequestContext): Promise<Shopper> {
  const shopper = await newShopper(request);
  await putInCart(request, shopper, { productId: 'warp-line-hoodie', size: 'M', quantity: 2 });
  await answer(page, 'payment.methods', { ...ok, methods: all });
  await answer(page, 'order.razorpay', { ...ok, ...razorpayCheckout });
  await answer(page, 'order.userorders', { ...ok, orders: [] });
  await answer(page, 'order.verifyStripe', notPaid);
  await serveWindow(page);
  await signIn(page, shopper);
  await rememberAddress(page, shopper);
  return shopper;
}

const placeOrder = (page: Page) => page.getByRole('button', { name: /PLACE ORDER|PROCESSING/ });
const online = (page: Page) => page.getByRole('radio', { name: paymentMessages.razorpay.name });
const panel = (page: Page) => page.getByRole('region', { name: paymentMessages.title(SHORT) });

/** Goes through the checkout until the payment window opens. */
async function openWindow(page: Page): Promise<void> {
  await page.goto('/place-order');
  await online(page).check();
  await placeOrder(page).tap();
  await expect(paymentWindow(page)).toBeVisible();
}

test('If the payment methods do not load, cash stays and a retry loads the others', async ({
  page,
  request,
}) => {
  await open(page, request);
  let isUp = false;
  await answer(page, 'payment.methods', () => (isUp ? { ...ok, methods: all } : 'nothing'));
  await page.goto('/place-order');
  await expect(page.getByText(paymentMessages.methodsFailed)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty();
  isUp = true;
  await page.getByRole('button', { name: 'Try again' }).tap();
  await expect(page.getByRole('radio')).toHaveCount(3);
});

test('A payment without a verification response is never called failed', async ({ page, request }) => {
  await open(page, request);
  let isUp = false;
  let asked = 0;
  await answer(page, 'order.verifyRazorpay', () => {
    asked += 1;
    return isUp ? stands : 'nothing';
  });
  await openWindow(page);
  await paymentWindow(page).getByRole('button', { name: 'Pay' }).tap();
  await expect(page.getByText(paymentMessages.checking, { exact: true })).toBeVisible();
  // There are three attempts, with 5.5 s of pauses in all.
  await expect(page).toHaveURL('/orders');
  await expect(toast(page, paymentMessages.unconfirmed)).toBeVisible();
  await expect(panel(page)).toContainText(paymentMessages.awaitingConfirmation(SHORT));
  await expect(panel(page).getByRole('button', { name: 'Retry payment' })).toHaveCount(0);
  // The panel stands there before React, which checks by itself first.
  await expect.poll(() => asked).toBeGreaterThan(3);
  await expect(panel(page).getByText(paymentMessages.awaitingConfirmationHint)).toBeVisible();
  isUp = true;
  await panel(page).getByRole('button', { name: 'Check again' }).tap();
  await expect(toast(page, orderMessages.placed)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expectPiecesInBar(page, 0);
});

test('/verify without a response stays open and offers a retry', async ({ page, request }) => {
  await open(page, request);
  let isUp = false;
  await answer(page, 'order.verifyStripe', () => (isUp ? stands : 'nothing'));
  await page.goto(`/verify?success=true&orderId=${ORDER}`);
  await expect(page.getByText(paymentMessages.unconfirmed)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'My orders' })).toBeVisible();
  await expectAccessible(page, 'a payment without an answer');
  isUp = true;
  await page.getByRole('button', { name: 'Try again' }).tap();
  await expect(page).toHaveURL('/orders');
});

test('A dismissed unpaid order is not shown again', async ({ page, request }) => {
  const shopper = await open(page, request);
  const watched = await watch(page, { '/api/order/verifyStripe': 402 });
  await store(page, { 'taana-unpaid': unpaidNote(shopper, paymentMessages.failed) });
  await page.goto('/cart');
  await expect(panel(page)).toContainText(paymentMessages.unpaidAgain);
  await expect(page.getByRole('heading', { name: 'Warp Line Hoodie' })).toBeVisible();
  await expectAccessible(page, 'an unpaid order in the cart');
  await panel(page).getByRole('button', { name: 'Dismiss' }).tap();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Lines of your cart' })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await watched.expectNoErrors();
});

test('Orders show their status, payment and refund', async ({ page, request }) => {
  await open(page, request);
  const watched = await watch(page);
  await answer(page, 'order.userorders', { ...ok, orders: ordersInEveryState });
  await page.goto('/orders');
  await expect(page.getByRole('article')).toHaveCount(ordersInEveryState.length);
  await expectAccessible(page, 'orders in every state');
  const order = (short: string) => page.getByRole('article', { name: `Order ${short}` });

  const steps = order('SHIP01').getByRole('list', { name: orderMessages.progress('SHIP01') });
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Order Placed\s*16 Nov 2026$/,
    /^Processing\s*17 Nov 2026$/,
    /^Shipped\s*18 Nov 2026$/,
    /^Delivered\s*not yet$/,
  ]);
  await expect(steps.locator('[aria-current="step"]')).toContainText('Shipped');
  await expect(order('SHIP01')).toContainText('With Blue Dart');
  await expect(order('SHIP01')).toContainText('50912345678');
  await expect(order('SHIP01').getByRole('heading', { level: 3 })).toHaveText([
    'Warp Line Hoodie',
    'Taana Cap',
  ]);
  await expect(order('SHIP01')).toContainText('Razorpay, Paid');

  await expect(order('PLCD01')).toContainText('Cash on delivery, Pending');
  await expect(order('DLVD01')).toContainText('Cash on delivery, Paid');
  await expect(order('FAIL01')).not.toContainText(/Paid|, Pending/);
  await expect(order('CNCL01')).not.toContainText(/, Paid/);
  await expect(order('CNCL01')).toContainText(orderMessages.refunded('₹5,008.00', refundReasons.cancelled));
  await expect(order('PROC01')).toContainText(
    orderMessages.onItsWayBack('₹5,008.00', refundReasons['paid-twice']),
  );
  await expect(order('CNCL01').locator('[aria-current="step"]')).toContainText('Cancelled');
  await expect(order('PEND01').getByRole('button', { name: 'Pay now' })).toBeVisible();
  await expect(order('FAIL01').getByRole('button', { name: 'Retry payment' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Pay now|Retry payment/ })).toHaveCount(2);

  const cancel = order('PEND01').getByRole('button', { name: cancelMessages.cancel });
  await cancel.tap();
  // The colour of what deletes (src/styles/danger-button.css), which the first tap only asks about.
  await expect(cancel).toHaveCSS('background-color', 'rgb(173, 35, 24)');
  await order('PEND01').getByRole('button', { name: cancelMessages.keep }).tap();

  await order('SHIP01').getByRole('button', { name: 'Track Order' }).tap();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^Updated at \d+:\d\d/);
  await watched.expectNoErrors();
});

test('The notice of an unpaid order does not shift the layout', async ({ page, request }) => {
  const shopper = await open(page, request);
  await store(page, { 'taana-unpaid': unpaidNote(shopper) });
  const shift = await countShift(page);
  for (const address of ['/cart', '/orders', '/place-order']) {
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(await shift(), address).toBeLessThan(0.03);
  }
});

test('Pay now opens the payment window of that order', async ({ page, request }) => {
  await open(page, request);
  await answer(page, 'order.userorders', {
    ...ok,
    orders: [wireOrder(SHORT, { status: 'Payment Pending', date: Date.now() })],
  });
  await answer(page, 'order.pay', { ...ok, paymentMethod: 'razorpay', ...razorpayCheckout });
  await answer(page, 'order.verifyRazorpay', stands);
  await page.goto('/orders');
  const pay = page.getByRole('article').getByRole('button', { name: /Pay now|PROCESSING/ });
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  await paymentWindow(page).getByRole('button', { name: 'Close' }).tap();
  await expect(pay).toHaveText('Pay now');
  await expect(pay).toBeFocused();
  await expect(page.getByRole('article').getByText(paymentMessages.notPaid)).toBeVisible();
  await pay.tap();
  await paymentWindow(page).getByRole('button', { name: 'Pay' }).tap();
  await expect(toast(page, orderMessages.placed)).toBeVisible();
});
