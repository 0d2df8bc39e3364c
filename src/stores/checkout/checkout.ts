import { atom, computed } from 'nanostores';
import type { Answer } from '../../client/api.ts';
import { goTo } from '../../client/go-to.ts';
import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../contract/messages/orders.ts';
import { paths } from '../../contract/paths.ts';
import type { PlaceOrderBody } from '../../contract/calls/order.ts';
import type { CartEntry } from '../../domain/cart.ts';
import { rupeesFromPaise } from '../../domain/money.ts';
import type { Provider } from '../../domain/order.ts';
import { type Attempt, $ownAttempt, attemptFor, recallAttempt, rememberAttempt } from './order-attempt.ts';
import { authorised, sessionEnded } from '../session/authorised.ts';
import { $canCheckOut, $rows, $totals, refreshRows } from '../cart/cart-rows.ts';
import { $productsStatus } from '../catalogue/catalogue.ts';
import { refuseCode } from '../cart/code-field.ts';
import { arePinsLoading, pinsLoadOrTimeOut } from '../address/pins.ts';
import { finishDelivery, markRefused } from './delivery.ts';
import { $appliedCode, forgetCode, tieCode } from '../cart/discount-code.ts';
import { finishOrder, checkUnpaid, openPayments, prepareWindow, takePayment } from '../payment/payment.ts';
import { $paymentMethod, loadPaymentMethods } from './payment-methods.ts';
import { saveTypedAddress } from './saved-delivery.ts';
import { $authLoading } from '../session/session.ts';
import { keepToastForNextPage } from '../page/toasts.lazy.ts';
import { showToast } from '../page/toasts.ts';
import { $ownUnpaid, forgetOlderUnpaid } from '../payment/unpaid.ts';

export interface Checkout {
  /** `processing` lasts until the payment has ended; `placed` until the next page is open. */
  status: 'idle' | 'processing' | 'failed' | 'placed';
  message: string | null;
}

export const $checkout = atom<Checkout>({ status: 'idle', message: null });

/**
 * A cash-on-delivery request got no answer, and the cart has changed since. The order was probably placed and the
 * server has emptied the cart. So the screen offers to ask the server instead of showing an empty cart. An online order
 * cannot be placed before its payment has begun here.
 */
export const $hasUnconfirmedOrder = computed([$ownAttempt, $rows], (attempt, rows) => {
  if (!attempt?.isUnconfirmed || attempt.method !== 'cod') return false;
  return sameItems(attempt.body.items) !== sameItems(rows.map(itemOf));
});

/** The content or the prices of the cart are being loaded. */
export const $isCartUnknown = computed([$rows, $productsStatus, $authLoading], (rows, status, isLoading) => {
  if (rows.length === 0) return isLoading;
  return status !== 'failed' && rows.some((row) => row.product === null && row.problem === null);
});

/**
 * Restores this tab's order attempt after a reload, and loads the payment methods.
 * @param shopName the name that a payment window shows
 */
export function openCheckout(shopName: string): void {
  recallAttempt();
  $checkout.set({ status: 'idle', message: null });
  openPayments(shopName);
  void loadPaymentMethods();
  void checkUnpaid();
  // On return from a provider's page, the browser may restore this page from the back/forward cache in its old state.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    placing = null;
    recallAttempt();
    $checkout.set({ status: 'idle', message: null });
  });
}

/** Timeout in ms. Long, because an early timeout on a bad network leaves the shopper in doubt. */
const PLACE_ORDER_TIMEOUT_MS = 30_000;

let placing: Promise<void> | null = null;

/**
 * Places the order on the screen. A second tap during the request returns the same promise. A retry after a lost answer
 * has the same idempotency key, so the server returns the first order.
 */
export function placeOrder(): Promise<void> {
  placing ??= place().finally(() => {
    placing = null;
  });
  return placing;
}

async function place(): Promise<void> {
  let address = finishDelivery();
  // A payment window may only open in the task of the tap, so do not await without need.
  if (address && arePinsLoading()) {
    $checkout.set({ status: 'processing', message: null });
    await pinsLoadOrTimeOut();
    address = finishDelivery();
  }
  if (!address) return fail(orderMessages.checkForm);
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
  // An earlier attempt may still arrive or be placed already; end it first, so that there are never two orders.
  if (known?.isUnconfirmed && known.key !== attempt.key && !(await hasComeToNothing(known))) return;
  await send(attempt);
}

/** Waits for the cart, because PLACE ORDER can be tapped before it is loaded. */
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

/** Asks the server for the result of the order attempt without an answer. */
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
  showToast('info', orderMessages.notPlaced);
}

/**
 * Cancels an order attempt at the server. True if it has no placed order and can never have one. False if it has one,
 * which the shopper then sees, or if no answer came; the caller then sends nothing.
 */
async function hasComeToNothing({ key, body }: Attempt): Promise<boolean> {
  $checkout.set({ status: 'processing', message: null });
  const answer = await authorised('order.giveUp', undefined, {
    idempotencyKey: key,
    timeoutMs: PLACE_ORDER_TIMEOUT_MS,
  });
  if (!answer.success) {
    fail(answer.message);
    return false;
  }
  if (answer.orderId === null) {
    rememberAttempt(null);
    return true;
  }
  takeUpOrder(answer.orderId, body);
  await finish(answer.orderId, body.items.map(entryOf), orderMessages.alreadyPlaced);
  return false;
}

async function send(attempt: Attempt): Promise<void> {
  const { method, body, key } = attempt;
  $checkout.set({ status: 'processing', message: null });
  rememberAttempt({ ...attempt, isUnconfirmed: true });
  prepareWindow(method);
  const route = method === 'cod' ? 'order.place' : (`order.${method}` as const);
  const answer = await authorised(route, body, {
    idempotencyKey: key,
    timeoutMs: PLACE_ORDER_TIMEOUT_MS,
  });
  if (answer === sessionEnded) return fail(answer.message);
  if (!answer.success) return handleRefusal(attempt, answer);
  // An answer came, so the key is not needed: the server recognises an unpaid order by its content, under any key.
  takeUpOrder(answer.orderId, body);
  const items = body.items.map(entryOf);
  if (method === 'cod' || !('session_url' in answer || 'checkoutUrl' in answer))
    return finish(answer.orderId, items);

  const { address } = body;
  const prefill = {
    name: `${address.firstName} ${address.lastName}`,
    email: address.email,
    contact: `+${address.phone}`,
  };
  const end = await takePayment(method, answer, { items, prefill });
  if (!end.isUnpaid) return;
  // The cart page shows the unpaid order, and the cart is still full.
  keepToastForNextPage(end.kind, end.message);
  goTo(paths.cart);
}

/** The server has this order: the attempt is over, and what was typed for it is kept. */
function takeUpOrder(orderId: string, { address, code }: PlaceOrderBody): void {
  rememberAttempt(null);
  forgetOlderUnpaid(orderId);
  saveTypedAddress(address);
  if (code !== undefined) tieCode(code, orderId);
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
      // The order used this code; a different code on the cart stays.
      if (code !== undefined && $appliedCode.get()?.code === code) forgetCode();
      saveTypedAddress(attempt.body.address);
      const noted = $ownUnpaid.get();
      const isNoted = noted && sameItems(noted.items.map(itemOf)) === sameItems(attempt.body.items);
      return finish(isNoted ? noted.orderId : '', attempt.body.items.map(entryOf));
    }
    case 'network':
    case 'failed':
    case 'unavailable':
      // The order may be placed or not: keep the key, so that the next attempt asks for the same order.
      return fail(answer.message);
    case 'key-reused':
      rememberAttempt(null);
      return fail(answer.message);
    default:
      // Nothing was ordered: refresh the screen before the message. Some refusals come before the server reads the
      // key, so they do not tell whether an earlier attempt succeeded; then keep the attempt.
      rememberAttempt(isForGood(answer.code) ? null : attempt);
      if (answer.fields) markRefused(answer.fields);
      if (answer.code === 'code-refused') refuseCode(answer.message);
      if (attempt.method !== 'cod') void loadPaymentMethods();
      if (answer.code !== 'unauthorised') await refreshRows();
      return fail(answer.message);
  }
}

/**
 * Whether the server has examined the request and will never place an order under its key. The next attempt may have
 * new prices or stock and gets a new key.
 */
function isForGood(code: Refused['code']): boolean {
  return ['invalid', 'price-changed', 'out-of-stock', 'code-refused', 'cash-limit', 'hold-limit'].includes(
    code,
  );
}

type Refused = Exclude<Answer<'order.place' | `order.${Provider}`>, { success: true }>;

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
