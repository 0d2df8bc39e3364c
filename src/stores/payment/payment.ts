import { atom } from 'nanostores';
import type { Answer } from '../../client/api.ts';
import { goTo } from '../../client/go-to.ts';
import type { Prefill, WindowOutcome, WindowRequest } from '../../client/payment-window.ts';
import { orderMessages } from '../../contract/messages/order.ts';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { paths } from '../../contract/paths.ts';
import type { RazorpayCheckout, RazorpayReceipt, RefusalCode, Reply } from '../../contract/routes.ts';
import type { CartEntry } from '../../domain/cart.ts';
import { shortOrderId } from '../../domain/order.ts';
import { authorised } from '../session/authorised.ts';
import { removeOrdered } from '../cart/cart-lines.ts';
import { spendCode } from '../cart/discount-code.ts';
import { $authLoading, $userEmail } from '../session/session.ts';
import { carryToast } from '../page/toasts.lazy.ts';
import { showToast, type ToastKind } from '../page/toasts.ts';
import { $ownUnpaid, changeUnpaid, forgetUnpaid, noteUnpaid, type UnpaidOrder, unpaidOf } from './unpaid.ts';

/** A payment under way. `leaving` lasts until the next page is there. */
export interface Payment {
  step: 'idle' | 'starting' | 'window' | 'confirming' | 'leaving';
  /** The order that was paid for last, here. */
  orderId: string | null;
  /** Why it is not paid. */
  problem: string | null;
}

const atRest: Payment = { step: 'idle', orderId: null, problem: null };

export const $payment = atom<Payment>(atRest);

/** What the server says of the note when a page opens with one. `silent`: it did not say. */
export const $unpaidCheck = atom<'none' | 'asking' | 'unpaid' | 'silent'>('none');

/** The provider's pieces, as a placement or `order.pay` gives them. */
export type Started =
  | ({ paymentMethod: 'razorpay' } & RazorpayCheckout)
  | { paymentMethod: 'stripe'; session_url: string; orderId: string };

export interface Payable {
  orderId: string;
  items: readonly CartEntry[];
  prefill?: Prefill;
}

/** Where a payment ended. Only `unpaid` leaves the shopper on the page. */
type End = { isUnpaid: false } | { isUnpaid: true; kind: ToastKind; message: string };

let shopName = '';
let isWatching = false;

/**
 * Makes ready for payments on this page.
 * @param name who asks for the money, as a payment window shows it
 */
export function openPayments(name: string): void {
  shopName = name;
  $payment.set(atRest);
  if (isWatching) return;
  isWatching = true;
  // Back from a provider's page: the browser shows this page as it was left, and the payment may be anything by now.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    paying = null;
    $payment.set(atRest);
    void checkUnpaid();
  });
}

/** Fetches the window's code ahead, while the server is being asked; a failure shows when it is needed. */
export function prepareWindow(): void {
  windowCode().catch(() => undefined);
}

/** Takes the shopper through the payment of an order that the server has opened for it. */
export async function takePayment(
  started: Started,
  { items, prefill }: Omit<Payable, 'orderId'>,
): Promise<End> {
  const { orderId, paymentMethod: method } = started;
  noteUnpaid(orderId, { method, items });
  if (started.paymentMethod === 'stripe') {
    show('leaving', orderId);
    goTo(started.session_url);
    return { isUnpaid: false };
  }

  show('starting', orderId);
  const request = {
    ...started,
    name: shopName,
    description: paymentMessages.windowTitle(shortOrderId(orderId)),
    prefill: { ...emailOf(), ...prefill },
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

/** Pays an order that still waits for its money. A second tap while the first is on its way is the same one. */
export function payAgain(order: Payable): Promise<void> {
  paying ??= pay(order).finally(() => {
    paying = null;
  });
  return paying;
}

/** Opening a payment asks a provider, whose answer a bad network brings late. */
const OPENING_MS = 30_000;

async function pay({ orderId, items, prefill }: Payable): Promise<void> {
  show('starting', orderId);
  prepareWindow();
  const answer = await authorised('order.pay', { orderId }, { timeoutMs: OPENING_MS });
  if (answer.success) {
    const end = await takePayment(answer, { items, ...(prefill && { prefill }) });
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
 * Asks quietly whether the noted order is paid by now: its window may have closed, its page may never have come back.
 * The server asks the provider.
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
    if (isGoingBack(answer))
      changeUnpaid(noted.orderId, { receipt: null, problem: answer.message, isOver: true });
    else if (answer.code !== 'not-paid' && !noted.receipt) forgetUnpaid(noted.orderId);
    else changeUnpaid(noted.orderId, { receipt: null });
    $unpaidCheck.set('unpaid');
  }
}

/** The receipt is genuine, and the money has not arrived: it may still be on its way through the banks. */
function isUndecided(answer: Unpaid, receipt: RazorpayReceipt | null): boolean {
  return receipt !== null && answer.code === 'not-paid' && !isGoingBack(answer);
}

/** The money came too late or for an order that has ended, and goes back: this order will not be paid any more. */
export function isGoingBack({ message }: Unpaid): boolean {
  const { refunded, refundedCode, sentBack } = paymentMessages;
  return message === refunded || message === refundedCode || message === sentBack;
}

function askAbout({ orderId, receipt }: UnpaidOrder): Promise<Verification> {
  return receipt
    ? authorised('order.verifyRazorpay', receipt)
    : authorised('order.verifyStripe', { success: null, orderId });
}

type Verification = Answer<'order.verifyRazorpay'>;
type Unpaid = Exclude<Verification, { success: true }>;

/** Whether the server says that the order stands. */
export function isOrderPlaced(answer: Verification): answer is Reply<'order.verifyRazorpay'> {
  return answer.success || answer.code === 'already-placed';
}

/** Refusals that say nothing about the payment, so that asking later makes sense. */
export function isNoAnswer(code: RefusalCode | 'network'): boolean {
  return ['network', 'unavailable', 'failed', 'too-many', 'unauthorised'].includes(code);
}

/** The order stands: what was ordered leaves the cart, and the shopper sees it among the orders. */
export async function finishOrder(
  orderId: string,
  items: readonly CartEntry[] = [],
  message: string = orderMessages.placed,
): Promise<void> {
  const ordered = unpaidOf(orderId)?.items ?? items;
  // A cart that was asked for before the order stood must not come in behind this.
  await afterStartUp();
  if (ordered.length > 0) removeOrdered(ordered);
  else await takeServersCart();
  forgetUnpaid(orderId);
  spendCode(orderId);
  carryToast('success', message);
  goTo(paths.orders, undefined, 'replace');
}

async function takeServersCart(): Promise<void> {
  try {
    const { loadCart } = await import('../cart/cart-sync.lazy.ts');
    await loadCart();
  } catch {
    // The code did not arrive: the cart page asks for the server's cart whenever it opens.
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

/** Pauses before each further try to tell the server of a payment. */
const pausesMs = [1_500, 4_000];

/**
 * Tells the server what the window said. Money may have moved, so silence is no failure: the webhook makes the order
 * without this page, and the note stays until the truth is known.
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
      changeUnpaid(orderId, { receipt: null, isOver: isGoingBack(answer) });
      return unpaid(orderId, 'error', answer.message);
    }
    const pause = pausesMs[tried];
    if (pause === undefined || answer.code === 'unauthorised') break;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  show('leaving', orderId);
  carryToast('info', paymentMessages.unconfirmed);
  goTo(paths.orders, undefined, 'replace');
  return { isUnpaid: false };
}

/** The window was left without money; yet an earlier try, or another tab, may have paid the order, and the server knows. */
async function left(orderId: string, kind: ToastKind, message: string): Promise<End> {
  show('confirming', orderId);
  const answer = await authorised('order.verifyStripe', { success: null, orderId });
  // Another order has ended this one meanwhile.
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

/** The window's code comes when somebody pays by it. */
function windowCode(): Promise<typeof import('../../client/payment-window.ts')> {
  return import('../../client/payment-window.ts');
}

async function throughWindow(request: WindowRequest, opened: () => void): Promise<WindowOutcome> {
  try {
    const { openPaymentWindow } = await windowCode();
    return await openPaymentWindow(request, opened);
  } catch {
    return { outcome: 'blocked' };
  }
}

function emailOf(): Prefill {
  const email = $userEmail.get();
  return email ? { email } : {};
}
