/** What staff do in a fault run by the services of the desk, and the owner by commands. Runs in a process of functions. */
import * as desk from '../../../netlify/services/desk/orders.ts';
import { print } from '../../../netlify/services/desk/packing.ts';
import { change } from '../../../netlify/services/desk/stock.ts';
import { cancelOrder } from '../../../netlify/services/order-admin.ts';
import { initialStockOf, versionOf } from '../../../netlify/services/order-changes.ts';
import { allowDisputedOrder, refundAgain } from '../../../netlify/services/refund-admin.ts';
import { readOrder } from '../../../netlify/storage/orders.ts';
import { readCounts } from '../../../netlify/storage/stock-counts.ts';
import type { StaffTask } from './staff.ts';

const staff = { email: 'asha@example.com', role: 'owner' } as const;

/** @throws what the desk or the command answers with, if it refuses */
export async function work({ verb, subject, reason }: StaffTask): Promise<void> {
  const [about, id = '', size = ''] = subject.split(/[:/]/);
  if (verb === 'owner.cancel') await cancelOrder(id);
  if (verb === 'owner.release') await allowDisputedOrder(id);
  if (verb === 'owner.refundAgain') await refundAgain(id);
  if (verb.startsWith('owner.')) return;
  if (about === 'stock') {
    const initial = initialStockOf(id, size);
    const [seen] = await readCounts([{ productId: id, size, initial }]);
    if (!seen) return;
    const isShelf = verb === 'count';
    const number = isShelf ? seen.pieces + seen.reserved + seen.unshipped : seen.pieces;
    const rows = [{ productId: id, size, seen: number, pieces: number + 1 }];
    await change(staff, { rows, isShelf, reason }, { after: () => {} });
    return;
  }
  const found = await readOrder(id);
  if (!found) return;
  const body = { id, seen: versionOf(found), reason };
  if (verb === 'pack') await desk.pack(staff, body);
  if (verb === 'ship') await desk.ship(staff, { ...body, courier: 'Delhivery', trackingNumber: reason });
  if (verb === 'deliver') await desk.deliver(staff, body);
  if (verb === 'undo') await desk.undo(staff, body);
  if (verb === 'note') await desk.note(staff, { id, text: reason });
  if (verb === 'print') await print(staff, { ids: [id] });
  if (verb === 'release') await desk.release(staff, body);
  if (verb === 'refundByHand') await desk.refundByHand(staff, { ...body, note: reason });
  if (verb === 'cancel') await desk.cancel(staff, body);
  if (verb === 'refund') await desk.refund(staff, { ...body, amount: [{ line: 0, quantity: 1 }] });
}
