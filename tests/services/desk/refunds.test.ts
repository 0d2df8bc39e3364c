import { describe, expect, test } from 'vitest';
import * as desk from '../../../netlify/services/desk/orders.ts';
import { look, owner, pack, packer, seenOf, ship } from '../../support/desk-orders.ts';
import { payOrderByRazorpay, useOnlineShop } from '../../support/placed-orders.ts';
import { changeStored, expectSumsHold, orderOf, SHOP_ADDRESS } from '../../support/payments.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { refusal as refused } from '../../support/refunds.ts';
import { hoodie, shirt } from '../../support/shop-calls.ts';

const { providers } = useOnlineShop(9);
useMailServer(SHOP_ADDRESS);

type Amount = Parameters<typeof desk.refund>[1]['amount'];
const refund = async (id: string, amount: Amount) => desk.refund(owner, { ...(await seenOf(id)), amount });

/** A refund that the provider takes on and reports as failed. */
async function failedRefund(id: string, amount: Amount): Promise<void> {
  providers.razorpay.refundsAre({ outcome: 'pending', webhook: 'never' });
  await refund(id, amount);
  const [made] = providers.books().razorpay.refunds;
  providers.razorpay.settleRefund(made?.id ?? '', 'failed', { webhook: 'never' });
  providers.razorpay.refundsAre({ webhook: 'never' });
  await desk.ask(owner, { id });
}

async function order(): Promise<string> {
  const { orderId } = await payOrderByRazorpay(providers, [
    [hoodie, 'M', 2],
    [shirt, 'M', 1],
  ]);
  return orderId;
}

describe('a refund of pieces', () => {
  test('pays for a piece once, however often it is asked for', async () => {
    const id = await order();
    const shirts = [{ line: 1, quantity: 1 }];
    await refund(id, shirts);
    expect(await refused(refund(id, shirts))).toContain('already refunded');
    expect((await orderOf(id)).refunds).toMatchObject([{ pieces: shirts }]);

    await refund(id, [{ line: 0, quantity: 1 }]);
    expect((await look(id)).money?.refundedPieces).toEqual([1, 1]);
    expect(await refused(refund(id, [{ line: 0, quantity: 2 }]))).toContain('already refunded');
    await refund(id, [{ line: 0, quantity: 1 }]);
    const { refunds, subtotalPaise } = await orderOf(id);
    expect(refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(subtotalPaise);
    expect((await desk.read(packer, { id })).order.money).toBeNull();
    await expectSumsHold([], providers);
  });

  test('that failed keeps its pieces when it is sent again, and pays for them once', async () => {
    const id = await order();
    const pieces = [{ line: 1, quantity: 1 }];
    await failedRefund(id, pieces);
    await desk.refundAgain(owner, await seenOf(id));
    expect((await orderOf(id)).refunds).toMatchObject([{ isReplaced: true, pieces }, { pieces }]);
    expect((await look(id)).money?.refundedPieces).toEqual([0, 1]);
    expect(await refused(refund(id, pieces))).toContain('already refunded');
  });

  test('of an order from before refunds kept their pieces can still be made', async () => {
    const id = await order();
    await refund(id, [{ line: 1, quantity: 1 }]);
    const { refunds } = await orderOf(id);
    await changeStored(id, { refunds: refunds.map(({ pieces: _, ...older }) => older) });
    expect((await look(id)).money?.refundedPieces).toEqual([0, 0]);
    await refund(id, [{ line: 0, quantity: 1 }]);
    expect((await look(id)).money?.refundedPieces).toEqual([1, 0]);
  });

  test('that the order never had is refused', async () => {
    const id = await order();
    expect(await refused(refund(id, [{ line: 1, quantity: 2 }]))).toContain('does not have that many pieces');
  });
});

test('a packer who ships an order with a failed refund is told no amount, and an owner is', async () => {
  const id = await order();
  await failedRefund(id, 500_00);
  const packed = await pack(id);
  expect(packed.left).toEqual([]);
  expect(JSON.stringify(packed)).not.toContain('₹');
  const shipped = await ship(id, owner);
  expect(shipped.left).toEqual([expect.stringContaining('₹500.00 did not go back by Razorpay')]);
});
