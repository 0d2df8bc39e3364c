import { atom } from 'nanostores';
import { cancelMessages } from '../../contract/messages/orders.ts';
import { showToast } from '../page/toasts.ts';
import { forgetUnpaid } from '../payment/unpaid.ts';
import { authorised } from '../session/authorised.ts';
import { loadOrders } from './orders.ts';

export const $cancelling = atom<string | null>(null);

/** Timeout in ms. The server asks a provider first. */
const CANCEL_TIMEOUT_MS = 30_000;

/** Cancels an order that waits for its payment, and shows the new list. */
export async function cancelOrder(orderId: string): Promise<void> {
  if ($cancelling.get() !== null) return;
  $cancelling.set(orderId);
  try {
    await cancel(orderId);
  } finally {
    $cancelling.set(null);
  }
}

async function cancel(orderId: string): Promise<void> {
  const answer = await authorised('order.cancel', { orderId }, { timeoutMs: CANCEL_TIMEOUT_MS });
  if (answer.success) {
    forgetUnpaid(orderId);
    // Without this code the order is cancelled all the same; the next attempt for its cart is refused once.
    const lazy = await import('../checkout/order-attempt.ts').catch(() => null);
    lazy?.forgetOnlineAttempt();
    showToast('success', answer.message);
  } else if (answer.code !== 'unauthorised') {
    showToast('error', answer.code === 'network' ? cancelMessages.failed : answer.message);
  }
  if (answer.success || answer.code === 'already-placed') await loadOrders();
}
