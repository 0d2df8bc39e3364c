import { cancelMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { isUnpaid, withStatus } from '../../src/domain/order.ts';
import { readOwnOrder } from '../storage/orders.ts';
import { updateOrder } from './order-changes.ts';
import { noEvents, paymentOffers } from './order-events.ts';
import { closeAll, confirmIfAnswered } from './payment-status.ts';
import { Refused } from './refusal.ts';
import type { ShopperCall } from './shopper-call.ts';

/**
 * Cancels the shopper's own order that waits for its payment: stock and code are released, and its payments closed. Its
 * provider is asked first, because it may be paid without the shop knowing it. Money that comes later is refunded.
 * @throws Refused 'not-found', 'already-placed'
 */
export async function cancelUnpaid(
  { orderId }: Body<'order.cancel'>,
  call: ShopperCall,
): Promise<Reply<'order.cancel'>> {
  if (!(await readOwnOrder(call, orderId))) throw new Refused('not-found', paymentMessages.unknownOrder);
  await confirmIfAnswered(orderId);
  const found = await readOwnOrder({ session: call.session, windows: [] }, orderId);
  const outdated = found ? await paymentOffers(found.order) : [];
  const changed = await updateOrder(
    orderId,
    (order) => {
      if (order.status === 'Cancelled') return order;
      if (!isUnpaid(order)) throw new Refused('already-placed', cancelMessages.placedCannotCancel);
      return withStatus(order, 'Cancelled', Date.now());
    },
    () => ({ ...noEvents, outdated }),
  );
  if (changed !== null && changed !== 'short') {
    const { after } = changed;
    call.after(() => closeAll(after));
  }
  return { success: true, message: cancelMessages.done };
}
