import { describe, expect, test } from 'vitest';
import type { DeskOrderPage } from '../../../src/contract/desk-orders.ts';
import * as desk from '../../../netlify/services/desk/orders.ts';
import * as packing from '../../../netlify/services/desk/packing.ts';
import { processOrder } from '../../../netlify/services/order-admin.ts';
import { sendDueOrderEmails } from '../../../netlify/services/send-order-email.ts';
import { Refused } from '../../../netlify/services/refusal.ts';
import { emailOutboxKey } from '../../../netlify/storage/keys.ts';
import { readNotifications } from '../../../netlify/storage/notifications.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { changesOf } from '../../../src/contract/messages/desk-log.ts';
import { deskOrderMessages, providerSays } from '../../../src/contract/messages/desk-orders.ts';
import { formatPrice } from '../../../src/domain/money.ts';
import { look, owner, pack, packer, refusedAs, seenOf, ship } from '../../support/desk-orders.ts';
import {
  beginAtRazorpay,
  later,
  parcel,
  payOrderByRazorpay,
  placeCashOrder,
  useOnlineShop,
} from '../../support/placed-orders.ts';
import { orderOf, SHOP_ADDRESS } from '../../support/payments.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { connect } from '../../support/redis.ts';
import { storeOrder } from '../../support/orders.ts';
import { confirmEmail, hoodie, newShopper, shirt } from '../../support/shop-calls.ts';

const { providers, sums } = useOnlineShop(9);
const mailServer = useMailServer(SHOP_ADDRESS);
const bought: Parameters<typeof placeCashOrder>[0] = [
  [hoodie, 'M', 2],
  [shirt, 'M', 1],
];

async function unread(placed: Promise<{ orderId: string }>): Promise<string> {
  const { orderId } = await placed;
  mailServer.emails.length = 0;
  return orderId;
}
const cashOrder = () => unread(placeCashOrder());
const paidOrder = () => unread(payOrderByRazorpay(providers, bought));

test('an owner lists the orders of one network, which a packer cannot see or search', async () => {
  const ids = [await cashOrder(), await cashOrder()];
  const network = (await look(ids[0] ?? '')).money?.network ?? '';
  expect(network).toMatch(/^1\.[\w-]{6}$/);
  const { orders } = await desk.list(owner, { network, method: 'cod' });
  expect(orders.map(({ id }) => id)).toEqual(ids.toReversed());
  expect((await desk.list(owner, { network: '1.nobody' })).orders).toEqual([]);
  expect((await refusedAs(desk.list(packer, { network }))).code).toBe('forbidden');
  expect(JSON.stringify(await look(ids[0] ?? '', packer))).not.toContain(network);
  await desk.cancel(owner, await seenOf(ids[0] ?? ''));
  expect((await look(ids[0] ?? '')).money?.network).toBeNull();
});

test('an owner lists the orders of accounts without a confirmed email, over many pages, and a packer does not', async () => {
  const id = await cashOrder();
  const { userId } = await orderOf(id);
  const { session } = await newShopper(undefined, { emailConfirmedAt: 1 });
  for (let at = 0; at < 60; at += 1) await storeOrder({ userId: session.userId }, 100);
  const listed = async () => (await desk.list(owner, { isUnconfirmed: true })).orders.map((row) => row.id);
  expect(await listed()).toEqual([id]);
  await confirmEmail(userId);
  expect(await listed()).toEqual([]);
  expect((await refusedAs(desk.list(packer, { isUnconfirmed: true }))).code).toBe('forbidden');
});

describe('two staff at one order', () => {
  test('the second change gets the present order and overwrites nothing', async () => {
    const id = await cashOrder();
    const seen = await seenOf(id);
    const first = await desk.pack(owner, seen);
    const { version, status, can } = first.order;
    expect([status, can]).toEqual(['Processing', expect.arrayContaining(['ship', 'undo'])]);
    const { code, now } = await refusedAs(desk.cancel(owner, seen));
    expect(code).toBe('changed');
    expect((now as DeskOrderPage).order).toMatchObject({ status, version });
    expect((now as DeskOrderPage).log).toMatchObject([{ who: owner.email, action: 'orders.pack' }]);
  });

  test('one of two simultaneous changes is done and logged', async () => {
    const id = await cashOrder();
    const seen = await seenOf(id);
    const both = await Promise.allSettled([desk.pack(owner, seen), desk.pack(packer, seen)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readLogOf(`order:${id}`, 9)).toHaveLength(1);
  });

  test('a change by the command line or a provider counts too', async () => {
    const id = await cashOrder();
    const seen = await seenOf(id);
    await processOrder(id);
    expect((await refusedAs(desk.ship(packer, { ...seen, ...parcel }))).code).toBe('changed');
  });
});

test('the log has staff, change and states, and no personal data', async () => {
  const id = await paidOrder();
  await pack(id);
  await ship(id);
  await desk.refund(owner, { ...(await seenOf(id)), amount: 100, reason: 'A loose thread' });
  const log = await readLogOf(`order:${id}`, 9);
  expect(log).toMatchObject([
    { who: owner.email, action: 'orders.refund', reason: 'A loose thread', after: { refundedPaise: 100 } },
    {
      who: packer.email,
      action: 'orders.ship',
      before: { status: 'Processing' },
      after: { shipment: parcel },
    },
    { who: packer.email, action: 'orders.pack', before: { status: 'Order Placed' } },
  ]);
  const { address } = await orderOf(id);
  for (const own of [address.email, address.phone, address.street])
    expect(JSON.stringify(log)).not.toContain(own);
});

describe('shipping', () => {
  async function shipped() {
    const id = await cashOrder();
    await pack(id);
    await connect().del(emailOutboxKey());
    return { id, done: await ship(id) };
  }

  test('can be undone silently until its email is sent', async () => {
    const { id, done } = await shipped();
    expect(done.left).toEqual([]);
    expect(done.order.undoLeftMs).toBeGreaterThan(0);
    expect(done.order.undoLeftMs).toBeLessThanOrEqual(25_000);
    const undone = await desk.undo(packer, { id, seen: done.order.version });
    expect(undone.order).toMatchObject({ status: 'Processing', shipment: null });
    expect(await connect().exists(emailOutboxKey())).toBe(0);
    const { userId, invoice } = await orderOf(id);
    expect((await readNotifications(userId)).map(({ message }) => message).join()).not.toContain('Delhivery');
    // Its invoice number stays used.
    expect(invoice?.number).toBe(1);
    const documents = [{ number: expect.stringContaining('000001') }];
    expect((await ship(id)).order).toMatchObject({ status: 'Shipped', documents });
    await connect().zadd(emailOutboxKey(), { score: 1, member: `${id}:shipped` });
    await later(3_600_000, sendDueOrderEmails);
    const subjects = mailServer.emails.map(({ mail }) => mail.subject);
    expect(subjects).toEqual([expect.stringContaining('is on its way')]);
  });

  test('cannot be undone after a run has claimed its email', async () => {
    const { id, done } = await shipped();
    // The write of storage/email-outbox.lua when it claims an email.
    await connect().zincrby(emailOutboxKey(), 30_000, `${id}:shipped`);
    await expect(desk.undo(packer, { id, seen: done.order.version })).rejects.toThrow('too late');
    await later(30_000, async () => {
      const { order } = await desk.read(packer, { id });
      expect([order.status, order.undoLeftMs, order.can]).toEqual([
        'Shipped',
        null,
        ['deliver', 'askReturn'],
      ]);
    });
  });

  test('is delivered by mistake: that can be undone too, and the cash is owed again', async () => {
    const { id } = await shipped();
    const before = await orderOf(id);
    const wrong = await desk.deliver(packer, await seenOf(id));
    expect(wrong.order.undoLeftMs).toBeGreaterThan(0);
    expect(await orderOf(id)).toMatchObject({ status: 'Delivered', paid: true });
    mailServer.emails.length = 0;
    await sendDueOrderEmails();
    expect(mailServer.emails.map(({ mail }) => mail.subject).join()).not.toContain('arrived');
    await desk.undo(packer, { id, seen: wrong.order.version });
    const { network: _, ...rest } = before;
    const { network: __, ...after } = await orderOf(id);
    expect(after).toEqual(rest);
    const told = (await readNotifications(before.userId)).map(({ message }) => message);
    expect(told.join()).not.toContain('delivered');
    expect(await connect().zscore(emailOutboxKey(), `${id}:delivered`)).toBeNull();
    await sums();
    const right = await desk.deliver(packer, await seenOf(id));
    expect(right.order).toMatchObject({ status: 'Delivered', shipment: parcel });
  });

  test('a delivered online order stays paid when that is undone', async () => {
    const id = await paidOrder();
    await pack(id);
    await ship(id);
    await desk.deliver(packer, await seenOf(id));
    await desk.undo(packer, await seenOf(id));
    expect(await orderOf(id)).toMatchObject({ status: 'Shipped', paid: true, shipment: parcel });
  });

  test('is not undone over a later change', async () => {
    const { id, done } = await shipped();
    await desk.deliver(owner, await seenOf(id));
    expect((await refusedAs(desk.undo(packer, { id, seen: done.order.version }))).code).toBe('changed');
  });

  test('has the same refusals as the command line', async () => {
    const id = await cashOrder();
    const seen = await seenOf(id);
    await expect(desk.ship(packer, { ...seen, ...parcel })).rejects.toThrow('cannot become Shipped');
    await expect(desk.undo(packer, seen)).rejects.toThrow(Refused);
  });
});

describe('a refund', () => {
  test('of pieces is the price that was paid for them', async () => {
    const id = await paidOrder();
    const { money } = await look(id);
    const { order } = await desk.refund(owner, { ...(await seenOf(id)), amount: [{ line: 0, quantity: 1 }] });
    expect(order.money?.refunds).toMatchObject([{ amountPaise: money?.prices[0], state: 'done' }]);
    expect(order.money?.refundablePaise).toBe((money?.totalPaise ?? 0) - (money?.prices[0] ?? 0));
    const many = desk.refund(owner, { ...(await seenOf(id)), amount: [{ line: 0, quantity: 3 }] });
    await expect(many).rejects.toThrow('does not have that many pieces');
    await sums();
  });

  test('is not sent twice by two taps', async () => {
    const id = await paidOrder();
    const seen = await seenOf(id);
    const both = await Promise.allSettled([1, 2].map(() => desk.refund(owner, { ...seen, amount: 500 })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await orderOf(id)).refunds).toHaveLength(1);
  });
});

test('a packer sees no money in the list, in an order or in its log, and no reason of a refund', async () => {
  const id = await paidOrder();
  await desk.refund(owner, { ...(await seenOf(id)), amount: 100, reason: 'One rupee for a loose thread' });
  expect((await desk.read(owner, { id })).log).toMatchObject([{ reason: 'One rupee for a loose thread' }]);
  const page = await desk.read(packer, { id });
  expect(page.order).toMatchObject({ money: null, can: ['pack'] });
  expect(JSON.stringify(page)).not.toMatch(/paise|razorpay_|pay_|rupee/i);
  expect(page.log).toMatchObject([{ who: owner.email, action: 'orders.refund' }]);
  await pack(id);
  const [packed] = (await desk.read(packer, { id })).log;
  expect(packed && changesOf(packed)).toEqual(['It was Order Placed and became Processing.']);
  const { orders } = await desk.list(packer, {});
  expect(orders).toMatchObject([{ id, money: null }]);
  expect(JSON.stringify(orders)).not.toContain('Paise');
});

test('opening an order asks the provider, which may know more than the shop', async () => {
  const { orderId: id, order: opened } = await beginAtRazorpay(2);
  providers.razorpay.pay(opened.id, { webhook: 'never' });
  expect((await look(id)).status).toBe('Payment Pending');
  const { order, said, problem } = await desk.ask(owner, { id });
  expect([order.status, problem]).toEqual(['Order Placed', null]);
  const { totalPaise = 0, payment } = order.money ?? {};
  const sentence = `${formatPrice(totalPaise)} has come in (${payment?.id}).`;
  expect(said.flatMap(providerSays.sentences)).toEqual([sentence]);
  providers.fault('razorpay', 'error');
  expect((await desk.ask(owner, { id })).problem).toContain('Razorpay');
});

test('an invoice is read with its credit notes, and a missing one is refused', async () => {
  const id = await cashOrder();
  await expect(desk.invoice(packer, { id })).rejects.toThrow(deskOrderMessages.noInvoiceYet);
  await pack(id);
  await packing.print(packer, { ids: [id] });
  const { invoice } = await desk.invoice(packer, { id });
  expect([invoice.orderId, invoice.creditNotes]).toEqual([id, []]);
});
