import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cancelMessages, orderMessages } from '../../../src/contract/messages/orders.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import type { WireOrder } from '../../../src/contract/calls/order.ts';
import { late, ok, openBrowser, refused, useBrowser } from '../fake-browser.ts';
import { wireOrder } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const browser = useBrowser(() => openBrowser('/orders'));
beforeEach(() => {
  browser.localStorage['token'] = 't0ken';
});

const open = () => openStores('cart', 'orders', 'page', 'payment', 'session');
const serverLists = (...orders: WireOrder[]) => browser.says('order.userorders', () => ({ ...ok, orders }));

test('every item of every order is a row, under its order', async () => {
  serverLists(wireOrder('order-two'), wireOrder('order-one'));
  const { loadOrders, $orderViews, $ordersStatus } = await open();
  await loadOrders();
  expect($ordersStatus.get()).toBe('ready');
  const views = $orderViews.get();
  expect(views.map(({ id, rows }) => [id, ...rows.map(({ name }) => name)])).toEqual([
    ['order-two', 'Warp Hoodie', 'Chai Cap'],
    ['order-one', 'Warp Hoodie', 'Chai Cap'],
  ]);
  const placed = { status: 'Order Placed', totalPaise: 3108_00, paymentMethod: 'cod', isPaid: false };
  expect(views[0]).toMatchObject(placed);
  expect(views[0]?.rows[0]).toMatchObject({ pricePaise: 1299_50, size: 'M', quantity: 2 });
  expect(new Set(views.flatMap(({ rows }) => rows.map(({ key }) => key))).size).toBe(4);
});

const first = Date.UTC(2026, 10, 20);
const second = Date.UTC(2026, 10, 21);
const third = Date.UTC(2026, 10, 23);

/** The one order in the server's list, as the screen shows it. */
const viewOf = async (own: Partial<WireOrder>) => {
  serverLists(wireOrder('order-one', own));
  const { loadOrders, $orderViews } = await open();
  await loadOrders();
  const [view] = $orderViews.get();
  if (!view) throw new Error('No order came');
  return view;
};

test('a placed order shows the four stages, with the dates of those reached', async () => {
  const view = await viewOf({
    status: 'Shipped',
    history: [
      { status: 'Payment Pending', date: first },
      { status: 'Order Placed', date: first },
      { status: 'Processing', date: second },
      { status: 'Shipped', date: third },
    ],
  });
  expect(view.steps).toEqual([
    { status: 'Order Placed', at: first, state: 'done' },
    { status: 'Processing', at: second, state: 'done' },
    { status: 'Shipped', at: third, state: 'current' },
    { status: 'Delivered', at: null, state: 'ahead' },
  ]);
});

test('a stage without a record has no date', async () => {
  const view = await viewOf({
    status: 'Shipped',
    history: [
      { status: 'Order Placed', date: first },
      { status: 'Shipped', date: third },
    ],
  });
  expect(view.steps[1]).toEqual({ status: 'Processing', at: null, state: 'done' });
});

test('a failed order shows its events, each status with its last date', async () => {
  const view = await viewOf({
    status: 'Payment Failed',
    paymentMethod: 'razorpay',
    history: [
      { status: 'Payment Pending', date: first },
      { status: 'Payment Failed', date: first + 1 },
      { status: 'Payment Pending', date: second },
      { status: 'Payment Failed', date: third },
    ],
  });
  expect(view.isPaid).toBeNull();
  expect(view.steps).toEqual([
    { status: 'Payment Pending', at: second, state: 'done' },
    { status: 'Payment Failed', at: third, state: 'current' },
  ]);
});

test('an unpaid order can be paid for three days', async () => {
  const unpaid = { status: 'Payment Failed', paymentMethod: 'razorpay' } as const;
  const view = await viewOf({ ...unpaid, date: Date.now() });
  expect(view.payable).toEqual({
    orderId: 'order-one',
    items: [
      { productId: 'warp-hoodie', size: 'M', quantity: 2 },
      { productId: 'chai-cap', size: 'default', quantity: 1 },
    ],
    prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' },
  });
  expect((await viewOf({ ...unpaid, date: Date.now() - 73 * 3_600_000 })).payable).toBeNull();
  expect((await viewOf({ status: 'Cancelled', paymentMethod: 'razorpay' })).payable).toBeNull();
  expect((await viewOf({ status: 'Order Placed', paymentMethod: 'cod' })).payable).toBeNull();
});

test('a refund is shown in paise with its reason', async () => {
  const view = await viewOf({
    status: 'Cancelled',
    refunds: [{ amount: 3108.5, reason: 'cancelled', done: false, failed: false }],
  });
  expect(view.refunds).toEqual([
    { amountPaise: 3108_50, reason: 'cancelled', isDone: false, hasFailed: false },
  ]);
});

test('if the list shows that the noted order is placed, its pieces leave the cart and the note is removed', async () => {
  browser.localStorage['userEmail'] = 'asha@example.com';
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":3}}';
  serverLists(wireOrder('order-one'));
  const { loadOrders, noteUnpaid, $ownUnpaid, $cart, $toasts } = await open();
  noteUnpaid('order-one', {
    method: 'razorpay',
    items: [{ productId: 'warp-hoodie', size: 'M', quantity: 2 }],
  });
  await loadOrders();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 1 } });
  expect($ownUnpaid.get()).toBeNull();
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: orderMessages.placed }]);
});

test('the note of a cancelled order is removed and its pieces stay; the note of an unpaid one stays', async () => {
  browser.localStorage['cart'] = '{"warp-hoodie":{"M":3}}';
  const { loadOrders, noteUnpaid, $ownUnpaid, $cart } = await open();
  const items = [{ productId: 'warp-hoodie', size: 'M', quantity: 2 }];
  noteUnpaid('order-one', { method: 'razorpay', items });
  const unpaid = { paymentMethod: 'razorpay' } as const;
  serverLists(wireOrder('order-one', { ...unpaid, status: 'Payment Pending' }));
  await loadOrders();
  expect($ownUnpaid.get()?.orderId).toBe('order-one');
  serverLists(wireOrder('order-one', { ...unpaid, status: 'Cancelled' }));
  await loadOrders();
  expect($ownUnpaid.get()).toBeNull();
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 3 } });
});

test('Track Order reloads and shows the time; a failed reload announces nothing', async () => {
  serverLists(wireOrder('order-one'));
  const { loadOrders, trackOrders, $ordersUpdatedAt } = await open();
  await loadOrders();
  expect($ordersUpdatedAt.get()).toBeNull();
  browser.network.isUp = false;
  await trackOrders();
  expect($ordersUpdatedAt.get()).toBeNull();
  browser.network.isUp = true;
  await trackOrders();
  expect($ordersUpdatedAt.get()).toBeGreaterThan(0);
});

test('a failure is silent, keeps the shown orders and can be retried', async () => {
  serverLists(wireOrder('order-one'));
  const { loadOrders, $orders, $ordersStatus, $toasts } = await open();
  await loadOrders();
  browser.network.isUp = false;
  await loadOrders();
  expect($ordersStatus.get()).toBe('failed');
  expect($orders.get()).toHaveLength(1);
  expect($toasts.get()).toEqual([]);
  browser.network.isUp = true;
  await loadOrders();
  expect($ordersStatus.get()).toBe('ready');
});

test('a late answer to an older request is dropped', async () => {
  const first = late<Reply<'order.userorders'>>();
  const { loadOrders, $orders } = await open();
  browser.says('order.userorders', () => first.promise);
  const older = loadOrders();
  serverLists(wireOrder('order-one', { status: 'Shipped' }));
  await loadOrders();
  first.resolve({ ...ok, orders: [wireOrder('order-one')] });
  await older;
  expect($orders.get()).toMatchObject([{ status: 'Shipped' }]);
});

test('an ended session shows no failure', async () => {
  browser.says('order.userorders', () => refused('unauthorised'));
  const { loadOrders, $ordersStatus, $isSignedIn } = await open();
  await loadOrders();
  expect($ordersStatus.get()).toBe('idle');
  expect($isSignedIn.get()).toBe(false);
});

test('logging out removes the orders from the screen', async () => {
  serverLists(wireOrder('order-one'));
  browser.says('user.logout', () => ok);
  const { watchOrders, loadOrders, signOut, $orders } = await open();
  onTestFinished(watchOrders());
  await loadOrders();
  expect($orders.get()).toHaveLength(1);
  await signOut();
  expect($orders.get()).toEqual([]);
});

test('cancelling ends the order and the note of its payment, and shows the new list', async () => {
  serverLists(wireOrder('order-one', { status: 'Cancelled' }));
  const { cancelOrder, noteUnpaid, $ownUnpaid, $orderViews, $toasts } = await open();
  browser.says('order.cancel', () => ({ ...ok, message: cancelMessages.done }));
  noteUnpaid('order-one', { method: 'razorpay', items: [] });
  const attempt = { key: 'one', method: 'razorpay', body: {}, owner: 'asha@example.com', at: Date.now() };
  browser.tab.set('taana-attempt', JSON.stringify({ ...attempt, isUnconfirmed: true }));
  await Promise.all([cancelOrder('order-one'), cancelOrder('order-one')]);
  // The same cart is a new order: its key would find the cancelled one.
  expect(browser.tab.has('taana-attempt')).toBe(false);
  expect(browser.asked.filter(({ name }) => name === 'order.cancel')).toMatchObject([
    { body: { orderId: 'order-one' } },
  ]);
  expect($ownUnpaid.get()).toBeNull();
  expect($orderViews.get()).toMatchObject([{ status: 'Cancelled' }]);
  expect($toasts.get()).toMatchObject([{ kind: 'success', text: cancelMessages.done }]);
});

test('an order that could not be cancelled stays as it is, with the reason', async () => {
  const { cancelOrder, noteUnpaid, $ownUnpaid, $toasts, $cancelling } = await open();
  browser.says('order.cancel', () => refused('unavailable', 'Come back at six'));
  noteUnpaid('order-one', { method: 'razorpay', items: [] });
  await cancelOrder('order-one');
  expect($ownUnpaid.get()).not.toBeNull();
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: 'Come back at six' }]);
  expect($cancelling.get()).toBeNull();
});

test('an order that was replaced names the other one', async () => {
  const view = await viewOf({ status: 'Cancelled', replacedBy: 'ABCDEFGHJKLMNPQR234567' });
  expect(view.replacedBy).toBe('234567');
});
