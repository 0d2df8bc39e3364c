import { beforeEach, expect, test } from 'vitest';
import { discountMessages } from '../../../src/contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import type { Reply } from '../../../src/contract/routes.ts';
import { fillCheckout, openCheckoutPage } from '../checkout-page.ts';
import { late, ok, openBrowser, refused, signIn, useBrowser } from '../fake-browser.ts';
import { wireOrder } from '../wire.ts';
import { openStores } from '../open-stores.ts';

const CODE = 'TAANA-7K2M-Q9XD';
const ORDER = 'ABCDEFGHJKMNPQRSTVWX';
const good = { ...ok, code: CODE, percent: 20 };
const placed: Reply<'order.place'> = { ...ok, message: orderMessages.placed, orderId: ORDER };

const shown = { price: 1299.5, stock: { M: 9 } };
const browser = useBrowser(() => openCheckoutPage({ 'warp-hoodie': { M: 2 } }, shown));
beforeEach(() => {
  browser.says('payment.methods', () => ({ ...ok, methods: ['cod', 'stripe'] }));
  browser.says('discount.check', () => good);
  browser.says('order.place', () => placed);
});

const open = async () => fillCheckout(await openStores('cart', 'checkout', 'orders', 'session'));

const applied = async () => {
  const stores = await open();
  stores.openCodeField();
  stores.typeCode(CODE.toLowerCase());
  await stores.applyCode();
  return stores;
};

const asked = (name: string) => browser.asked.filter((each) => each.name === name);

test('a valid code reduces the totals and is announced', async () => {
  const { $totals, $appliedCode, $codeField } = await applied();
  expect(asked('discount.check')).toMatchObject([{ token: 't0ken', body: { code: CODE.toLowerCase() } }]);
  expect($totals.get()).toEqual({
    subtotalPaise: 2599_00,
    discountPaise: 519_80,
    feePaise: 10_00,
    totalPaise: 2089_20,
  });
  expect($appliedCode.get()).toMatchObject({ code: CODE, percent: 20 });
  expect($codeField.get()).toMatchObject({ isOpen: false, news: discountMessages.applied(CODE, 20) });
});

test('a code is removed at once, without a request', async () => {
  const { removeCode, $totals, $appliedCode, $codeField } = await applied();
  removeCode();
  expect([$appliedCode.get(), $totals.get().discountPaise]).toEqual([null, 0]);
  expect($codeField.get().news).toBe(discountMessages.removed(CODE));
  expect(asked('discount.check')).toHaveLength(1);
});

test.each([
  ['used', refused('code-refused', discountMessages.used), discountMessages.used],
  ['guessed too often', refused('too-many', 'Too many tries.'), 'Too many tries.'],
])('a code that is %s stays in the field, with the reason beside it', async (_title, answer, problem) => {
  browser.says('discount.check', () => answer);
  const { $codeField, $appliedCode, $totals } = await applied();
  expect($codeField.get()).toMatchObject({
    isOpen: true,
    typed: CODE.toLowerCase(),
    isChecking: false,
    problem,
  });
  expect([$appliedCode.get(), $totals.get().discountPaise]).toEqual([null, 0]);
});

test('an empty field and a lost network show a message and keep the code', async () => {
  const stores = await open();
  stores.openCodeField();
  await stores.applyCode();
  expect(stores.$codeField.get().problem).toBe(discountMessages.missing);
  stores.typeCode(CODE);
  expect(stores.$codeField.get().problem).toBeNull();
  browser.network.isUp = false;
  await stores.applyCode();
  expect(stores.$codeField.get()).toMatchObject({ typed: CODE, problem: discountMessages.failed });
});

test('two taps send one request', async () => {
  const answer = late<typeof good>();
  browser.says('discount.check', () => answer.promise);
  const { typeCode, applyCode, $codeField } = await open();
  typeCode(CODE);
  const taps = [applyCode(), applyCode()];
  expect($codeField.get().isChecking).toBe(true);
  answer.resolve(good);
  await Promise.all(taps);
  expect(asked('discount.check')).toHaveLength(1);
});

test('the next page has the code, another shopper in this browser does not, and logging out forgets it', async () => {
  await applied();
  const kept = browser.localStorage['taana-code'] ?? '';
  Object.assign(browser, signIn(openBrowser('/cart')));
  browser.localStorage['taana-code'] = kept;
  const stores = await openStores('cart', 'session');
  expect(stores.$appliedCode.get()).toMatchObject({ code: CODE });
  stores.$userEmail.set('ravi@example.com');
  expect(stores.$appliedCode.get()).toBeNull();
  stores.$userEmail.set('asha@example.com');
  browser.says('user.logout', () => ok);
  await stores.signOut();
  expect(browser.localStorage['taana-code']).toBeUndefined();
});

test('an invalid stored value is no code', async () => {
  const wrong = ['{"code":1,"percent":20,"owner":null}', '{"code":"A","percent":200,"owner":null}'];
  for (const text of ['x', '{}', ...wrong]) {
    Object.assign(browser, openBrowser('/cart'));
    browser.localStorage['taana-code'] = text;
    const { $appliedCode } = await import('../../../src/stores/cart/discount-code.ts');
    expect($appliedCode.get()).toBeNull();
  }
});

test('an order sends the code and the reduced amount; when it is placed, the code is forgotten', async () => {
  const { placeOrder, $appliedCode } = await applied();
  await placeOrder();
  expect(asked('order.place')).toMatchObject([{ body: { code: CODE, amount: 2089.2 } }]);
  expect($appliedCode.get()).toBeNull();
});

test('an order that turns out to be placed uses up its own code, not one added to the cart since', async () => {
  const other = 'TAANA-0000-0001';
  const { placeOrder, removeCode, typeCode, applyCode, $appliedCode, $checkout } = await applied();
  browser.network.isUp = false;
  await placeOrder();
  browser.network.isUp = true;
  removeCode();
  browser.says('discount.check', () => ({ ...good, code: other }));
  typeCode(other);
  await applyCode();
  browser.says('order.giveUp', () => ({ ...ok, orderId: 'ORDER1' }));
  await placeOrder();
  expect(asked('order.place')).toEqual([]);
  expect($checkout.get().status).toBe('placed');
  expect($appliedCode.get()).toMatchObject({ code: other, orderId: null });
});

test('an order without a code has no such field', async () => {
  const { placeOrder } = await open();
  await placeOrder();
  expect(asked('order.place')[0]?.body).not.toHaveProperty('code');
});

test('a code that is refused with the order returns to its field with the reason; the next attempt orders without it', async () => {
  browser.says('order.place', () => refused('code-refused', discountMessages.used));
  const { placeOrder, $appliedCode, $codeField, $checkout, $totals } = await applied();
  await placeOrder();
  expect($checkout.get()).toEqual({ status: 'failed', message: discountMessages.used });
  expect($appliedCode.get()).toBeNull();
  expect($codeField.get()).toMatchObject({ isOpen: true, typed: CODE, problem: discountMessages.used });
  expect($totals.get().totalPaise).toBe(2609_00);
  browser.says('order.place', () => placed);
  await placeOrder();
  const [first, second] = asked('order.place');
  expect(second?.body).toMatchObject({ amount: 2609 });
  expect(second?.key).not.toBe(first?.key);
});

test('a page that opens with a code checks whether it is still valid', async () => {
  const { recheckCode, $appliedCode, $codeField } = await applied();
  await recheckCode();
  expect($appliedCode.get()).toMatchObject({ code: CODE });
  browser.network.isUp = false;
  await recheckCode();
  expect($appliedCode.get()).toMatchObject({ code: CODE });
  browser.network.isUp = true;
  browser.says('discount.check', () => refused('code-refused', discountMessages.expired('3 March 2026')));
  await recheckCode();
  expect($appliedCode.get()).toBeNull();
  expect($codeField.get().problem).toContain('3 March 2026');
});

test('the code of an unpaid order stays for a payment retry until the order is placed', async () => {
  browser.says('order.stripe', () => ({ ...ok, session_url: 'https://stripe.example/1', orderId: ORDER }));
  const { placeOrder, $paymentMethod, $appliedCode, loadOrders } = await applied();
  $paymentMethod.set('stripe');
  await placeOrder();
  expect($appliedCode.get()).toMatchObject({ code: CODE, orderId: ORDER });
  const waiting = wireOrder(ORDER, { status: 'Payment Pending', paymentMethod: 'stripe' });
  browser.says('order.userorders', () => ({ ...ok, orders: [waiting] }));
  await loadOrders();
  expect($appliedCode.get()).toMatchObject({ code: CODE });
  browser.says('order.userorders', () => ({ ...ok, orders: [{ ...waiting, status: 'Order Placed' }] }));
  await loadOrders();
  expect($appliedCode.get()).toBeNull();
});

test('an order whose code was used elsewhere cannot be paid again, and shows why', async () => {
  const { payAgain, $payment } = await import('../../../src/stores/payment/payment.ts');
  browser.says('order.pay', () => refused('code-refused', discountMessages.gone));
  await payAgain({ orderId: ORDER, items: [] });
  expect($payment.get().problem).toBe(discountMessages.gone);
});
