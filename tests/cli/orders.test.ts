import { beforeEach, expect, test } from 'vitest';
import { allOrdersKey, emailOutboxKey, orderKey, personKeysKey } from '../../netlify/storage/keys.ts';
import { readLogOf } from '../../netlify/storage/staff-log.ts';
import type { Order } from '../../src/domain/order.ts';
import { payOrderByRazorpay } from '../support/placed-orders.ts';
import { linesOf, shopCommand as shop } from '../support/command.ts';
import { anOrder, storeOrder } from '../support/orders.ts';
import { expectSumsHold, orderOf, payByRazorpay, SHOP_ADDRESS, useProviders } from '../support/payments.ts';
import { recipientsOf, useMailServer } from '../support/mail-server.ts';
import { connect, flush } from '../support/redis.ts';
import { address, hoodie, newShopper, setStock } from '../support/shop-calls.ts';

/** Midnight between the 20th and the 21st in India. */
const MIDNIGHT = Date.UTC(2026, 10, 20, 18, 30);

const redis = connect({ automaticDeserialization: false });
const providers = useProviders();
const mailServer = useMailServer(SHOP_ADDRESS);

beforeEach(async () => {
  await flush();
  await setStock(hoodie.id, 'M', 9);
});

const stored = (own: Partial<Order> = {}): Promise<Order> =>
  storeOrder({
    items: anOrder().items.map((item) => ({
      ...item,
      productId: hoodie.id,
      name: 'Kulhad Hoodie',
      pricePaise: 1_299_00,
    })),
    subtotalPaise: 1_299_00,
    totalPaise: 1_309_00,
    ...own,
  });

async function razorpayOrder(): Promise<string> {
  const { orderId } = await payOrderByRazorpay(providers, [[hoodie, 'M', 1]]);
  mailServer.emails.length = 0;
  return orderId;
}

/** Without the key that the first client of an empty database writes. */
const everything = async () => {
  const names = (await redis.keys('*')).filter((name) => name !== personKeysKey());
  const content = (key: string) => (key === 'stock' ? redis.hgetall(key) : redis.get(key).catch(() => null));
  return JSON.stringify(await Promise.all(names.toSorted().map(async (key) => [key, await content(key)])));
};

const SEVEN_COMMANDS_MS = 120_000;

test(
  'each change of the command line is in the log: who, what it was, what it became',
  { timeout: SEVEN_COMMANDS_MS },
  async () => {
    const { id } = await stored({ id: '0123456789ABCD000001' });
    const paid = await razorpayOrder();
    await shop(`orders process ${id}`);
    await shop(`orders ship ${id} --courier Delhivery --tracking 149`);
    await shop(`orders deliver ${id}`);
    await shop(`orders refund ${paid} --amount 10`);
    await shop(`orders cancel ${paid}`);
    await shop(`stock set ${hoodie.id} M 4`);
    await shop('reconcile');
    const newest = async (subject: string) =>
      (await readLogOf(subject, 9)).map(({ who, action, before, after }) => {
        const states = [before, after].map((state) => (state as Partial<Order> | null)?.status);
        return [who, action, ...states];
      });
    const by = 'command line';
    expect(await newest(`order:${id}`)).toEqual([
      [by, 'orders.deliver', 'Shipped', 'Delivered'],
      [by, 'orders.ship', 'Processing', 'Shipped'],
      [by, 'orders.pack', 'Order Placed', 'Processing'],
    ]);
    expect(await newest(`order:${paid}`)).toEqual([
      [by, 'orders.cancel', 'Order Placed', 'Cancelled'],
      [by, 'orders.refund', 'Order Placed', 'Order Placed'],
    ]);
    expect(await readLogOf(`stock:${hoodie.id}/M`, 1)).toMatchObject([
      { who: by, action: 'stock.change', after: { pieces: 4 } },
    ]);
    expect(await newest('orders')).toEqual([[by, 'lists.reconcile', undefined, undefined]]);
  },
);

test('orders are listed newest first, with their time in India and their amount', async () => {
  await stored({ id: '0123456789ABCD000001', placedAt: MIDNIGHT - 1 });
  await stored({ id: '0123456789ABCD000002', placedAt: MIDNIGHT, status: 'Processing' });
  const { out, code } = await shop('orders list');
  expect(code).toBe(0);
  expect(linesOf(out).map((line) => line.split(/ {2,}/))).toEqual([
    ['Order', 'Placed', 'Status', 'Payment', 'Amount', 'Pieces', 'To'],
    [
      '000002',
      '21 Nov 2026, 12:00 am',
      'Processing',
      'Cash on delivery',
      'Pending',
      '₹1,309.00',
      '1',
      'Asha Rao, Bengaluru',
    ],
    expect.arrayContaining(['000001', '20 Nov 2026, 11:59 pm', 'Order Placed']),
  ]);
});

test('the list can be filtered by status and days, and shortened', async () => {
  await stored({ id: '0123456789ABCD000001', placedAt: MIDNIGHT - 1 });
  await stored({ id: '0123456789ABCD000002', placedAt: MIDNIGHT });
  await stored({ id: '0123456789ABCD000003', placedAt: MIDNIGHT + 1, status: 'Processing' });
  const ids = async (options: string) =>
    linesOf((await shop(`orders list ${options}`)).out).flatMap((line) => /^0{3}\d{3}/.exec(line)?.[0] ?? []);
  expect(await ids('--status processing')).toEqual(['000003']);
  expect(await ids('--status order-placed')).toEqual(['000002', '000001']);
  expect(await ids('--to 2026-11-20')).toEqual(['000001']);
  expect(await ids('--from 2026-11-21 --to 2026-11-21')).toEqual(['000003', '000002']);
  const short = await shop('orders list --most 1');
  expect(linesOf(short.out).at(-1)).toBe('There are more; --most 2 shows twice as many.');
  expect((await shop('orders list --status shipped')).out).toBe('No such orders.\n');
});

test('an order is shown in full without control characters', async () => {
  const { id } = await stored({
    id: '0123456789ABCDE7K3MQ',
    placedAt: MIDNIGHT,
    status: 'Shipped',
    address: { ...address, street: '12 MG Road\u001b[2J\nSecond line' },
    shipment: { courier: 'Delhivery', trackingNumber: '149' },
  });
  const { out, code } = await shop('orders show e7k3mq');
  expect(code).toBe(0);
  for (const words of [
    `${id} (E7K3MQ)`,
    'Cash on delivery, not paid',
    '12 MG Road [2J Second line, Bengaluru, Karnataka 560001, India',
    'Delhivery, 149',
    '₹1,299.00',
    '₹1,309.00',
    '21 Nov 2026, 12:00 am',
  ]) {
    expect(out).toContain(words);
  }
  expect(out).not.toContain('\u001b');
});

test('control characters in an email address are not printed', async () => {
  const { id } = await stored({ address: { ...address, email: 'as\u001B[2Jha\u202E@example.com' } });
  const { out, err, code } = await shop(`orders process ${id}`, { SMTP_URL: '' });
  expect(code).toBe(2);
  expect(out).toContain('The email to as [2Jha @example.com waits');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(out + err).not.toMatch(/[\u001B\u202E]/u);
});

test('an order is packed, shipped and delivered, with a line for each step', async () => {
  const { id } = await stored({ id: '0123456789ABCDE7K3MQ' });
  expect(await shop('orders process E7K3MQ')).toMatchObject({
    out: 'E7K3MQ: Order Placed → Processing\n',
    code: 0,
  });
  const ship = ['orders', 'ship', 'E7K3MQ', '--courier', 'Blue Dart', '--tracking', 'BD 42'];
  expect(await shop(ship)).toMatchObject({ out: 'E7K3MQ: Processing → Shipped\n', code: 0 });
  expect(await shop('orders deliver E7K3MQ')).toMatchObject({
    out: 'E7K3MQ: Shipped → Delivered\n',
    code: 0,
  });
  expect(await orderOf(id)).toMatchObject({
    status: 'Delivered',
    paid: true,
    shipment: { courier: 'Blue Dart' },
  });
  expect(recipientsOf(mailServer)).toEqual([address.email, address.email, address.email]);
});

test('a refund has the given rupees, else everything that is left', async () => {
  const id = await razorpayOrder();
  expect((await shop(`orders refund ${id} --amount 499.50`)).out).toContain('₹499.50 was sent back');
  const { totalPaise } = await orderOf(id);
  expect((await shop(`orders refund ${id}`)).code).toBe(0);
  expect((await orderOf(id)).refunds.map(({ amountPaise }) => amountPaise)).toEqual([
    49_950,
    totalPaise - 49_950,
  ]);
  await expectSumsHold([[hoodie, 'M', 9]], providers);
});

test('a pending and a failed refund are shown differently; a failed one is sent again', async () => {
  const id = await razorpayOrder();
  const short = id.slice(-6);
  expect((await shop('orders money')).out).toBe('Nothing is waiting for you.\n');
  providers.razorpay.refundsAre({ outcome: 'pending', webhook: 'never' });
  expect((await shop(`orders cancel ${short}`)).out).toContain('is on its way back by Razorpay');
  expect((await shop(`orders show ${short}`)).out).toMatch(/ on its way +Razorpay rfnd_/);
  providers.razorpay.settleRefund(providers.books().razorpay.refunds[0]?.id ?? '', 'failed');
  providers.razorpay.refundsAre({ webhook: 'never' });
  const looked = await shop('reconcile');
  expect([looked.code, looked.out]).toEqual([2, expect.stringContaining('Razorpay could not process it')]);
  expect((await shop('orders money')).out).toMatch(
    new RegExp(`\n${short} +Cancelled +₹.+ Refund failed: Razorpay could not process it\n`),
  );
  const again = await shop(`orders refund-again ${short}`);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('was sent back by Razorpay')]);
  expect((await shop(`orders show ${short}`)).out).toContain('another stands for it');
  expect((await shop('orders money')).out).toBe('Nothing is waiting for you.\n');
  await expectSumsHold([[hoodie, 'M', 9]], providers);
});

test('unfinished work is printed and sets the exit code', async () => {
  const id = await razorpayOrder();
  providers.fault('razorpay', 'error');
  const { out, code } = await shop(`orders cancel ${id}`, { SMTP_URL: '' });
  expect(code).toBe(2);
  expect(out).toContain('Order Placed → Cancelled\n');
  expect(out).toContain('is not on its way back yet: Razorpay has not taken it on.\n');
  expect(out).toContain(
    `✗ ${id.slice(-6)}: The email to ${address.email} waits until the mail server takes it`,
  );
  expect((await orderOf(id)).status).toBe('Cancelled');
});

test('an unreadable order is named in every list, hides no other and sets the exit code', async () => {
  const fine = await stored({ placedAt: MIDNIGHT });
  const broken = ['not an order', '{"v":2,"id":"E"}', '{"id":"E"}', 'null'];
  const ids = broken.map((_, at) => `${at}`.repeat(20));
  for (const [at, id] of ids.entries()) {
    await redis.set(orderKey(id), broken[at]);
    await redis.zadd(allOrdersKey(), { score: MIDNIGHT + at, member: id });
  }
  const days = '--from 2026-11-01 --to 2026-11-30';
  for (const command of [`orders list ${days}`, `sales ${days}`, 'orders cancel-list --payment cod --yes']) {
    const { out, err, code } = await shop(command);
    expect([command, code]).toEqual([command, 2]);
    expect(linesOf(err).filter((line) => line.startsWith('✗'))).toEqual(
      ids.toReversed().map((id) => `✗ Order ${id} (${id.slice(-6)}) cannot be read and is left out.`),
    );
    expect(out).toContain(command.startsWith('sales') ? 'Kulhad Hoodie' : fine.id.slice(-6));
  }
  const shown = await shop(`orders show ${ids[0]}`);
  expect([shown.code, linesOf(shown.err).at(-1)]).toEqual([1, `✗ Order ${ids[0]} cannot be read.`]);
});

test('reconciling records an unreported payment and shows what changed', async () => {
  const { token } = await newShopper();
  const { body } = await payByRazorpay(token, [[hoodie, 'M', 1]]);
  const short = body.orderId.slice(-6);
  providers.fault('razorpay', 'error');
  const silent = await shop('reconcile');
  expect([silent.code, linesOf(silent.out)[0]]).toEqual([2, '1 order checked, 0 changed.']);
  expect(silent.out).toMatch(new RegExp(`\n${short} +Payment Pending +Razorpay does not answer`));

  providers.fault('razorpay', 'none');
  providers.razorpay.pay(body.order.id, { webhook: 'never' });
  const { out, code } = await shop('reconcile');
  expect(code).toBe(0);
  expect(out).toMatch(
    new RegExp(`^1 order checked, 1 changed.\n\nOrder .*\n${short} +Payment Pending → Order Placed`),
  );
  expect(mailServer.emails.map(({ mail }) => mail.subject)).toEqual([`Your order ${short} is placed`]);
  expect((await shop('reconcile')).out).toBe('0 orders checked, 0 changed.\n');

  await redis.zadd(emailOutboxKey(), { score: 1, member: `${body.orderId}:placed` });
  const unsent = await shop('reconcile', { SMTP_URL: '' });
  expect(unsent.code).toBe(2);
  expect(unsent.out).toContain('✗ 1 email could not be sent (SMTP_URL');
});

test.each([
  ['orders show ZZZZZZ', 'There is no order ZZZZZZ.'],
  ['orders show K3MQ', '"K3MQ" is no order: give its 20 characters or at least the last 6.'],
  ['orders cancel 00000000000000000000', 'There is no order 00000000000000000000.'],
  ['orders deliver E7K3MQ', 'is Order Placed and cannot become Delivered'],
  ['orders ship E7K3MQ --courier Delhivery --tracking 1', 'is Order Placed and cannot become Shipped'],
  ['orders ship E7K3MQ --courier Delhivery', "required option '--tracking <number>' not specified"],
  ['orders ship --courier Delhivery --tracking 1', "missing required argument 'id'"],
  ['orders process', "missing required argument 'ids'"],
  ['orders refund E7K3MQ', 'No money has come in for order E7K3MQ'],
  ['orders refund E7K3MQ --amount lots', '--amount must be rupees such as 499 or 499.50, not "lots".'],
  ['orders refund E7K3MQ --amount 1.005', '--amount must be rupees'],
  ['orders refund-again E7K3MQ', 'No refund of order E7K3MQ has failed.'],
  ['orders release E7K3MQ', 'Nothing holds order E7K3MQ.'],
  ['orders list --status lost', 'There is no status "lost"; use one of: Payment Pending, '],
  ['orders list --from yesterday', '--from must be a day such as 20'],
  ['orders list --to 2026-06-31', '--to must be a day such as 20'],
  ['orders list --from 2026-11-21 --to 2026-11-20', '--from 2026-11-21 is after --to 2026-11-20.'],
  ['orders list --most all', '--most must be a whole number'],
  ['sales --from 2026-13-01', '--from must be a day'],
  ['orders burn E7K3MQ', "unknown command 'burn'"],
])('%s is refused in one sentence and changes nothing', async (line, sentence) => {
  await stored({ id: '0123456789ABCDE7K3MQ' });
  const before = await everything();
  const { out, err, code } = await shop(line);
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(linesOf(err).filter((each) => each.startsWith('✗'))).toEqual([expect.stringMatching(/\.$/)]);
  expect(linesOf(err).at(-1)).toContain(sentence);
  expect(await everything()).toBe(before);
  expect(mailServer.emails).toEqual([]);
});
