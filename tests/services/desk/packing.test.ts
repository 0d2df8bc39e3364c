import { expect, test } from 'vitest';
import * as orders from '../../../netlify/services/desk/orders.ts';
import * as packing from '../../../netlify/services/desk/packing.ts';
import { updateOrder } from '../../../netlify/services/order-changes.ts';
import { emailOutboxKey } from '../../../netlify/storage/keys.ts';
import { orderNotesKey } from '../../../netlify/storage/order-keys.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { deskRoutes } from '../../../src/contract/desk.ts';
import { withoutPerson } from '../../../src/domain/retention.ts';
import { look, owner, pack, packer, ship } from '../../support/desk-orders.ts';
import { placeCashOrder, useOnlineShop } from '../../support/placed-orders.ts';
import { orderOf, SHOP_ADDRESS } from '../../support/payments.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { connect } from '../../support/redis.ts';
import { hoodie } from '../../support/shop-calls.ts';

useOnlineShop(9);
useMailServer(SHOP_ADDRESS);

const cashOrder = async () => (await placeCashOrder([[hoodie, 'M', 1]])).orderId;

test('a batch keeps its own sequence and leaves out unknown orders', async () => {
  const [one, two] = [await cashOrder(), await cashOrder()];
  const { orders: found } = await packing.read(packer, { ids: [two, 'NOSUCHORDER000000000', one] });
  expect(found.map(({ id }) => id)).toEqual([two, one]);
  expect(found[0]).toMatchObject({ money: null, items: [{ name: hoodie.name, size: 'M', quantity: 1 }] });
});

test('printing issues the invoice of a cash order once, before the parcel leaves', async () => {
  const id = await cashOrder();
  const early = await packing.print(packer, { ids: [id] });
  expect(early.slips).toMatchObject([{ order: { id }, invoice: null }]);
  await pack(id);
  const all = await Promise.all([1, 2].map(() => packing.print(packer, { ids: [id] })));
  const serials = all.map(({ slips: [slip] }) => slip?.invoice?.number);
  expect(serials[0]).toMatch(/^IN\/.*000001$/);
  expect(serials[1]).toBe(serials[0]);
  const { log } = await orders.read(packer, { id });
  expect(log.filter(({ action }) => action === 'packing.print')).toHaveLength(1);
  expect((await ship(id)).order.documents).toHaveLength(1);
  expect((await orderOf(id)).invoice?.number).toBe(1);
});

test('a packer gets the amounts of orders that are being packed alone, and each print is logged', async () => {
  const id = await cashOrder();
  await pack(id);
  for (let prints = 1; prints <= 2; prints += 1) {
    const [slip] = (await packing.print(packer, { ids: [id] })).slips;
    expect(slip?.invoice).not.toBeNull();
    const looks = await readLogOf(`look:${id}`, 9);
    expect(looks.filter(({ action }) => action === 'packing.print')).toHaveLength(prints);
  }
  await ship(id);
  expect((await packing.print(packer, { ids: [id] })).slips).toMatchObject([{ invoice: null }]);
  expect((await packing.print(owner, { ids: [id] })).slips[0]?.invoice).not.toBeNull();
  // The invoice of one order is for owners, whatever the order's state.
  expect(deskRoutes['orders.invoice'].roles).toEqual(['owner']);
});

test('that an order is being packed can be undone: it waits to be packed again, and its shopper hears nothing', async () => {
  const id = await cashOrder();
  const placed = await orderOf(id);
  const packed = await pack(id);
  expect(packed.order.can).toContain('undo');
  const undone = await orders.undo(packer, { id, seen: packed.order.version });
  expect(undone.order).toMatchObject({ status: 'Order Placed', can: ['pack'], undoLeftMs: null });
  expect(await connect().zscore(emailOutboxKey(), `${id}:processing`)).toBeNull();
  expect(await orderOf(id)).toEqual(placed);
  expect(undone.log[0]).toMatchObject({ who: packer.email, action: 'orders.undo' });
  expect((await pack(id)).order.status).toBe('Processing');
});

test('notes of an order are deleted with its address', async () => {
  const id = await cashOrder();
  const { version } = await look(id);
  const { notes, order, log } = await orders.note(packer, { id, text: 'Rang twice' });
  expect(notes).toMatchObject([{ who: packer.email, text: 'Rang twice' }]);
  expect(order.version).toBe(version);
  expect(JSON.stringify(log)).not.toContain('Rang');
  await updateOrder(id, (now) => withoutPerson(now, Date.now()));
  expect(await connect().exists(orderNotesKey(id))).toBe(0);
});
