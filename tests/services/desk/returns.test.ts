import { expect, test } from 'vitest';
import * as desk from '../../../netlify/services/desk/orders.ts';
import * as today from '../../../netlify/services/desk/today.ts';
import { changesOf } from '../../../src/contract/messages/desk-log.ts';
import { owner, pack, packer, seenOf, ship } from '../../support/desk-orders.ts';
import { placeCashOrder, payOrderByRazorpay, useOnlineShop } from '../../support/placed-orders.ts';
import { expectSumsHold, SHOP_ADDRESS } from '../../support/payments.ts';
import { useMailServer } from '../../support/mail-server.ts';

const { providers } = useOnlineShop(9);
useMailServer(SHOP_ADDRESS);

async function shipped(placed: Promise<{ orderId: string }>): Promise<string> {
  const { orderId: id } = await placed;
  await pack(id);
  await ship(id);
  return id;
}

async function expectWaiting(ids: readonly string[]): Promise<void> {
  expect((await desk.list(packer, { tab: 'returns' })).orders.map(({ id }) => id)).toEqual(ids);
  expect((await today.read(packer)).today.returns).toBe(ids.length);
  await expectSumsHold([], providers);
}

test('a return is listed in its tab and on the first screen until it is settled', async () => {
  const id = await shipped(placeCashOrder());
  await expectWaiting([]);
  const { order, log } = await desk.askReturn(packer, await seenOf(id));
  expect([order.status, order.can]).toEqual(['Shipped', ['deliver', 'undo', 'endReturn']]);
  expect(log[0] && changesOf(log[0])).toEqual(['The return: asked for.']);
  await expectWaiting([id]);
  await desk.deliver(packer, await seenOf(id));
  await expectWaiting([id]);
  await desk.endReturn(packer, await seenOf(id));
  await expectWaiting([]);
});

test('a refund settles the return', async () => {
  const id = await shipped(payOrderByRazorpay(providers));
  await desk.askReturn(owner, await seenOf(id));
  await expectWaiting([id]);
  await desk.refund(owner, { ...(await seenOf(id)), amount: [{ line: 0, quantity: 1 }] });
  await expectWaiting([]);
});

test('a cancelled order that is returned by the courier has no open return', async () => {
  const id = await shipped(placeCashOrder());
  await desk.askReturn(owner, await seenOf(id));
  await desk.cancel(owner, await seenOf(id));
  await expectWaiting([]);
});

test('an unshipped order cannot be returned, and a return is recorded once', async () => {
  const { orderId: id } = await placeCashOrder();
  await expect(desk.askReturn(packer, await seenOf(id))).rejects.toThrow('nothing can come back');
  const gone = await shipped(placeCashOrder());
  await desk.askReturn(packer, await seenOf(gone));
  await expect(desk.askReturn(packer, await seenOf(gone))).rejects.toThrow('noted already');
  await desk.endReturn(packer, await seenOf(gone));
  await expect(desk.endReturn(packer, await seenOf(gone))).rejects.toThrow('is open');
});
