import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as lists from '../../../netlify/services/desk/lists.ts';
import * as orders from '../../../netlify/services/desk/orders.ts';
import * as stock from '../../../netlify/services/desk/stock.ts';
import { saveSubscription } from '../../../netlify/storage/back-in-stock.ts';
import { noteAbandonedEmail } from '../../../netlify/storage/abandoned-emails.ts';
import { askFor } from '../../../netlify/storage/newsletter.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { joinWaitlist, readWaitlist } from '../../../netlify/storage/waitlist.ts';
import { deskListsMessages } from '../../../src/contract/messages/desk-lists-and-shop.ts';
import { deskStockMessages } from '../../../src/contract/messages/desk-stock-and-money.ts';
import { newCode } from '../../support/codes.ts';
import { recipientsOf, useMailServer } from '../../support/mail-server.ts';
import { owner } from '../../support/desk-orders.ts';
import { SHOP_ADDRESS } from '../../support/payments.ts';
import { beginAtRazorpay, placeCashOrder, useOnlineShop } from '../../support/placed-orders.ts';
import { hoodie, setStock } from '../../support/shop-calls.ts';

const { providers } = useOnlineShop(9);
const mailServer = useMailServer(SHOP_ADDRESS);
const ravi = 'ravi@example.com';

test('work for the owner is listed with its order', async () => {
  const { orderId } = await placeCashOrder();
  await noteAbandonedEmail('orders', { about: orderId, kind: 'shipped' }, Date.now());
  const { tasks } = await lists.read();
  expect(tasks).toMatchObject([{ orderId, status: 'Order Placed' }]);
  expect(tasks[0]?.what).toContain('shipped');
});

test('asking the providers finds a payment that nobody reported', async () => {
  const { orderId, order: opened } = await beginAtRazorpay(2);
  providers.razorpay.pay(opened.id, { webhook: 'never' });
  expect(await lists.reconcile(owner)).toMatchObject({
    checked: 1,
    problems: [],
    left: 0,
    changed: [{ orderId, before: 'Payment Pending', after: 'Order Placed' }],
  });
  const [order] = (await orders.list(owner, {})).orders;
  expect(order?.status).toBe('Order Placed');
  // Who asked stands in the log before any answer, and beside each order what became of it.
  expect(await readLogOf('orders', 9)).toMatchObject([{ who: owner.email, action: 'lists.reconcile' }]);
  expect(await readLogOf(`order:${orderId}`, 9)).toMatchObject([
    { who: owner.email, before: { status: 'Payment Pending' }, after: { status: 'Order Placed' } },
  ]);
});

test('an export of emails has the rows of the command line and is logged', async () => {
  await askFor([], { email: ravi, at: Date.now(), privacyVersion: '2026-11-22' });
  const confirmed = await lists.exportList(owner, { list: 'newsletter', isAll: false });
  const all = await lists.exportList(owner, { list: 'newsletter', isAll: true });
  expect(confirmed.csv).not.toContain(ravi);
  expect(all.csv).toContain(`${ravi},unconfirmed`);
  const entry = { who: owner.email, action: 'lists.export' };
  expect(await readLogOf('list:newsletter', 9)).toMatchObject([entry, entry]);
});

describe('the launch announcement', () => {
  const wish = { name: 'Ravi', message: '', privacyVersion: '2026-11-20', formSent: false };
  beforeEach(() => joinWaitlist([], { ...wish, email: ravi, at: Date.now() }));

  test('goes once to everybody on the waitlist', async () => {
    expect((await lists.read()).waiting).toBe(1);
    expect(await lists.launch(owner)).toMatchObject({ sent: 1, refused: 0, left: 0 });
    expect(await lists.launch(owner)).toMatchObject({ sent: 0, left: 0 });
    expect(recipientsOf(mailServer)).toEqual([ravi]);
    expect(await readLogOf('list:waitlist', 9)).toHaveLength(2);
  });

  test('is refused while the shop shows the waitlist page', async () => {
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
