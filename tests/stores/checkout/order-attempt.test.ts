import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionMessages } from '../../../src/contract/messages/account.ts';
import { networkMessages } from '../../../src/contract/messages/page.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { openFilledPage as open, openOrderPage, placed } from '../checkout-page.ts';
import { late, ok, refused, useBrowser } from '../fake-browser.ts';
import { address } from '../wire.ts';
import { eventually } from '../../support/eventually.ts';

const browser = useBrowser(openOrderPage);

const orders = () => browser.asked.filter(({ name }) => name === 'order.place');
const givenUp = () => browser.asked.filter(({ name }) => name === 'order.giveUp').map(({ key }) => key);

test('a retry without a network or after a reload has the same key, and the cart stays until then', async () => {
  const { placeOrder, openCheckout, $cart, $checkout } = await open();
  browser.network.isUp = false;
  await placeOrder();
  expect($checkout.get()).toEqual({ status: 'failed', message: networkMessages.failed });
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 }, 'chai-cap': { default: 1 } });
  const key = JSON.parse(browser.tab.get('taana-attempt') ?? '').key;
  browser.network.isUp = true;
  browser.says('order.place', () => refused('unavailable'));
  await placeOrder();
  openCheckout('Taana');
  await placeOrder();
  expect(orders().map((order) => order.key)).toEqual([key, key]);
  expect(orders()[1]?.body).toEqual(orders()[0]?.body);
});

test.each([
  [
    'another quantity',
    (stores: Awaited<ReturnType<typeof open>>) => stores.setQuantity('warp-hoodie', 'M', 1),
  ],
  [
    'another address',
    (stores: Awaited<ReturnType<typeof open>>) => stores.editDelivery('street', '7 Lake Road'),
  ],
])('%s is another order with another key, once the first is known to have failed', async (_what, change) => {
  browser.says('order.place', () => refused('unavailable'));
  browser.says('cart.update', () => ok);
  browser.says('order.giveUp', () => refused('unavailable'));
  const stores = await open();
  await stores.placeOrder();
  change(stores);
  await stores.placeOrder();
  expect(orders()).toHaveLength(1);
  expect(stores.$checkout.get().status).toBe('failed');
  browser.says('order.giveUp', () => ({ ...ok, orderId: null }));
  await stores.placeOrder();
  const [first, second] = orders();
  expect(second?.key).not.toBe(first?.key);
  expect(second?.body).not.toEqual(first?.body);
  expect(givenUp()).toEqual([first?.key, first?.key]);
});

test('changing an unconfirmed order that was placed shows that, and places no second order', async () => {
  browser.says('order.place', () => refused('unavailable'));
  browser.says('order.giveUp', () => ({ ...ok, orderId: 'ORDER1' }));
  const { placeOrder, editDelivery, $cart } = await open();
  await placeOrder();
  editDelivery('street', '7 Lake Road');
  await placeOrder();
  expect(orders()).toHaveLength(1);
  expect($cart.get()).toEqual({});
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
  expect(browser.tab.get('taana-toast')).toContain(orderMessages.alreadyPlaced);
  expect(browser.tab.has('taana-attempt')).toBe(false);
});

test('if the next attempt is refused, the first one stays unconfirmed', async () => {
  browser.says('order.place', () => refused('unavailable'));
  browser.says('order.giveUp', () => new Response('<h1>Timeout</h1>', { status: 504 }));
  const { placeOrder, editDelivery } = await open();
  await placeOrder();
  editDelivery('street', '7 Lake Road');
  await placeOrder();
  expect(JSON.parse(browser.tab.get('taana-attempt') ?? '')).toMatchObject({
    key: orders()[0]?.key,
    isUnconfirmed: true,
  });
});

test('the same request later asks about the first order, and after a day is another order', async () => {
  browser.says('order.place', () => refused('unavailable'));
  browser.says('order.giveUp', () => ({ ...ok, orderId: null }));
  const { placeOrder, openCheckout, $hasUnconfirmedOrder, $cart } = await open();
  const now = vi.spyOn(Date, 'now');
  await placeOrder();
  now.mockReturnValue(Date.now() + 9 * 60_000);
  await placeOrder();
  expect(givenUp()).toEqual([]);
  now.mockReturnValue(Date.now() + 2 * 60_000);
  await placeOrder();
  expect(givenUp()).toEqual([orders()[0]?.key]);
  expect(new Set(orders().map(({ key }) => key)).size).toBe(2);
  now.mockReturnValue(Date.now() + 24 * 3_600_000);
  $cart.set({});
  openCheckout('Taana');
  expect($hasUnconfirmedOrder.get()).toBe(false);
  now.mockRestore();
});

test('an answer that arrives after its session ended leaves the order unconfirmed', async () => {
  const answer = late<typeof placed>();
  browser.says('order.place', () => answer.promise);
  const { placeOrder, $token } = await open();
  const placing = placeOrder();
  await eventually(() => expect(orders()).toHaveLength(1));
  $token.set('another');
  answer.resolve(placed);
  await placing;
  expect(JSON.parse(browser.tab.get('taana-attempt') ?? '')).toMatchObject({ isUnconfirmed: true });
});

test('after a rate limit the retry has the same key, and an unconfirmed order stays unconfirmed', async () => {
  browser.says('order.place', () => new Response('<h1>Timeout</h1>', { status: 504 }));
  const { placeOrder, $hasUnconfirmedOrder, $cart } = await open();
  await placeOrder();
  browser.says('order.place', () => refused('too-many'));
  await placeOrder();
  const [first, second] = orders();
  expect(second?.key).toBe(first?.key);
  $cart.set({});
  expect($hasUnconfirmedOrder.get()).toBe(true);
});

test('lines that another tab adds meanwhile stay in the cart', async () => {
  const answer = late<typeof placed>();
  browser.says('order.place', () => answer.promise);
  const { placeOrder, $cart } = await open();
  onTestFinished($cart.listen(() => {}));
  const placing = placeOrder();
  browser.otherTabWrites('cart', '{"warp-hoodie":{"M":3},"chai-cap":{"default":1},"old-tee":{"S":1}}');
  answer.resolve(placed);
  await placing;
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 1 }, 'old-tee': { S: 1 } });
});

test('the result of an order with a lost reply is requested, even if the cart is empty by now', async () => {
  const { placeOrder, openCheckout, askAgain, $hasUnconfirmedOrder, $cart } = await open();
  browser.says('order.place', () => new Response('<h1>Timeout</h1>', { status: 504 }));
  await placeOrder();
  expect($hasUnconfirmedOrder.get()).toBe(false);
  // The order was placed: the server has emptied the cart, and the reloaded page shows its cart.
  $cart.set({});
  openCheckout('Taana');
  expect($hasUnconfirmedOrder.get()).toBe(true);
  browser.says('order.giveUp', () => ({ ...ok, orderId: 'ORDER1' }));
  await askAgain();
  expect(givenUp()).toEqual([orders()[0]?.key]);
  expect(orders()).toHaveLength(1);
  expect($hasUnconfirmedOrder.get()).toBe(false);
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test('an unconfirmed order that failed returns the form, with the present cart', async () => {
  browser.says('cart.update', () => ok);
  browser.says('order.giveUp', () => ({ ...ok, orderId: null }));
  const { placeOrder, askAgain, setQuantity, $hasUnconfirmedOrder, $cart, $checkout, $toasts } = await open();
  browser.network.isUp = false;
  await placeOrder();
  browser.network.isUp = true;
  setQuantity('warp-hoodie', 'M', 1);
  expect($hasUnconfirmedOrder.get()).toBe(true);
  await askAgain();
  expect(orders()).toEqual([]);
  expect([$hasUnconfirmedOrder.get(), $checkout.get().status]).toEqual([false, 'idle']);
  expect($cart.get()['warp-hoodie']).toEqual({ M: 1 });
  expect($toasts.get().at(-1)?.text).toBe(orderMessages.notPlaced);
});

test('an attempt of another shopper is ignored, on a new and on a restored page', async () => {
  const { placeOrder, openCheckout, askAgain, $hasUnconfirmedOrder, $cart, beginSession } = await open();
  browser.network.isUp = false;
  await placeOrder();
  beginSession('other', 'ravi@example.com');
  $cart.set({});
  expect($hasUnconfirmedOrder.get()).toBe(false);
  await askAgain();
  browser.fire('pageshow', { persisted: true });
  expect($hasUnconfirmedOrder.get()).toBe(false);
  openCheckout('Taana');
  expect($hasUnconfirmedOrder.get()).toBe(false);
  browser.network.isUp = true;
  expect(givenUp()).toEqual([]);
});

test('a session that ends during an order keeps cart and form', async () => {
  browser.says('order.place', () => refused('unauthorised', sessionMessages.expired));
  const { placeOrder, $cart, $delivery, $isSignedIn, $checkout } = await open();
  await placeOrder();
  expect($isSignedIn.get()).toBe(false);
  expect($checkout.get().status).toBe('failed');
  expect($cart.get()).not.toEqual({});
  expect($delivery.get()).toEqual(address);
});

test('another payment method first asks the server about an unconfirmed order', async () => {
  browser.says('order.giveUp', () => ({ ...ok, orderId: 'ORDER1' }));
  const { placeOrder, $paymentMethod } = await open();
  browser.network.isUp = false;
  await placeOrder();
  browser.network.isUp = true;
  $paymentMethod.set('razorpay');
  await placeOrder();
  expect(givenUp()).toHaveLength(1);
  expect(browser.namesAsked()).not.toContain('order.razorpay');
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test.each(['{', 'null', '{"key":7}', '{"key":"k","body":null}'])('%s in the tab is ignored', async (text) => {
  browser.tab.set('taana-attempt', text);
  const { $hasUnconfirmedOrder } = await open();
  expect($hasUnconfirmedOrder.get()).toBe(false);
});
