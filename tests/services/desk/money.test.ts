import { describe, expect, test, vi } from 'vitest';
import { best, cashReceived, exportTable, month } from '../../../netlify/services/desk/money.ts';
import { read } from '../../../netlify/services/desk/today.ts';
import { documentPlaces, readDocuments } from '../../../netlify/services/invoices.ts';
import { cancelOrder, deliverOrder, processOrder } from '../../../netlify/services/order-admin.ts';
import { refundOrder } from '../../../netlify/services/refund-admin.ts';
import { sales } from '../../../netlify/services/sales.ts';
import { saveSubscription } from '../../../netlify/storage/back-in-stock.ts';
import { emailOutboxKey } from '../../../netlify/storage/keys.ts';
import { setCounts } from '../../../netlify/storage/stock-counts.ts';
import { noteAbandonedEmail } from '../../../netlify/storage/abandoned-emails.ts';
import { readLogOf } from '../../../netlify/storage/staff-log.ts';
import { deskMoneyMessages as say } from '../../../src/contract/messages/desk-stock-and-money.ts';
import { dayOf, endOf, startOf } from '../../../src/domain/days.ts';
import { dueOf } from '../../../src/domain/gst-summary.ts';
import { owner, packer } from '../../support/desk-orders.ts';
import { aRefund, storeOrder } from '../../support/orders.ts';
import {
  packAndShip,
  payOrderByRazorpay,
  placeCashOrder,
  useOnlineShop,
} from '../../support/placed-orders.ts';
import { connect } from '../../support/redis.ts';
import { hoodie, roundTrips, setStock, shirt } from '../../support/shop-calls.ts';

const { providers } = useOnlineShop(20);
const thisMonth = () => dayOf(Date.now()).slice(0, 7);

const cashOrder = async () => (await placeCashOrder()).orderId;
const paidOrder = async () => (await payOrderByRazorpay(providers, [[hoodie, 'M', 1]])).orderId;

describe('the month', () => {
  test('has the lines that the command `sales` counts from the orders, in one round trip', async () => {
    await cashOrder();
    const paid = await paidOrder();
    await packAndShip(paid);
    await refundOrder(paid, 10_000);
    let lines: unknown;
    const trips = await roundTrips(async () => {
      ({ lines } = await month(owner, { month: thisMonth() }));
    });
    const counted = await sales(0, Date.now(), () => {});
    expect(lines).toEqual(counted.lines);
    expect(counted.lines.map(({ method, refundsPaise }) => [method, refundsPaise])).toEqual([
      ['cod', 0],
      ['razorpay', 10_000],
    ]);
    expect(trips).toBe(1);
  });

  test('has the cash that each courier carries, and owes from delivery until it is written down', async () => {
    const [order, other] = [await cashOrder(), await cashOrder()];
    await packAndShip(order);
    await packAndShip(other, 'DELHIVERY');
    const cashNow = async () => (await month(owner, { month: thisMonth() })).cash;
    expect(await cashNow()).toMatchObject([{ orders: 2, collectedPaise: 0 }]);
    for (const id of [order, other]) await deliverOrder(id);
    const [owing] = await cashNow();
    const all = owing?.collectedPaise ?? 0;
    expect(owing).toMatchObject({ courier: 'Delhivery', orders: 0, paise: 0, receivedPaise: 0 });
    expect(all).toBeGreaterThan(0);

    const entry = { courier: ' delhivery', paise: 500_00, seen: 0, note: 'Statement 7' };
    const { cash } = await cashReceived(owner, entry);
    expect(cash).toMatchObject([{ collectedPaise: all, receivedPaise: 500_00 }]);
    // Sent again after a lost reply, it counts once.
    const again = await cashReceived(owner, entry).catch((error: unknown) => error);
    expect(again).toMatchObject({ code: 'changed', now: [{ receivedPaise: 500_00 }] });
    await cashReceived(owner, { courier: 'Delhivery', paise: all - 500_00, seen: 500_00 });
    expect(await cashNow()).toMatchObject([{ collectedPaise: all, receivedPaise: all }]);
    expect(await readLogOf('courier:delhivery', 9)).toMatchObject([
      { before: { receivedPaise: 500_00 }, after: { receivedPaise: all } },
      {
        who: owner.email,
        action: 'money.cashReceived',
        reason: 'Statement 7',
        after: { receivedPaise: 500_00 },
      },
    ]);

    await cashReceived(owner, { courier: 'Delhivery', paise: -all, seen: all });
    expect(await cashNow()).toMatchObject([{ receivedPaise: 0 }]);
    const refused = [
      { courier: 'Delhivery', paise: -1, seen: 0 },
      { courier: 'Nobody', paise: 1, seen: 0 },
    ].map((body) => cashReceived(owner, body).catch((error: Error) => error.message));
    expect(await Promise.all(refused)).toEqual([say.cashTooLow, say.noCourier]);
  });

  test('has the GST of its documents, with the same totals in every table', async () => {
    const paid = await paidOrder();
    await packAndShip(paid);
    await refundOrder(paid, 'all');
    await packAndShip(await paidOrder());
    const { gst } = await month(owner, { month: thisMonth() });
    expect(gst).toMatchObject({ invoices: 2, creditNotes: 1 });
    const total = gst.rows.reduce((sum, row) => sum + dueOf(row).totalPaise, 0);
    expect(total).toBeGreaterThan(0);
    const sumOf = async (table: 'summary' | 'documents') => {
      const { csv } = await exportTable(owner, { month: thisMonth(), table });
      const [heading = '', ...rows] = csv.trim().split('\n');
      const at = heading.split(',').indexOf('total');
      return rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[at]) * 100), 0);
    };
    expect([await sumOf('summary'), await sumOf('documents')]).toEqual([total, total]);
  });
});

test('the best sellers of the month equal what the command `sales` counts, before and after older orders are counted', async () => {
  await cashOrder();
  await paidOrder();
  await placeCashOrder([[shirt, 'M', 1]]);
  await cancelOrder(await cashOrder());
  const { bestSellers } = await sales(0, Date.now(), () => {});
  expect(bestSellers).toMatchObject([
    { productId: hoodie.id, name: hoodie.name, pieces: 3 },
    { productId: shirt.id, name: shirt.name, pieces: 1 },
  ]);
  const expectSame = async () =>
    expect((await best(owner, { month: thisMonth() })).sellers).toEqual(bestSellers);
  await expectSame();
  await read(owner);
  expect(await roundTrips(expectSame)).toBe(2);
});

test('the documents of a month come in pages, without gaps or duplicates', async () => {
  const paid = await paidOrder();
  await packAndShip(paid);
  await refundOrder(paid, 'all');
  await packAndShip(await paidOrder());
  await read(owner);
  const [from, to] = [startOf(`${thisMonth()}-01`), Date.now()];
  const all = await documentPlaces(from, to);
  expect(all.map(({ series, number }) => `${series} ${number}`)).toEqual(['IN 1', 'IN 2', 'CN 1']);
  const whole = await exportTable(owner, { month: thisMonth(), table: 'documents' });
  expect(whole.next).toBeNull();
  const after = `IN/${all[0]?.financialYear}/1`;
  const rest = await exportTable(owner, { month: thisMonth(), table: 'documents', after });
  const lines = whole.csv.trim().split('\n');
  expect(rest.csv.trim().split('\n')).toEqual(lines.slice(2));
});

test('the documents of a later month are found without reading earlier ones', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const days = ['2026-09-10', '2026-10-10', '2026-11-10'];
  for (const day of days) {
    vi.setSystemTime(new Date(`${day}T06:00:00Z`));
    for (let times = 0; times < 2; times += 1) await packAndShip((await storeOrder({ paid: true })).id);
  }
  await read(owner);
  const inOctober = [startOf('2026-10-01'), endOf('2026-10-31')] as const;
  expect((await documentPlaces(...inOctober, 0)).map(({ number }) => number)).toEqual([3, 4]);
  const places = await documentPlaces(...inOctober);
  const issued = await readDocuments(places, ...inOctober, () => {});
  vi.useRealTimers();
  expect(issued.map(({ serial }) => serial)).toEqual(['IN/26-27/000003', 'IN/26-27/000004']);
});

describe('today', () => {
  test('counts open work, in one round trip once the sums are complete', async () => {
    await cashOrder();
    await processOrder(await cashOrder());
    await read(owner);
    let found: Awaited<ReturnType<typeof read>> | undefined;
    const trips = await roundTrips(async () => {
      found = await read(owner);
    });
    expect(trips).toBe(1);
    expect(found?.today).toMatchObject({ pack: 1, ship: 1, unsent: [], lateEmails: 0, backFor: 0 });
    expect(found?.today.money?.today).toMatchObject({ orders: 2, pieces: 4 });
    expect(found?.today.money?.days).toHaveLength(30);
    expect(found?.today.money?.days.at(-1)).toMatchObject({ day: dayOf(Date.now()), orders: 2 });
  });

  test('shows no money to a packer', async () => {
    await cashOrder();
    const { today } = await read(packer);
    expect(today).toMatchObject({ pack: 1, money: null });
    expect(JSON.stringify(today)).not.toContain('Paise');
  });

  test('counts subscribers whose size is back until their email is sent', async () => {
    await setStock(hoodie.id, 'M', 0);
    const size = { productId: hoodie.id, size: 'M', initial: 0 };
    await saveSubscription([], size, 'asha@example.com');
    expect((await read(packer)).today.backFor).toBe(0);
    await setCounts([{ ...size, seen: 0, pieces: 3 }], false, []);
    expect((await read(packer)).today.backFor).toBe(1);
  });

  test('names the orders of late emails, and counts all', async () => {
    const id = await cashOrder();
    const due = Date.now() - 2 * 3_600_000;
    await connect().zadd(emailOutboxKey(), { score: due, member: `${id}:placed` });
    await connect().zadd(emailOutboxKey(), { score: due + 1, member: '2026-11-24:daily-x' });
    const { lateEmails, late } = (await read(packer)).today;
    expect([lateEmails, late]).toEqual([2, [{ orderId: id, what: 'placed', at: due }]]);
  });

  test('counts sizes that are low or sold out, returns, payments that wait and failed refunds', async () => {
    const before = (await read(owner)).today;
    await setStock(hoodie.id, 'M', 1);
    await setStock(hoodie.id, 'L', 0);
    await storeOrder({ status: 'Delivered', returnAskedAt: 1 });
    await storeOrder({ status: 'Payment Pending' });
    await storeOrder({ refunds: [aRefund({ failure: { at: 1, why: '', isProviders: true } })] });
    const { today } = await read(owner);
    expect(today).toMatchObject({ low: before.low + 2, soldOut: before.soldOut + 1, returns: 1 });
    expect(today.money).toMatchObject({ unpaid: 1, refundsFailed: 1 });
  });

  test('names emails that were given up, except those to the owner', async () => {
    const at = Date.now();
    await noteAbandonedEmail('orders', { about: 'ORDER', kind: 'shipped' }, at);
    await noteAbandonedEmail('orders', { about: 'ORDER', kind: 'owner-refund' }, at);
    await noteAbandonedEmail('restock', { about: 'tee:M', kind: 'restock' }, at);
    expect((await read(packer)).today.unsent).toEqual([
      { orderId: 'ORDER', what: 'shipped', at },
      { orderId: null, what: 'tee:M', at },
    ]);
  });
});
