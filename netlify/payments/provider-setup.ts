import type { Provider } from '../../src/domain/order.ts';

/** What the owner sets up at a provider; `.env.example` says so, too. */
interface ProviderSetup {
  /** The setting whose key tells live from test. */
  keySetting: string;
  /** The setting that its API asks for. */
  secretSetting: string;
  /** Where its webhooks are. */
  dashboard: string;
  /** The events that it must send to /api/webhook/<provider>. */
  webhookEvents: readonly string[];
}

export const providerSetup: Record<Provider, ProviderSetup> = {
  razorpay: {
    keySetting: 'RAZORPAY_KEY_ID',
    secretSetting: 'RAZORPAY_KEY_SECRET',
    dashboard: 'Razorpay, Account & Settings, Webhooks',
    webhookEvents: [
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
  },
  stripe: {
    keySetting: 'STRIPE_SECRET_KEY',
    secretSetting: 'STRIPE_SECRET_KEY',
    dashboard: 'Stripe, Developers, Webhooks',
    webhookEvents: [
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
  },
};
