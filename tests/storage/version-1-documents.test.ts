import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../../netlify/identity/tokens.ts';
import { readAddresses } from '../../netlify/storage/addresses.ts';
import { closeBackup, RESTORE } from '../../netlify/storage/backup.ts';
import { readCart } from '../../netlify/storage/carts.ts';
import { readCodes } from '../../netlify/storage/discount-codes.ts';
import { readSeries } from '../../netlify/storage/invoice-numbers.ts';
import { readInterests } from '../../netlify/storage/early-orders.ts';
import { allOrdersKey, orderKey, sessionsKey } from '../../netlify/storage/keys.ts';
import { readPendingDeletion } from '../../netlify/storage/account-deletion.ts';
import { readSubscriptions } from '../../netlify/storage/newsletter.ts';
import { readNotifications } from '../../netlify/storage/notifications.ts';
import { readOrder, readOrders } from '../../netlify/storage/orders.ts';
import { beginRestore, type Line, writeLines } from '../../netlify/storage/restore.ts';
import { readLog, readLogMonths, readLogOf } from '../../netlify/storage/staff-log.ts';
import { isLogIntact } from '../support/log-integrity.ts';
import { readNotesOf } from '../../netlify/storage/staff-notes.ts';
import { readPasskeys } from '../../netlify/storage/staff-passkeys.ts';
import { readSold } from '../../netlify/storage/stock.ts';
import { readUser, type User } from '../../netlify/storage/accounts.ts';
import { readWaitlist } from '../../netlify/storage/waitlist.ts';
import { readSubscriptionsOf } from '../../netlify/storage/subscriptions.ts';
import { readWishlist } from '../../netlify/storage/wishlists.ts';
import type { Order } from '../../src/domain/order.ts';
import { anOrder } from '../support/orders.ts';
import { connect } from '../support/redis.ts';

/**
 * Documents of version 1, as the shop's own functions wrote them in November 2026 (support/populated-shop, then `backup`), and
 * later the desk. These files never change, because every later build must read stored documents. A later version gets
 * its own file.
 */
const ASHA = '048ac0a3504b5a8ee9e8cef051f0f92c';
const LEAVER = '5dca83df887e14f986f377a6b2f06258';

/** The order with a note. */
const NOTED = 'MXWMZYRBMD84JC9426CP';

const redis = connect({ automaticDeserialization: false });
let lines: Line[] = [];
const orders: Order[] = [];

beforeAll(async () => {
  const linesOf = (name: string) =>
    readFileSync(join(import.meta.dirname, '../fixtures', name), 'utf8')
      .trim()
      .split('\n');
  const parsed = [...linesOf('shop-1.jsonl').slice(1, -1), ...linesOf('shop-1-desk.jsonl')];
  lines = parsed.map((line) => {
    const [key, type, expires, more, content] = JSON.parse(line) as [string, string, string, boolean, string];
    return { key, type, expires, more, content };
  });
  await beginRestore('shop-1', 0);
  expect(await writeLines('shop-1', 0, lines)).toBe(true);
  await closeBackup(RESTORE);
  for (const id of await redis.zrange<string[]>(allOrdersKey(), 0, -1)) {
    const found = await readOrder(id);
    if (found) orders.push(found.order);
  }
});

/** Every field that an order has today. */
const orderFields = Object.keys(anOrder());

/** Every field that an account has today; the type checks that none is missing. */
const account: User = {
  id: '',
  name: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipcode: '',
  country: '',
  dateOfBirth: '',
  gender: '',
  createdAt: 0,
  updatedAt: 0,
  termsAcceptedAt: 0,
  consents: [],
  hasPassword: true,
  googleSubject: null,
  emailConfirmedAt: null,
  pending: null,
};

test('the files are as they were written', () => {
  const hashes = ['shop-1.jsonl', 'shop-1-desk.jsonl'].map((name) =>
    createHash('sha256')
      .update(readFileSync(join(import.meta.dirname, '../fixtures', name)))
      .digest('hex'),
  );
  expect(hashes).toEqual([
    'e424d347aba6ac86d99360ad97d1a8de3659e53d0b6e3af61e40250c25225c72',
    '6e815041dc9e6cf3c4c836e5c257a4f873f569b36dfe81b358b604d56caa5807',
  ]);
});

describe('what shops stored in version 1', () => {
  test('includes orders in every state, complete', () => {
    expect(orders).toHaveLength(13);
    for (const order of orders) {
      expect(orderFields.filter((field) => !(field in order))).toEqual([]);
      expect(order).not.toHaveProperty('v');
      expect(order.totalPaise).toBe(order.subtotalPaise - (order.discount?.paise ?? 0) + order.feePaise);
    }
    const states = orders.map(({ status, paymentMethod }) => `${status} ${paymentMethod}`);
    expect(new Set(states)).toEqual(
      new Set([
        'Order Placed cod',
        'Order Placed razorpay',
        'Order Placed stripe',
        'Processing cod',
        'Shipped cod',
        'Delivered cod',
        'Cancelled cod',
        'Cancelled razorpay',
        'Payment Pending razorpay',
        'Payment Failed razorpay',
      ]),
    );
    const refunds = orders.flatMap((order) => order.refunds.map(({ reason, doneAt }) => [reason, doneAt]));
    expect(refunds).toEqual([
      ['returned', expect.any(Number)],
      ['cancelled', expect.any(Number)],
    ]);
    expect(orders.filter(({ discount }) => discount)).toMatchObject([{ discount: { percent: 20 } }]);
    expect(orders.find(({ shipment }) => shipment)?.shipment?.courier).toBe('Delhivery');
  });

  test('includes their invoices and credit notes, with consecutive numbers', async () => {
    const numbers = (documents: { number: number | null }[]) =>
      documents.map(({ number }) => Number(number)).toSorted((a, b) => a - b);
    const invoices = numbers(orders.flatMap(({ invoice }) => invoice ?? []));
    const notes = numbers(orders.flatMap(({ creditNotes }) => creditNotes ?? []));
    expect(invoices).toEqual([1, 2, 3, 4, 5, 6]);
    expect(notes).toEqual([1, 2]);
    expect(await readSeries('IN', '26-27')).toHaveLength(invoices.length);
    expect(await readSeries('CN', '26-27')).toHaveLength(notes.length);
    expect([...(await readSold()).values()].reduce((sum, pieces) => sum + pieces, 0)).toBe(14);
  });

  test('includes accounts, complete, with a password and with Google', async () => {
    const users = lines.filter(({ key }) => key.startsWith('user:'));
    expect(users.length).toBe(13);
    for (const { key } of users) {
      const found = await readUser(key.slice('user:'.length));
      expect(Object.keys(found?.user ?? {}).toSorted()).toEqual(Object.keys(account).toSorted());
    }
    const asha = (await readUser(ASHA))?.user;
    expect(asha).toMatchObject({ name: 'Asha Rao', email: 'asha@example.com', hasPassword: true });
    expect(asha?.consents).toHaveLength(1);
    const byGoogle = await Promise.all(users.map(({ key }) => readUser(key.slice('user:'.length))));
    expect(byGoogle.filter((found) => found?.user.googleSubject)).toMatchObject([
      { user: { name: 'मीरा', hasPassword: false } },
    ]);
  });

  test('includes a shopper’s cart, wishlist, addresses, notifications and orders', async () => {
    const { session } = newToken(ASHA);
    await redis.hset(sessionsKey(ASHA), { [session.tokenHash]: Date.now() + 60_000 });
    const shopper = { session, windows: [] };
    expect(await readCart(shopper)).toMatchObject([{ size: 'M', quantity: 2 }]);
    expect(await readWishlist(shopper)).toHaveLength(2);
    const addresses = await readAddresses(shopper);
    expect(addresses.map(({ label, isDefault }) => [label, isDefault])).toEqual([
      ['घर "2"', true],
      ['Home', false],
    ]);
    for (const address of addresses) expect(address).not.toHaveProperty('v');
    const [own, ...others] = await readOrders(shopper);
    expect([own?.discount?.percent, others]).toEqual([20, []]);
    const [news] = await readNotifications(ASHA);
    expect(news).toEqual({
      id: `${own?.id}-1-order-placed`,
      type: 'order',
      read: false,
      message: expect.stringContaining('is placed') as string,
      createdAt: own?.placedAt,
    });
  });

  test('includes the lists: newsletter, codes, waitlist, early orders, subscriptions and deletions', async () => {
    const [confirmed, unconfirmed] = await readSubscriptions();
    expect(confirmed).toMatchObject({ email: 'asha@example.com', confirmedAt: expect.any(Number) as number });
    expect(unconfirmed).toMatchObject({ email: 'later@example.com', confirmedAt: null, code: null });
    expect(await readCodes()).toMatchObject([
      { code: confirmed?.code, percent: 20, orderId: orders.find(({ discount }) => discount)?.id },
    ]);
    expect(await readWaitlist()).toMatchObject([{ email: 'kiran@example.com', formSent: false }]);
    const wishes = await readSubscriptionsOf('kiran@example.com');
    expect(wishes).toMatchObject({ sizes: [{ size: 'S' }], interests: [{ name: 'Kiran' }] });
    expect((await readInterests([wishes.interests[0]?.productId ?? '']))[0]).toHaveLength(1);
    expect(await readPendingDeletion(LEAVER)).toMatchObject({ userId: LEAVER, email: 'leaver@example.com' });
  });

  test('includes the data of staff: passkeys, notes, and an intact log', async () => {
    const { all } = await readPasskeys();
    expect(all).toMatchObject([{ email: 'asha@example.com', publicKey: expect.any(String) as string }]);
    const { shopper, orders: ofOrders } = await readNotesOf(ASHA, [NOTED]);
    const note = { at: expect.any(Number) as number, who: 'asha@example.com' };
    expect(shopper).toEqual([{ ...note, text: 'Prefers Kannada' }]);
    expect(ofOrders).toEqual([[{ ...note, text: 'Call before noon' }]]);
    const { entries } = await readLog((await readLogMonths())[0] ?? '', null, 10);
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['stock.change', { pieces: expect.any(Number) }, { pieces: expect.any(Number) }],
      ['orders.note', null, null],
      ['passkey.register', null, expect.anything()],
    ]);
    expect(await readLogOf(`order:${NOTED}`, 10)).toHaveLength(1);
    expect(await isLogIntact()).toBe(true);
  });

  test('is read in the same way without a version, as written before November 2026', async () => {
    for (const order of orders) {
      const text = (await redis.get<string>(orderKey(order.id))) ?? '';
      await redis.set(orderKey(order.id), text.replace('{"v":1,', '{'));
      expect((await readOrder(order.id))?.order).toEqual(order);
    }
  });
});
