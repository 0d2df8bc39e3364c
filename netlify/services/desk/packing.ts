import type { DeskBody, DeskReply } from '../../../src/contract/desk.ts';
import type { DeskSlip } from '../../../src/contract/desk-orders.ts';
import { chunksOf } from '../../../src/domain/chunks.ts';
import { invoiceOf } from '../../../src/domain/invoice.ts';
import { canBecome, type Order } from '../../../src/domain/order.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { readOrder, readStored, type Stored } from '../../storage/orders.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { logLook, writeLog } from '../../storage/staff-view-log.ts';
import { invoiceWire, supplier } from '../invoices.ts';
import { OrderChanged, updateOrder, versionOf } from '../order-changes.ts';
import { noEvents } from '../order-events.ts';
import { lookAt, subjectOf } from './order-log.ts';
import { orderFor } from './order-view.ts';

/** Packing a batch: what to pick, and what goes into the parcels. The orders move by the verbs of `orders`. */

/** Orders whose invoices are issued at once. */
const AT_ONCE = 5;

export async function read(
  staff: Staff,
  { ids }: DeskBody<'packing.read'>,
): Promise<DeskReply<'packing.read'>> {
  const look = logEntry(staff, 'packing.read', 'orders', null, { found: ids });
  const [found] = await Promise.all([readStored(ids), logLook(look, ids.join())]);
  return { success: true, orders: found.map((each) => orderFor(staff, each)) };
}

/**
 * Slips and invoices. The invoice of a cash order is issued when it is printed for the parcel: the law wants it before
 * the goods leave (section 31), and a cancelled order credits it. An invoice has amounts, so packers get those of the
 * orders alone that are being packed.
 */
export async function print(
  staff: Staff,
  { ids }: DeskBody<'packing.print'>,
): Promise<DeskReply<'packing.print'>> {
  const found = await readStored(ids);
  const slips: DeskSlip[] = [];
  for (const part of chunksOf(found, AT_ONCE)) {
    const batch = await Promise.all(part.map((each) => invoiced(staff, each)));
    slips.push(
      ...batch.map((each) => ({
        order: orderFor(staff, each),
        invoice:
          each.order.invoice && maySee(staff, each.order)
            ? invoiceWire(each.order, each.order.invoice)
            : null,
      })),
    );
  }
  const shown = slips.filter(({ invoice }) => invoice !== null).map(({ order }) => order.id);
  await writeLog(shown.map((id) => logEntry(staff, 'packing.print', lookAt(id), null, null)));
  return { success: true, slips };
}

/** The order with its invoice, if it may leave. If it changes meanwhile, its new state is printed. */
async function invoiced(staff: Staff, found: Stored): Promise<Stored> {
  if (!needsInvoice(found.order)) return found;
  const { id } = found.order;
  const log = () => logEntry(staff, 'packing.print', subjectOf(id), null, { invoice: 'issued' });
  try {
    await updateOrder(
      id,
      (order) =>
        needsInvoice(order) ? { ...order, invoice: invoiceOf(order, Date.now(), supplier) } : order,
      () => noEvents,
      { seen: versionOf(found), log },
    );
  } catch (error) {
    if (!(error instanceof OrderChanged)) throw error;
  }
  return (await readOrder(id)) ?? found;
}

const maySee = ({ role }: Staff, { status }: Order): boolean => role === 'owner' || status === 'Processing';

const needsInvoice = (order: Order): boolean => !order.invoice && canBecome(order.status, 'Shipped');
