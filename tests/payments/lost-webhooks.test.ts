import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { listOwnerTasks } from '../../netlify/services/refund-admin.ts';
import { processOrder } from '../../netlify/services/order-admin.ts';
import { runReconciliation } from '../../netlify/services/reconciliation.ts';
import { eventKey, lockKey, orderKey, referenceKey } from '../../netlify/storage/keys.ts';
import type { Provider } from '../../local/simulators/ledger.ts';
import { later, packShipAndDeliver } from '../support/placed-orders.ts';
import { standBetween } from '../support/payment-faults.ts';
import { orderOf } from '../support/payments.ts';
import { connect } from '../support/redis.ts';
import { refusal, sendEmails, useRefunds } from '../support/refunds.ts';

/** Disputes and refunds whose webhook is lost: nothing but the provider's lists tells of them. */
const { providers, toOwner, at } = useRefunds();
const reconcile = () => runReconciliation(60_000);
/** As if an hour were over. */
const hourLater = (name: Provider) => connect().del(lockKey(`disputes:${name}`));
const URL_SETTINGS = { razorpay: 'RAZORPAY_API_URL', stripe: 'STRIPE_API_URL' } as const;

describe.each<Provider>(['razorpay', 'stripe'])('at %s', (name) => {
  const { dashboard, paidOrder } = at(name);

  test('a dispute stops its order and reaches the owner without its webhook', async () => {
    const { orderId, paymentId } = await paidOrder();
    dashboard().contest(paymentId, { webhook: 'never' });
    await reconcile();
    expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'open', paymentId }]);
    expect(await refusal(processOrder(orderId))).toContain('is disputed');
    expect(await listOwnerTasks()).toMatchObject([{ what: expect.stringContaining('Disputed: ') }]);
    await sendEmails();
    expect(toOwner().map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('is disputed')]);
  });

  test('a dispute long after the delivery reaches the owner, and its end too', async () => {
    const { orderId, paymentId } = await paidOrder();
    await packShipAndDeliver(orderId);
    const disputeId = dashboard().contest(paymentId, { webhook: 'never' });
    await later(10 * DAY_MS, reconcile);
    expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'open' }]);
    dashboard().settleDispute(disputeId, 'lost', { webhook: 'never' });
    await hourLater(name);
    await later(10 * DAY_MS, reconcile);
    expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'lost' }]);
  });

  test('the list is asked for once an hour, and sooner if it did not come', async () => {
    const { orderId, paymentId } = await paidOrder();
    await reconcile();
    dashboard().contest(paymentId, { webhook: 'never' });
    await reconcile();
    expect((await orderOf(orderId)).disputes ?? []).toEqual([]);
    await hourLater(name);
    providers.fault(name, 'error', { only: '/disputes' });
    await reconcile();
    providers.fault(name, 'none');
    await reconcile();
    expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'open' }]);
  });

  test('a list that takes longer than its run is read by the next one', async () => {
    const { orderId, paymentId } = await paidOrder();
    dashboard().contest(paymentId, { webhook: 'never' });
    const slow = Promise.withResolvers<void>();
    const end = await standBetween(providers, URL_SETTINGS[name], async ({ path }, pass) => {
      if (path.includes('/disputes')) await slow.promise;
      return pass();
    });
    expect((await runReconciliation(1_000)).isDone).toBe(false);
    slow.resolve();
    await reconcile();
    expect((await orderOf(orderId)).disputes).toMatchObject([{ state: 'open' }]);
    await end();
  });

  test('keys without the permission for disputes are asked, and logged, once an hour', async () => {
    let asked = 0;
    const end = await standBetween(providers, URL_SETTINGS[name], async ({ path }, pass) => {
      if (!path.includes('/disputes')) return pass();
      asked += 1;
      return { status: 403, body: { error: { code: 'FORBIDDEN', description: 'no permission' } } };
    });
    await reconcile();
    await reconcile();
    await end();
    expect(asked).toBe(1);
  });

  test('an order that cannot be read hides no other dispute', async () => {
    const first = await paidOrder();
    const second = await paidOrder();
    for (const { paymentId } of [first, second]) dashboard().contest(paymentId, { webhook: 'never' });
    await connect().set(orderKey(second.orderId), 'not a document');
    await reconcile();
    expect((await orderOf(first.orderId)).disputes).toMatchObject([{ state: 'open' }]);
  });

  test('a dispute of an account that serves another shop too changes nothing', async () => {
    const { paymentId, references } = await paidOrder();
    const disputeId = dashboard().contest(paymentId, { webhook: 'never' });
    await connect().del(...references.map(({ id }) => referenceKey(name, id)));
    await reconcile();
    expect(await listOwnerTasks()).toEqual([]);
    const state = name === 'razorpay' ? 'open' : 'needs_response';
    expect(await connect().exists(eventKey(name, `${disputeId}-${state}`))).toBe(1);
  });
});
