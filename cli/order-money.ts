/** What the commands about orders share: the columns of a list, and the payments and refunds of an order. */
import { paymentMessages } from '../src/contract/messages/payment.ts';
import { piecesIn } from '../src/domain/cash-order.ts';
import { formatPrice } from '../src/domain/money.ts';
import { type Order, type Refund, shortOrderId } from '../src/domain/order.ts';
import { refundStateOf } from '../src/domain/refund.ts';
import type { Done } from '../netlify/services/order-admin.ts';
import { timeOf } from './days.ts';
import { leaveUnfinished } from './open.ts';
import { table } from './table.ts';

/** Describes the argument of a command about one order. */
export const ORDER_ID = 'order id, or at least its last six characters';

/** The columns of a list of orders; those about the shopper follow. */
export const orderColumns = ['Order', 'Placed', 'Status', 'Payment', '', 'Amount', 'Pieces'];

export const orderCells = (order: Order) => [
  shortOrderId(order.id),
  timeOf(order.placedAt),
  order.status,
  paymentMessages.called[order.paymentMethod],
  order.paid ? 'Paid' : 'Pending',
  formatPrice(order.totalPaise),
  piecesIn(order),
];

/** Tables of an order's refunds and disputes, if it has any. */
export function paymentFacts({ refunds, disputes = [] }: Order): string[] {
  const back = refunds.map((refund) => [
    formatPrice(refund.amountPaise),
    timeOf(refund.wantedAt),
    becameOf(refund),
    `${paymentMessages.called[refund.provider]} ${refund.providerId ?? ''}`.trimEnd(),
    refund.reason,
  ]);
  const disputed = disputes.map(({ amountPaise, at, state, releasedAt, provider, id, why }) => [
    formatPrice(amountPaise),
    timeOf(at),
    releasedAt === null ? state : `${state}, released ${timeOf(releasedAt)}`,
    `${paymentMessages.called[provider]} ${id}`,
    why,
  ]);
  return [
    ...(back.length > 0 ? [table(['Refund', 'Wanted', 'Sent', 'By', 'Reason'], back)] : []),
    ...(disputed.length > 0 ? [table(['Dispute', 'Since', 'State', 'At', 'Reason'], disputed)] : []),
  ];
}

function becameOf(refund: Refund): string {
  const state = refundStateOf(refund);
  if (refund.byHand && state === 'done') return `${timeOf(refund.byHand.at)}, by hand: ${refund.byHand.note}`;
  if (state === 'done') return timeOf(refund.doneAt ?? refund.wantedAt);
  if (state === 'failed') return `failed: ${refund.failure?.why}`;
  if (state === 'replaced') return 'another stands for it';
  return state === 'pending' ? 'on its way' : 'not yet';
}

/** Prints what an action has done and what is left; open work sets the exit code. */
export function tell(
  { before, after, left }: Done,
  say: (line: string) => void = (line) => console.log(line),
): void {
  const short = shortOrderId(after.id);
  if (before.status !== after.status) say(`${short}: ${before.status} → ${after.status}`);
  for (const refund of after.refunds) {
    const { key, amountPaise, provider, providerId, byHand } = refund;
    const old = before.refunds.find((each) => each.key === key);
    const state = refundStateOf(refund);
    if ((old && refundStateOf(old) === state) || (state !== 'pending' && state !== 'done')) continue;
    const how = state === 'done' ? 'was sent back' : 'is on its way back';
    const by = byHand ? `hand (${byHand.note})` : `${paymentMessages.called[provider]} (${providerId})`;
    say(`${short}: ${formatPrice(amountPaise)} ${how} by ${by}`);
  }
  for (const sentence of left) say(`✗ ${short}: ${sentence}`);
  if (left.length > 0) leaveUnfinished();
}
