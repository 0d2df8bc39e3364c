/** Razorpay's rules: one captured payment per order, and refunds never exceed the payment. */
import { createHmac } from 'node:crypto';
import { randomText } from '../random-id.ts';
import type { RazorpayControls, RazorpayFailure, RazorpaySuccess } from '../controls.ts';
import type { OpenLedger, WebhookMode } from '../ledger.ts';
import type { Webhooks } from '../webhooks.ts';
import { type Emit, openRefunds } from './refunds.ts';
import {
  type NewOrder,
  newOrder,
  newPayment,
  type RazorpayDispute,
  type RazorpayOrder,
  type RazorpayPayment,
} from './entities.ts';
import { invalid, RazorpayRefusal } from './rules.ts';

/** 2 % and 18 % tax on it, as on Razorpay's price list. */
const FEE = 0.0236;
const TAX = 0.0036;

const cancelled = {
  code: 'BAD_REQUEST_ERROR',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_cancelled',
};
const DECLINES: Record<RazorpayPayment['method'], Omit<RazorpayFailure['error'], 'metadata'>> = {
  upi: {
    ...cancelled,
    description: 'You may have cancelled the payment or there was a delay in response from the UPI app.',
  },
  card: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment has been declined by the bank. Try another card or payment method.',
    source: 'issuer_bank',
    step: 'payment_authorization',
    reason: 'payment_declined',
  },
  netbanking: { ...cancelled, description: 'Payment processing cancelled by user' },
};

export function openRazorpay(books: OpenLedger, webhooks: Webhooks) {
  const { orders, payments, disputes } = books.books.razorpay;

  function find<Entity extends { id: string }>(list: Entity[], id: string, prefix: string): Entity {
    const about = { source: 'business', step: 'payment_initiation' };
    if (!new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id)) {
      throw new RazorpayRefusal(`${id} is not a valid id`, about);
    }
    const entity = list.find((other) => other.id === id);
    if (entity) return entity;
    throw new RazorpayRefusal('The id provided does not exist', {
      ...about,
      reason: 'input_validation_failed',
    });
  }

  const order = (id: string): RazorpayOrder => find(orders, id, 'order');
  const payment = (id: string): RazorpayPayment => find(payments, id, 'pay');
  const dispute = (id: string): RazorpayDispute => find(disputes, id, 'disp');

  const emit: Emit = (type, parts, mode) => {
    const id = randomText(14);
    const event = {
      entity: 'event',
      account_id: `acc_${books.keys.RAZORPAY_KEY_ID.slice(-14)}`,
      event: type,
      contains: Object.keys(parts),
      payload: Object.fromEntries(Object.entries(parts).map(([name, entity]) => [name, { entity }])),
      created_at: books.seconds(),
    };
    const orderId = order(parts.payment.order_id).receipt;
    webhooks.emit({ provider: 'razorpay', id, type, event, orderId }, mode);
  };

  function create(wanted: NewOrder): RazorpayOrder {
    const made = newOrder(wanted, books.seconds());
    orders.push(made);
    books.save();
    return made;
  }

  function fail(made: RazorpayPayment, mode: WebhookMode): RazorpayFailure {
    const error = DECLINES[made.method];
    made.status = 'failed';
    made.error_description = error.description;
    emit('payment.failed', { payment: made }, mode);
    return { error: { ...error, metadata: { order_id: made.order_id, payment_id: made.id } } };
  }

  function take(made: RazorpayPayment, mode: WebhookMode): void {
    const of = order(made.order_id);
    made.status = 'captured';
    made.captured = true;
    made.error_description = null;
    made.fee = Math.round(made.amount * FEE);
    made.tax = Math.round(made.amount * TAX);
    of.status = 'paid';
    of.amount_paid = of.amount;
    of.amount_due = 0;
    const { id, amount: amountPaise } = made;
    books.record({ provider: 'razorpay', kind: 'payment', id, orderId: of.receipt, amountPaise });
    emit('payment.captured', { payment: made }, mode);
    emit('order.paid', { payment: made, order: of }, mode);
  }

  function success({ id, order_id }: RazorpayPayment): RazorpaySuccess {
    return {
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: createHmac('sha256', books.keys.RAZORPAY_KEY_SECRET)
        .update(`${order_id}|${id}`)
        .digest('hex'),
    };
  }

  /** Paid or authorized: the money of one payment waits for its capture. */
  const isTaken = (of: RazorpayOrder): boolean =>
    of.status === 'paid' ||
    payments.some(({ order_id, status }) => order_id === of.id && status === 'authorized');

  const pay: RazorpayControls['pay'] = (orderId, options = {}) => {
    const of = order(orderId);
    if (isTaken(of)) return refusePaid(of);
    const { method = 'upi', outcome, webhook = 'once' } = options;
    const made = newPayment(of, method, books.seconds());
    payments.push(made);
    of.attempts += 1;
    of.status = 'attempted';
    let told: RazorpaySuccess | RazorpayFailure = success(made);
    if (outcome === 'failed') {
      told = fail(made, webhook);
    } else if (outcome === 'authorized') {
      made.status = 'authorized';
      emit('payment.authorized', { payment: made }, webhook);
    } else {
      take(made, webhook);
    }
    books.save();
    return told;
  };

  const succeedLate: RazorpayControls['succeedLate'] = (paymentId, { webhook = 'once' } = {}) => {
    const made = payment(paymentId);
    if (made.status !== 'failed') throw new RazorpayRefusal('This payment has not failed.');
    if (isTaken(order(made.order_id))) throw new RazorpayRefusal('Payment already done for this order.');
    take(made, webhook);
    books.save();
    return success(made);
  };

  function capture(paymentId: string, amount: number): RazorpayPayment {
    const made = payment(paymentId);
    if (made.captured) throw new RazorpayRefusal('This payment has already been captured');
    if (made.status !== 'authorized') {
      throw new RazorpayRefusal(
        'Only payments which have been authorized and not yet captured can be captured',
      );
    }
    if (amount !== made.amount) {
      throw invalid('amount', 'Capture amount must be equal to the amount authorized');
    }
    take(made, 'once');
    books.save();
    return made;
  }

  const { createRefund, refunds, controls } = openRefunds(books, { order, payment, emit });
  return {
    order,
    payment,
    dispute,
    payments,
    refunds,
    disputes,
    create,
    capture,
    createRefund,
    controls: { ...controls, pay, succeedLate } satisfies RazorpayControls,
  };
}

export type RazorpaySimulator = ReturnType<typeof openRazorpay>;

function refusePaid({ id }: RazorpayOrder): RazorpayFailure {
  return {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: 'Payment already done for this order.',
      source: 'business',
      step: 'payment_initiation',
      reason: 'order_already_paid',
      metadata: { order_id: id },
    },
  };
}
