import { beforeEach, describe, expect, test, vi } from 'vitest';
import { refundOrder } from '../../netlify/services/refund-admin.ts';
import {
  cancelOrder,
  deliverOrder,
  findOrder,
  listOrders,
  processOrder,
  reconcile,
  shipOrder,
} from '../../netlify/services/order-admin.ts';
import { refuseUnlessItCanBecome } from '../../netlify/services/order-rules.ts';
import { updateOrder } from '../../netlify/services/order-changes.ts';
import { sendDueOrderEmails } from '../../netlify/services/send-order-email.ts';
import { Refused } from '../../netlify/services/refusal.ts';
import { sales } from '../../netlify/services/sales.ts';
import { lockKey, emailOutboxKey } from '../../netlify/storage/keys.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import { saveSubscription } from '../../netlify/storage/back-in-stock.ts';
import { changeOrder } from '../../netlify/storage/order-changes.ts';
import { canBecome, moved, type Order, type OrderStatus, transitions } from '../../src/domain/order.ts';
import { sum } from '../../src/domain/takings.ts';
import { anOrder } from '../support/orders.ts';
import {
  changeStored,
  expectSumsHold,
  orderOf,
  payByRazorpay,
  payByStripe,
  sessionOf,
  SHOP_ADDRESS,
  useProviders,
  verifyRazorpay,
  verifyReturn,
} from '../support/payments.ts';
import { recipientsOf, useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import {
  call,
  hoodie,
  newKey,
  newShopper,
  orderBody,
  setStock,
  shirt,
  soldOf,
  stockOf,
  workDone,
} from '../support/shop-calls.ts';

const providers = useProviders();
const office = useMailServer(SHOP_ADDRESS);

beforeEach(async () => {
  await flush();
  await setStock(hoodie.id, 'M', 9);
});

const parcel = { courier: 'Delhivery', trackingNumber: '1490816273645' };
/** Sorted by what they say: letters that are due together go out together. */
const subjects = () =>
  office.letters.map(({ mail }) => (mail.subject ?? '').replace(/\b[0-9A-Z]{6}\b/, '…')).sort();

/** An order as it stands in the database, with its pieces taken. */
async function stored(own: Partial<Order> = {}): Promise<Order> {
  const order = anOrder({
    items: [
      { productId: hoodie.id, name: hoodie.name, pricePaise: 9_000, picture: '', size: 'M', quantity: 2 },
    ],
    placedAt: Date.now(),
    subtotalPaise: 18_000,
    totalPaise: 19_000,
    ...own,
  });
  await changeOrder({ before: null, after: order, news: { notifications: [], emails: [] } }, () => 9);
  return order;
}

async function changeStatus(orderId: string, status: OrderStatus): Promise<void> {
  await updateOrder(orderId, (order) => moved(order, status, Date.now()));
}

async function cashOrder(): Promise<string> {
  const { token } = await newShopper();
  const { body } = await call('order.place', { token, key: newKey(), body: orderBody([hoodie, 'M', 2]) });
  await workDone();
  office.letters.length = 0;
  return body.orderId;
}

/** Paid in Razorpay's window by a shopper who came back. */
async function razorpayOrder(): Promise<string> {
  const { token } = await newShopper();
  const { body } = await payByRazorpay(token, [[hoodie, 'M', 2]]);
  const receipt = providers.razorpay.pay(body.order.id, { webhook: 'never' });
  await verifyRazorpay(token, receipt);
  await workDone();
  office.letters.length = 0;
  return body.orderId;
}

async function stripeOrder(): Promise<string> {
  const { token } = await newShopper();
  const { body } = await payByStripe(token, [[hoodie, 'M', 2]]);
  providers.stripe.pay(sessionOf(body.session_url), { webhook: 'never' });
  await verifyReturn(token, body.orderId);
  await workDone();
  office.letters.length = 0;
  return body.orderId;
}

const reconcileNow = () =>
  reconcile(
    () => {},
    () => {},
  );

/** What the verb refuses with; it must have changed nothing. */
async function refusal(id: string, verb: () => Promise<unknown>): Promise<string> {
  const before = await orderOf(id);
  const error = await verb().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refused);
  expect(await orderOf(id)).toEqual(before);
  expect(office.letters).toEqual([]);
  return (error as Refused).message;
}

test('an order goes its way, and its shopper hears of every step', async () => {
  const id = await cashOrder();
  const { userId } = await orderOf(id);
  expect((await processOrder(id)).after.status).toBe('Processing');
  const shipped = await shipOrder(id, { courier: ' Delhivery ', trackingNumber: '1490816273645 ' });
  expect(shipped).toMatchObject({ after: { status: 'Shipped', shipment: parcel, paid: false }, left: [] });
  const { after, left } = await deliverOrder(id);
  expect([after.status, left]).toEqual(['Delivered', []]);
  expect(await orderOf(id)).toEqual(after);
  expect(after.history.map(({ status }) => status)).toEqual([
    'Order Placed',
    'Processing',
    'Shipped',
    'Delivered',
  ]);
  expect(office.letters.map(({ mail }) => mail.subject)).toEqual([
    expect.stringContaining('is being packed'),
    expect.stringContaining('is on its way'),
    expect.stringContaining('was delivered'),
  ]);
  expect((await readNotifications(userId)).map(({ message }) => message)).toEqual([
    expect.stringContaining('was delivered'),
    expect.stringContaining('Delhivery, tracking number 1490816273645'),
    expect.stringContaining('is being packed'),
    expect.stringContaining('is placed'),
  ]);
});

test('cash on delivery is paid when it is delivered', async () => {
  const { id } = await stored({ status: 'Shipped', shipment: parcel });
  expect((await deliverOrder(id)).after).toMatchObject({ paid: true, payment: null });
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

test('a refusal says where the order can go instead', async () => {
  const { id } = await stored();
  expect(await refusal(id, () => deliverOrder(id))).toBe(
    `Order ${id.slice(-6)} is Order Placed and cannot become Delivered: it can only become Processing or Cancelled.`,
  );
  const done = await stored({ status: 'Delivered', paid: true });
  expect(await refusal(done.id, () => cancelOrder(done.id))).toMatch(/: that is final\.$/);
});

test('an order that there is not is named', async () => {
  await expect(processOrder('00000000000000000000')).rejects.toThrow(
    'There is no order 00000000000000000000.',
  );
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
  ])('of %s gives its money and its pieces back', async (name, ordered) => {
    const id = await ordered();
    expect(await stockOf(hoodie.id, 'M')).toBe(7);
    const { after, left } = await cancelOrder(id);
    expect(left).toEqual([]);
    expect(after.refunds).toEqual([
      expect.objectContaining({
        reason: 'cancelled',
        amountPaise: after.totalPaise,
        doneAt: expect.any(Number),
        providerId: expect.any(String),
      }),
    ]);
    expect(await orderOf(id)).toEqual(after);
    expect([await stockOf(hoodie.id, 'M'), await soldOf(hoodie.id)]).toEqual([9, 0]);
    await expectSumsHold([[hoodie, 'M', 9]], providers);
    expect(subjects()).toEqual([
      expect.stringContaining('is cancelled'),
      expect.stringContaining('was sent back'),
    ]);
    expect(office.letters.map(({ mail }) => mail.text).join()).toContain(name);
  });

  test('of cash gives its pieces back alone', async () => {
    const id = await cashOrder();
    const { after } = await cancelOrder(id);
    expect(after).toMatchObject({ paid: false, refunds: [] });
    expect([await stockOf(hoodie.id, 'M'), await soldOf(hoodie.id)]).toEqual([9, 0]);
    expect(office.letters[0]?.mail.text).toContain('Nothing was charged');
  });

  test('gives back what is left of its money, and nothing of what went before', async () => {
    const id = await razorpayOrder();
    await refundOrder(id, 5_000);
    const { after } = await cancelOrder(id);
    expect(after.refunds.map(({ reason, amountPaise }) => [reason, amountPaise])).toEqual([
      ['returned', 5_000],
      ['cancelled', after.totalPaise - 5_000],
    ]);
    await expectSumsHold([[hoodie, 'M', 9]], providers);
  });

  test('is one of which all money goes back before it has left the shop', async () => {
    const id = await razorpayOrder();
    const { after } = await refundOrder(id, 'all');
    expect(after).toMatchObject({ status: 'Cancelled', refunds: [{ reason: 'returned' }] });
    expect([await stockOf(hoodie.id, 'M'), await soldOf(hoodie.id)]).toEqual([9, 0]);
    office.letters.length = 0;
    expect(await refusal(id, () => cancelOrder(id))).toContain('is Cancelled');
    await expectSumsHold([[hoodie, 'M', 9]], providers);
  });

  test('can be paid no more, and money that comes all the same goes back', async () => {
    const { token } = await newShopper();
    const stripe = await payByStripe(token, [[hoodie, 'M', 2]]);
    const session = sessionOf(stripe.body.session_url);
    await cancelOrder(stripe.body.orderId);
    expect(() => providers.stripe.pay(session, { webhook: 'never' })).toThrow();

    const other = await newShopper();
    const razorpay = await payByRazorpay(other.token, [[hoodie, 'M', 2]]);
    await cancelOrder(razorpay.body.orderId);
    expect(await stockOf(hoodie.id, 'M')).toBe(9);
    providers.razorpay.pay(razorpay.body.order.id, { webhook: 'never' });
    await reconcileNow();
    expect((await orderOf(razorpay.body.orderId)).refunds).toMatchObject([
      { reason: 'cancelled', doneAt: expect.any(Number) },
    ]);
    await expectSumsHold([[hoodie, 'M', 9]], providers);
  });

  test('tells whoever waits for its size', async () => {
    await setStock(hoodie.id, 'M', 2);
    const id = await cashOrder();
    await saveSubscription([], { productId: hoodie.id, size: 'M', opening: 0 }, 'meera@example.com');
    await cancelOrder(id);
    expect(recipientsOf(office)).toContain('meera@example.com');
  });

  test('is cancelled once, also by two at once', async () => {
    const id = await razorpayOrder();
    const both = await Promise.allSettled([cancelOrder(id), cancelOrder(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectSumsHold([[hoodie, 'M', 9]], providers);
  });
});

describe('while a provider is silent', () => {
  test('an order is cancelled and its money stays wanted, until somebody reconciles', async () => {
    const id = await razorpayOrder();
    providers.fault('razorpay', 'error');
    const { after, left } = await cancelOrder(id);
    expect(after.status).toBe('Cancelled');
    expect(left).toEqual([
      expect.stringContaining('is not on its way back yet: Razorpay has not taken it on'),
    ]);
    providers.fault('razorpay', 'none');
    // Half a minute later.
    await connect().del(lockKey(`refund:${id}:${after.refunds[0]?.key}`));
    const {
      looked: [seen],
    } = await reconcileNow();
    expect(seen).toMatchObject({ orderId: id, refundsDone: 1, problems: [] });
    expect((await orderOf(id)).refunds[0]?.doneAt).not.toBeNull();
  });

  test('reconciling names the order that it could not ask about', async () => {
    const { token } = await newShopper();
    const { body } = await payByRazorpay(token, [[hoodie, 'M', 2]]);
    providers.fault('razorpay', 'error');
    const counts: number[] = [];
    const {
      looked: [seen],
    } = await reconcile(
      (count) => counts.push(count),
      () => counts.push(1),
    );
    expect(counts).toEqual([1, 1]);
    expect(seen).toMatchObject({
      orderId: body.orderId,
      before: 'Payment Pending',
      after: 'Payment Pending',
    });
    expect(seen?.problems).toEqual([expect.stringContaining('Razorpay does not answer')]);
  });

  test('without the keys of a provider its money is written down as wanted', async () => {
    const id = await razorpayOrder();
    vi.stubEnv('RAZORPAY_KEY_SECRET', '');
    expect((await refundOrder(id, 100)).left).toEqual([
      '₹1.00 is not on its way back yet: the keys of Razorpay are not set here.',
    ]);
    expect((await orderOf(id)).refunds).toMatchObject([{ doneAt: null }]);
  });
});

test('reconciling finds money that nobody told of, whenever its turn would be', async () => {
  const { token } = await newShopper();
  const { body } = await payByRazorpay(token, [[hoodie, 'M', 2]]);
  providers.razorpay.pay(body.order.id, { webhook: 'never' });
  expect(await reconcileNow()).toMatchObject({
    looked: [{ before: 'Payment Pending', after: 'Order Placed', problems: [] }],
    unsentEmails: 0,
  });
  expect(subjects()).toEqual([expect.stringContaining('is placed')]);
});

test('reconciling counts the emails that did not go out', async () => {
  await processOrder((await stored()).id);
  vi.stubEnv('SMTP_URL', '');
  const { id } = await stored({ status: 'Processing' });
  await shipOrder(id, parcel);
  // What could not go out is not due again at once.
  expect(await reconcileNow()).toEqual({ looked: [], unseen: [], unsentEmails: 0 });
  await connect().zadd(emailOutboxKey(), { score: 1, member: `${id}:shipped` });
  expect(await reconcileNow()).toEqual({ looked: [], unseen: [], unsentEmails: 1 });
  vi.stubEnv('SMTP_URL', office.url);
  await connect().zadd(emailOutboxKey(), { score: 1, member: `${id}:shipped` });
  expect(await reconcileNow()).toEqual({ looked: [], unseen: [], unsentEmails: 0 });
  expect(subjects()).toEqual([
    expect.stringContaining('is being packed'),
    expect.stringContaining('is on its way'),
  ]);
});

describe('money that goes back after a return', () => {
  test('is any part of what came in, and never more than is left', async () => {
    const id = await razorpayOrder();
    const { totalPaise } = await orderOf(id);
    const first = await refundOrder(id, 10_001);
    expect(first.after.refunds).toMatchObject([{ amountPaise: 10_001, reason: 'returned' }]);
    expect(first.after.status).toBe('Order Placed');
    office.letters.length = 0;
    const rest = totalPaise - 10_001;
    expect(await refusal(id, () => refundOrder(id, rest + 1))).toMatch(/^Only ₹[\d,.]+ of order .+ is left/);
    expect((await refundOrder(id, 'all')).after.refunds).toMatchObject([{}, { amountPaise: rest }]);
    office.letters.length = 0;
    expect(await refusal(id, () => refundOrder(id, 'all'))).toContain('has gone back or is on its way');
    expect(await refusal(id, () => refundOrder(id, 1))).toContain('has gone back or is on its way');
    await expectSumsHold([[hoodie, 'M', 9]], providers);
  });

  test.each([0, -1, 0.5, Number.NaN])('is not %d paise', async (amount) => {
    const id = await razorpayOrder();
    expect(await refusal(id, () => refundOrder(id, amount))).toContain('must be more than ₹0.00');
  });

  test('is never more than is left, also when two ask at once', async () => {
    const id = await stripeOrder();
    const { totalPaise } = await orderOf(id);
    const both = await Promise.allSettled([refundOrder(id, totalPaise - 1), refundOrder(id, totalPaise - 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectSumsHold([[hoodie, 'M', 9]], providers);
  });

  test('of cash is the owner’s own', async () => {
    const { id } = await stored({ status: 'Delivered', paid: true });
    expect(await refusal(id, () => refundOrder(id, 'all'))).toContain('was paid in cash');
    const owed = await stored();
    expect(await refusal(owed.id, () => refundOrder(owed.id, 'all'))).toContain('No money has come in');
  });
});

test.each([
  ['SMTP_URL', ''],
  ['SMTP_URL', 'smtp://127.0.0.1:1'],
  ['SITE_URL', ''],
])(
  'where no letter can go out (%s=%j) the change is made and says that its letter waits',
  async (name, value) => {
    const { id } = await stored();
    vi.stubEnv(name, value);
    const { after, left } = await processOrder(id);
    expect(after.status).toBe('Processing');
    expect(left).toEqual([expect.stringContaining(`The email to ${after.address.email} waits`)]);
  },
);

describe('an order is found', () => {
  test('by its id and by its end, as it is read out', async () => {
    const order = await stored({ id: '0123456789ABCDE10K3M' });
    for (const typed of ['0123456789ABCDE10K3M', 'E10K3M', 'e10k3m', '#E10K3M', ' elok3m ']) {
      expect((await findOrder(typed)).id, typed).toBe(order.id);
    }
  });

  test('never by too little, or where there are two', async () => {
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

/** Every order of these tests can be read. */
const unheard = (orderId: string) => {
  throw new Error(`${orderId} cannot be read`);
};

test('orders are listed newest first, by status and by time, more than one page of them', async () => {
  const ids: string[] = [];
  await setStock(hoodie.id, 'M', 99_999);
  for (let at = 1; at <= 230; at += 1) {
    const status = at % 100 === 0 ? 'Processing' : 'Order Placed';
    // Some share their very millisecond.
    ids.unshift((await stored({ placedAt: Math.ceil(at / 2), status })).id);
  }
  const all = await listOrders({ most: 1_000 }, unheard);
  expect(all.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(all.map(({ placedAt }) => placedAt)).toEqual(
    all.map(({ placedAt }) => placedAt).toSorted((a, b) => b - a),
  );
  expect(await listOrders({ most: 3 }, unheard)).toEqual(all.slice(0, 3));
  expect(await listOrders({ status: 'Processing', most: 10 }, unheard)).toEqual(
    all.filter(({ status }) => status === 'Processing'),
  );
  expect((await listOrders({ from: 10, to: 11, most: 10 }, unheard)).map(({ placedAt }) => placedAt)).toEqual(
    [11, 11, 10, 10],
  );
  expect(await listOrders({ status: 'Shipped', most: 10 }, unheard)).toEqual([]);
});

test('sales count orders that stand, on their day in India, less what went back', async () => {
  // The same evening in London: before and after midnight in India.
  const evening = Date.UTC(2026, 10, 20, 18, 29, 59);
  await stored({ placedAt: evening });
  await stored({ placedAt: evening + 1_000, status: 'Delivered', paid: true });
  await stored({ placedAt: evening, status: 'Cancelled' });
  await stored({ placedAt: evening, status: 'Payment Pending', paymentMethod: 'stripe' });
  const id = await razorpayOrder();
  await refundOrder(id, 1_000);
  await changeStored(id, { placedAt: evening });
  const paid = await orderOf(id);

  const { lines, bestSellers } = await sales(0, Number.MAX_SAFE_INTEGER, unheard);
  const cash = {
    orders: 1,
    pieces: 2,
    grossPaise: 18_000,
    discountPaise: 0,
    feePaise: 1_000,
    refundsPaise: 0,
    netPaise: 19_000,
  };
  expect(lines).toEqual([
    { day: '2026-11-20', method: 'cod', ...cash },
    {
      ...{ day: '2026-11-20', method: 'razorpay', orders: 1, pieces: 2 },
      ...{
        grossPaise: paid.subtotalPaise,
        discountPaise: 0,
        feePaise: 1_000,
        refundsPaise: 1_000,
        netPaise: paid.subtotalPaise,
      },
    },
    { day: '2026-11-21', method: 'cod', ...cash },
  ]);
  expect(sum(lines)).toMatchObject({ orders: 3, pieces: 6, netPaise: 38_000 + paid.subtotalPaise });
  expect(bestSellers).toEqual([
    { productId: hoodie.id, name: hoodie.name, pieces: 6, grossPaise: 36_000 + paid.subtotalPaise },
  ]);
  expect((await sales(evening + 1_000, evening + 1_000, unheard)).lines).toHaveLength(1);
});

describe('the letter that a payment did not go through', () => {
  /** An order whose payment was declined, and its letter due. */
  async function declined() {
    const { token } = await newShopper();
    const { body } = await payByRazorpay(token, [[hoodie, 'M', 2]]);
    providers.razorpay.pay(body.order.id, { outcome: 'failed', webhook: 'never' });
    await changeStatus(body.orderId, 'Payment Failed');
    await connect().zadd(emailOutboxKey(), { score: 1, member: `${body.orderId}:failed` });
    return body;
  }

  test('goes out once the provider says that nothing was paid', async () => {
    await declined();
    await sendDueOrderEmails();
    expect(subjects()).toEqual([expect.stringContaining('did not go through')]);
  });

  test('does not go out where money has come of which nobody has told: the order is placed instead', async () => {
    const { orderId, order } = await declined();
    providers.razorpay.pay(order.id, { webhook: 'never' });
    await sendDueOrderEmails();
    expect(subjects()).toEqual([expect.stringContaining('is placed')]);
    expect(await orderOf(orderId)).toMatchObject({ status: 'Order Placed', paid: true });
  });

  test('waits while the provider cannot be asked', async () => {
    await declined();
    vi.stubEnv('RAZORPAY_KEY_ID', '');
    const log = vi.spyOn(console, 'error').mockReturnValue();
    await sendDueOrderEmails();
    expect(office.letters).toEqual([]);
    expect(await connect().zcard(emailOutboxKey())).toBe(1);
    expect(log).toHaveBeenCalled();
  });
});

test('who is told of a cancellation whose payment had begun is not told that nothing was charged', async () => {
  const { token } = await newShopper();
  const { body } = await payByRazorpay(token, [[hoodie, 'M', 2]]);
  await cancelOrder(body.orderId);
  expect(office.letters[0]?.mail.text).toContain('the money goes back to you automatically');
  expect(office.letters[0]?.mail.text).not.toContain('Nothing was charged');
});

test('best sellers come by pieces, then by what they brought in', async () => {
  const line = { name: shirt.name, picture: '', size: 'M' };
  await stored({
    items: [
      { ...line, productId: shirt.id, pricePaise: 500, quantity: 1 },
      { ...line, productId: 'tee', pricePaise: 900, quantity: 1 },
      { ...line, productId: hoodie.id, pricePaise: 100, quantity: 3 },
    ],
  });
  const { bestSellers } = await sales(0, Number.MAX_SAFE_INTEGER, unheard);
  expect(bestSellers.map(({ productId }) => productId)).toEqual([hoodie.id, 'tee', shirt.id]);
});
