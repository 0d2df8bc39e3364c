/** Razorpay's rules: one captured payment per order, and refunds never exceed the payment. */
import { createHash, createHmac } from 'node:crypto';
import { randomText } from '../random-id.ts';
import type { RazorpayFailure, RazorpayPayOptions, RazorpaySuccess } from '../controls.ts';
import type { OpenLedger, WebhookMode } from '../ledger.ts';
import type { Webhooks } from '../webhooks.ts';
import { type Emit, openRefunds } from './refunds.ts';
import type { RazorpayOrder, RazorpayPayment, RazorpayRefund, Notes } from './entities.ts';
import { DECLINES, newPayment, noError } from './payment-outcomes.ts';
import { invalid, RazorpayRefusal } from './rules.ts';

/** 2 % and 18 % tax on it, as on Razorpay's price list. */
const FEE = 0.0236;
const TAX = 0.0036;

export interface NewOrder {
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
}

export function openRazorpay(books: OpenLedger, webhooks: Webhooks) {
  const { orders, payments, refunds } = books.books.razorpay;

  function find<Entity extends { id: string }>(list: Entity[], id: string, prefix: string): Entity {
    if (!new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id)) {
      throw new RazorpayRefusal(`${id} is not a valid id`, {
        source: 'business',
        step: 'payment_initiation',
      });
    }
    const entity = list.find((other) => other.id === id);
    if (entity) return entity;
    throw new RazorpayRefusal('The id provided does not exist', {
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
    });
  }

  const order = (id: string): RazorpayOrder => find(orders, id, 'order');
  const payment = (id: string): RazorpayPayment => find(payments, id, 'pay');
  const refund = (id: string): RazorpayRefund => find(refunds, id, 'rfnd');

  const emit: Emit = (type, parts, mode) => {
    const id = randomText(14);
    const event = {
      entity: 'event',
      account_id: books.keys.razorpayAccount,
      event: type,
      contains: Object.keys(parts),
      payload: Object.fromEntries(Object.entries(parts).map(([name, entity]) => [name, { entity }])),
      created_at: books.seconds(),
    };
    const orderId = order(parts.payment.order_id).receipt;
    webhooks.emit({ provider: 'razorpay', id, type, event, orderId }, mode);
  };

  function create(wanted: NewOrder): RazorpayOrder {
    const made: RazorpayOrder = {
      id: `order_${randomText(14)}`,
      entity: 'order',
      amount: wanted.amount,
      amount_paid: 0,
      amount_due: wanted.amount,
      currency: wanted.currency,
      receipt: wanted.receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: wanted.notes,
      created_at: books.seconds(),
    };
    orders.push(made);
    books.save();
    return made;
  }

  function fail(made: RazorpayPayment, mode: WebhookMode): RazorpayFailure {
    const error = DECLINES[made.method];
    made.status = 'failed';
    made.error_code = error.code;
    made.error_description = error.description;
    made.error_source = error.source;
    made.error_step = error.step;
    made.error_reason = error.reason;
    emit('payment.failed', { payment: made }, mode);
    return { error: { ...error, metadata: { order_id: made.order_id, payment_id: made.id } } };
  }

  function take(made: RazorpayPayment, mode: WebhookMode): void {
    const of = order(made.order_id);
    made.status = 'captured';
    made.captured = true;
    made.fee = Math.round(made.amount * FEE);
    made.tax = Math.round(made.amount * TAX);
    of.status = 'paid';
    of.amount_paid = of.amount;
    of.amount_due = 0;
    books.record({
      provider: 'razorpay',
      kind: 'payment',
      id: made.id,
      orderId: of.receipt,
      amountPaise: made.amount,
    });
    emit('payment.captured', { payment: made }, mode);
    emit('order.paid', { payment: made, order: of }, mode);
  }

  function success(made: RazorpayPayment): RazorpaySuccess {
    return {
      razorpay_payment_id: made.id,
      razorpay_order_id: made.order_id,
      razorpay_signature: createHmac('sha256', books.keys.razorpayKeySecret)
        .update(`${made.order_id}|${made.id}`)
        .digest('hex'),
    };
  }

  /** Paid or authorized: the money of one payment waits for its capture. */
  const isTaken = (of: RazorpayOrder): boolean =>
    of.status === 'paid' ||
    payments.some(({ order_id, status }) => order_id === of.id && status === 'authorized');

  function pay(orderId: string, options: RazorpayPayOptions = {}): RazorpaySuccess | RazorpayFailure {
    const of = order(orderId);
    if (isTaken(of)) return refusePaid(of);
    const { webhook = 'once' } = options;
    const made = newPayment(of, options, books.seconds());
    payments.push(made);
    of.attempts += 1;
    of.status = 'attempted';
    let told: RazorpaySuccess | RazorpayFailure = success(made);
    if (options.outcome === 'failed') {
      told = fail(made, webhook);
    } else if (options.outcome === 'authorized') {
      made.status = 'authorized';
      emit('payment.authorized', { payment: made }, webhook);
    } else {
      take(made, webhook);
    }
    books.save();
    return told;
  }

  function succeedLate(
    paymentId: string,
    { webhook = 'once' }: { webhook?: WebhookMode } = {},
  ): RazorpaySuccess {
    const made = payment(paymentId);
    if (made.status !== 'failed') throw new RazorpayRefusal('This payment has not failed.');
    if (isTaken(order(made.order_id))) throw new RazorpayRefusal('Payment already done for this order.');
    Object.assign(made, noError);
    take(made, webhook);
    books.save();
    return success(made);
  }

  function capture(paymentId: string, amount: number, currency: string): RazorpayPayment {
    const made = payment(paymentId);
    if (made.captured) throw new RazorpayRefusal('This payment has already been captured');
    if (made.status !== 'authorized') {
      throw new RazorpayRefusal(
        'Only payments which have been authorized and not yet captured can be captured',
      );
    }
    if (amount !== made.amount || currency !== made.currency) {
      throw invalid('amount', 'Capture amount must be equal to the amount authorized');
    }
    take(made, 'once');
    books.save();
    return made;
  }

  const back = openRefunds(books, { order, payment, refund, emit });

  /** Repeats the answer for the same key; only this prevents a second refund. */
  function once(key: string | undefined, body: string, paymentId: string, give: () => RazorpayRefund) {
    if (key === undefined) return give();
    if (!/^[\w-]+$/.test(key)) {
      throw new RazorpayRefusal(
        'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
      );
    }
    if (key.length < 10) {
      throw new RazorpayRefusal('The idempotency key must be at least 10 characters long.');
    }
    const fingerprint = createHash('sha256').update(`${paymentId}\n${body}`).digest('hex');
    const kept = books.replies[`razorpay ${key}`];
    if (kept && kept.fingerprint !== fingerprint) {
      throw new RazorpayRefusal(
        'Different request with the same idempotency key has already been processed.',
        {
          status: 409,
        },
      );
    }
    if (kept) return kept.body as RazorpayRefund;
    const given = give();
    books.replies[`razorpay ${key}`] = {
      fingerprint,
      at: books.seconds(),
      status: 200,
      body: structuredClone(given),
    };
    books.save();
    return given;
  }

  return { order, payment, orders, payments, refunds, create, pay, succeedLate, capture, once, ...back };
}

export type RazorpaySimulator = ReturnType<typeof openRazorpay>;

function refusePaid(of: RazorpayOrder): RazorpayFailure {
  return {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: 'Payment already done for this order.',
      source: 'business',
      step: 'payment_initiation',
      reason: 'order_already_paid',
      metadata: { order_id: of.id },
    },
  };
}
