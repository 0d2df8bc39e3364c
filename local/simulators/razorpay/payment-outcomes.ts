/** A new payment as Razorpay describes it, and the reasons of declined payments. */
import { randomText } from '../random-id.ts';
import type { RazorpayPayOptions } from '../controls.ts';
import type { RazorpayError, RazorpayOrder, RazorpayPayment } from './entities.ts';

export const DECLINES: Record<RazorpayPayment['method'], Omit<RazorpayError, 'metadata'>> = {
  upi: {
    code: 'BAD_REQUEST_ERROR',
    description: 'You may have cancelled the payment or there was a delay in response from the UPI app.',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_cancelled',
  },
  card: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment has been declined by the bank. Try another card or payment method.',
    source: 'issuer_bank',
    step: 'payment_authorization',
    reason: 'payment_declined',
  },
  netbanking: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Payment processing cancelled by user',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_cancelled',
  },
};

export const noError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

export function newPayment(of: RazorpayOrder, options: RazorpayPayOptions, created: number): RazorpayPayment {
  const { method = 'upi', email = 'void@razorpay.com', contact = '+919999999999' } = options;
  const vpa = options.vpa ?? (options.outcome === 'failed' ? 'failure@razorpay' : 'success@razorpay');
  const made: RazorpayPayment = {
    id: `pay_${randomText(14)}`,
    entity: 'payment',
    amount: of.amount,
    currency: of.currency,
    status: 'created',
    order_id: of.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: null,
    bank: method === 'netbanking' ? 'HDFC' : null,
    wallet: null,
    vpa: method === 'upi' ? vpa : null,
    email,
    contact,
    notes: of.notes,
    fee: null,
    tax: null,
    ...noError,
    acquirer_data: acquirerData(method),
    created_at: created,
  };
  if (method === 'upi') made.upi = { vpa };
  if (method === 'card') Object.assign(made, cardOf(options.cardNumber ?? '4111111111111111'));
  return made;
}

function acquirerData(method: RazorpayPayment['method']): Record<string, string | null> {
  if (method === 'card') return { auth_code: '828553' };
  if (method === 'netbanking') return { bank_transaction_id: '5733649' };
  return { rrn: '232500000001', upi_transaction_id: randomText(32).toUpperCase() };
}

function cardOf(number: string): Pick<RazorpayPayment, 'card_id' | 'card'> {
  const id = `card_${randomText(14)}`;
  return {
    card_id: id,
    card: {
      id,
      entity: 'card',
      name: '',
      last4: number.slice(-4),
      network: number.startsWith('5') ? 'MasterCard' : 'Visa',
      type: 'credit',
      issuer: null,
      international: false,
      emi: false,
      sub_type: 'consumer',
      token_iin: null,
    },
  };
}
