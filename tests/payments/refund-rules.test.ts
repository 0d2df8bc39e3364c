import { describe, expect, test, vi } from 'vitest';
import {
  listOwnerTasks,
  refundAgain,
  refundByHand,
  refundOrder,
} from '../../netlify/services/refund-admin.ts';
import { cancelOrder, deliverOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { watchKey } from '../../netlify/storage/keys.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { refundablePaise, refundStateOf } from '../../src/domain/refund.ts';
import { sumsOf } from '../../src/domain/tax-document.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { reconcileNow as reconcileAll } from '../support/admin-orders.ts';
import { later, packAndShip, parcel, reconcileIn } from '../support/placed-orders.ts';
import { orderOf, verifyReturn } from '../support/payments.ts';
import { connect } from '../support/redis.ts';
import { call, hoodie, newShopper, stockOf } from '../support/shop-calls.ts';
import { AT_FIRST, reconcileNow, refusal, sendEmails, shownRefunds, useRefunds } from '../support/refunds.ts';

/** Refunds that fail, wait or come from a dashboard. */
const { providers, expectTotals, deliverAll, mailServer, toOwner, at } = useRefunds();
/** Rules of the shop alone, so one provider is enough. */
const name = 'razorpay';
const { dashboard, setRefundBehaviour, paidOrder, payInWindow, refundIds } = at(name);

describe('a refund at any provider', () => {
  test('that failed and was paid by hand is done and never sent again', async () => {
    setRefundBehaviour({ outcome: 'pending' });
    const { orderId, token, userId, totalPaise } = await paidOrder();
    await cancelOrder(orderId);
    await deliverAll();
    expect(await refusal(refundByHand(orderId, 'UTR 1'))).toContain('No refund');
    dashboard().settleRefund(refundIds()[0] ?? '', 'failed');
    await deliverAll();
    mailServer.emails.length = 0;
    expect(await refusal(refundByHand(orderId, ' \n '))).toContain('note');
    expect(await refusal(refundByHand(orderId, 'UTR 1', 1))).toContain('are of');
    const both = await Promise.allSettled([
      refundByHand(orderId, 'UTR 412345678901'),
      refundByHand(orderId, 'UTR 412345678901', totalPaise),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const order = await orderOf(orderId);
    expect(order.refunds.map(refundStateOf)).toEqual(['done']);
    expect(order.refunds[0]?.byHand?.note).toBe('UTR 412345678901');
    expect(refundablePaise(order)).toBe(0);
    expect(sumsOf((order.creditNotes ?? []).flatMap(({ lines }) => lines)).totalPaise).toBe(totalPaise);
    expect(await listOwnerTasks()).toEqual([]);
    expect(await shownRefunds(token)).toMatchObject([{ done: true, failed: false }]);
    expect((await readNotifications(userId))[0]?.message).toContain('has been refunded');
    await sendEmails();
    const [toShopper] = mailServer.emails.filter(({ mail }) => mail.subject?.includes('has been sent'));
    expect(toShopper?.mail.text).toContain('UTR 412345678901');
    expect(toOwner()).toEqual([]);
    // Later requests and events send nothing to the provider.
    expect(await refusal(refundAgain(orderId))).toContain('No refund');
    expect(await refusal(refundOrder(orderId, 'all'))).toContain('All money');
    await reconcileNow(orderId);
    await deliverAll();
    expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['done']);
    expect(providers.books()[name].refunds).toHaveLength(1);
  });

  test('is not repeated while its state is unknown', async () => {
    setRefundBehaviour();
    const { orderId } = await paidOrder();
    await cancelOrder(orderId);
    dashboard().settleRefund(refundIds()[0] ?? '', 'failed');
    await deliverAll();
    const before = await orderOf(orderId);
    providers.fault(name, 'error');
    expect(await refusal(refundAgain(orderId))).toContain('Nothing was changed');
    expect(await orderOf(orderId)).toEqual(before);
  });

  test('that the provider never accepts fails after a limited number of growing pauses', async () => {
    setRefundBehaviour();
    const { orderId } = await paidOrder();
    providers.fault(name, 'error', { only: 'POST' });
    await cancelOrder(orderId);
    let looks = 0;
    const pauses: number[] = [];
    while (looks < 100) {
      const next = await connect().zscore(watchKey(), orderId);
      if (next === null) break;
      pauses.push(Number(next) - Date.now());
      vi.setSystemTime(Number(next) + 1);
      await runReconciliation(60_000);
      looks += 1;
    }
    expect(looks).toBeGreaterThan(10);
    expect(looks).toBeLessThan(60);
    // The last one ends it.
    const growing = pauses.slice(1, -1);
    expect(growing).toEqual(growing.toSorted((a, b) => a - b));
    const [refund] = (await orderOf(orderId)).refunds;
    expect(refund?.failure).toMatchObject({ isProviders: false });
    expect(await listOwnerTasks()).toHaveLength(1);
    vi.useRealTimers();
    await sendEmails();
    expect(toOwner()).toHaveLength(1);

    providers.fault(name, 'none');
    await refundAgain(orderId);
    expect(providers.books()[name].refunds).toHaveLength(1);
    await expectTotals();
  });

  test('that stays pending for weeks is shown to the owner and not sent twice', async () => {
    setRefundBehaviour({ outcome: 'pending', webhook: 'never' });
    const { orderId } = await paidOrder();
    await cancelOrder(orderId);
    await later(22 * DAY_MS, () => runReconciliation(60_000));
    expect((await orderOf(orderId)).refunds[0]?.failure?.why).toContain('still under way');
    expect(await connect().zscore(watchKey(), orderId)).toBeNull();
    expect(await refusal(refundAgain(orderId))).toMatch(/may still pay .* mark it as paid by you\.$/);
    expect(await refusal(refundOrder(orderId, 'all'))).toMatch(/has failed: send it again first\.$/);
    expect(refundIds()).toHaveLength(1);
    dashboard().settleRefund(refundIds()[0] ?? '', 'done', { webhook: 'held' });
    await deliverAll();
    expect(await listOwnerTasks()).toEqual([]);
    await expectTotals();
  });
});

describe('a refund on the dashboard of any provider', () => {
  test.each([5_000, undefined])(
    'during a cancellation (%s paise) leaves the rest to refund',
    async (amountPaise) => {
      setRefundBehaviour({ webhook: 'never' });
      const { orderId, paymentId } = await paidOrder();
      providers.fault(name, 'error', { only: 'POST' });
      await cancelOrder(orderId);
      dashboard().refundThere(paymentId, amountPaise === undefined ? {} : { amountPaise });
      providers.fault(name, 'none');
      await reconcileIn(6);
      const { refunds } = await orderOf(orderId);
      expect(refunds.filter((refund) => refundStateOf(refund) === 'wanted')).toEqual([]);
      expect(providers.books().balancePaise).toBe(0);
      expect(await connect().zscore(watchKey(), orderId)).toBeNull();
      await expectTotals();
    },
  );

  test('in full, before the shop knows of the payment, ends that attempt, and the shopper sees it', async () => {
    setRefundBehaviour({ webhook: 'never' });
    const { token } = await newShopper();
    const { orderId, verify, paymentId } = await payInWindow(token);
    dashboard().refundThere(paymentId);
    for (const _look of ['first', 'again']) {
      const { body } = await verify();
      expect([body.code, body.message]).toEqual(['not-paid', paymentMessages.sentBack]);
    }
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ status: 'Payment Failed', paid: false, payment: null });
    expect(order.refunds).toMatchObject([{ paymentId, reason: 'elsewhere' }]);
    expect(order.refunds.map(refundStateOf)).toEqual(['done']);
    const told = (await readNotifications(order.userId)).map(({ message }) => message);
    expect(told).toEqual([expect.stringContaining('has been refunded')]);
    expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
    expect(providers.books().balancePaise).toBe(0);

    // A second unpaid attempt gets its own message.
    expect((await call('order.pay', { token, body: { orderId } })).status).toBe(200);
    expect((await verifyReturn(token, orderId)).body.message).toBe(paymentMessages.notPaid);
    const { body: old } = await verify();
    expect(old.message).toBe(paymentMessages.sentBack);
    await expectTotals();
  });

  test('without a webhook is found before the order is packed', async () => {
    setRefundBehaviour({ webhook: 'never' });
    const { orderId, paymentId } = await paidOrder();
    dashboard().refundThere(paymentId);
    expect(await refusal(processOrder(orderId))).toContain('is Cancelled');
    expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
    await expectTotals();
  });

  test('in full does not change a shipped order', async () => {
    setRefundBehaviour();
    const { orderId, paymentId, totalPaise } = await paidOrder();
    await packAndShip(orderId);
    dashboard().refundThere(paymentId);
    await deliverAll();
    const order = await orderOf(orderId);
    expect(order.status).toBe('Shipped');
    expect(sumsOf((order.creditNotes ?? []).flatMap(({ lines }) => lines)).totalPaise).toBe(totalPaise);
    await deliverOrder(orderId);
    await expectTotals();
  });

  test('is counted once, however often webhooks, reconciliation job and owner report it at once', async () => {
    setRefundBehaviour();
    const { orderId, paymentId, totalPaise } = await paidOrder();
    dashboard().refundThere(paymentId, { amountPaise: 5_000 });
    const events = providers.webhooks.held().flatMap(({ id }) => [id, id, id]);
    await Promise.allSettled([
      ...events.map((id) => providers.webhooks.deliver(id)),
      reconcileAll(),
      runReconciliation(60_000),
      cancelOrder(orderId),
      cancelOrder(orderId),
      refundOrder(orderId, 100),
    ]);
    await deliverAll();
    await reconcileNow(orderId);
    const order = await orderOf(orderId);
    expect(order.status).toBe('Cancelled');
    expect(order.refunds.filter(({ reason }) => reason === 'elsewhere')).toHaveLength(1);
    expect(refundablePaise(order)).toBe(0);
    const given = providers.books()[name].refunds.map(({ amount }) => amount);
    expect(given.reduce((sum, amount) => sum + amount, 0)).toBe(totalPaise);
    await expectTotals();
  });
});

test('a dispute blocks shipping of a packed order until it is won', async () => {
  setRefundBehaviour();
  const { orderId, paymentId } = await paidOrder();
  await processOrder(orderId);
  const dispute = dashboard().contest(paymentId, { webhook: 'held' });
  await deliverAll();
  expect(await refusal(shipOrder(orderId, parcel))).toContain('is disputed');
  dashboard().settleDispute(dispute, 'won', { webhook: 'held' });
  await deliverAll();
  expect((await shipOrder(orderId, parcel)).after.status).toBe('Shipped');
  expect(toOwner().map(({ mail }) => mail.subject)).toContainEqual(expect.stringContaining('is won'));
  await expectTotals();
});
