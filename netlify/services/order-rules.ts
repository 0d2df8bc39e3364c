import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { blockingDisputes } from '../../src/domain/dispute.ts';
import {
  canBecome,
  type Order,
  type OrderStatus,
  shortOrderId,
  transitions,
} from '../../src/domain/order.ts';
import { isFullyRefunded } from '../../src/domain/refund.ts';
import { Refused } from './refusal.ts';

/** The owner's forbidden actions on an order, and the reasons. */

/** The statuses that the owner may set; the others follow from payments. */
export type OwnersStatus = Extract<OrderStatus, 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled'>;
const ownersStatuses: readonly OrderStatus[] = ['Processing', 'Shipped', 'Delivered', 'Cancelled'];

/** @throws Refused 'invalid', naming the possible statuses or the obstacle */
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

/** Goods must not leave during a dispute, or after the money was refunded. */
function refuseUnpaid(order: Order): void {
  const short = shortOrderId(order.id);
  const [dispute] = blockingDisputes(order);
  if (dispute) {
    const what =
      dispute.state === 'open'
        ? `The payment of order ${short} is disputed`
        : `The money of order ${short} is lost`;
    const at = `at ${paymentMessages.called[dispute.provider]} (${dispute.why})`;
    throw new Refused('invalid', `${what} ${at}. Release the order first to pack or ship it all the same.`);
  }
  if (isFullyRefunded(order)) {
    const why = 'has gone back or is on its way: it can only be cancelled';
    throw new Refused('invalid', `All money of order ${short} ${why}.`);
  }
}

/** A refund during a dispute could pay the money back twice. @throws Refused */
export function refuseContested(order: Order): void {
  const open = blockingDisputes(order).find(({ state }) => state === 'open');
  if (!open) return;
  const short = shortOrderId(order.id);
  throw new Refused(
    'invalid',
    `The payment of order ${short} is disputed (${open.why}): its money could go back twice. ` +
      'Release the order first to send money back all the same.',
  );
}
