import { atom } from 'nanostores';
import { goTo } from '../../client/go-to.ts';
import type { Prefill, WindowOutcome, WindowRequest } from '../../client/payment-window.ts';
import { orderMessages } from '../../contract/messages/orders.ts';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { paths } from '../../contract/paths.ts';
import type { RazorpayCheckout, RazorpayReceipt, StripeCheckout } from '../../contract/calls/payment.ts';
import type { CartEntry } from '../../domain/cart.ts';
import { type PaymentMethod, type Provider, shortOrderId } from '../../domain/order.ts';
import { authorised } from '../session/authorised.ts';
import { removeOrdered } from '../cart/cart-lines.ts';
import { spendCode } from '../cart/discount-code.ts';
import { $authLoading, $userEmail } from '../session/session.ts';
import { keepToastForNextPage } from '../page/toasts.lazy.ts';
import { showToast, type ToastKind } from '../page/toasts.ts';
import {
  askAbout,
  isNoAnswer,
  isOrderPlaced,
  isRefunded,
  isUndecided,
  unconfirmedText,
} from './verification-answer.ts';
import { $ownUnpaid, changeUnpaid, forgetUnpaid, noteUnpaid, unpaidOf } from './unpaid.ts';

/** The current payment. `leaving` lasts until the next page is open. */
export interface Payment {
  step: 'idle' | 'starting' | 'window' | 'confirming' | 'leaving';
  /** The order of the last payment on this page. */
  orderId: string | null;
  /** Why it is not paid. */
  problem: string | null;
}

const atRest: Payment = { step: 'idle', orderId: null, problem: null };

export const $payment = atom<Payment>(atRest);

/** The server's answer about the unpaid-order note when a page opens. `silent`: no answer. */
export const $unpaidCheck = atom<'none' | 'asking' | 'unpaid' | 'silent'>('none');

/** Providers that take the money in a window on this page; the others do on a page of their own. */
const windowed: readonly PaymentMethod[] = ['razorpay'];

export interface Payable {
  orderId: string;
  items: readonly CartEntry[];
  prefill?: Prefill;
}

/** The end of a payment. Only `isUnpaid` leaves the shopper on the page. */
type End = { isUnpaid: false } | { isUnpaid: true; kind: ToastKind; message: string };

let shopName = '';
let isWatching = false;

/**
 * Prepares payments on this page.
 * @param name the shop's name in a payment window
 */
export function openPayments(name: string): void {
  shopName = name;
  $payment.set(atRest);
  if (isWatching) return;
  isWatching = true;
  // On return from a provider's page, the browser may restore this page from the back/forward cache, and the payment
  // status is unknown.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    paying = null;
    $payment.set(atRest);
    void checkUnpaid();
  });
}

/**
 * Prefetches the payment window's code during the request; a failure is handled when the code is needed.
 * @param method null if only the server knows it
 */
export function prepareWindow(method: PaymentMethod | null): void {
  if (method === null || windowed.includes(method)) windowCode().catch(() => undefined);
}

/** Leads the shopper through the payment that the server has opened for an order. */
export async function takePayment(
  method: Provider,
  started: RazorpayCheckout | StripeCheckout,
  { items, prefill }: Omit<Payable, 'orderId'>,
): Promise<End> {
  const { orderId } = started;
  noteUnpaid(orderId, { method, items });
  if ('session_url' in started) {
    show('leaving', orderId);
    goTo(started.session_url);
    return { isUnpaid: false };
  }

  show('starting', orderId);
  const email = $userEmail.get();
  const request = {
    ...started,
    name: shopName,
    description: paymentMessages.windowTitle(shortOrderId(orderId)),
    prefill: { ...(email && { email }), ...prefill },
  };
  const end = await throughWindow(request, () => show('window', orderId));
  switch (end.outcome) {
    case 'paid':
      return confirm(orderId, end.receipt);
    case 'elsewhere':
      show('leaving', orderId);
      return { isUnpaid: false };
    case 'failed':
      return left(orderId, 'error', [paymentMessages.failed, end.description].filter(Boolean).join(' '));
    case 'closed':
      return left(orderId, 'info', paymentMessages.notPaid);
    case 'blocked':
      return unpaid(orderId, 'error', paymentMessages.windowBlocked);
  }
}

let paying: Promise<void> | null = null;

/** Pays an order that is still unpaid. A second tap during the request returns the same promise. */
export function payAgain(order: Payable): Promise<void> {
  paying ??= pay(order).finally(() => {
    paying = null;
  });
  return paying;
}

/** Timeout in ms. The server asks a provider first, and a bad network adds to that. */
const OPEN_PAYMENT_TIMEOUT_MS = 30_000;

async function pay({ orderId, items, prefill }: Payable): Promise<void> {
  show('starting', orderId);
  prepareWindow(null);
  const answer = await authorised('order.pay', { orderId }, { timeoutMs: OPEN_PAYMENT_TIMEOUT_MS });
  if (answer.success) {
    const end = await takePayment(answer.paymentMethod, answer, { items, ...(prefill && { prefill }) });
    if (end.isUnpaid) showToast(end.kind, end.message);
  } else if (answer.code === 'already-placed') {
    await finishOrder(orderId, items);
  } else {
    if (!isNoAnswer(answer.code)) forgetUnpaid(orderId);
    $payment.set({ step: 'idle', orderId, problem: answer.message });
    showToast('error', answer.message);
  }
}

/**
 * Checks without messages whether the noted order is paid: its window may have closed, or its page may never have
 * returned. The server asks the provider.
 */
export async function checkUnpaid(): Promise<void> {
  const noted = $ownUnpaid.get();
  if (!noted || noted.isOver || $payment.get().step !== 'idle' || $unpaidCheck.get() === 'asking') return;
  $unpaidCheck.set('asking');
  const answer = await askAbout(noted);
  if (isOrderPlaced(answer)) {
    show('leaving', noted.orderId);
    await finishOrder(noted.orderId, noted.items);
  } else if (isNoAnswer(answer.code) || isUndecided(answer, noted.receipt)) {
    $unpaidCheck.set('silent');
  } else {
    if (isRefunded(answer))
      changeUnpaid(noted.orderId, { receipt: null, problem: answer.message, isOver: true });
    else if (answer.code !== 'not-paid' && !noted.receipt) forgetUnpaid(noted.orderId);
    else changeUnpaid(noted.orderId, { receipt: null });
    $unpaidCheck.set('unpaid');
  }
}

/** The order is placed: removes its items from the cart and opens the order list. */
export async function finishOrder(
  orderId: string,
  items: readonly CartEntry[] = [],
  message: string = orderMessages.placed,
): Promise<void> {
  const ordered = unpaidOf(orderId)?.items ?? items;
  // Wait for the start-up load of the cart: an answer from before the order must not replace the new cart.
  await afterStartUp();
  if (ordered.length > 0) removeOrdered(ordered);
  else await takeServersCart();
  forgetUnpaid(orderId);
  spendCode(orderId);
  keepToastForNextPage('success', message);
  goTo(paths.orders, undefined, 'replace');
}

async function takeServersCart(): Promise<void> {
  try {
    const { loadCart } = await import('../cart/cart-sync.lazy.ts');
    await loadCart();
  } catch {
    // The code did not load; the cart page loads the server's cart whenever it opens.
  }
}

function afterStartUp(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $authLoading.subscribe((isLoading) => {
      if (isLoading) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

const pausesMs = [1_500, 4_000];

/**
 * Sends the window's receipt to the server. Money may have moved, so a missing answer is no failure: the webhook places
 * the order without this page, and the note stays until the result is known.
 */
async function confirm(orderId: string, receipt: RazorpayReceipt): Promise<End> {
  changeUnpaid(orderId, { receipt });
  show('confirming', orderId);
  for (let tried = 0; ; tried += 1) {
    const answer = await authorised('order.verifyRazorpay', receipt, { keepalive: true });
    if (isOrderPlaced(answer)) {
      await finishOrder(orderId);
      return { isUnpaid: false };
    }
    if (!isNoAnswer(answer.code) && !isUndecided(answer, receipt)) {
      changeUnpaid(orderId, { receipt: null, isOver: isRefunded(answer) });
      return unpaid(orderId, 'error', answer.message);
    }
    const pause = pausesMs[tried];
    if (pause === undefined || answer.code === 'unauthorised') {
      show('leaving', orderId);
      keepToastForNextPage('info', unconfirmedText(answer));
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  goTo(paths.orders, undefined, 'replace');
  return { isUnpaid: false };
}

/**
 * The window was closed without payment. An earlier attempt or another tab may have paid the order, so ask the server.
 */
async function left(orderId: string, kind: ToastKind, message: string): Promise<End> {
  show('confirming', orderId);
  const answer = await authorised('order.verifyStripe', { success: null, orderId });
  // Another order has replaced this one meanwhile.
  if (!answer.success && answer.code === 'invalid') {
    forgetUnpaid(orderId);
    return unpaid(orderId, kind, answer.message);
  }
  if (!isOrderPlaced(answer)) return unpaid(orderId, kind, message);
  await finishOrder(orderId);
  return { isUnpaid: false };
}

function unpaid(orderId: string, kind: ToastKind, message: string): End {
  changeUnpaid(orderId, { problem: message });
  $unpaidCheck.set('unpaid');
  $payment.set({ step: 'idle', orderId, problem: message });
  return { isUnpaid: true, kind, message };
}

function show(step: Payment['step'], orderId: string): void {
  $payment.set({ step, orderId, problem: null });
}

/** Loaded only when somebody pays with it. */
const windowCode = () => import('../../client/payment-window.ts');

async function throughWindow(request: WindowRequest, opened: () => void): Promise<WindowOutcome> {
  try {
    const { openPaymentWindow } = await windowCode();
    return await openPaymentWindow(request, opened);
  } catch {
    return { outcome: 'blocked' };
  }
}
