import { atom, computed } from 'nanostores';
import type { Answer } from '../../client/api.ts';
import { goTo } from '../../client/go-to.ts';
import { cartPageMessages } from '../../contract/messages/cart-page.ts';
import { orderMessages } from '../../contract/messages/order.ts';
import { paths } from '../../contract/paths.ts';
import type { PlaceOrderBody, Reply } from '../../contract/routes.ts';
import type { CartEntry } from '../../domain/cart.ts';
import { rupeesFromPaise } from '../../domain/money.ts';
import type { PaymentMethod } from '../../domain/order.ts';
import { type Attempt, $ownAttempt, attemptFor, recallAttempt, rememberAttempt } from './order-attempt.ts';
import { authorised, unread } from '../session/authorised.ts';
import { $canCheckOut, $rows, $totals, refreshRows } from '../cart/cart-rows.ts';
import { $productsStatus } from '../catalogue/catalogue.ts';
import { refuseCode } from '../cart/code-field.ts';
import { finishDelivery, markRefused } from './delivery.ts';
import { $appliedCode, forgetCode, tieCode } from '../cart/discount-code.ts';
import {
  finishOrder,
  checkUnpaid,
  openPayments,
  prepareWindow,
  type Started,
  takePayment,
} from '../payment/payment.ts';
import { $paymentMethod, loadPaymentMethods } from './payment-methods.ts';
import { saveTypedAddress } from './saved-delivery.ts';
import { $authLoading } from '../session/session.ts';
import { carryToast } from '../page/toasts.lazy.ts';
import { showToast } from '../page/toasts.ts';
import { $ownUnpaid, forgetOlderUnpaid } from '../payment/unpaid.ts';

/** The call that places an order by each way to pay. */
const routeOf = { cod: 'order.place', razorpay: 'order.razorpay', stripe: 'order.stripe' } as const;
type Placement = (typeof routeOf)[PaymentMethod];

export interface Checkout {
  /** `processing` lasts until the payment has ended; `placed` until the next page is there. */
  status: 'idle' | 'processing' | 'failed' | 'placed';
  message: string | null;
}

export const $checkout = atom<Checkout>({ status: 'idle', message: null });

/**
 * An order on delivery was asked for, no answer came, and the cart no longer is what was ordered: most likely because
 * the order stands and the server has emptied the cart. The screen then offers to ask what became of it instead of showing
 * an empty cart. An order to be paid online cannot stand before its payment has begun here.
 */
export const $hasUnconfirmedOrder = computed([$ownAttempt, $rows], (attempt, rows) => {
  if (!attempt?.isUnheard || attempt.method !== 'cod') return false;
  return sameItems(attempt.body.items) !== sameItems(rows.map(itemOf));
});

/** Nobody knows yet what is in the cart or what it costs; the server is being asked. */
export const $isCartUnknown = computed([$rows, $productsStatus, $authLoading], (rows, status, isLoading) => {
  if (rows.length === 0) return isLoading;
  return status !== 'failed' && rows.some((row) => row.product === null && row.problem === null);
});

/**
 * Takes up what this tab remembers of an order that was asked for before a reload, and asks what can be paid with.
 * @param shopName who asks for the money, as a payment window shows it
 */
export function openCheckout(shopName: string): void {
  recallAttempt();
  $checkout.set({ status: 'idle', message: null });
  openPayments(shopName);
  void loadPaymentMethods();
  void checkUnpaid();
  // Back from a provider's page: the browser shows this one as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    placing = null;
    recallAttempt();
    $checkout.set({ status: 'idle', message: null });
  });
}

/** Long enough for a payment on a bad network: giving up early leaves a shopper in doubt. */
const ORDER_MS = 30_000;

let placing: Promise<void> | null = null;

/**
 * Places the order of the screen. A second tap while the first is on its way is the same call; a repetition after a
 * lost answer has the same key, so that the server gives back the first order.
 */
export function placeOrder(): Promise<void> {
  placing ??= place().finally(() => {
    placing = null;
  });
  return placing;
}

async function place(): Promise<void> {
  const address = finishDelivery();
  if (!address) return fail(orderMessages.checkForm);
  // A payment window may only open in the task of the tap: nothing is awaited without need.
  if ($isCartUnknown.get()) await cartIsKnown();
  if (!$canCheckOut.get()) {
    const isMarked = $rows.get().some((row) => row.problem !== null);
    return fail(isMarked ? cartPageMessages.blocked : cartPageMessages.unknownPrices);
  }
  const method = $paymentMethod.get();
  const code = $appliedCode.get()?.code;
  const body = {
    address,
    items: $rows.get().map(itemOf),
    amount: rupeesFromPaise($totals.get().totalPaise),
    ...(code !== undefined && { code }),
  };
  const attempt = attemptFor(method, body);
  const known = $ownAttempt.get();
  // What may still be on its way, or stand already, would be a second order beside this one.
  if (known?.isUnheard && known.key !== attempt.key && !(await hasComeToNothing(known))) return;
  await send(attempt);
}

/** PLACE ORDER can be tapped before the page knows what is ordered: the order waits for that. */
async function cartIsKnown(): Promise<void> {
  $checkout.set({ status: 'processing', message: null });
  await new Promise<void>((known) => {
    const stop = $isCartUnknown.listen((isUnknown) => {
      if (isUnknown) return;
      stop();
      known();
    });
  });
}

/** Asks what became of the order of which nothing was heard. */
export function askAgain(): Promise<void> {
  const attempt = $ownAttempt.get();
  if (!attempt) return Promise.resolve();
  placing ??= settle(attempt).finally(() => {
    placing = null;
  });
  return placing;
}

async function settle(attempt: Attempt): Promise<void> {
  if (!(await hasComeToNothing(attempt))) return;
  await refreshRows();
  $checkout.set({ status: 'idle', message: null });
  showToast('info', orderMessages.cameToNothing);
}

/**
 * Whether an attempt has no order that stands, and will have none: the server ends it. Where it has one, the shopper is
 * told and sees it; where no answer comes, nothing else is sent.
 */
async function hasComeToNothing({ key, body }: Attempt): Promise<boolean> {
  $checkout.set({ status: 'processing', message: null });
  const answer = await authorised('order.giveUp', undefined, { idempotencyKey: key, timeoutMs: ORDER_MS });
  if (!answer.success) {
    fail(answer.message);
    return false;
  }
  rememberAttempt(null);
  if (answer.orderId === null) return true;
  forgetOlderUnpaid(answer.orderId);
  saveTypedAddress(body.address);
  if (body.code !== undefined) tieCode(body.code, answer.orderId);
  await finish(answer.orderId, body.items.map(entryOf), orderMessages.stoodAlready);
  return false;
}

async function send(attempt: Attempt): Promise<void> {
  $checkout.set({ status: 'processing', message: null });
  rememberAttempt({ ...attempt, isUnheard: true });
  if (attempt.method === 'razorpay') prepareWindow();
  const answer = await authorised(routeOf[attempt.method], attempt.body, {
    idempotencyKey: attempt.key,
    timeoutMs: ORDER_MS,
  });
  if (answer === unread) return fail(answer.message);
  if (!answer.success) return handleRefusal(attempt, answer);
  // Heard: the server knows an order that still waits for its money by what is in it, under any key.
  rememberAttempt(null);
  forgetOlderUnpaid(answer.orderId);
  saveTypedAddress(attempt.body.address);
  if (attempt.body.code !== undefined) tieCode(attempt.body.code, answer.orderId);
  const items = attempt.body.items.map(entryOf);
  const started = startedBy(answer);
  if (!started) return finish(answer.orderId, items);

  const { address } = attempt.body;
  const prefill = {
    name: `${address.firstName} ${address.lastName}`,
    email: address.email,
    contact: `+${address.phone}`,
  };
  const end = await takePayment(started, { items, prefill });
  if (!end.isUnpaid) return;
  // The cart is where an order waits for its money, full as it was.
  carryToast(end.kind, end.message);
  goTo(paths.cart);
}

function startedBy(answer: Placed): Started | null {
  if ('session_url' in answer) return { ...answer, paymentMethod: 'stripe' };
  return 'checkoutUrl' in answer ? { ...answer, paymentMethod: 'razorpay' } : null;
}

async function finish(orderId: string, items: readonly CartEntry[], message?: string): Promise<void> {
  $checkout.set({ status: 'placed', message: null });
  await finishOrder(orderId, items, message);
}

async function handleRefusal(attempt: Attempt, answer: Refused): Promise<void> {
  switch (answer.code) {
    case 'already-placed': {
      rememberAttempt(null);
      const { code } = attempt.body;
      // The same cart with the same code is that order; another code on the cart by now stays.
      if (code !== undefined && $appliedCode.get()?.code === code) forgetCode();
      saveTypedAddress(attempt.body.address);
      const noted = $ownUnpaid.get();
      const isNoted = noted && sameItems(noted.items.map(itemOf)) === sameItems(attempt.body.items);
      return finish(isNoted ? noted.orderId : '', attempt.body.items.map(entryOf));
    }
    case 'network':
    case 'failed':
    case 'unavailable':
      // Nobody knows whether the order stands: the key stays, and the next try asks for the same order.
      return fail(answer.message);
    case 'key-reused':
      rememberAttempt(null);
      return fail(answer.message);
    default:
      // Nothing was ordered: the screen shows what is true now, before it says why. Who was turned away at the door was not
      // told what became of an earlier try, and asks for it again.
      rememberAttempt(isForGood(answer.code) ? null : attempt);
      if (answer.fields) markRefused(answer.fields);
      if (answer.code === 'code-refused') refuseCode(answer.message);
      if (attempt.method !== 'cod') void loadPaymentMethods();
      if (answer.code !== 'unauthorised') await refreshRows();
      return fail(answer.message);
  }
}

/**
 * Whether the server has looked at the request and will place nothing by its key any more. What is true of prices and
 * pieces by the next tap takes a new key.
 */
function isForGood(code: Refused['code']): boolean {
  return ['invalid', 'price-changed', 'out-of-stock', 'code-refused', 'cash-limit', 'hold-limit'].includes(
    code,
  );
}

type Placed = Reply<Placement>;
type Refused = Exclude<Answer<Placement>, { success: true }>;

function fail(message: string): void {
  $checkout.set({ status: 'failed', message });
  showToast('error', message);
}

function itemOf({ productId, size, quantity }: { productId: string; size: string; quantity: number }) {
  return { _id: productId, size, quantity };
}

function entryOf({ _id, size, quantity }: PlaceOrderBody['items'][number]): CartEntry {
  return { productId: _id, size, quantity };
}

function sameItems(items: PlaceOrderBody['items']): string {
  return items
    .map(({ _id, size, quantity }) => `${_id}/${size}/${quantity}`)
    .sort()
    .join();
}
