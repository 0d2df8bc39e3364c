/** The pages that pay, with a payment window that the test ends. */
import { vi } from 'vitest';
import type { WindowOutcome } from '../../../src/client/payment-window.ts';
import type { RazorpayCheckout } from '../../../src/contract/calls/payment.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { fillCheckout, openCheckoutPage } from '../checkout-page.ts';
import { type FakeBrowser, ok, refused } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

/** The payment window for the stores: its requests and its result. */
export const payWindow = { open: vi.fn() };
vi.mock('../../../src/client/payment-window.ts', () => ({
  openPaymentWindow: (...asked: unknown[]): unknown => payWindow.open(...asked),
}));

export const ORDER = 'ABCDEFGHJKLMNPQRSTUV';
export const receipt = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'a',
};
export const started: RazorpayCheckout = {
  order: { id: 'order_1', amount: 2609_00, currency: 'INR', receipt: ORDER },
  orderId: ORDER,
  key: 'rzp_test_key',
  checkoutUrl: '/__razorpay/v1/checkout.js',
  callbackUrl: 'https://shop.example/api/payment/callback',
};
export const verified = { ...ok, message: orderMessages.placed, orderId: ORDER };
export const items = [{ productId: 'warp-hoodie', size: 'M', quantity: 2 }];

/** The checkout of a shopper with these items; Stripe's payments stay unpaid. */
export function openPaymentPage(): FakeBrowser {
  payWindow.open.mockReset();
  const browser = openCheckoutPage({ 'warp-hoodie': { M: 2 } }, { stock: { M: 9 } });
  browser.says('payment.methods', () => ({ ...ok, methods: ['cod', 'razorpay', 'stripe'] }));
  browser.says('order.razorpay', () => ({ ...ok, ...started }));
  browser.says('order.stripe', () => ({
    ...ok,
    session_url: 'https://stripe.example/pay/1',
    orderId: ORDER,
  }));
  browser.says('order.verifyRazorpay', () => verified);
  browser.says('order.verifyStripe', () => refused('not-paid', paymentMessages.notPaid));
  return browser;
}

const stores = () => openStores('cart', 'checkout', 'page', 'payment', 'session');

/** The checkout with a completed form and loaded products. */
export const open = async () => fillCheckout(await stores());

/** The order of that checkout, by this method. @param meanwhile for what happens before it is answered */
export async function pay(method: 'razorpay' | 'stripe', meanwhile: () => Promise<unknown> = async () => {}) {
  const all = await open();
  all.$paymentMethod.set(method);
  const placing = all.placeOrder();
  await meanwhile();
  await placing;
  return all;
}

/** Any other page with a payment: the cart, the orders. */
export const openPage = async () => {
  const all = await stores();
  all.$authLoading.set(false);
  all.openPayments('Taana');
  return all;
};

export const windowEnds = (outcome: WindowOutcome) => payWindow.open.mockResolvedValue(outcome);
