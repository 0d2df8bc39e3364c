import { describe, expect, test } from 'vitest';
import { listOwnerTasks, refundOrder, allowDisputedOrder } from '../../netlify/services/refund-admin.ts';
import { cancelOrder, processOrder } from '../../netlify/services/order-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { lockKey, watchKey } from '../../netlify/storage/keys.ts';
import type { Provider } from '../../local/simulators/ledger.ts';
import { refundablePaise } from '../../src/domain/refund.ts';
import { sumsOf } from '../../src/domain/tax-document.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { later, packShipAndDeliver } from '../support/placed-orders.ts';
import { orderOf } from '../support/payments.ts';
import { connect } from '../support/redis.ts';
import { hoodie, stockOf, workDone } from '../support/shop-calls.ts';
import { AT_FIRST, refusal, shownRefunds, useRefunds } from '../support/refunds.ts';

/** Refunds and disputes that start on a provider's dashboard or at a bank. */
const { providers, expectTotals, deliverAll, toOwner, at } = useRefunds();

describe.each<Provider>(['razorpay', 'stripe'])('at %s', (name) => {
  const { dashboard, setRefundBehaviour, paidOrder } = at(name);

  describe('a refund on the dashboard', () => {
    test('of a part is recorded with a credit note, and a cancellation refunds the rest', async () => {
      setRefundBehaviour();
      const { orderId, paymentId, token, totalPaise } = await paidOrder();
      dashboard().refundThere(paymentId, { amountPaise: 5_000 });
      await deliverAll();
      await deliverAll();
      const order = await orderOf(orderId);
      const refunds = [{ reason: 'elsewhere', amountPaise: 5_000 }];
      expect(order).toMatchObject({ status: 'Order Placed', refunds });
      expect(order.creditNotes?.map(({ lines }) => sumsOf(lines).totalPaise)).toEqual([5_000]);
      expect(await shownRefunds(token)).toMatchObject([{ amount: 50, reason: 'elsewhere', done: true }]);

      const { after, left } = await cancelOrder(orderId);
      expect(left).toEqual([]);
      expect(after.refunds.map(({ amountPaise }) => amountPaise)).toEqual([5_000, totalPaise - 5_000]);
      expect(providers.books().balancePaise).toBe(0);
      await expectTotals();
    });

    test.each([5_000, undefined])(
      'without a webhook (%s paise) does not block a cancellation',
      async (amountPaise) => {
        setRefundBehaviour({ webhook: 'never' });
        const { orderId, paymentId } = await paidOrder();
        dashboard().refundThere(paymentId, amountPaise === undefined ? {} : { amountPaise });
        if (amountPaise === undefined) {
          expect(await refusal(cancelOrder(orderId))).toContain('is Cancelled');
        } else {
          expect((await cancelOrder(orderId)).left).toEqual([]);
        }
        expect((await orderOf(orderId)).status).toBe('Cancelled');
        expect(providers.books().balancePaise).toBe(0);
        expect(await connect().zscore(watchKey(), orderId)).toBeNull();
        await expectTotals();
      },
    );
  });

  describe('a refund there whose webhook is lost', () => {
    test('long after the delivery reaches the order and its credit note', async () => {
      setRefundBehaviour({ webhook: 'never' });
      const { orderId, paymentId, token } = await paidOrder();
      await packShipAndDeliver(orderId);
      dashboard().refundThere(paymentId, { amountPaise: 5_000 });
      await later(10 * DAY_MS, () => runReconciliation(60_000));
      const order = await orderOf(orderId);
      const refunds = [{ reason: 'elsewhere', amountPaise: 5_000 }];
      expect(order).toMatchObject({ status: 'Delivered', refunds });
      expect(order.creditNotes?.map(({ lines }) => sumsOf(lines).totalPaise)).toEqual([5_000]);
      expect(await shownRefunds(token)).toMatchObject([{ amount: 50, reason: 'elsewhere', done: true }]);
      await expectTotals();
    });

    test('cancels the order before it is packed, if it was of everything', async () => {
      setRefundBehaviour({ webhook: 'never' });
      const { orderId, paymentId } = await paidOrder();
      dashboard().refundThere(paymentId);
      await runReconciliation(60_000);
      expect((await orderOf(orderId)).status).toBe('Cancelled');
      expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
      await expectTotals();
    });

    test('and that the bank sends back later waits for the owner', async () => {
      setRefundBehaviour({ webhook: 'never' });
      const { orderId, paymentId } = await paidOrder();
      const refundId = dashboard().refundThere(paymentId, { amountPaise: 5_000 });
      await runReconciliation(60_000);
      expect((await orderOf(orderId)).refunds).toMatchObject([{ doneAt: expect.any(Number) }]);
      dashboard().settleRefund(refundId, 'failed', { webhook: 'never' });
      // As if an hour were over.
      await connect().del(lockKey(`refunds:${name}`));
      await runReconciliation(60_000);
      expect((await orderOf(orderId)).refunds).toMatchObject([{ failure: { isProviders: true } }]);
      expect(await listOwnerTasks()).toHaveLength(1);
      await expectTotals();
    });
  });

  describe('a dispute', () => {
    test('keeps the order from being packed until the owner releases it', async () => {
      setRefundBehaviour();
      const { orderId, paymentId } = await paidOrder();
      dashboard().contest(paymentId, { webhook: 'held' });
      await deliverAll();
      expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'open', paymentId }]);
      expect(toOwner().map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('is disputed')]);
      expect(await listOwnerTasks()).toMatchObject([{ what: expect.stringContaining('Disputed: ') }]);
      for (const verb of [processOrder(orderId), cancelOrder(orderId), refundOrder(orderId, 'all')]) {
        const said = await refusal(verb);
        expect(said).toContain('is disputed');
        // The desk, which has buttons and no commands, shows this message too.
        expect(said).toContain('Release the order first');
      }
      await allowDisputedOrder(orderId);
      expect(await listOwnerTasks()).toEqual([]);
      expect((await processOrder(orderId)).after.status).toBe('Processing');
      expect(await refusal(allowDisputedOrder(orderId))).toContain('Nothing holds');
      await expectTotals();
    });

    test('that is lost took the money: nothing of it is refunded, and the owner decides', async () => {
      setRefundBehaviour();
      const { orderId, paymentId } = await paidOrder();
      const dispute = dashboard().contest(paymentId, { webhook: 'held' });
      dashboard().settleDispute(dispute, 'lost', { webhook: 'held' });
      for (const { id } of providers.webhooks.held().toReversed()) await providers.webhooks.deliver(id);
      await workDone();
      const order = await orderOf(orderId);
      expect(order.disputes).toMatchObject([{ state: 'lost' }]);
      expect(refundablePaise(order)).toBe(0);
      expect(await refusal(processOrder(orderId))).toContain('is lost');
      expect(await refusal(refundOrder(orderId, 'all'))).toContain('has gone back');
      const { after } = await cancelOrder(orderId);
      expect(after).toMatchObject({ status: 'Cancelled', refunds: [] });
      expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
      expect(providers.books().balancePaise).toBe(0);
      await expectTotals();
    });

    test('that no webhook ends is checked by the reconciliation job', async () => {
      setRefundBehaviour();
      const { orderId, paymentId } = await paidOrder();
      const dispute = dashboard().contest(paymentId, { webhook: 'held' });
      await deliverAll();
      dashboard().settleDispute(dispute, 'won', { webhook: 'never' });
      await later(DAY_MS + 60_000, () => runReconciliation(60_000));
      expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'won' }]);
      await expectTotals();
    });
  });
});
