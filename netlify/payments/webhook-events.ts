import type { Provider } from '../../src/domain/order.ts';

/** The events that each provider must send to /api/webhook/<provider>; `.env.example` lists them for the owner. */
export const webhookEvents: Record<Provider, readonly string[]> = {
  razorpay: [
    'payment.authorized',
    'payment.captured',
    'payment.failed',
    'order.paid',
    'refund.created',
    'refund.processed',
    'refund.failed',
    'payment.dispute.created',
    'payment.dispute.under_review',
    'payment.dispute.action_required',
    'payment.dispute.won',
    'payment.dispute.lost',
    'payment.dispute.closed',
  ],
  stripe: [
    'checkout.session.completed',
    'checkout.session.expired',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'charge.refunded',
    'charge.refund.updated',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ],
};
