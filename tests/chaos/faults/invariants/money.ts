/** Money, refunds, disputes and tax documents. */
import { isOrderConfirmed, type Order } from '../../../../src/domain/order.ts';
import {
  canRepeat,
  isFullyRefunded,
  refundablePaise,
  type RefundState,
  refundStateOf,
  sentBackPaise,
} from '../../../../src/domain/refund.ts';
import { refundedPieces } from '../../../../src/domain/line-refund.ts';
import { needsOwner } from '../../../../src/domain/payment-settlement.ts';
import { financialYearOf, sumsOf } from '../../../../src/domain/tax-document.ts';
import type { GroundTruth } from '../ground-truth.ts';
import { each, type Rules } from './rule.ts';

export const moneyRules: Rules = {
  'Money in = paid orders − refunds, for each order, at each provider': ({ truth }) => {
    const entries = Map.groupBy(truth.ledger, ({ provider, orderId }) => `${provider} ${orderId}`);
    const names = new Set([
      ...entries.keys(),
      ...[...truth.orders.values()].flatMap(({ id, payment }) =>
        payment ? [`${payment.provider} ${id}`] : [],
      ),
    ]);
    return each(names, (name) => {
      const [provider, id = ''] = name.split(' ');
      const held = (entries.get(name) ?? []).reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      const order = truth.orders.get(id);
      const owed = order ? keptPaise(order, provider) : 0;
      return held !== owed && `${name} (${order?.status}): ${held} paise are there, ${owed} belong there`;
    });
  },

  'A valid order paid online has its money; any other has none': ({ truth }) =>
    each(truth.orders.values(), ({ id, status, paid, payment, totalPaise, paymentMethod }) => {
      if (payment && payment.amountPaise !== totalPaise)
        return `${id} is paid ${payment.amountPaise} of ${totalPaise}`;
      const isValid = isOrderConfirmed({ status });
      if (paymentMethod !== 'cod' && isValid && !(paid && payment)) return `${id} stands unpaid`;
      return !isValid && status !== 'Cancelled' && payment !== null && `${id} is ${status} and has a payment`;
    }),

  "Every requested refund is made once, and its status is the provider's": ({ truth }) => {
    const wanted = [...truth.orders.values()].flatMap(({ id, refunds }) =>
      refunds.map((refund) => ({ id, ...refund })),
    );
    const violations = wanted.flatMap((refund) => {
      const { id, key, provider } = refund;
      const made = truth.refunds.filter((one) => one.key === key && one.provider === provider);
      const state = refundStateOf(refund);
      return isRight(state, made, refund.amountPaise)
        ? []
        : [`${id} ${key} is ${state}, and at ${provider} ${made.map(({ status }) => status).join(' and ')}`];
    });
    const keys = new Set(wanted.map(({ key }) => key));
    for (const { id, key, status } of truth.refunds) {
      // A failed dashboard refund moves no money.
      const isOurs = key !== id || status !== 'failed';
      if (isOurs && !keys.has(key)) violations.push(`${id} was not requested`);
    }
    return { checked: wanted.length, violations };
  },

  'No piece is refunded twice, and none that the order does not have': ({ truth }) =>
    each(truth.orders.values(), (order) =>
      refundedPieces(order).flatMap((pieces, line) => {
        const { quantity = 0 } = order.items[line] ?? {};
        return pieces <= quantity ? [] : [`${order.id}: ${pieces} of ${quantity} pieces of line ${line}`];
      }),
    ),

  'A disputed payment marks its order, as the bank decides': ({ truth }) => {
    const violations = truth.disputes.flatMap(({ id, paymentId, status }) => {
      const order = [...truth.orders.values()].find(({ payment }) => payment?.id === paymentId);
      const state = order?.disputes?.find((dispute) => dispute.id === id)?.state;
      const isSame = state === (status === 'won' || status === 'lost' ? status : 'open');
      return !order || isSame
        ? []
        : [`${order.id}: ${id} is ${status}, the order says ${state ?? 'nothing'}`];
    });
    const others = [...truth.orders.values()].flatMap(({ id, disputes = [] }) =>
      disputes
        .filter((dispute) => !truth.disputes.some((one) => one.id === dispute.id))
        .map((dispute) => `${id} says ${dispute.id}, but there is no dispute`),
    );
    return { checked: truth.orders.size, violations: [...violations, ...others] };
  },

  'An order whose money went back before it left the shop is cancelled': ({ truth }) => {
    const paid = [...truth.orders.values()].filter(({ payment }) => payment !== null);
    return each(paid, (order) => {
      const isHere = order.status === 'Order Placed' || order.status === 'Processing';
      return isHere && isFullyRefunded(order) && `${order.id} is ${order.status}`;
    });
  },

  'The owner sees exactly the orders that only the owner can resolve': ({ truth }) =>
    each(truth.orders.values(), (order) => {
      const isShown = truth.needsOwner.includes(order.id);
      return isShown !== needsOwner(order) && `${order.id} is ${isShown ? 'shown' : 'not shown'}`;
    }),

  'Invoices and credit notes are numbered without gap or duplicate in each financial year, and add up': ({
    truth,
  }) => {
    const orders = [...truth.orders.values()];
    const documents = orders.flatMap(({ id, invoice, creditNotes = [] }) => [
      ...(invoice ? [{ ...invoice, member: id, series: 'IN' as const }] : []),
      ...creditNotes.map((note, place) => ({ ...note, member: `${id}:${place}`, series: 'CN' as const })),
    ]);
    const written = Map.groupBy(
      documents,
      ({ series, issuedAt }) => `${series}:${financialYearOf(issuedAt)}`,
    );
    const violations = [...new Set([...written.keys(), ...truth.series.keys()])].flatMap((name) => {
      const inOrders = (written.get(name) ?? []).map(({ number, member }) => `${number} ${member}`);
      const given = truth.series.get(name) ?? [];
      const numbers = given.map((entry) => Number(entry.split(' ')[0])).sort((a, b) => a - b);
      const isRow = numbers.every((number, at) => number === at + 1);
      return isRow && given.toSorted().join() === inOrders.toSorted().join()
        ? []
        : [`${name}: given were ${given.join(', ')}, written are ${inOrders.join(', ')}`];
    });
    return { checked: documents.length, violations: [...violations, ...orders.flatMap(invoiceProblems)] };
  },
};

/** The money that a provider must still hold for an order, from all its payments. */
function keptPaise(order: Order, provider?: string): number {
  const { payment, refunds } = order;
  const isOf = (one: string | undefined) => provider === undefined || one === provider;
  // Money of a failed refund stays with the shop.
  const stuck = refunds
    .filter((refund) => refund.paymentId !== payment?.id && isOf(refund.provider) && canRepeat(refund))
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return (isOf(payment?.provider) ? refundablePaise(order) : 0) + stuck;
}

function isRight(state: RefundState, made: GroundTruth['refunds'], amountPaise: number): boolean {
  const [one, ...others] = made;
  if (others.length > 0) return false;
  if (state === 'replaced') return one === undefined || one.status === 'failed';
  const isSame = one?.amountPaise === amountPaise;
  if (state === 'done') return isSame && ['processed', 'succeeded'].includes(one.status);
  return state === 'failed' && (one === undefined || one.status === 'failed');
}

function invoiceProblems(order: Order): string[] {
  const { id, invoice, creditNotes, payment, totalPaise } = order;
  if (payment && !invoice) return [`${id} is paid and has no invoice`];
  if (!invoice) return [];
  const invoiced = sumsOf(invoice.lines).totalPaise;
  const credited = sumsOf((creditNotes ?? []).flatMap(({ lines }) => lines)).totalPaise;
  const back = sentBackPaise(order);
  const owed = order.status === 'Cancelled' ? invoiced : back;
  return invoiced === totalPaise && credited === owed
    ? []
    : [`${id}: invoiced ${invoiced} of ${totalPaise}, credited ${credited} of ${owed}`];
}
