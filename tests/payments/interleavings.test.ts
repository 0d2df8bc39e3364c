import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { listOwnerTasks, refundAgain, allowDisputedOrder } from '../../netlify/services/refund-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { isFullyRefunded, refundStateOf } from '../../src/domain/refund.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { newCode } from '../support/codes.ts';
import {
  allOrders,
  expectCodesHold,
  expectPiecesHold,
  expectSumsHold,
  openProviders,
} from '../support/payments.ts';
import { batch, ifPossible, PIECES, type World } from '../support/payment-steps.ts';
import { flush } from '../support/redis.ts';
import { cap, hoodie, newShopper, setStock } from '../support/shop-calls.ts';

const variants: Parameters<typeof expectSumsHold>[0] = [
  [hoodie, 'M', PIECES.hoodie],
  [cap, 'default', PIECES.cap],
];

/** Every event is delivered and no fault is active: whatever is still owed was forgotten. */
async function calmDown({ providers }: World): Promise<void> {
  for (const provider of ['razorpay', 'stripe'] as const) providers.fault(provider, 'none');
  for (const { id, status } of providers.books().stripe.sessions.map((session) => ({
    id: session.id,
    status: session.status,
  }))) {
    if (status === 'complete')
      await ifPossible(() => providers.stripe.settleSlow(id, 'succeeded', { webhook: 'held' }));
  }
  for (const name of ['razorpay', 'stripe'] as const) {
    const hands = providers[name];
    hands.refundsAre({ webhook: 'held' });
    const { refunds, disputes } = providers.books()[name];
    const held = { webhook: 'held' } as const;
    for (const { id, status } of refunds) if (status === 'pending') hands.settleRefund(id, 'done', held);
    for (const { id } of disputes) await ifPossible(() => hands.settleDispute(id, 'won', held));
  }
  for (const { id } of providers.webhooks.held()) await providers.webhooks.deliver(id);
  for (let round = 0; round < 4; round += 1) {
    vi.setSystemTime(Date.now() + 70 * MINUTE_MS);
    await runReconciliation(20_000);
  }
  // What remains then waits for the owner alone.
  for (const { orderId } of await listOwnerTasks()) {
    await allowDisputedOrder(orderId).catch(() => {});
    await refundAgain(orderId).catch(() => {});
  }
  expect(await listOwnerTasks()).toEqual([]);
}

/** The order shows the bank's dispute, and nothing was refunded twice. */
async function expectBooksHold({ providers }: World): Promise<void> {
  const orders = await allOrders();
  const { razorpay, stripe } = providers.books();
  const given = [...razorpay.refunds, ...stripe.refunds].filter(({ status }) => status !== 'failed');
  const known = orders.flatMap(({ refunds }) => refunds).filter((refund) => refundStateOf(refund) === 'done');
  const ids = known.map(({ providerId }) => providerId);
  expect(new Set(ids).size).toBe(ids.length);
  const payments = new Set(orders.flatMap(({ payment }) => payment?.id ?? []));
  for (const refund of given) {
    const payment = 'payment_id' in refund ? refund.payment_id : refund.payment_intent;
    if (payments.has(String(payment))) expect(ids).toContain(refund.id);
  }
  for (const order of orders) {
    const isHere = order.status === 'Order Placed' || order.status === 'Processing';
    if (isHere) expect(isFullyRefunded(order), order.id).toBe(false);
  }
}

test('stock, codes and money add up after any sequence of payment events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 3, maxLength: 14 }), async (batches) => {
      await flush();
      const providers = await openProviders();
      const world: World = {
        providers,
        tokens: [(await newShopper()).token, (await newShopper()).token],
        codes: [await newCode(), await newCode()],
        keys: [],
        receipts: [],
        failed: [],
      };
      await setStock(hoodie.id, 'M', PIECES.hoodie);
      await setStock(cap.id, 'default', PIECES.cap);
      try {
        for (const together of batches) {
          await Promise.all(together.map((each) => each(world)));
          await expectPiecesHold(variants);
          await expectCodesHold(world.codes);
        }
        await calmDown(world);
        await expectSumsHold(variants, providers);
        await expectCodesHold(world.codes);
        await expectBooksHold(world);
      } finally {
        vi.useRealTimers();
        await providers.stop();
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 25), endOnFailure: true },
  );
});
