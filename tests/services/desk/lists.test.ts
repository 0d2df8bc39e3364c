import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as lists from '../../../netlify/services/desk/lists.ts';
import * as money from '../../../netlify/services/desk/money.ts';
import * as orders from '../../../netlify/services/desk/orders.ts';
import * as stock from '../../../netlify/services/desk/stock.ts';
import { saveSubscription } from '../../../netlify/storage/back-in-stock.ts';
import { noteAbandonedEmail } from '../../../netlify/storage/abandoned-emails.ts';
import { askFor } from '../../../netlify/storage/newsletter.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { joinWaitlist, readWaitlist } from '../../../netlify/storage/waitlist.ts';
import { deskListsMessages } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import { deskStockMessages } from '../../../src/contract/messages/desk-stock-and-money.ts';
import { dayOf } from '../../../src/domain/days.ts';
import { newCode } from '../../support/codes.ts';
import { recipientsOf, useMailServer } from '../../support/mail-server.ts';
import { payByRazorpay, SHOP_ADDRESS, useProviders } from '../../support/payments.ts';
import { placeCashOrder } from '../../support/placed-orders.ts';
import { flush } from '../../support/redis.ts';
import { hoodie, newShopper, setStock, shirt } from '../../support/shop-calls.ts';

const providers = useProviders();
const mailServer = useMailServer(SHOP_ADDRESS);
const owner = { email: 'asha@taana.example', role: 'owner' } as const;
const ravi = 'ravi@example.com';

beforeEach(async () => {
  await flush();
  await setStock(hoodie.id, 'M', 9);
  await setStock(shirt.id, 'M', 9);
});

test('work for the owner is listed with its order', async () => {
  const { orderId } = await placeCashOrder();
  await noteAbandonedEmail('orders', { about: orderId, kind: 'shipped' }, Date.now());
  const { tasks } = await lists.read();
  expect(tasks).toMatchObject([{ orderId, status: 'Order Placed' }]);
  expect(tasks[0]?.what).toContain('shipped');
});

test('asking the providers finds a payment that nobody reported', async () => {
  const { token } = await newShopper();
  const { body } = await payByRazorpay(token, [[hoodie, 'M', 2]]);
  providers.razorpay.pay(body.order.id, { webhook: 'never' });
  expect(await lists.reconcile(owner)).toMatchObject({
    ...{ looked: 1, problems: [], left: 0 },
    changed: [{ orderId: body.orderId, before: 'Payment Pending', after: 'Order Placed' }],
  });
  const [order] = (await orders.list(owner, {})).orders;
  expect(order?.status).toBe('Order Placed');
  // Who asked stands in the log before any answer, and beside each order what became of it.
  expect(await readLogOf('orders', 9)).toMatchObject([{ who: owner.email, action: 'lists.reconcile' }]);
  expect(await readLogOf(`order:${body.orderId}`, 9)).toMatchObject([
    { who: owner.email, before: { status: 'Payment Pending' }, after: { status: 'Order Placed' } },
  ]);
});

test('an export of emails has the rows of the command line and is logged', async () => {
  await askFor([], { email: ravi, at: Date.now(), privacyVersion: '2026-11-22' });
  const confirmed = await lists.exportList(owner, { list: 'newsletter', isAll: false });
  const all = await lists.exportList(owner, { list: 'newsletter', isAll: true });
  expect(confirmed.csv).not.toContain(ravi);
  expect(all.csv).toContain(`${ravi},unconfirmed`);
  expect(await readLogOf('list:newsletter', 9)).toMatchObject([
    { who: owner.email, action: 'lists.export' },
    { who: owner.email, action: 'lists.export' },
  ]);
});

describe('the launch announcement', () => {
  const wish = { name: 'Ravi', message: '', privacyVersion: '2026-11-20', formSent: false };

  test('goes once to everybody on the waitlist', async () => {
    await joinWaitlist([], { ...wish, email: ravi, at: Date.now() });
    expect((await lists.read()).waiting).toBe(1);
    expect(await lists.launch(owner)).toMatchObject({ sent: 1, refused: 0, left: 0 });
    expect(await lists.launch(owner)).toMatchObject({ sent: 0, left: 0 });
    expect(recipientsOf(mailServer)).toEqual([ravi]);
    expect(await readLogOf('list:waitlist', 9)).toHaveLength(2);
  });

  test('is refused while the shop shows the waitlist page', async () => {
    await joinWaitlist([], { ...wish, email: ravi, at: Date.now() });
    vi.stubEnv('SHOP_MODE', 'coming-soon');
    await expect(lists.launch(owner)).rejects.toThrow(deskListsMessages.notOpen);
    expect(await readWaitlist()).toHaveLength(1);
    expect(mailServer.emails).toEqual([]);
  });
});

test('codes are listed newest first, and one is found as a shopper types it', async () => {
  const [first, second] = [await newCode({ madeAt: 1 }), await newCode({ madeAt: 2 })];
  const all = await lists.codes(owner, {});
  expect([all.of, all.codes.map(({ code }) => code)]).toEqual([2, [second, first]]);
  const one = await lists.codes(owner, { code: first.toLowerCase().replaceAll('-', ' ') });
  expect(one.codes).toMatchObject([{ code: first, orderId: null }]);
  await expect(lists.codes(owner, { code: 'nothing' })).rejects.toThrow(deskListsMessages.noCode('nothing'));
});

test('subscribers of a size in stock are emailed on request', async () => {
  await setStock(hoodie.id, 'M', 0);
  await saveSubscription([], { productId: hoodie.id, size: 'M', initial: 0 }, ravi);
  const size = { productId: hoodie.id, size: 'M' };
  await expect(stock.tell(owner, size)).rejects.toThrow(deskStockMessages.stillSoldOut);
  await setStock(hoodie.id, 'M', 3);
  expect(await stock.tell(owner, size)).toMatchObject({ sent: 1, left: 0 });
  expect(recipientsOf(mailServer)).toEqual([ravi]);
});

test('the best sellers of a month are listed', async () => {
  await placeCashOrder([[hoodie, 'M', 2]]);
  await placeCashOrder([[shirt, 'M', 1]]);
  const { sellers } = await money.best(owner, { month: dayOf(Date.now()).slice(0, 7) });
  expect(sellers).toMatchObject([
    { productId: hoodie.id, pieces: 2 },
    { productId: shirt.id, pieces: 1 },
  ]);
});
