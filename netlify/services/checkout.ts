import { requestMessages } from '../../src/contract/messages/request.ts';
import { orderMessages } from '../../src/contract/messages/order.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import type { Body, PlaceOrderBody, Reply } from '../../src/contract/routes.ts';
import {
  isUnpaid,
  moved,
  type Order,
  type PaymentMethod,
  type Provider,
  shortOrderId,
  stands,
} from '../../src/domain/order.ts';
import { isHeld } from '../../src/domain/held-order.ts';
import {
  type Reservations,
  heldAfter,
  heldBefore,
  paymentReservedUntil,
} from '../../src/domain/stock-reservation.ts';
import { isOpenCheckout } from '../../src/domain/payment-settlement.ts';
import { type Opened, ProviderRefused, ProviderUnavailable } from '../payments/port.ts';
import { providerOf } from '../payments/providers.ts';
import type { Shopper } from '../storage/guard.ts';
import { markOf } from '../storage/keys.ts';
import {
  type Attempt,
  type AttemptEnd,
  endGivenUp,
  endRefused,
  fingerprintOf,
  type HeldChange,
  keylessAttempt,
  type News,
  type OrderChange,
  placeOrder,
  type Placement,
  readOrder,
  readOwnOrder,
  type Stored,
} from '../storage/orders.ts';
import type { ShopperCall } from './shopper-call.ts';
import { goodCode, taken } from './discount-codes.ts';
import { initialStockOf } from './order-changes.ts';
import { type AskedLine, contentOf, draft, overLimit, soldOut, summed } from './order-draft.ts';
import { sendDueOrderEmails } from './send-order-email.ts';
import { eventsOf, noEvents } from './order-events.ts';
import { confirm, offered, openPayment, razorpayCheckout, stripeCheckout } from './payments.ts';
import { logProvider } from './provider-log.ts';
import { Refused } from './refusal.ts';

/**
 * Places an order to be paid on delivery. The catalogue decides every price; nothing is recorded unless all of it can
 * be delivered. The same Idempotency-Key with the same request gives the same order, or the same refusal. Without a key,
 * an identical request within two minutes gives the same order.
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
 * Places an order that waits for its money, and opens Razorpay's window for it. Order and reservation stand before
 * Razorpay is asked.
 * @throws Refused as placeOnDelivery, 'hold-limit', 'already-placed', 'unavailable'
 */
export async function placeForRazorpay(
  body: Body<'order.razorpay'>,
  call: ShopperCall,
): Promise<Reply<'order.razorpay'>> {
  const [orderId, opened] = await placeToPay(body, 'razorpay', call);
  return { success: true, ...razorpayCheckout(orderId, opened) };
}

/** Places an order that waits for its money, and opens Stripe's page for it. @throws as placeForRazorpay */
export async function placeForStripe(
  body: Body<'order.stripe'>,
  call: ShopperCall,
): Promise<Reply<'order.stripe'>> {
  const [orderId, opened] = await placeToPay(body, 'stripe', call);
  return { success: true, ...stripeCheckout(orderId, opened) };
}

/**
 * Ends the request of an Idempotency-Key, so that a try of it that is still on its way places nothing beside another order.
 * An unpaid order of its own is taken over or superseded by the request that follows.
 * @throws Refused 'invalid'
 */
export async function giveUp(_body: unknown, call: ShopperCall): Promise<Reply<'order.giveUp'>> {
  const orderId = await endGivenUp(call, keyOf(call));
  const found = orderId === null ? null : await readOrder(orderId);
  return { success: true, orderId: found && stands(found.order) ? found.order.id : null };
}

async function placeToPay<Id extends Provider>(
  body: PlaceOrderBody,
  id: Id,
  call: ShopperCall,
): Promise<[string, Extract<Opened, { provider: Id }>]> {
  const provider = offered(id);
  const orderId = await place(body, id, call);
  return [orderId, (await openPayment(orderId, provider)) as Extract<Opened, { provider: Id }>];
}

/** Records the order, or finds the one that this request made or that the shopper has begun. @returns its id */
async function place(body: PlaceOrderBody, method: PaymentMethod, call: ShopperCall): Promise<string> {
  const asked = summed(body.items);
  const content = contentOf(body, asked);
  const attempt = attemptOf(call, fingerprintOf(method, content));
  const code = body.code === undefined ? null : await goodCode(call, body.code);
  // One call counts once, however often it has to look.
  const again: Shopper = { session: call.session, windows: [] };
  let shopper: Shopper = code ? again : call;
  const { userId } = call.session;
  const drafted =
    code instanceof Refused
      ? code
      : draft(body, asked, { userId, method, content, code, network: markOf(call.network) });
  if (drafted instanceof Refused) return refuse(shopper, attempt, drafted);
  let order: Order = drafted;
  let held: string | null = null;
  let begun: Begun | null = null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const changes = changesFor(order, begun);
    const placement = await placeOrder(shopper, changes, attempt, {
      ...{
        unpaidBefore: begun?.orderId ?? null,
        opening: initialStockOf,
        held: heldChange(held, changes[0]),
      },
    });
    shopper = again;
    switch (placement.outcome) {
      case 'placed':
        if (begun) {
          const given = begun;
          call.after(() => leave(given, order));
        }
        return changes[0].after.id;
      case 'known':
      case 'refused':
      case 'key-reused':
        return orderFrom(placement);
      case 'short':
      case 'over':
      case 'code-taken':
        return refuse(shopper, attempt, await whyNot(placement, order, asked));
      case 'unpaid':
        begun = await takeUp(placement.orderId, shopper);
        break;
      case 'held':
        held = placement.text;
        order = heldBefore(drafted, heldIn(held));
        break;
      case 'stale':
        begun = begun && (await takeUp(begun.orderId, shopper));
    }
    if (begun?.stored && !isUnpaid(begun.stored.order)) {
      // Its money had come unnoticed.
      const refusal = alreadyPaid(begun.stored.order, order);
      if (refusal) return refuse(shopper, attempt, refusal);
      begun = null;
    }
  }
  throw new Refused('unavailable', requestMessages.unavailable);
}

/**
 * Why an order is not placed beside one that was paid unnoticed. The same cart is that order. A changed one may have been
 * meant instead of it, so it is asked about: the next request finds no unpaid order, and is placed. A cart without any of
 * its pieces is another order.
 */
function alreadyPaid(paid: Order, order: Order): Refused | null {
  if (!stands(paid)) return null;
  if (paid.content === order.content) return new Refused('already-placed', paymentMessages.alreadyPlaced);
  const isShared = paid.items.some(({ productId, size }) =>
    order.items.some((item) => item.productId === productId && item.size === size),
  );
  return isShared ? new Refused('invalid', orderMessages.paidMeanwhile(shortOrderId(paid.id))) : null;
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

/** A new hold is noted; one that is taken over was noted when it began. */
function heldChange(held: string | null, { before, after }: OrderChange): HeldChange | null {
  if (before !== null || after.reservedUntil === null) return null;
  return { before: held, after: JSON.stringify(heldAfter(heldIn(held), after)) };
}

/**
 * Refuses a request for good: a try of it that is still on its way places nothing any more. Where one has placed the order
 * already, that is the answer, although a price, the range or its code has changed since.
 * @throws refused, or what was said before
 */
async function refuse(
  shopper: Shopper,
  attempt: Attempt,
  { code, message, fields }: Refused,
): Promise<string> {
  return orderFrom(await endRefused(shopper, attempt, JSON.stringify({ code, message, fields })));
}

/** The order of an attempt that has ended. @throws Refused where there is none */
function orderFrom(end: AttemptEnd): string {
  if (end.outcome === 'known') return end.orderId;
  if (end.outcome === 'key-reused') throw new Refused('key-reused', orderMessages.keyReused);
  const { code, message, fields } = JSON.parse(end.refusal) as Pick<Refused, 'code' | 'message' | 'fields'>;
  throw new Refused(code, message, fields);
}

/** As many tries as two tabs and a webhook can cost each other. */
const TRIES = 10;

/** The unpaid order that a shopper has begun before; null where it is gone. */
interface Begun {
  orderId: string;
  stored: Stored | null;
}

/** What became of an order that was begun: its provider is asked first, because its money may have come unnoticed. */
async function takeUp(orderId: string, shopper: Shopper): Promise<Begun> {
  try {
    await confirm(orderId);
  } catch (error) {
    // Who cannot be asked cannot keep a shopper from paying in another way; money that comes twice goes back.
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    logProvider(orderId, error);
  }
  return { orderId, stored: await readOwnOrder(shopper, orderId) };
}

/**
 * A shopper has one unpaid order at most. The same cart from another tab, or under another way to pay, is the same
 * order, so that it cannot be paid twice. Anything else that is ordered cancels the one before: it gives its pieces and
 * its code back and cannot be paid any more, because one cart must not become two orders.
 */
function changesFor(order: Order, begun: Begun | null): [OrderChange, ...OrderChange[]] {
  const before = begun?.stored ?? null;
  if (before && isOpenCheckout(before.order, order)) {
    return [{ before, after: takenOver(before.order, order), news: newsOfPlacing(before.order, order) }];
  }
  const placed: OrderChange = { before: null, after: order, news: eventsOf(null, order) };
  if (!before || !isUnpaid(before.order)) return [placed];
  const given = moved(before.order, 'Cancelled', order.placedAt);
  return [placed, { before, after: given, news: noEvents }];
}

/** The order that was begun, as it is wanted now. */
function takenOver(begun: Order, order: Order): Order {
  const { paymentMethod, status, reservedUntil, placedAt, network } = order;
  const until = reservedUntil === null ? null : paymentReservedUntil(begun, placedAt);
  // While its pieces are kept they count for the network from which they were first.
  const isMoved = network !== undefined && !(isHeld(begun) && isHeld(order));
  const wanted = { ...begun, paymentMethod, reservedUntil: until, ...(isMoved && { network }) };
  return begun.status === status ? wanted : moved(wanted, status, placedAt);
}

function newsOfPlacing(begun: Order, order: Order): News {
  return eventsOf(begun, takenOver(begun, order));
}

/** Nobody should pay any more for what was given up, or in a way that was given up. */
async function leave({ stored }: Begun, order: Order): Promise<void> {
  const isSame = stored?.order.content === order.content;
  const others = (stored?.order.references ?? []).filter(
    ({ provider }) => !isSame || provider !== order.paymentMethod,
  );
  await Promise.allSettled(others.map((reference) => providerOf(reference.provider)?.close(reference)));
}

function attemptOf(call: ShopperCall, fingerprint: string): Attempt {
  return call.idempotencyKey === null ? keylessAttempt(fingerprint) : { key: keyOf(call), fingerprint };
}

function keyOf({ idempotencyKey }: ShopperCall): string {
  if (idempotencyKey === null || !/^[A-Za-z0-9-]{16,64}$/.test(idempotencyKey)) {
    throw new Refused('invalid', orderMessages.key);
  }
  return idempotencyKey;
}
