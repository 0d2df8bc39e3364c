import { canBeReturned, isReturnAsked, shortOrderId, withoutReturn } from '../../src/domain/order.ts';
import { type ByStaff, change, type Done } from './order-admin.ts';
import { Refused } from './refusal.ts';

/**
 * Returns that shoppers ask for by email or phone. Staff note one, so that it waits in the list and on the first screen
 * until it is closed; a refund closes it too (services/refund-admin).
 */

/** @throws Refused, OrderChanged */
export async function noteReturn(orderId: string, by: ByStaff): Promise<Done> {
  return change(
    orderId,
    (order, at) => {
      if (canBeReturned(order)) return { ...order, returnAskedAt: at };
      const short = shortOrderId(order.id);
      const why = isReturnAsked(order)
        ? `The return of order ${short} is noted already.`
        : `Order ${short} has not been shipped: nothing can come back.`;
      throw new Refused('invalid', why);
    },
    { by },
  );
}

/** @throws Refused, OrderChanged */
export async function closeReturn(orderId: string, by: ByStaff): Promise<Done> {
  return change(
    orderId,
    (order) => {
      const closed = withoutReturn(order);
      if (closed !== order) return closed;
      throw new Refused('invalid', `No return of order ${shortOrderId(order.id)} is open.`);
    },
    { by },
  );
}
