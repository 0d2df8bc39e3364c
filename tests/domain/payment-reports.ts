/** An order that waits for its payment, and what a provider reports about it. */
import type { Order } from '../../src/domain/order.ts';
import type { Attempt, PaymentReport } from '../../src/domain/payment-settlement.ts';
import { anOrder } from '../support/orders.ts';

export const reference = { provider: 'razorpay', id: 'order_1', at: 10 } as const;
export const other = { provider: 'stripe', id: 'cs_1', at: 20 } as const;

export const waiting = (own: Partial<Order> = {}) =>
  anOrder({
    status: 'Payment Pending',
    paymentMethod: 'razorpay',
    reservedUntil: 1_000,
    references: [reference],
    ...own,
  });

export const attempt = (own: Partial<Attempt> = {}): Attempt => ({
  id: 'pay_1',
  state: 'captured',
  amountPaise: 10_000,
  currency: 'INR',
  ...own,
});

export const standing = (attempts: Attempt[], own: Partial<PaymentReport> = {}): PaymentReport => ({
  reference,
  isClosed: false,
  attempts,
  ...own,
});

export const now = { at: 500, canReserve: true, canTakeCode: true };
