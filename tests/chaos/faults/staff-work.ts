/** What staff do in a fault run, by the services of the desk. Runs in a process of functions. */
import {
  cancel,
  deliver,
  note,
  pack,
  refund,
  refundByHand,
  release,
  ship,
  undo,
} from '../../../netlify/services/desk/orders.ts';
import { print } from '../../../netlify/services/desk/packing.ts';
import { change } from '../../../netlify/services/desk/stock.ts';
import { initialStockOf, versionOf } from '../../../netlify/services/order-changes.ts';
import { readOrder } from '../../../netlify/storage/orders.ts';
import { readCounts } from '../../../netlify/storage/stock-counts.ts';
import type { StaffTask } from './staff.ts';

const staff = { email: 'asha@example.com', role: 'owner' } as const;

/** @throws what the desk answers with, if it refuses */
export async function work({ verb, subject, reason }: StaffTask): Promise<void> {
  const [about, id = '', size = ''] = subject.split(/[:/]/);
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
  if (verb === 'pack') await pack(staff, body);
  if (verb === 'ship') await ship(staff, { ...body, courier: 'Delhivery', trackingNumber: reason });
  if (verb === 'deliver') await deliver(staff, body);
  if (verb === 'undo') await undo(staff, body);
  if (verb === 'note') await note(staff, { id, text: reason });
  if (verb === 'print') await print(staff, { ids: [id] });
  if (verb === 'release') await release(staff, body);
  if (verb === 'refundByHand') await refundByHand(staff, { ...body, note: reason });
  if (verb === 'cancel') await cancel(staff, body);
  if (verb === 'refund') await refund(staff, { ...body, amount: [{ line: 0, quantity: 1 }] });
}
