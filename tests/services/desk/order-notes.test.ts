import { beforeEach, expect, test } from 'vitest';
import * as desk from '../../../netlify/services/desk/orders.ts';
import { updateOrder } from '../../../netlify/services/order-changes.ts';
import { orderNotesKey } from '../../../netlify/storage/order-keys.ts';
import { withoutPerson } from '../../../src/domain/retention.ts';
import { placeCashOrder } from '../../support/placed-orders.ts';
import { connect, flush } from '../../support/redis.ts';
import { hoodie, setStock } from '../../support/shop-calls.ts';

const packer = { email: 'ravi@taana.example', role: 'packer' } as const;

beforeEach(async () => {
  await flush();
  await setStock(hoodie.id, 'M', 9);
});

test('notes of an order are deleted with its address', async () => {
  const { orderId: id } = await placeCashOrder();
  const { order: before } = await desk.read(packer, { id });
  const { notes, order, log } = await desk.note(packer, { id, text: 'Rang twice' });
  expect(notes).toMatchObject([{ who: packer.email, text: 'Rang twice' }]);
  expect(order.version).toBe(before.version);
  expect(JSON.stringify(log)).not.toContain('Rang');
  await updateOrder(id, (now) => withoutPerson(now, Date.now()));
  expect(await connect().exists(orderNotesKey(id))).toBe(0);
});
