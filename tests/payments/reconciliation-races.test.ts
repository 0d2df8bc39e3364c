import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { orderKey, watchKey } from '../../netlify/storage/keys.ts';
import { beginAtRazorpay, payInWindow, reconcileIn, useOnlineShop } from '../support/placed-orders.ts';
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

const { providers } = useOnlineShop(3);
beforeEach(() => {
  between.look = null;
});

const redis = connect({ automaticDeserialization: false });

describe('the reconciliation job', () => {
  test('R20 continues after an order that it cannot read', async () => {
    const { orderId } = await beginAtRazorpay(3);
    await redis.set(orderKey('POISONPOISONPOISON00'), JSON.stringify({ id: 'POISONPOISONPOISON00' }));
    await redis.zadd(watchKey(), { score: 1, member: 'POISONPOISONPOISON00' });
    await changeStored(orderId, { reservedUntil: Date.now() - 1 });
    for (const minutes of [6, 12]) await reconcileIn(minutes).catch(() => {});
    expect(await orderOf(orderId)).toMatchObject({ status: 'Payment Failed' });
  });

  test('R21 does not lose a refund that was requested during its check', async () => {
    const { orderId, order } = await beginAtRazorpay();
    payInWindow(providers, order.id, { webhook: 'never' });
    between.look = async () => {
      providers.fault('razorpay', 'down');
      await cancelOrder(orderId);
      providers.fault('razorpay', 'none');
    };
    await reconcileIn(6);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Cancelled', refunds: [{ doneAt: null }] });
    for (const minutes of [30, 120]) await reconcileIn(minutes);
    expect((await orderOf(orderId)).refunds[0]?.doneAt).not.toBeNull();
  });
});
