import { describe, expect, test } from 'vitest';
import { refundOrder } from '../../netlify/services/refund-admin.ts';
import { cancelOrder, deliverOrder, processOrder, shipOrder } from '../../netlify/services/order-admin.ts';
import { findOrder } from '../../netlify/services/order-lookup.ts';
import { refuseUnlessItCanBecome } from '../../netlify/services/order-rules.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { canBecome, type OrderStatus, transitions } from '../../src/domain/order.ts';
import { expectSumsHold, orderOf, statesOf } from '../support/payments.ts';
import { beginAtRazorpay, beginAtStripe, parcel } from '../support/placed-orders.ts';
import { recipientsOf } from '../support/mail-server.ts';
import { hoodie, setStock, soldOf, stockOf } from '../support/shop-calls.ts';
import { reconcileNow, stored, useAdminOrders } from '../support/admin-orders.ts';

const { providers, mailServer, subjects, cashOrder, razorpayOrder, stripeOrder, refusal } = useAdminOrders();
const expectSums = () => expectSumsHold([[hoodie, 'M', 9]], providers);

test('every step of an order is announced to its shopper', async () => {
  const id = await cashOrder();
  const { userId } = await orderOf(id);
  expect((await processOrder(id)).after.status).toBe('Processing');
  const shipped = await shipOrder(id, { courier: ' Delhivery ', trackingNumber: '1490816273645 ' });
  expect(shipped).toMatchObject({ after: { status: 'Shipped', shipment: parcel, paid: false }, left: [] });
  const { after, left } = await deliverOrder(id);
  expect([after.status, left]).toEqual(['Delivered', []]);
  expect(await orderOf(id)).toEqual(after);
  expect(await statesOf(id)).toEqual(['Order Placed', 'Processing', 'Shipped', 'Delivered']);
  expect(mailServer.emails.map(({ mail }) => mail.subject)).toEqual([
    expect.stringContaining('is being packed'),
    expect.stringContaining('is on its way'),
    expect.stringContaining('was delivered'),
  ]);
  expect((await readNotifications(userId)).map(({ message }) => message)).toEqual([
    expect.stringContaining('was delivered'),
    expect.stringContaining('Delhivery, tracking number 1490816273645'),
    expect.stringContaining('is being packed'),
    expect.stringContaining('has been placed'),
  ]);
});

describe('every change of state', () => {
  const verbs = {
    Processing: processOrder,
    Shipped: (id: string) => shipOrder(id, parcel),
    Delivered: deliverOrder,
    Cancelled: cancelOrder,
  };
  const all = (Object.keys(transitions) as OrderStatus[]).flatMap((from) =>
    (Object.keys(verbs) as (keyof typeof verbs)[]).map((to) => [from, to] as const),
  );

  test.each(all.filter(([from, to]) => canBecome(from, to)))('%s → %s is made', async (from, to) => {
    const { id } = await stored({ status: from });
    const { before, after, left } = await verbs[to](id);
    expect([before.status, after.status, left]).toEqual([from, to, []]);
    expect(after.history.at(-1)?.status).toBe(to);
    expect(() => refuseUnlessItCanBecome(before, to)).not.toThrow();
  });

  test.each(all.filter(([from, to]) => !canBecome(from, to)))('%s → %s is refused', async (from, to) => {
    const order = await stored({ status: from });
    const sentence = await refusal(order.id, () => verbs[to](order.id));
    expect(sentence).toContain(`is ${from} and cannot become ${to}: `);
    expect(() => refuseUnlessItCanBecome(order, to)).toThrow(sentence);
  });
});

test('a refusal lists the possible states', async () => {
  const { id } = await stored();
  expect(await refusal(id, () => deliverOrder(id))).toBe(
    `Order ${id.slice(-6)} is Order Placed and cannot become Delivered: it can only become Processing or Cancelled.`,
  );
  const done = await stored({ status: 'Delivered', paid: true });
  expect(await refusal(done.id, () => cancelOrder(done.id))).toMatch(/: that is final\.$/);
});

test.each([
  ['courier', { courier: ' ', trackingNumber: '1' }],
  ['tracking number', { courier: 'Delhivery', trackingNumber: '' }],
  ['tracking number', { courier: 'Delhivery', trackingNumber: '1\r\n2' }],
  ['courier', { courier: 'x'.repeat(61), trackingNumber: '1' }],
])('a parcel needs a %s of one line: %j', async (name, shipment) => {
  const { id } = await stored({ status: 'Processing' });
  expect(await refusal(id, () => shipOrder(id, shipment))).toBe(
    `The ${name} must be one line of 1 to 60 characters.`,
  );
});

describe('a cancelled order', () => {
  test.each([
    ['Razorpay', razorpayOrder],
    ['Stripe', stripeOrder],
  ])('paid by %s is refunded and releases its stock', async (name, ordered) => {
    const id = await ordered();
    expect(await stockOf(hoodie.id, 'M')).toBe(7);
    const { after, left } = await cancelOrder(id);
    expect(left).toEqual([]);
    expect(after.refunds).toMatchObject([
      {
        reason: 'cancelled',
        amountPaise: after.totalPaise,
        doneAt: expect.any(Number),
        providerId: expect.any(String),
      },
    ]);
    expect(await orderOf(id)).toEqual(after);
    expect([await stockOf(hoodie.id, 'M'), await soldOf(hoodie.id)]).toEqual([9, 0]);
    await expectSums();
    const [cancelled, sent] = ['has been cancelled', 'has been sent'];
    expect(subjects()).toEqual([expect.stringContaining(cancelled), expect.stringContaining(sent)]);
    expect(mailServer.emails.map(({ mail }) => mail.text).join()).toContain(name);
  });

  test('results from a full refund before shipping', async () => {
    const id = await razorpayOrder();
    const { after } = await refundOrder(id, 'all');
    expect(after).toMatchObject({ status: 'Cancelled', refunds: [{ reason: 'returned' }] });
    expect([await stockOf(hoodie.id, 'M'), await soldOf(hoodie.id)]).toEqual([9, 0]);
    mailServer.emails.length = 0;
    expect(await refusal(id, () => cancelOrder(id))).toContain('is Cancelled');
    await expectSums();
  });

  test('cannot be paid, and late money is refunded', async () => {
    const { orderId, sessionId } = await beginAtStripe(2);
    await cancelOrder(orderId);
    expect(() => providers.stripe.pay(sessionId, { webhook: 'never' })).toThrow();

    const late = await beginAtRazorpay(2);
    await cancelOrder(late.orderId);
    expect(await stockOf(hoodie.id, 'M')).toBe(9);
    providers.razorpay.pay(late.order.id, { webhook: 'never' });
    await reconcileNow();
    const refunds = [{ reason: 'cancelled', doneAt: expect.any(Number) }];
    expect(await orderOf(late.orderId)).toMatchObject({ refunds });
    await expectSums();
  });

  test('sends back-in-stock emails for its sizes', async () => {
    await setStock(hoodie.id, 'M', 2);
    const id = await cashOrder();
    await saveSubscription([], { productId: hoodie.id, size: 'M', initial: 0 }, 'meera@example.com');
    await cancelOrder(id);
    expect(recipientsOf(mailServer)).toContain('meera@example.com');
  });

  test('is cancelled once, also by two at once', async () => {
    const id = await razorpayOrder();
    const both = await Promise.allSettled([cancelOrder(id), cancelOrder(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectSums();
  });
});

describe('finding an order', () => {
  test('works with its id and with the end of its id', async () => {
    const order = await stored({ id: '0123456789ABCDE10K3M' });
    for (const typed of ['0123456789ABCDE10K3M', 'E10K3M', 'e10k3m', '#E10K3M', ' elok3m ']) {
      expect((await findOrder(typed)).id, typed).toBe(order.id);
    }
  });

  test('fails with a short or ambiguous ending', async () => {
    await stored({ id: '0123456789ABCDE10K3M' });
    await stored({ id: '9876543210ABCDE10K3M' });
    const words = async (typed: string) => (await findOrder(typed).catch((error: Error) => error)) as Error;
    expect((await words('0K3M')).message).toBe(
      '"0K3M" is no order: give its 20 characters or at least the last 6.',
    );
    expect((await words('E1-K3M')).message).toContain('is no order');
    expect((await words('E10K3M')).message).toMatch(
      /^2 orders end with E10K3M, so give more: .*0123456789ABCDE10K3M.*\.$/,
    );
    expect((await words('ZZZZZZ')).message).toBe('There is no order ZZZZZZ.');
    expect((await words('00000000000000000000')).message).toBe('There is no order 00000000000000000000.');
    expect((await findOrder('9876543210ABCDE10K3M')).id).toBe('9876543210ABCDE10K3M');
  });
});
