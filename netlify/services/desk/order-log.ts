import type { OrderVerb } from '../../../src/contract/desk-orders.ts';
import { isReturnAsked, type Order, type OrderStatus } from '../../../src/domain/order.ts';
import { failedRefunds, sentBackPaise } from '../../../src/domain/refund.ts';
import type { LogEntry, Staff } from '../../../src/domain/staff.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { writeLog } from '../../storage/staff-view-log.ts';
import type { StaffChange } from '../order-changes.ts';

/** What the log keeps of changes of orders, by the desk and by the command line. */

export const subjectOf = (orderId: string): string => `order:${orderId}`;

/** Looks stand in lists of their own, so that they do not hide what was changed. */
export const lookAt = (orderId: string): string => `look:${orderId}`;

/** Who works at the command line, for the log. */
export const commandLine: Staff = { email: 'command line', role: 'owner' };

/** A change by staff, with its entry. @param seen the version that they saw; null changes the order as it is */
export function changeBy(staff: Staff, verb: OrderVerb, seen: string | null, reason?: string): StaffChange {
  const log = (before: Order, after: Order): LogEntry =>
    logEntry(
      staff,
      `orders.${verb}`,
      subjectOf(after.id),
      logged(before),
      logged(after),
      reason || undefined,
    );
  return { seen, log };
}

/** What the log keeps of an order: nothing of its shopper. */
export function logged(order: Order) {
  const { status, paid, shipment, payment } = order;
  return {
    status,
    paid,
    ...(shipment && { shipment }),
    ...(isReturnAsked(order) && { returned: 'asked for' }),
    ...(payment && { refundedPaise: sentBackPaise(order), failedRefunds: failedRefunds(order).length }),
  };
}

/** Somebody asks the providers about every order; written before, because the answers change orders. */
export function logReconciling(staff: Staff): Promise<void> {
  return writeLog([logEntry(staff, 'lists.reconcile', 'orders', null, null)]);
}

/** What the answers changed. */
export async function logReconciled(
  staff: Staff,
  checked: readonly { orderId: string; before: OrderStatus; after: OrderStatus; refundsDone: number }[],
): Promise<void> {
  const changed = checked.filter(({ before, after, refundsDone }) => before !== after || refundsDone > 0);
  await writeLog(
    changed.map(({ orderId, before, after, refundsDone }) =>
      logEntry(
        staff,
        'lists.reconcile',
        subjectOf(orderId),
        { status: before },
        { status: after, ...(refundsDone > 0 && { refundsDone }) },
      ),
    ),
  );
}
