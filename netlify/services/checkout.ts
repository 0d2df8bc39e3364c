import { requestMessages } from '../../src/contract/messages/page.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import type { PlaceOrderBody } from '../../src/contract/calls/order.ts';
import { shopCounts } from '../../src/domain/cash-order.ts';
import { isOrderConfirmed, isUnpaid, type Order, type PaymentMethod } from '../../src/domain/order.ts';
import {
  type Reservations,
  reservationsAfter,
  withEarlierReservations,
} from '../../src/domain/stock-reservation.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { razorpay } from '../payments/razorpay.ts';
import { stripe } from '../payments/stripe.ts';
import type { Change } from '../storage/transaction.ts';
import type { Shopper } from '../storage/session-and-limits.ts';
import { networkMarksOf } from '../storage/order-counts.ts';
import {
  type Attempt,
  type AttemptEnd,
  endGivenUp,
  endRefused,
  fingerprintOf,
  justPaidOf,
  keylessAttempt,
} from '../storage/order-attempts.ts';
import { type ReservationChange, placeOrder, type Placement } from '../storage/order-changes.ts';
import type { OrderChange } from '../storage/order-writes.ts';
import { readOrder, readOwnOrder } from '../storage/orders.ts';
import type { ShopperCall } from './shopper-call.ts';
import { taken, usableCode } from './discount-codes.ts';
import {
  alreadyPaid,
  changesFor,
  closePayments,
  type ExistingOrder,
  readExistingOrder,
} from './existing-order.ts';
import { initialStockOf } from './order-changes.ts';
import { type AskedLine, contentOf, draft, overLimit, soldOut, summed } from './order-pricing.ts';
import { alertShopLimit } from './order-surge.ts';
import { sendDueOrderEmails } from './send-order-email.ts';
import { offered, openPayment } from './payments.ts';
import { Refused } from './refusal.ts';

/**
 * Places a cash-on-delivery order. The catalogue decides every price. The order is stored only if all of it can be
 * delivered. The same Idempotency-Key with the same request returns the same order or the same refusal. Without a key,
 * an identical request within two minutes returns the same order.
 * @throws Refused 'invalid', 'price-changed', 'out-of-stock', 'code-refused', 'cash-limit', 'key-reused'
 */
export async function placeOnDelivery(
  body: Body<'order.place'>,
  call: ShopperCall,
): Promise<Reply<'order.place'>> {
  const orderId = await place(body, 'cod', call);
  call.after(sendDueOrderEmails);
  return { success: true, message: orderMessages.placed, orderId };
}

/**
 * Places an order that waits for payment, and opens Razorpay's payment window. The order and its stock reservation are
 * stored before Razorpay is called.
 * @throws Refused as placeOnDelivery, 'hold-limit', 'already-placed', 'unavailable'
 */
export async function placeForRazorpay(
  body: Body<'order.razorpay'>,
  call: ShopperCall,
): Promise<Reply<'order.razorpay'>> {
  return placeToPay(body, razorpay(), call);
}

/** Places an order that waits for payment, and opens Stripe's payment page. @throws as placeForRazorpay */
export async function placeForStripe(
  body: Body<'order.stripe'>,
  call: ShopperCall,
): Promise<Reply<'order.stripe'>> {
  return placeToPay(body, stripe(), call);
}

/**
 * Ends the order attempt of an Idempotency-Key, so that a delayed retry cannot place a second order. If the attempt
 * already has an unpaid order, the next request takes it over or cancels it.
 * @throws Refused 'invalid'
 */
export async function giveUp(_body: unknown, call: ShopperCall): Promise<Reply<'order.giveUp'>> {
  const orderId = await endGivenUp(call, keyOf(call));
  const found = orderId === null ? null : await readOrder(orderId);
  return { success: true, orderId: found && isOrderConfirmed(found.order) ? found.order.id : null };
}

async function placeToPay<Checkout>(
  body: PlaceOrderBody,
  found: PaymentProvider<Checkout> | undefined,
  call: ShopperCall,
): Promise<{ success: true; orderId: string } & Checkout> {
  const provider = offered(found);
  const orderId = await place(body, provider.id, call);
  const { checkout } = await openPayment(orderId, provider);
  return { success: true, orderId, ...checkout };
}

/** Stores the order, or finds the order of this attempt or the shopper's unpaid order. @returns its id */
async function place(body: PlaceOrderBody, method: PaymentMethod, call: ShopperCall): Promise<string> {
  const asked = summed(body.items);
  const content = contentOf(body, asked);
  const attempt = attemptOf(call, fingerprintOf(method, content));
  const code = body.code === undefined ? null : await usableCode(call, body.code);
  // One call counts once, however often it retries.
  const again: Shopper = { session: call.session, windows: [] };
  let shopper: Shopper = code ? again : call;
  const { userId } = call.session;
  const drafted =
    code instanceof Refused
      ? code
      : draft(body, asked, { userId, method, content, code, networks: networkMarksOf(call.network) });
  if (drafted instanceof Refused) return refuse(shopper, attempt, drafted);
  let order: Order = drafted;
  let held: string | null = null;
  let earlier: ExistingOrder | null = null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const changes = changesFor(order, earlier);
    const placement = await placeOrder(shopper, changes, attempt, {
      unpaidBefore: earlier?.orderId ?? null,
      initial: initialStockOf,
      held: heldChange(held, changes[0]),
    });
    shopper = again;
    switch (placement.outcome) {
      case 'placed':
        if (earlier) {
          const left = earlier;
          call.after(() => closePayments(left, order));
        }
        return changes[0].after.id;
      case 'known':
      case 'refused':
      case 'key-reused':
        return orderFrom(placement);
      case 'short':
      case 'over':
      case 'code-taken':
        if (placement.outcome === 'over' && shopCounts.includes(placement.limit)) call.after(alertShopLimit);
        return refuse(shopper, attempt, await whyNot(placement, order, asked));
      case 'unpaid':
        earlier = await readExistingOrder(placement.orderId, shopper);
        break;
      case 'paid':
        await refuseJustPaid(shopper, attempt, placement.orderId, order);
        break;
      case 'held':
        held = placement.text;
        order = withEarlierReservations(drafted, heldIn(held));
        break;
      case 'stale':
        earlier = earlier && (await readExistingOrder(earlier.orderId, shopper));
    }
    if (earlier?.stored && !isUnpaid(earlier.stored.order)) {
      // The earlier order was paid, but the shop did not know it yet.
      await refusePaid(shopper, attempt, earlier.stored.order, order, true);
      earlier = null;
    }
  }
  throw new Refused('unavailable', requestMessages.unavailable);
}

type Hindered = Extract<Placement, { outcome: 'short' | 'over' | 'code-taken' }>;

async function whyNot(
  placement: Hindered,
  { discount, paymentMethod }: Order,
  asked: readonly AskedLine[],
): Promise<Refused> {
  if (placement.outcome === 'short') return soldOut(asked, placement.short);
  if (placement.outcome === 'over') return overLimit(paymentMethod, placement.limit, placement.isConfirmed);
  return taken(discount?.code ?? '', placement.use);
}

function heldIn(text: string | null): Reservations {
  return text === null ? {} : (JSON.parse(text) as Reservations);
}

/** Records a new stock reservation. A taken-over order was recorded when it was first placed. */
function heldChange(held: string | null, { before, after }: OrderChange): ReservationChange | null {
  if (before !== null || after.reservedUntil === null) return null;
  return { before: held, after: JSON.stringify(reservationsAfter(heldIn(held), after)) };
}

/**
 * Records the refusal under the idempotency key, so a delayed retry cannot place the order. If the attempt has already
 * placed an order, that order is the answer, even if a price, the catalogue or the code has changed since.
 * @throws Refused, or the refusal that is already recorded
 */
async function refuse(
  shopper: Shopper,
  attempt: Attempt,
  { code, message, fields }: Refused,
  forget: Change['forget'] = [],
): Promise<string> {
  return orderFrom(await endRefused(shopper, attempt, JSON.stringify({ code, message, fields }), forget));
}

/** Refuses an order that may be the one that was just paid. A shopper who is asked is asked once. @throws Refused */
async function refusePaid(
  shopper: Shopper,
  attempt: Attempt,
  paid: Order,
  order: Order,
  isSame: boolean,
): Promise<void> {
  const refusal = alreadyPaid(paid, order, isSame);
  if (!refusal) return;
  await refuse(shopper, attempt, refusal, refusal.code === 'invalid' ? justPaidOf(paid) : []);
}

/** Refuses an order like the one of this id. Two requests with two keys may mean two orders. @throws Refused */
async function refuseJustPaid(
  shopper: Shopper,
  attempt: Attempt,
  orderId: string,
  order: Order,
): Promise<void> {
  const paid = await readOwnOrder(shopper, orderId);
  if (paid) await refusePaid(shopper, attempt, paid.order, order, attempt.isKeyless === true);
}

/** The order of an order attempt that has ended. @throws Refused if there is none */
function orderFrom(end: AttemptEnd): string {
  if (end.outcome === 'known') return end.orderId;
  if (end.outcome === 'key-reused') throw new Refused('key-reused', orderMessages.keyReused);
  const { code, message, fields } = JSON.parse(end.refusal) as Pick<Refused, 'code' | 'message' | 'fields'>;
  throw new Refused(code, message, fields);
}

/** Retries that two tabs and a webhook can cause for each other. */
const TRIES = 10;

function attemptOf(call: ShopperCall, fingerprint: string): Attempt {
  return call.idempotencyKey === null ? keylessAttempt(fingerprint) : { key: keyOf(call), fingerprint };
}

function keyOf({ idempotencyKey }: ShopperCall): string {
  if (idempotencyKey === null || !/^[A-Za-z0-9-]{16,64}$/.test(idempotencyKey)) {
    throw new Refused('invalid', orderMessages.key);
  }
  return idempotencyKey;
}
