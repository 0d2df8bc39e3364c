import type { WireOrder } from '../../contract/routes.ts';

/** Whether an order's money has arrived; null if its status already says it. */
export function moneyOf({ status, payment }: Pick<WireOrder, 'status' | 'payment'>): boolean | null {
  return status === 'Payment Failed' || status === 'Cancelled' ? null : payment;
}
