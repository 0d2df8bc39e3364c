import { describe, expect, test } from 'vitest';
import { listOwnerTasks, refundAgain } from '../../netlify/services/refund-admin.ts';
import { cancelOrder } from '../../netlify/services/order-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { lockKey, watchKey } from '../../netlify/storage/keys.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import type { Provider } from '../../local/simulators/ledger.ts';
import { refundablePaise, refundStateOf } from '../../src/domain/refund.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { later, reconcileIn } from '../support/placed-orders.ts';
import { orderOf } from '../support/payments.ts';
import { connect } from '../support/redis.ts';
import { workDone } from '../support/shop-calls.ts';
import { reconcileNow, refusal, shownRefunds, useRefunds } from '../support/refunds.ts';

/** Refunds by the shop, as the provider's API reports them. */
const { providers, expectTotals, deliverAll, mailServer, toOwner, at } = useRefunds();

describe.each<Provider>(['razorpay', 'stripe'])('at %s', (name) => {
  const { dashboard, setRefundBehaviour, paidOrder, refundIds } = at(name);

  describe('a refund', () => {
    test('is pending until the provider confirms it', async () => {
      setRefundBehaviour({ outcome: 'pending' });
      const { orderId, token, userId } = await paidOrder();
      const { after, left } = await cancelOrder(orderId);
      expect(left).toEqual([]);
      expect(after.refunds.map(refundStateOf)).toEqual(['pending']);
      await deliverAll();
      expect(await shownRefunds(token)).toMatchObject([{ done: false, failed: false }]);
      const messages = async () => (await readNotifications(userId)).map(({ message }) => message);
      expect((await messages())[0]).toContain('We are refunding');

      dashboard().settleRefund(refundIds()[0] ?? '', 'done');
      await deliverAll();
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['done']);
      expect(await shownRefunds(token)).toMatchObject([{ done: true, failed: false }]);
      expect((await messages())[0]).toContain('has been refunded');
      await expectTotals();
    });

    test('without a webhook is found by the reconciliation job', async () => {
      setRefundBehaviour({ outcome: 'pending', webhook: 'never' });
      const { orderId } = await paidOrder();
      await cancelOrder(orderId);
      dashboard().settleRefund(refundIds()[0] ?? '', 'done');
      await reconcileIn(16);
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['done']);
      expect(await connect().zscore(watchKey(), orderId)).toBeNull();
      await expectTotals();
    });

    test.each(['webhook', 'reconciliation job', 'both at once'])(
      'that fails is reported to the owner and retried with one command: %s',
      async (which) => {
        const webhook = which === 'reconciliation job' ? 'never' : 'held';
        setRefundBehaviour({ outcome: 'pending', webhook });
        const { orderId, token, totalPaise } = await paidOrder();
        await cancelOrder(orderId);
        await deliverAll();
        mailServer.emails.length = 0;
        dashboard().settleRefund(refundIds()[0] ?? '', 'failed');
        const job = () => reconcileNow(orderId);
        if (which === 'webhook') await deliverAll();
        if (which === 'reconciliation job') await job();
        if (which === 'both at once') await Promise.all([deliverAll(), job()]);
        await workDone();
        const failed = await orderOf(orderId);
        expect(failed.refunds.map(refundStateOf)).toEqual(['failed']);
        expect(refundablePaise(failed)).toBe(totalPaise);
        const why = name === 'stripe' ? 'expired or canceled card' : 'Razorpay could not process it';
        const task = { amountPaise: totalPaise, what: `Refund failed: ${why}` };
        expect(await listOwnerTasks()).toMatchObject([task]);
        expect(toOwner().map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('has failed')]);
        expect(toOwner()[0]?.mail.text).toContain(why);
        expect(await shownRefunds(token)).toMatchObject([{ done: false, failed: true }]);

        setRefundBehaviour();
        const again = await Promise.allSettled([refundAgain(orderId), refundAgain(orderId)]);
        expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        await deliverAll();
        expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['replaced', 'done']);
        expect(new Set((await orderOf(orderId)).refunds.map(({ key }) => key)).size).toBe(2);
        expect(await listOwnerTasks()).toEqual([]);
        expect(await shownRefunds(token)).toMatchObject([{ done: true, failed: false }]);
        expect(await refusal(refundAgain(orderId))).toContain('No refund');
        expect(providers.books().balancePaise).toBe(0);
        await expectTotals();
      },
    );

    test('can fail after it was done', async () => {
      setRefundBehaviour();
      const { orderId } = await paidOrder();
      await cancelOrder(orderId);
      dashboard().settleRefund(refundIds()[0] ?? '', 'failed');
      await deliverAll();
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['failed']);
      await refundAgain(orderId);
      await expectTotals();
    });

    test('that was given up but had been made is not made again', async () => {
      setRefundBehaviour({ webhook: 'never' });
      const { orderId } = await paidOrder();
      providers.fault(name, 'lost-answer', { only: 'POST' });
      await cancelOrder(orderId);
      providers.fault(name, 'error');
      await later(4 * DAY_MS, async () => {
        await connect().del(lockKey(`refund:${orderId}:${(await orderOf(orderId)).refunds[0]?.key}`));
        await runReconciliation(60_000);
      });
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['failed']);
      providers.fault(name, 'none');
      expect(await refusal(refundAgain(orderId))).toContain('No refund');
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['done']);
      await expectTotals();
    });
  });
});
