import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { holdingDisputes } from '../../src/domain/dispute.ts';
import {
  canBecome,
  type Order,
  type OrderStatus,
  shortOrderId,
  transitions,
} from '../../src/domain/order.ts';
import { isAllBack } from '../../src/domain/refund.ts';
import { Refused } from './refusal.ts';

/** What the owner cannot do with an order, and why. */

/** Where the owner may send an order; the other states follow from payments. */
export type OwnersStatus = Extract<OrderStatus, 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled'>;
const ownersStatuses: readonly OrderStatus[] = ['Processing', 'Shipped', 'Delivered', 'Cancelled'];

/** @throws Refused 'invalid', naming where the order can go instead, or what keeps it */
export function refuseUnlessItCanBecome(order: Order, status: OwnersStatus): void {
  if (!canBecome(order.status, status)) {
    const ways = transitions[order.status].filter((way) => ownersStatuses.includes(way));
    const instead = ways.length === 0 ? 'that is final' : `it can only become ${ways.join(' or ')}`;
    throw new Refused(
      'invalid',
      `Order ${shortOrderId(order.id)} is ${order.status} and cannot become ${status}: ${instead}.`,
    );
  }
  if (status === 'Cancelled') refuseContested(order);
  else if (status !== 'Delivered') refuseUnpaid(order);
}

/** Goods do not leave while a bank decides about their money, or when it has gone back. */
function refuseUnpaid(order: Order): void {
  const short = shortOrderId(order.id);
  const [dispute] = holdingDisputes(order);
  if (dispute) {
    const what =
      dispute.state === 'open'
        ? `The payment of order ${short} is contested`
        : `The money of order ${short} is lost`;
    const at = `at ${paymentMessages.called[dispute.provider]} (${dispute.why})`;
    throw new Refused(
      'invalid',
      `${what} ${at}. "orders release ${short}" lets the order go on all the same.`,
    );
  }
  if (isAllBack(order)) {
    const why = 'has gone back or is on its way: it can only be cancelled';
    throw new Refused('invalid', `All money of order ${short} ${why}.`);
  }
}

/** What is sent back while a bank decides could go back twice. @throws Refused */
export function refuseContested(order: Order): void {
  const open = holdingDisputes(order).find(({ state }) => state === 'open');
  if (!open) return;
  const short = shortOrderId(order.id);
  throw new Refused(
    'invalid',
    `The payment of order ${short} is contested (${open.why}): its money could go back twice. ` +
      `"orders release ${short}" allows it all the same.`,
  );
}
