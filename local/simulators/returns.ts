/** Money that leaves the shop at a provider: refunds, by API or dashboard, and disputes. */
import type { PaymentControls, RefundBehaviour, WebhookOption } from './controls.ts';
import type { LedgerEntry, OpenLedger, Provider, WebhookMode } from './ledger.ts';

interface Payment {
  id: string;
  amount: number;
  amount_refunded: number;
}

interface Return {
  id: string;
  amount: number;
  status: string | null;
}

/** A payment, and what takes money of it back. */
interface Case<Paid, Refund, Dispute> {
  payment: Paid;
  refund?: Refund;
  dispute?: Dispute;
}

/** What each provider does in its own way. */
export interface Rules<Paid extends Payment, Refund extends Return, Dispute extends Return> {
  provider: Provider;
  refunds: Refund[];
  disputes: Dispute[];
  /** The states of a refund that is done and of a dispute that waits for the bank. */
  states: { done: Refund['status']; open: Dispute['status'] };
  /** The payment with this id whose money the shop has. @throws the API's refusal, as `createRefund` */
  payment: (id: string) => Paid;
  paymentIdOf: (one: Paid | Refund | Dispute) => string;
  orderIdOf: (payment: Paid) => string | null;
  createRefund: (paymentId: string, amount: number | undefined, how: RefundBehaviour) => Refund;
  newDispute: (payment: Paid, amount: number) => Dispute;
  refusal: (message: string) => Error;
  /** Sets the fields that follow from the amounts and states. */
  derive: (of: Case<Paid, Refund, Dispute>) => void;
  events: {
    refunded: (refund: Refund) => string[];
    settled: (refund: Refund) => string[];
    contested: string;
    decided: (dispute: Dispute) => string;
  };
  emit: (type: string, of: Case<Paid, Refund, Dispute>, mode: WebhookMode) => void;
}

export function openReturns<Paid extends Payment, Refund extends Return, Dispute extends Return>(
  books: OpenLedger,
  rules: Rules<Paid, Refund, Dispute>,
) {
  const { provider, refunds, disputes, states, events } = rules;
  let behaviour: RefundBehaviour = {};

  const isContested = (payment: Paid) =>
    disputes.some((one) => rules.paymentIdOf(one) === rules.paymentIdOf(payment) && one.status !== 'won');

  const turn = (one: Return, status: string | null) => {
    one.status = status;
  };

  function find<Entity extends Return>(list: Entity[], wanted: string): Entity {
    const found = list.find(({ id }) => id === wanted);
    if (found) return found;
    throw rules.refusal(`There is no ${wanted}.`);
  }

  /** Deducts an amount of a payment from the balance; a negative amount is added back. */
  function move(kind: LedgerEntry['kind'], { id }: Return, payment: Paid, amount: number): void {
    if (kind === 'refund') payment.amount_refunded += amount;
    books.record({ provider, kind, id, orderId: rules.orderIdOf(payment), amountPaise: -amount });
  }

  function report(types: string[], of: Case<Paid, Refund, Dispute>, mode: WebhookMode): void {
    rules.derive(of);
    for (const type of types) rules.emit(type, of, mode);
    books.save();
  }

  /** @param make checks and makes it @param how default: as refunds are */
  function addRefund(
    payment: Paid,
    make: (left: number, isContested: boolean, isDone: boolean) => Refund,
    { outcome = 'done', webhook = 'once' }: RefundBehaviour = behaviour,
  ): Refund {
    const left = payment.amount - payment.amount_refunded;
    const refund = make(left, isContested(payment), outcome === 'done');
    refunds.push(refund);
    move('refund', refund, payment, refund.amount);
    report(events.refunded(refund), { payment, refund }, webhook);
    return refund;
  }

  const controls: PaymentControls = {
    refundsAre: (from) => {
      behaviour = from;
    },
    refundThere: (paymentId, { amountPaise, ...how } = {}) =>
      rules.createRefund(paymentId, amountPaise, { ...behaviour, ...how }).id,
    settleRefund: (refundId, answer, { webhook = behaviour.webhook ?? 'once' }: WebhookOption = {}) => {
      const refund = find(refunds, refundId);
      if (refund.status === 'failed') throw rules.refusal('This refund has failed.');
      const payment = rules.payment(rules.paymentIdOf(refund));
      turn(refund, answer === 'done' ? states.done : 'failed');
      if (answer === 'failed') move('refund', refund, payment, -refund.amount);
      report(events.settled(refund), { payment, refund }, webhook);
    },
    contest: (paymentId, { webhook = 'once' } = {}) => {
      const payment = rules.payment(paymentId);
      const left = payment.amount - payment.amount_refunded;
      if (left === 0 || isContested(payment)) {
        throw rules.refusal('Only money that the shop has can be disputed, and once at a time.');
      }
      const dispute = rules.newDispute(payment, left);
      disputes.push(dispute);
      report([events.contested], { payment, dispute }, webhook);
      return dispute.id;
    },
    settleDispute: (disputeId, answer, { webhook = 'once' } = {}) => {
      const dispute = find(disputes, disputeId);
      if (dispute.status !== states.open) throw rules.refusal('This dispute is decided.');
      const payment = rules.payment(rules.paymentIdOf(dispute));
      turn(dispute, answer);
      if (answer === 'lost') move('dispute', dispute, payment, dispute.amount);
      report([events.decided(dispute)], { payment, dispute }, webhook);
    },
  };

  return { addRefund, controls };
}
