import { expect, test, vi } from 'vitest';
import type { WindowOutcome } from '../../../src/client/payment-window.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import type { Refusal } from '../../../src/contract/calls/call.ts';
import { late, ok, refused, useBrowser } from '../fake-browser.ts';
import {
  items,
  openPage,
  openPaymentPage,
  ORDER,
  pay,
  payWindow,
  receipt,
  started,
  verified,
  windowEnds,
} from './payment-page.ts';
import { eventually } from '../../support/eventually.ts';

const browser = useBrowser(openPaymentPage);

const tries = (name: string) => browser.asked.filter((asked) => asked.name === name);

test.each<[string, () => Refusal | Response, string]>([
  [
    'a verification without an answer',
    () => refused('unavailable', paymentMessages.notPaid),
    paymentMessages.unconfirmed,
  ],
  [
    'a genuine receipt whose payment is pending',
    () => refused('not-paid', paymentMessages.notPaid),
    paymentMessages.unconfirmed,
  ],
  [
    'a refusal without a code, whose sentence is shown,',
    () => Response.json({ success: false, message: 'The till is shut' }),
    `The till is shut ${paymentMessages.unconfirmed}`,
  ],
])('%s is retried and never called a failure', async (_what, answer, text) => {
  vi.useFakeTimers();
  windowEnds({ outcome: 'paid', receipt });
  browser.says('order.verifyRazorpay', answer);
  const { $ownUnpaid, $payment, $cart } = await pay('razorpay', () => vi.advanceTimersByTimeAsync(20_000));
  expect(tries('order.verifyRazorpay')).toHaveLength(3);
  expect($ownUnpaid.get()).toMatchObject({ orderId: ORDER, receipt, problem: null });
  expect($payment.get()).toMatchObject({ step: 'leaving', problem: null });
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
  expect(JSON.parse(browser.tab.get('taana-toast') ?? '')).toEqual({ kind: 'info', text });
  expect($cart.get()).toEqual({ 'warp-hoodie': { M: 2 } });
  vi.useRealTimers();
});

test('a verification that arrives at the second attempt succeeds', async () => {
  vi.useFakeTimers();
  windowEnds({ outcome: 'paid', receipt });
  const answers = [refused('unavailable'), verified];
  browser.says('order.verifyRazorpay', () => answers.shift() ?? verified);
  const { $ownUnpaid } = await pay('razorpay', () => vi.advanceTimersByTimeAsync(5_000));
  expect($ownUnpaid.get()).toBeNull();
  expect(browser.tab.get('taana-toast')).toContain(orderMessages.placed);
  vi.useRealTimers();
});

test('a receipt that the server refuses leaves the order unpaid', async () => {
  windowEnds({ outcome: 'paid', receipt });
  browser.says('order.verifyRazorpay', () => refused('invalid', paymentMessages.wrongSignature));
  const { $ownUnpaid } = await pay('razorpay');
  expect($ownUnpaid.get()).toMatchObject({ receipt: null, problem: paymentMessages.wrongSignature });
  expect(browser.opened).toEqual([{ how: 'assign', path: '/cart' }]);
});

test.each([
  ['too late', paymentMessages.refunded],
  ['for an order that another one replaced', paymentMessages.sentBack],
])(
  'a payment that arrived %s is reported as refunded, and the order can no longer be paid',
  async (_when, message) => {
    windowEnds({ outcome: 'paid', receipt });
    browser.says('order.verifyRazorpay', () => refused('not-paid', message));
    const { checkUnpaid, $ownUnpaid } = await pay('razorpay');
    expect($ownUnpaid.get()).toMatchObject({ isOver: true, receipt: null, problem: message });
    expect(browser.opened).toEqual([{ how: 'assign', path: '/cart' }]);
    await checkUnpaid();
    expect(browser.namesAsked()).not.toContain('order.verifyStripe');
  },
);

test('Retry payment opens the same order once, however often it is tapped', async () => {
  const end = late<WindowOutcome>();
  payWindow.open.mockReturnValue(end.promise);
  browser.says('order.pay', () => ({ ...ok, paymentMethod: 'razorpay', ...started }));
  const { payAgain, noteUnpaid, $payment, $toasts } = await openPage();
  noteUnpaid(ORDER, { method: 'razorpay', items });
  const taps = [payAgain({ orderId: ORDER, items }), payAgain({ orderId: ORDER, items })];
  await eventually(() => expect(payWindow.open).toHaveBeenCalled());
  expect(payWindow.open.mock.lastCall?.[0]).toMatchObject({ prefill: { email: 'asha@example.com' } });
  end.resolve({ outcome: 'closed' });
  await Promise.all(taps);
  expect(tries('order.pay')).toMatchObject([{ body: { orderId: ORDER } }]);
  expect(browser.opened).toEqual([]);
  expect($payment.get()).toEqual({ step: 'idle', orderId: ORDER, problem: paymentMessages.notPaid });
  expect($toasts.get()).toMatchObject([{ kind: 'info', text: paymentMessages.notPaid }]);
});

test.each<[string, Refusal['code'], string, boolean]>([
  ['is sold out', 'out-of-stock', orderMessages.soldOut('Warp Hoodie', 'M', 0), false],
  ['cannot be paid any more', 'not-found', paymentMessages.cannotPay, false],
  ['cannot be opened', 'unavailable', paymentMessages.providerSilent, true],
])(
  'if an order %s, its note is removed or stays, and the reason is shown',
  async (_what, code, problem, isKept) => {
    browser.says('order.pay', () => refused(code, problem));
    const { payAgain, noteUnpaid, $ownUnpaid, $payment } = await openPage();
    noteUnpaid(ORDER, { method: 'stripe', items });
    await payAgain({ orderId: ORDER, items });
    expect($ownUnpaid.get() !== null).toBe(isKept);
    expect($payment.get()).toEqual({ step: 'idle', orderId: ORDER, problem });
  },
);

test('Retry payment on a paid order shows the success', async () => {
  browser.says('order.pay', () => refused('already-placed', paymentMessages.alreadyPlaced));
  const { payAgain, $cart } = await openPage();
  await payAgain({ orderId: ORDER, items });
  expect($cart.get()).toEqual({});
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test('a page that opens with a note checks once whether the order is paid', async () => {
  browser.says('order.verifyStripe', () => verified);
  const { checkUnpaid, noteUnpaid, $cart, $ownUnpaid } = await openPage();
  noteUnpaid(ORDER, { method: 'stripe', items });
  await Promise.all([checkUnpaid(), checkUnpaid()]);
  expect(tries('order.verifyStripe')).toHaveLength(1);
  expect($cart.get()).toEqual({});
  expect($ownUnpaid.get()).toBeNull();
  expect(browser.opened).toEqual([{ how: 'replace', path: '/orders' }]);
});

test('a receipt whose payment is still pending stays pending', async () => {
  browser.says('order.verifyRazorpay', () => refused('not-paid', paymentMessages.notPaid));
  const { checkUnpaid, noteUnpaid, changeUnpaid, $ownUnpaid, $unpaidCheck } = await openPage();
  noteUnpaid(ORDER, { method: 'razorpay', items });
  changeUnpaid(ORDER, { receipt });
  await checkUnpaid();
  expect($ownUnpaid.get()).toMatchObject({ receipt });
  expect($unpaidCheck.get()).toBe('silent');
  expect(browser.namesAsked()).toEqual(['order.verifyRazorpay']);
});

test('a cart that was requested before the order was placed does not overwrite the cart', async () => {
  browser.says('order.verifyStripe', () => verified);
  const { checkUnpaid, noteUnpaid, $authLoading, $cart } = await openPage();
  $authLoading.set(true);
  noteUnpaid(ORDER, { method: 'stripe', items });
  const checking = checkUnpaid();
  await eventually(() => expect(browser.namesAsked()).toEqual(['order.verifyStripe']));
  $cart.set({ 'warp-hoodie': { M: 2 }, 'chai-cap': { default: 1 } });
  $authLoading.set(false);
  await checking;
  expect($cart.get()).toEqual({ 'chai-cap': { default: 1 } });
});

test.each<[string, 'unavailable' | 'not-found' | 'invalid', string, boolean]>([
  ['no answer keeps the note', 'unavailable', 'silent', true],
  ['an unknown order is no longer noted', 'not-found', 'unpaid', false],
  ['an order that can no longer be paid is no longer noted', 'invalid', 'unpaid', false],
])('%s', async (_what, code, check, isKept) => {
  browser.says('order.verifyStripe', () => refused(code));
  const { checkUnpaid, noteUnpaid, $unpaidCheck, $ownUnpaid, $toasts } = await openPage();
  noteUnpaid(ORDER, { method: 'stripe', items });
  await checkUnpaid();
  expect($unpaidCheck.get()).toBe(check);
  expect($ownUnpaid.get() !== null).toBe(isKept);
  expect($toasts.get()).toEqual([]);
});

test('without a note no request is sent', async () => {
  const { checkUnpaid } = await openPage();
  await checkUnpaid();
  expect(browser.asked).toEqual([]);
});

test('only its owner sees the note, and logging out removes it', async () => {
  browser.says('user.logout', () => ok);
  const { noteUnpaid, beginSession, signOut, $ownUnpaid } = await openPage();
  noteUnpaid(ORDER, { method: 'stripe', items });
  beginSession('other', 'ravi@example.com');
  expect($ownUnpaid.get()).toBeNull();
  beginSession('t0ken', 'asha@example.com');
  expect($ownUnpaid.get()?.orderId).toBe(ORDER);
  await signOut();
  expect(browser.localStorage['taana-unpaid']).toBeUndefined();
});

test.each(['{', 'null', '{"orderId":7}', '{"orderId":"A","items":{}}'])(
  '%s in the storage is ignored',
  async (text) => {
    browser.localStorage['taana-unpaid'] = text;
    const { $ownUnpaid } = await openPage();
    expect($ownUnpaid.get()).toBeNull();
  },
);
