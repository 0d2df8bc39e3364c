import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { orderKey, watchKey } from '../../netlify/storage/keys.ts';
import { beginAtRazorpay, payInWindow, later as laterBy, useOnlineShop } from '../support/placed-orders.ts';
import { changeStored, orderOf } from '../support/payments.ts';
import { connect } from '../support/redis.ts';

/** Events between `amend` and `scheduleCheck` of a check. */
const between = vi.hoisted(() => ({ look: null as null | (() => Promise<void>) }));
vi.mock(import('../../netlify/storage/orders.ts'), async (actual) => {
  const orders = await actual();
  const scheduleCheck: typeof orders.scheduleCheck = async (...given) => {
    const work = between.look;
    between.look = null;
    await work?.();
    return orders.scheduleCheck(...given);
  };
  return { ...orders, scheduleCheck };
});

const AT_FIRST = 3;
const { providers } = useOnlineShop(AT_FIRST);
beforeEach(() => {
  between.look = null;
});

const redis = connect({ automaticDeserialization: false });

const pay = payInWindow.bind(null, providers);

const later = (minutes: number, work: () => Promise<unknown>) => laterBy(minutes * 60_000, work);

describe('the reconciliation job', () => {
  test('R20 continues after an order that it cannot read', async () => {
    const { orderId } = await beginAtRazorpay(3);
    await redis.set(orderKey('POISONPOISONPOISON00'), JSON.stringify({ id: 'POISONPOISONPOISON00' }));
    await redis.zadd(watchKey(), { score: 1, member: 'POISONPOISONPOISON00' });
    await changeStored(orderId, { reservedUntil: Date.now() - 1 });
    await later(6, () => runReconciliation(60_000).catch(() => {}));
    await later(12, () => runReconciliation(60_000).catch(() => {}));
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Failed' });
  });

  test('R21 does not lose a refund that was requested during its check', async () => {
    const { orderId, order } = await beginAtRazorpay();
    pay(order.id, { webhook: 'never' });
    between.look = async () => {
      providers.fault('razorpay', 'down');
      await cancelOrder(orderId);
      providers.fault('razorpay', 'none');
    };
    await later(6, () => runReconciliation(60_000));
    expect(await orderOf(orderId)).toMatchObject({ status: 'Cancelled', refunds: [{ doneAt: null }] });
    await later(30, () => runReconciliation(60_000));
    await later(120, () => runReconciliation(60_000));
    expect((await orderOf(orderId)).refunds[0]?.doneAt).not.toBeNull();
  });
});
