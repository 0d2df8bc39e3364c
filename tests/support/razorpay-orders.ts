/** Orders in Razorpay's window, from a stock of three hoodies in M. */
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { changeStored } from './payments.ts';
import { beginAtRazorpay, later, payInWindow, useOnlineShop } from './placed-orders.ts';

/** The stock before each test. */
export const AT_FIRST = 3;

/** Opens the window for a new shopper's cart of hoodies. */
export const begin = (quantity = 1) => beginAtRazorpay(quantity, { emailConfirmedAt: 1 });

/** Moves the end of an order's reservation into the past and runs the reconciliation job. */
export async function letExpire(orderId: string): Promise<void> {
  await changeStored(orderId, { reservedUntil: Date.now() - 1 });
  await later(6 * 60_000, () => runReconciliation(60_000));
}

export function useRazorpayOrders() {
  const shop = useOnlineShop(AT_FIRST);
  return { ...shop, pay: payInWindow.bind(null, shop.providers) };
}
