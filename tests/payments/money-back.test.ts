import { describe, expect, test, vi } from 'vitest';
import {
  listOwnerTasks,
  refundAgain,
  refundByHand,
  refundOrder,
  allowDisputedOrder,
} from '../../netlify/services/refund-admin.ts';
import {
  cancelOrder,
  deliverOrder,
  processOrder,
  reconcile,
  shipOrder,
} from '../../netlify/services/order-admin.ts';
import { sendDueOrderEmails } from '../../netlify/services/send-order-email.ts';
import { Refused } from '../../netlify/services/refusal.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { lockKey, emailOutboxKey, watchKey } from '../../netlify/storage/keys.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import type { RazorpaySuccess, RefundBehaviour } from '../../local/simulators/controls.ts';
import type { Provider } from '../../local/simulators/ledger.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { refundablePaise, refundStateOf } from '../../src/domain/refund.ts';
import { brand } from '../../src/domain/config.ts';
import { sumsOf } from '../../src/domain/tax-document.ts';
import { later, payOrderByRazorpay, payOrderByStripe, useOnlineShop } from '../support/placed-orders.ts';
import {
  orderOf,
  payByRazorpay,
  payByStripe,
  sessionOf,
  SHOP_ADDRESS,
  verifyRazorpay,
  verifyReturn,
} from '../support/payments.ts';
import { useMailServer } from '../support/mail-server.ts';
import { connect } from '../support/redis.ts';
import { call, hoodie, newShopper, stockOf, workDone } from '../support/shop-calls.ts';

/** Money that leaves again, as the provider's books tell it: refunds by the shop or on a dashboard, and disputes. */
const AT_FIRST = 9;
const DAY_MS = 24 * 60 * 60_000;
// Three weeks of tries are many runs, which a busy machine does slowly.
vi.setConfig({ testTimeout: 120_000 });

const { providers, sums, deliverAll } = useOnlineShop(AT_FIRST);
const office = useMailServer(SHOP_ADDRESS);

/** The reconciliation job, as if it were the order's turn. */
const reconcileNow = async (orderId: string) => {
  await connect().zadd(watchKey(), { score: 1, member: orderId });
  await runReconciliation(10_000);
};

/** Emails that were queued at a later time are due by its clock; the database has its own. */
const sendEmails = async () => {
  const waiting = await connect().zrange<string[]>(emailOutboxKey(), 0, -1);
  for (const member of waiting) await connect().zadd(emailOutboxKey(), { score: 1, member });
  await sendDueOrderEmails();
};

/** What the verb is refused with. */
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refused);
  return (error as Refused).message;
};

const toOwner = () =>
  office.letters.filter(({ mail }) => JSON.stringify(mail.to).includes(brand.support.email));

describe.each<Provider>(['razorpay', 'stripe'])('at %s', (name) => {
  const hands = () => providers[name];
  const held = (manner: RefundBehaviour = {}) => hands().refundsAre({ webhook: 'held', ...manner });

  /** Paid by a shopper who came back. */
  async function paidOrder() {
    const pay = name === 'razorpay' ? payOrderByRazorpay : payOrderByStripe;
    const { orderId, token } = await pay(providers);
    office.letters.length = 0;
    const order = await orderOf(orderId);
    const paymentId = order.payment?.id ?? '';
    return { ...order, orderId, paymentId, token };
  }

  /** Paid in the window or on the page; the shop has not heard of it. */
  async function payInWindow(token: string) {
    const { orderId, order } = (await payByRazorpay(token, [[hoodie, 'M', 2]])).body;
    const receipt = providers.razorpay.pay(order.id, { webhook: 'never' }) as RazorpaySuccess;
    const verify = () => verifyRazorpay(token, receipt);
    return { orderId, verify, paymentId: receipt.razorpay_payment_id };
  }

  async function payOnPage(token: string) {
    const { orderId, session_url: url } = (await payByStripe(token, [[hoodie, 'M', 2]])).body;
    providers.stripe.pay(sessionOf(url), { webhook: 'never' });
    const paymentId = providers.books().stripe.paymentIntents.at(-1)?.id ?? '';
    return { orderId, verify: () => verifyReturn(token, orderId), paymentId };
  }

  const shownRefunds = async (token: string) =>
    (await call('order.userorders', { token })).body.orders[0]?.refunds;

  const refundIds = () => providers.books()[name].refunds.map(({ id }) => id);

  describe('a refund', () => {
    test('is pending until the provider confirms it', async () => {
      held({ outcome: 'pending' });
      const { orderId, token, userId } = await paidOrder();
      const { after, left } = await cancelOrder(orderId);
      expect(left).toEqual([]);
      expect(after.refunds.map(refundStateOf)).toEqual(['pending']);
      await deliverAll();
      expect(await shownRefunds(token)).toMatchObject([{ done: false, failed: false }]);
      const messages = async () => (await readNotifications(userId)).map(({ message }) => message);
      expect((await messages())[0]).toContain('is on its way back to you');

      hands().settleRefund(refundIds()[0] ?? '', 'done');
      await deliverAll();
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['done']);
      expect(await shownRefunds(token)).toMatchObject([{ done: true, failed: false }]);
      expect((await messages())[0]).toContain('was sent back to you');
      await sums();
    });

    test('without a webhook is found by the reconciliation job', async () => {
      held({ outcome: 'pending', webhook: 'never' });
      const { orderId } = await paidOrder();
      await cancelOrder(orderId);
      hands().settleRefund(refundIds()[0] ?? '', 'done');
      await later(16 * 60_000, () => runReconciliation(10_000));
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['done']);
      expect(await connect().zscore(watchKey(), orderId)).toBeNull();
      await sums();
    });

    test.each(['webhook', 'reconciliation job', 'both at once'])(
      'that fails is reported to the owner and repeated by one command: %s',
      async (which) => {
        held({ outcome: 'pending', webhook: which === 'reconciliation job' ? 'never' : 'held' });
        const { orderId, token, totalPaise } = await paidOrder();
        await cancelOrder(orderId);
        await deliverAll();
        office.letters.length = 0;
        hands().settleRefund(refundIds()[0] ?? '', 'failed');
        const job = () => reconcileNow(orderId);
        if (which === 'webhook') await deliverAll();
        if (which === 'reconciliation job') await job();
        if (which === 'both at once') await Promise.all([deliverAll(), job()]);
        await workDone();
        const failed = await orderOf(orderId);
        expect(failed.refunds.map(refundStateOf)).toEqual(['failed']);
        expect(refundablePaise(failed)).toBe(totalPaise);
        const why = name === 'stripe' ? 'expired or canceled card' : 'Razorpay could not process it';
        expect(await listOwnerTasks()).toMatchObject([
          { amountPaise: totalPaise, what: `Refund failed: ${why}` },
        ]);
        expect(toOwner().map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('has failed')]);
        expect(toOwner()[0]?.mail.text).toContain(why);
        expect(await shownRefunds(token)).toMatchObject([{ done: false, failed: true }]);

        held();
        const again = await Promise.allSettled([refundAgain(orderId), refundAgain(orderId)]);
        expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        await deliverAll();
        expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['replaced', 'done']);
        expect(new Set((await orderOf(orderId)).refunds.map(({ key }) => key)).size).toBe(2);
        expect(await listOwnerTasks()).toEqual([]);
        expect(await shownRefunds(token)).toMatchObject([{ done: true, failed: false }]);
        expect(await refusal(refundAgain(orderId))).toContain('No refund');
        expect(providers.books().balancePaise).toBe(0);
        await sums();
      },
    );

    test('that was done may fail later', async () => {
      held();
      const { orderId } = await paidOrder();
      await cancelOrder(orderId);
      hands().settleRefund(refundIds()[0] ?? '', 'failed');
      await deliverAll();
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['failed']);
      await refundAgain(orderId);
      await sums();
    });

    test('that was given up and had been made after all is not made again', async () => {
      held({ webhook: 'never' });
      const { orderId } = await paidOrder();
      providers.fault(name, 'lost-answer', { only: 'POST' });
      await cancelOrder(orderId);
      providers.fault(name, 'error');
      await later(4 * DAY_MS, async () => {
        await connect().del(lockKey(`refund:${orderId}:${(await orderOf(orderId)).refunds[0]?.key}`));
        await runReconciliation(10_000);
      });
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['failed']);
      providers.fault(name, 'none');
      expect(await refusal(refundAgain(orderId))).toContain('No refund');
      expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['done']);
      await sums();
    });
  });

  // Rules of the shop alone, for which one provider is enough.
  if (name === 'razorpay') {
    describe('a refund at any provider', () => {
      test('that failed and was paid by hand is done and never sent again', async () => {
        held({ outcome: 'pending' });
        const { orderId, token, userId, totalPaise } = await paidOrder();
        await cancelOrder(orderId);
        await deliverAll();
        expect(await refusal(refundByHand(orderId, 'UTR 1'))).toContain('No refund');
        hands().settleRefund(refundIds()[0] ?? '', 'failed');
        await deliverAll();
        office.letters.length = 0;
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
        expect((await readNotifications(userId))[0]?.message).toContain('was sent back to you');
        await sendEmails();
        const [toShopper] = office.letters.filter(({ mail }) => mail.subject?.includes('was sent back'));
        expect(toShopper?.mail.text).toContain('UTR 412345678901');
        expect(toOwner()).toEqual([]);
        // Whatever is asked or said of it later, the provider is asked for nothing.
        expect(await refusal(refundAgain(orderId))).toContain('No refund');
        expect(await refusal(refundOrder(orderId, 'all'))).toContain('All money');
        await reconcileNow(orderId);
        await deliverAll();
        expect((await orderOf(orderId)).refunds.map(refundStateOf)).toEqual(['done']);
        expect(providers.books()[name].refunds).toHaveLength(1);
      });

      test('is not repeated while its state is unknown', async () => {
        held();
        const { orderId } = await paidOrder();
        await cancelOrder(orderId);
        hands().settleRefund(refundIds()[0] ?? '', 'failed');
        await deliverAll();
        const before = await orderOf(orderId);
        providers.fault(name, 'error');
        expect(await refusal(refundAgain(orderId))).toContain('Nothing was changed');
        expect(await orderOf(orderId)).toEqual(before);
      });

      test('that the provider never takes on ends as failed after a bounded number of growing pauses', async () => {
        held();
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
          await runReconciliation(10_000);
          looks += 1;
        }
        expect(looks).toBeGreaterThan(10);
        expect(looks).toBeLessThan(60);
        // The last one is the look that ends it.
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
        await sums();
      });

      test('that stays pending for weeks is shown to the owner and not sent twice', async () => {
        held({ outcome: 'pending', webhook: 'never' });
        const { orderId } = await paidOrder();
        await cancelOrder(orderId);
        await later(22 * DAY_MS, () => runReconciliation(10_000));
        expect((await orderOf(orderId)).refunds[0]?.failure?.why).toContain('still under way');
        expect(await connect().zscore(watchKey(), orderId)).toBeNull();
        expect(await refusal(refundAgain(orderId))).toMatch(/may still pay .* mark it as paid by you\.$/);
        expect(await refusal(refundOrder(orderId, 'all'))).toMatch(/has failed: send it again first\.$/);
        expect(refundIds()).toHaveLength(1);
        hands().settleRefund(refundIds()[0] ?? '', 'done', { webhook: 'held' });
        await deliverAll();
        expect(await listOwnerTasks()).toEqual([]);
        await sums();
      });
    });

    describe('a refund on the dashboard of any provider', () => {
      test.each([5_000, undefined])(
        'during a cancellation (%s paise) leaves the rest to refund',
        async (amountPaise) => {
          held({ webhook: 'never' });
          const { orderId, paymentId } = await paidOrder();
          providers.fault(name, 'error', { only: 'POST' });
          await cancelOrder(orderId);
          hands().refundThere(paymentId, amountPaise === undefined ? {} : { amountPaise });
          providers.fault(name, 'none');
          await later(6 * 60_000, () => runReconciliation(10_000));
          const { refunds } = await orderOf(orderId);
          expect(refunds.filter((refund) => refundStateOf(refund) === 'wanted')).toEqual([]);
          expect(providers.books().balancePaise).toBe(0);
          expect(await connect().zscore(watchKey(), orderId)).toBeNull();
          await sums();
        },
      );

      test('of everything cancels an order that was not shipped and releases its stock', async () => {
        held();
        const { orderId, paymentId } = await paidOrder();
        await processOrder(orderId);
        hands().refundThere(paymentId);
        await deliverAll();
        expect(await orderOf(orderId)).toMatchObject({ status: 'Cancelled' });
        expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
        await sums();
      });

      test('of everything, before the shop knows of the payment, ends that try, and the shopper reads it', async () => {
        held({ webhook: 'never' });
        const { token } = await newShopper();
        const ask = name === 'razorpay' ? await payInWindow(token) : await payOnPage(token);
        const { orderId, verify, paymentId } = ask;
        hands().refundThere(paymentId);
        for (const _look of ['first', 'again']) {
          const { body } = await verify();
          expect([body.code, body.message]).toEqual(['not-paid', paymentMessages.sentBack]);
        }
        const order = await orderOf(orderId);
        expect(order).toMatchObject({ status: 'Payment Failed', paid: false, payment: null });
        expect(order.refunds).toMatchObject([{ paymentId, reason: 'elsewhere' }]);
        expect(order.refunds.map(refundStateOf)).toEqual(['done']);
        const told = (await readNotifications(order.userId)).map(({ message }) => message);
        expect(told).toEqual([expect.stringContaining('was sent back to you')]);
        expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
        expect(providers.books().balancePaise).toBe(0);

        // A second try that is not paid is told as such.
        expect((await call('order.pay', { token, body: { orderId } })).status).toBe(200);
        expect((await verifyReturn(token, orderId)).body.message).toBe(paymentMessages.notPaid);
        const { body: old } = await verify();
        expect(old.message).toBe(name === 'razorpay' ? paymentMessages.sentBack : paymentMessages.notPaid);
        await sums();
      });

      test('without a webhook is found before the order is packed', async () => {
        held({ webhook: 'never' });
        const { orderId, paymentId } = await paidOrder();
        hands().refundThere(paymentId);
        expect(await refusal(processOrder(orderId))).toContain('is Cancelled');
        expect(await stockOf(hoodie.id, 'M')).toBe(AT_FIRST);
        await sums();
      });

      test('of everything does not change a shipped order', async () => {
        held();
        const { orderId, paymentId, totalPaise } = await paidOrder();
        await processOrder(orderId);
        await shipOrder(orderId, { courier: 'Delhivery', trackingNumber: '1' });
        hands().refundThere(paymentId);
        await deliverAll();
        const order = await orderOf(orderId);
        expect(order.status).toBe('Shipped');
        expect(sumsOf((order.creditNotes ?? []).flatMap(({ lines }) => lines)).totalPaise).toBe(totalPaise);
        await deliverOrder(orderId);
        await sums();
      });

      test('counts once: webhooks, reconciliation job and owner at once, any number of times', async () => {
        held();
        const { orderId, paymentId, totalPaise } = await paidOrder();
        hands().refundThere(paymentId, { amountPaise: 5_000 });
        const look = () =>
          reconcile(
            () => {},
            () => {},
          );
        const events = providers.webhooks.held().flatMap(({ id }) => [id, id, id]);
        await Promise.allSettled([
          ...events.map((id) => providers.webhooks.deliver(id)),
          ...[
            look(),
            runReconciliation(10_000),
            cancelOrder(orderId),
            cancelOrder(orderId),
            refundOrder(orderId, 100),
          ],
        ]);
        await deliverAll();
        await reconcileNow(orderId);
        const order = await orderOf(orderId);
        expect(order.status).toBe('Cancelled');
        expect(order.refunds.filter(({ reason }) => reason === 'elsewhere')).toHaveLength(1);
        expect(refundablePaise(order)).toBe(0);
        const given = providers.books()[name].refunds.map(({ amount }) => amount);
        expect(given.reduce((sum, amount) => sum + amount, 0)).toBe(totalPaise);
        await sums();
      });
    });

    test('a dispute keeps an order that is packed from being shipped, and lets it go when it is won', async () => {
      held();
      const { orderId, paymentId } = await paidOrder();
      await processOrder(orderId);
      const dispute = hands().contest(paymentId, { webhook: 'held' });
      await deliverAll();
      const parcel = { courier: 'Delhivery', trackingNumber: '1' };
      expect(await refusal(shipOrder(orderId, parcel))).toContain('is contested');
      hands().settleDispute(dispute, 'won', { webhook: 'held' });
      await deliverAll();
      expect((await shipOrder(orderId, parcel)).after.status).toBe('Shipped');
      expect(toOwner().map(({ mail }) => mail.subject)).toContainEqual(expect.stringContaining('is won'));
      await sums();
    });
  }

  describe('a refund on the dashboard', () => {
    test('of a part reaches the order and a credit note, and a cancellation sends back the rest', async () => {
      held();
      const { orderId, paymentId, token, totalPaise } = await paidOrder();
      hands().refundThere(paymentId, { amountPaise: 5_000 });
      await deliverAll();
      await deliverAll();
      const order = await orderOf(orderId);
      expect(order).toMatchObject({
        status: 'Order Placed',
        refunds: [{ reason: 'elsewhere', amountPaise: 5_000 }],
      });
      expect(order.creditNotes?.map(({ lines }) => sumsOf(lines).totalPaise)).toEqual([5_000]);
      expect(await shownRefunds(token)).toMatchObject([{ amount: 50, reason: 'elsewhere', done: true }]);

      const { after, left } = await cancelOrder(orderId);
      expect(left).toEqual([]);
      expect(after.refunds.map(({ amountPaise }) => amountPaise)).toEqual([5_000, totalPaise - 5_000]);
      expect(providers.books().balancePaise).toBe(0);
      await sums();
    });

    test.each([5_000, undefined])(
      'without a webhook (%s paise) does not block a cancellation',
      async (amountPaise) => {
        held({ webhook: 'never' });
        const { orderId, paymentId } = await paidOrder();
        hands().refundThere(paymentId, amountPaise === undefined ? {} : { amountPaise });
        if (amountPaise === undefined) {
          expect(await refusal(cancelOrder(orderId))).toContain('is Cancelled');
        } else {
          expect((await cancelOrder(orderId)).left).toEqual([]);
        }
        expect((await orderOf(orderId)).status).toBe('Cancelled');
        expect(providers.books().balancePaise).toBe(0);
        expect(await connect().zscore(watchKey(), orderId)).toBeNull();
        await sums();
      },
    );
  });

  describe('a dispute', () => {
    test('keeps the order from being packed until the owner releases it', async () => {
      held();
      const { orderId, paymentId } = await paidOrder();
      hands().contest(paymentId, { webhook: 'held' });
      await deliverAll();
      expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'open', paymentId }]);
      expect(toOwner().map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('is contested')]);
      expect(await listOwnerTasks()).toMatchObject([{ what: expect.stringContaining('Contested: ') }]);
      for (const verb of [processOrder(orderId), cancelOrder(orderId), refundOrder(orderId, 'all')]) {
        const said = await refusal(verb);
        expect(said).toContain('is contested');
        // The desk shows this sentence too, which has buttons and no commands.
        expect(said).toContain('Let the order go on first');
      }
      await allowDisputedOrder(orderId);
      expect(await listOwnerTasks()).toEqual([]);
      expect((await processOrder(orderId)).after.status).toBe('Processing');
      expect(await refusal(allowDisputedOrder(orderId))).toContain('Nothing holds');
      await sums();
    });

    test('that is lost took the money: nothing of it is sent back, and the owner decides', async () => {
      held();
      const { orderId, paymentId } = await paidOrder();
      const dispute = hands().contest(paymentId, { webhook: 'held' });
      hands().settleDispute(dispute, 'lost', { webhook: 'held' });
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
      await sums();
    });

    test('that no webhook ends is asked about by the reconciliation job', async () => {
      held();
      const { orderId, paymentId } = await paidOrder();
      const dispute = hands().contest(paymentId, { webhook: 'held' });
      await deliverAll();
      hands().settleDispute(dispute, 'won', { webhook: 'never' });
      await later(DAY_MS + 60_000, () => runReconciliation(10_000));
      expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'won' }]);
      await sums();
    });
  });
});
