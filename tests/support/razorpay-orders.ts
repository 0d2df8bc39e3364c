/** Orders in Razorpay's window, from a stock of three hoodies in M. */
import { expect } from 'vitest';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { changeStored, payByRazorpay } from './payments.ts';
import { later, payInWindow, useOnlineShop } from './placed-orders.ts';
import { call, hoodie, newShopper } from './shop-calls.ts';

/** The stock before each test. */
export const AT_FIRST = 3;

/** Opens the window for a new shopper's cart of hoodies. */
export async function begin(quantity = 1) {
  const shopper = await newShopper(undefined, { emailConfirmedAt: 1 });
  await call('cart.update', { token: shopper.token, body: { itemId: hoodie.id, size: 'M', quantity } });
  const { status, body } = await payByRazorpay(shopper.token, [[hoodie, 'M', quantity]]);
  expect(status).toBe(200);
  return { ...shopper, ...body };
}

/** Moves the end of an order's reservation into the past and runs the reconciliation job. */
export async function letExpire(orderId: string): Promise<void> {
  await changeStored(orderId, { reservedUntil: Date.now() - 1 });
  await later(6 * 60_000, () => runReconciliation(60_000));
}

export function useRazorpayOrders() {
  const shop = useOnlineShop(AT_FIRST);
  return { ...shop, pay: payInWindow.bind(null, shop.providers) };
}
