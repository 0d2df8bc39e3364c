/** Money that leaves the shop at Razorpay: refunds, by API or dashboard, and disputes. */
import type { OpenLedger, WebhookMode } from '../ledger.ts';
import { randomText } from '../random-id.ts';
import type { PaymentControls, RefundBehaviour } from '../controls.ts';
import type { Notes, RazorpayDispute, RazorpayOrder, RazorpayPayment, RazorpayRefund } from './entities.ts';
import { RazorpayRefusal } from './rules.ts';

export type Emit = (
  type: string,
  parts: {
    refund?: RazorpayRefund;
    dispute?: RazorpayDispute;
    payment: RazorpayPayment;
    order?: RazorpayOrder;
  },
  mode: WebhookMode,
) => void;

const DAYS_TO_RESPOND_S = 7 * 86_400;

export interface NewRefund {
  /** Default: all that is left. */
  amount?: number;
  notes: Notes;
  receipt: string | null;
}

interface Entities {
  order: (id: string) => RazorpayOrder;
  payment: (id: string) => RazorpayPayment;
  refund: (id: string) => RazorpayRefund;
  emit: Emit;
}

export function openRefunds(books: OpenLedger, { order, payment, refund, emit }: Entities) {
  const { refunds, disputes } = books.books.razorpay;
  let behaviour: RefundBehaviour = {};

  function createRefund(
    paymentId: string,
    wanted: NewRefund,
    how: RefundBehaviour = behaviour,
  ): RazorpayRefund {
    const { outcome = 'done', webhook = 'once' } = how;
    const made = payment(paymentId);
    if (made.status === 'refunded') {
      throw new RazorpayRefusal('The payment has been fully refunded already');
    }
    if (!made.captured) {
      throw new RazorpayRefusal('The payment status should be captured for action to be taken');
    }
    if (isContested(made)) throw new RazorpayRefusal('The payment is under dispute and cannot be refunded');
    const left = made.amount - made.amount_refunded;
    const amount = wanted.amount ?? left;
    if (amount > made.amount) {
      throw new RazorpayRefusal('The refund amount provided is greater than amount captured');
    }
    if (amount > left) {
      throw new RazorpayRefusal('The total refund amount is greater than the refund payment amount');
    }
    const given: RazorpayRefund = {
      id: `rfnd_${randomText(14)}`,
      entity: 'refund',
      amount,
      currency: made.currency,
      payment_id: made.id,
      notes: wanted.notes,
      receipt: wanted.receipt,
      acquirer_data: { arn: null },
      created_at: books.seconds(),
      batch_id: null,
      status: outcome === 'done' ? 'processed' : 'pending',
      speed_processed: 'normal',
      speed_requested: 'normal',
    };
    refunds.push(given);
    move(made, given, amount);
    emit('refund.created', { refund: given, payment: made }, webhook);
    if (outcome === 'done') emit('refund.processed', { refund: given, payment: made }, webhook);
    books.save();
    return given;
  }

  const isContested = ({ id }: RazorpayPayment) =>
    disputes.some(({ payment_id, status }) => payment_id === id && status !== 'won');

  /** Deducts an amount of a payment from the balance; a negative amount is added back. */
  function move(made: RazorpayPayment, { id }: RazorpayRefund, amount: number): void {
    made.amount_refunded += amount;
    const isFull = made.amount_refunded === made.amount;
    made.refund_status = made.amount_refunded === 0 ? null : isFull ? 'full' : 'partial';
    made.status = isFull ? 'refunded' : 'captured';
    const orderId = order(made.order_id).receipt;
    books.record({ provider: 'razorpay', kind: 'refund', id, orderId, amountPaise: -amount });
  }

  const controls = {
    refundsAre: (from) => {
      behaviour = from;
    },
    refundThere: (paymentId, { amountPaise, ...how } = {}) => {
      const wanted = { notes: [], receipt: null } satisfies NewRefund;
      const asked = amountPaise === undefined ? wanted : { ...wanted, amount: amountPaise };
      return createRefund(paymentId, asked, { ...behaviour, ...how }).id;
    },
    settleRefund: (refundId, answer, { webhook = behaviour.webhook ?? 'once' } = {}) => {
      const given = refund(refundId);
      if (given.status === 'failed') throw new RazorpayRefusal('This refund has failed.');
      const made = payment(given.payment_id);
      given.status = answer === 'done' ? 'processed' : 'failed';
      if (answer === 'failed') move(made, given, -given.amount);
      emit(`refund.${given.status}`, { refund: given, payment: made }, webhook);
      books.save();
    },
    contest: (paymentId, { webhook = 'once' } = {}) => {
      const made = payment(paymentId);
      const amount = made.amount - made.amount_refunded;
      if (!made.captured || amount === 0 || isContested(made)) {
        throw new RazorpayRefusal('Only money that the shop has can be disputed, and once at a time.');
      }
      const opened: RazorpayDispute = {
        id: `disp_${randomText(14)}`,
        entity: 'dispute',
        payment_id: made.id,
        amount,
        currency: made.currency,
        amount_deducted: 0,
        reason_code: 'goods_or_services_not_received_or_partially_received',
        respond_by: books.seconds() + DAYS_TO_RESPOND_S,
        status: 'open',
        phase: 'chargeback',
        created_at: books.seconds(),
      };
      disputes.push(opened);
      emit('payment.dispute.created', { payment: made, dispute: opened }, webhook);
      books.save();
      return opened.id;
    },
    settleDispute: (disputeId, answer, { webhook = 'once' } = {}) => {
      const decided = dispute(disputeId);
      if (decided.status !== 'open') throw new RazorpayRefusal('This dispute is decided.');
      const made = payment(decided.payment_id);
      decided.status = answer;
      if (answer === 'lost') {
        decided.amount_deducted = decided.amount;
        const orderId = order(made.order_id).receipt;
        const entry = { provider: 'razorpay', kind: 'dispute', id: decided.id, orderId } as const;
        books.record({ ...entry, amountPaise: -decided.amount });
      }
      emit(`payment.dispute.${answer}`, { payment: made, dispute: decided }, webhook);
      books.save();
    },
  } satisfies PaymentControls;

  function dispute(id: string): RazorpayDispute {
    const found = disputes.find((other) => other.id === id);
    if (found) return found;
    throw new RazorpayRefusal('The id provided does not exist', { reason: 'input_validation_failed' });
  }

  return { createRefund, dispute, disputes, controls };
}
