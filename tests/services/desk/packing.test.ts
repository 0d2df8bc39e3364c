import { beforeEach, expect, test } from 'vitest';
import * as orders from '../../../netlify/services/desk/orders.ts';
import * as packing from '../../../netlify/services/desk/packing.ts';
import { emailOutboxKey } from '../../../netlify/storage/keys.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { deskRoutes } from '../../../src/contract/desk.ts';
import { placeCashOrder } from '../../support/placed-orders.ts';
import { orderOf, SHOP_ADDRESS } from '../../support/payments.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { connect, flush } from '../../support/redis.ts';
import { hoodie, setStock } from '../../support/shop-calls.ts';

const owner = { email: 'asha@taana.example', role: 'owner' } as const;
const packer = { email: 'ravi@taana.example', role: 'packer' } as const;
useMailServer(SHOP_ADDRESS);

beforeEach(async () => {
  await flush();
  await setStock(hoodie.id, 'M', 9);
});

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
  const { version: seen } = (await orders.read(packer, { id })).order;
  await orders.pack(packer, { id, seen });
  const all = await Promise.all([1, 2].map(() => packing.print(packer, { ids: [id] })));
  const serials = all.map(({ slips: [slip] }) => slip?.invoice?.number);
  expect(serials[0]).toMatch(/^IN\/.*000001$/);
  expect(serials[1]).toBe(serials[0]);
  const { order, log } = await orders.read(packer, { id });
  expect(log.filter(({ action }) => action === 'packing.print')).toHaveLength(1);
  const shipped = await orders.ship(packer, { id, seen: order.version, courier: 'x', trackingNumber: '1' });
  expect(shipped.order.documents).toHaveLength(1);
  expect((await orderOf(id)).invoice?.number).toBe(1);
});

test('a packer gets the amounts of orders that are being packed alone, and each print is logged', async () => {
  const id = await cashOrder();
  const { version: seen } = (await orders.read(packer, { id })).order;
  await orders.pack(packer, { id, seen });
  for (let prints = 1; prints <= 2; prints += 1) {
    const [slip] = (await packing.print(packer, { ids: [id] })).slips;
    expect(slip?.invoice).not.toBeNull();
    expect(
      (await readLogOf(`look:${id}`, 9)).filter(({ action }) => action === 'packing.print'),
    ).toHaveLength(prints);
  }
  const { version } = (await orders.read(packer, { id })).order;
  await orders.ship(packer, { id, seen: version, courier: 'x', trackingNumber: '1' });
  expect((await packing.print(packer, { ids: [id] })).slips).toMatchObject([{ invoice: null }]);
  expect((await packing.print(owner, { ids: [id] })).slips[0]?.invoice).not.toBeNull();
  // The invoice of one order is for owners, whatever the order's state.
  expect(deskRoutes['orders.invoice'].roles).toEqual(['owner']);
});

test('that an order is being packed can be undone: it waits to be packed again, and its shopper hears nothing', async () => {
  const id = await cashOrder();
  const placed = await orderOf(id);
  const { version: seen } = (await orders.read(packer, { id })).order;
  const packed = await orders.pack(packer, { id, seen });
  expect(packed.order.can).toContain('undo');
  const undone = await orders.undo(packer, { id, seen: packed.order.version });
  expect(undone.order).toMatchObject({ status: 'Order Placed', can: ['pack'], undoUntil: null });
  expect(await connect().zscore(emailOutboxKey(), `${id}:processing`)).toBeNull();
  expect(await orderOf(id)).toEqual(placed);
  expect(undone.log[0]).toMatchObject({ who: packer.email, action: 'orders.undo' });
  const again = await orders.pack(packer, { id, seen: undone.order.version });
  expect(again.order.status).toBe('Processing');
});
