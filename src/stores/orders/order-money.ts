import type { WireOrder } from '../../contract/routes.ts';

/** Whether an order's money is in; null where its status says it all (decisions, Small points). */
export function moneyOf({ status, payment }: Pick<WireOrder, 'status' | 'payment'>): boolean | null {
  return status === 'Payment Failed' || status === 'Cancelled' ? null : payment;
}
