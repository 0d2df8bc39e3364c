import { atom, computed } from 'nanostores';
import type { Answer } from '../client/api.ts';
import { goTo } from '../client/navigation.ts';
import { parseStored, readTab, writeTab } from '../client/tab.ts';
import { cartPageMessages } from '../contract/messages/cart-page.ts';
import { orderMessages } from '../contract/messages/order.ts';
import { paths } from '../contract/paths.ts';
import type { PlaceOrderBody, Reply } from '../contract/routes.ts';
import type { CartEntry } from '../domain/cart.ts';
import { rupeesFromPaise } from '../domain/money.ts';
import type { PaymentMethod } from '../domain/order.ts';
import { authorised } from './authorised.ts';
import { $canCheckOut, $rows, $totals, refreshRows } from './cart-rows.ts';
import { loadCart } from './cart-sync.ts';
import { refuseCode } from './code-field.ts';
import { finishDelivery, markRefused } from './delivery.ts';
import { $appliedCode, forgetCode, tieCode } from './discount-code.ts';
import { celebrate, checkUnpaid, openPayments, prepareWindow, type Started, takePayment } from './payment.ts';
import { $paymentMethod, loadPaymentMethods } from './payment-methods.ts';
import { saveTypedAddress } from './saved-delivery.ts';
import { $userEmail } from './session.ts';
import { carryToast, showToast } from './toasts.ts';
import { $ownUnpaid } from './unpaid.ts';

/** The call that places an order by each way to pay. */
const routeOf = { cod: 'order.place', razorpay: 'order.razorpay', stripe: 'order.stripe' } as const;
type Placement = (typeof routeOf)[PaymentMethod];

export interface Checkout {
  /** `processing` lasts until the payment has ended; `placed` until the next page is there. */
  status: 'idle' | 'processing' | 'failed' | 'placed';
  message: string | null;
}

export const $checkout = atom<Checkout>({ status: 'idle', message: null });

/** A request for an order and the key that makes its repetition the same order. */
interface Attempt {
  key: string;
  method: PaymentMethod;
  body: PlaceOrderBody;
  owner: string | undefined;
  /** It was sent and nobody knows whether the server has it. */
  isUnheard: boolean;
}

const ATTEMPT_KEY = 'taana-attempt';

/** The attempt that this tab remembers until its order stands. */
const $attempt = atom<Attempt | null>(null);

/**
 * An order on delivery was asked for, no answer came, and the cart no longer is what was ordered: most likely because
 * the order stands and the server has emptied the cart. The screen then offers to ask again instead of showing an empty
 * cart. An order to be paid online cannot stand before its payment has begun here.
 */
export const $isOrderUnheard = computed([$attempt, $rows], (attempt, rows) => {
  if (!attempt?.isUnheard || attempt.method !== 'cod') return false;
  return sameItems(attempt.body.items) !== sameItems(rows.map(itemOf));
});

/**
 * Takes up what this tab remembers of an order that was asked for before a reload, and asks what can be paid with.
 * @param shopName who asks for the money, as a payment window shows it
 */
export function openCheckout(shopName: string): void {
  const attempt = attemptFrom(parseStored(readTab(ATTEMPT_KEY)));
  $attempt.set(attempt?.owner === $userEmail.get() ? attempt : null);
  $checkout.set({ status: 'idle', message: null });
  openPayments(shopName);
  void loadPaymentMethods();
  void checkUnpaid();
  // Back from a provider's page: the browser shows this one as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    placing = null;
    $checkout.set({ status: 'idle', message: null });
  });
}

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
  if (!$canCheckOut.get()) return fail(cartPageMessages.blocked);
  const method = $paymentMethod.get();
  const code = $appliedCode.get()?.code;
  const body = {
    address,
    items: $rows.get().map(itemOf),
    amount: rupeesFromPaise($totals.get().totalPaise),
    ...(code !== undefined && { code }),
  };
  const attempt = attemptFor(method, body);
  if (isInDoubt(attempt) && (await standsAlready())) return;
  await send(attempt);
}

/** The same pieces are asked for in another way than the one of which nothing was heard. */
function isInDoubt(attempt: Attempt): boolean {
  const known = $attempt.get();
  return Boolean(known?.isUnheard) && known?.key !== attempt.key && !$isOrderUnheard.get();
}

/** The server's cart tells whether the order stands; the screen then offers to ask again instead of ordering twice. */
async function standsAlready(): Promise<boolean> {
  $checkout.set({ status: 'processing', message: null });
  await loadCart();
  if (!$isOrderUnheard.get()) return false;
  $checkout.set({ status: 'idle', message: null });
  return true;
}

/** Asks again for the order of which nothing was heard, exactly as it was asked for. */
export function askAgain(): Promise<void> {
  const attempt = $attempt.get();
  if (!attempt) return Promise.resolve();
  placing ??= send(attempt).finally(() => {
    placing = null;
  });
  return placing;
}

/** Long enough for a payment on a bad network: giving up early leaves a shopper in doubt. */
const ORDER_MS = 30_000;

async function send(attempt: Attempt): Promise<void> {
  $checkout.set({ status: 'processing', message: null });
  remember({ ...attempt, isUnheard: true });
  if (attempt.method === 'razorpay') prepareWindow();
  const answer = await authorised(routeOf[attempt.method], attempt.body, {
    idempotencyKey: attempt.key,
    timeoutMs: ORDER_MS,
  });
  if (!answer.success) return handleRefusal(attempt, answer);
  // Heard: the server knows an order that still waits for its money by what is in it, under any key.
  remember(null);
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

async function finish(orderId: string, items: readonly CartEntry[]): Promise<void> {
  $checkout.set({ status: 'placed', message: null });
  await celebrate(orderId, items);
}

async function handleRefusal(attempt: Attempt, answer: Refused): Promise<void> {
  switch (answer.code) {
    case 'already-placed': {
      remember(null);
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
      remember(null);
      return fail(answer.message);
    default:
      // Nothing was ordered: the screen shows what is true now, before it says why. Who was turned away at the door was not
      // told what became of an earlier try, and asks for it again.
      remember(isForGood(answer.code) ? null : attempt);
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
  return ['invalid', 'price-changed', 'out-of-stock', 'code-refused'].includes(code);
}

type Placed = Reply<Placement>;
type Refused = Exclude<Answer<Placement>, { success: true }>;

function fail(message: string): void {
  $checkout.set({ status: 'failed', message });
  showToast('error', message);
}

/** The attempt for this very request: the remembered one where nothing has changed, else a new one with a new key. */
function attemptFor(method: PaymentMethod, body: PlaceOrderBody): Attempt {
  const known = $attempt.get();
  if (known && JSON.stringify([known.method, known.body]) === JSON.stringify([method, body])) return known;
  return { key: crypto.randomUUID(), method, body, owner: $userEmail.get(), isUnheard: false };
}

function remember(attempt: Attempt | null): void {
  $attempt.set(attempt);
  writeTab(ATTEMPT_KEY, attempt && JSON.stringify(attempt));
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

/** What this file wrote; anything else in the storage is no attempt. */
function attemptFrom(stored: unknown): Attempt | null {
  const isAttempt =
    typeof stored === 'object' &&
    stored !== null &&
    'key' in stored &&
    typeof stored.key === 'string' &&
    'method' in stored &&
    'body' in stored &&
    typeof stored.body === 'object' &&
    'items' in (stored.body ?? {});
  return isAttempt ? (stored as Attempt) : null;
}
