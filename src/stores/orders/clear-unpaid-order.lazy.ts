import type { WireOrder } from '../../contract/calls/order.ts';
import { orderMessages } from '../../contract/messages/orders.ts';
import { isOrderConfirmed, isUnpaid } from '../../domain/order.ts';
import { removeOrdered } from '../cart/cart-lines.ts';
import { spendCode } from '../cart/discount-code.ts';
import { showToast } from '../page/toasts.ts';
import { $ownUnpaid, forgetUnpaid } from '../payment/unpaid.ts';

/** Ends this device's unpaid-order note if the loaded list shows the result of its order. */
export function clearUnpaidOrder(orders: readonly WireOrder[]): void {
  const noted = $ownUnpaid.get();
  const order = noted && orders.find(({ _id }) => _id === noted.orderId);
  if (!order) return;
  if (isOrderConfirmed(order)) {
    removeOrdered(noted.items);
    spendCode(noted.orderId);
    showToast('success', orderMessages.placed);
  }
  if (!isUnpaid(order)) forgetUnpaid(noted.orderId);
}
