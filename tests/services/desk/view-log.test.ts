import { expect, test } from 'vitest';
import * as desk from '../../../netlify/services/desk/orders.ts';
import * as packing from '../../../netlify/services/desk/packing.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { beginAtRazorpay, placeCashOrder, useOnlineShop } from '../../support/placed-orders.ts';
import { SHOP_ADDRESS } from '../../support/payments.ts';
import {
  owner as ownersEmail,
  packer as packersEmail,
  signUp,
  usePasskey,
  useStaff,
} from '../../support/desk.ts';
import { useMailServer } from '../../support/mail-server.ts';
import { connect } from '../../support/redis.ts';
import { address, hoodie } from '../../support/shop-calls.ts';

/** What is shown is logged, once an hour for each member of staff and each thing; and who came in. */

const { providers } = useOnlineShop(9);
useMailServer(SHOP_ADDRESS);

const owner = { email: ownersEmail, role: 'owner' } as const;
const packer = { email: packersEmail, role: 'packer' } as const;

const cashOrder = async () => (await placeCashOrder([[hoodie, 'M', 1]])).orderId;

test('a look at an order is one entry an hour for each person', async () => {
  const id = await cashOrder();
  for (const who of [packer, packer, owner, packer]) await desk.read(who, { id });
  const looks = async () => (await readLogOf(`look:${id}`, 50)).map(({ who, action }) => [who, action]);
  expect(await looks()).toEqual([
    [owner.email, 'orders.read'],
    [packer.email, 'orders.read'],
  ]);
  const kept = await connect().keys('staff-look:*');
  expect(kept).toHaveLength(2);
  for (const key of kept) {
    const left = await connect().pttl(key);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(3_600_000);
    // The hour is over.
    await connect().del(key);
  }
  await desk.read(packer, { id });
  expect(await looks()).toHaveLength(3);
});

test('an order that there is not leaves nothing', async () => {
  await expect(desk.read(owner, { id: 'A'.repeat(20) })).rejects.toThrow();
  expect(await connect().keys('staff-l*')).toEqual([]);
});

test('a search is logged with the orders that it showed, and without what was typed', async () => {
  const id = await cashOrder();
  const phone = address.phone.slice(2);
  for (const search of [phone, address.email, 'Rao', 'Rao']) await desk.list(packer, { search });
  await desk.list(packer, {});
  const log = await readLogOf('orders', 50);
  expect(log.map(({ who, action, after }) => [who, action, after])).toMatchObject(
    ['words', 'an email', 'a number'].map((searched) => [packer.email, 'orders.list', { searched }]),
  );
  expect(log[0]?.after).toMatchObject({ found: [id] });
  for (const typed of [phone, address.email, 'Rao']) expect(JSON.stringify(log)).not.toContain(typed);
});

test('a list of one network, or of unconfirmed accounts, is logged with the orders that it showed', async () => {
  const id = await cashOrder();
  const network = (await desk.read(owner, { id })).order.money?.network ?? '';
  const queries = [{ network }, { network }, { isUnconfirmed: true as const }, { search: 'Rao', network }];
  for (const query of queries) await desk.list(owner, query);
  const log = await readLogOf('orders', 50);
  expect(log.map(({ after }) => after)).toEqual([
    { searched: 'words, a network', found: [id] },
    { searched: 'accounts without a confirmed email', found: [id] },
    { searched: 'a network', found: [id] },
  ]);
  expect(JSON.stringify(log)).not.toContain(network);
});

test('a batch and an invoice are logged', async () => {
  const ids = [await cashOrder(), await cashOrder()];
  const id = ids[0] ?? '';
  await packing.read(packer, { ids });
  await packing.read(packer, { ids });
  expect(await readLogOf('orders', 9)).toMatchObject([{ action: 'packing.read', after: { found: ids } }]);
  const { version: seen } = (await desk.read(owner, { id })).order;
  await desk.pack(owner, { id, seen });
  await packing.print(owner, { ids: [id] });
  await desk.invoice(owner, { id });
  const [newest] = await readLogOf(`look:${id}`, 1);
  expect(newest).toMatchObject({ who: owner.email, action: 'orders.invoice' });
});

test('who asks a provider is in the log, with what the answer changed', async () => {
  const { orderId: id, order } = await beginAtRazorpay();
  await desk.ask(owner, { id });
  providers.razorpay.pay(order.id, { webhook: 'never' });
  await desk.ask(owner, { id });
  const log = await readLogOf(`order:${id}`, 9);
  expect(log[0]).toMatchObject({ before: { status: 'Payment Pending' }, after: { status: 'Order Placed' } });
  expect(log.filter(({ before }) => before === null)).toHaveLength(2);
  expect(log.every(({ who, action }) => who === owner.email && action === 'orders.ask')).toBe(true);
});

test('each sign-in and sign-out is in the log; a passkey that is used again in a session is none', async () => {
  useStaff();
  const { browser, passkey } = await signUp(ownersEmail);
  await usePasskey(browser, passkey);
  await browser.call('session.leave');
  await usePasskey(browser, passkey);
  const log = await readLogOf('staff', 9);
  expect(log.map(({ who, action }) => [who, action])).toEqual([
    [owner.email, 'passkey.prove'],
    [owner.email, 'session.leave'],
    [owner.email, 'passkey.register'],
    [owner.email, 'session.enter'],
  ]);
  const device = { email: owner.email, device: 'Chrome on Android' };
  expect([log[0]?.after, log[1]?.before]).toEqual([device, device]);
});
