import { discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { paths } from '../../src/contract/paths.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import {
  isOrderConfirmed,
  isPayable,
  type Order,
  type PaymentReference,
  type Provider,
  withStatus,
} from '../../src/domain/order.ts';
import { reservationEnd, paymentReservedUntil } from '../../src/domain/stock-reservation.ts';
import { siteUrl } from './site-url.ts';
import {
  isProviderFailure,
  logProvider,
  type OpenedPayment,
  type PaymentProvider,
  type ReturnUrls,
  StillDeciding,
} from '../payments/payment-provider.ts';
import { methodsOffered, providerOf } from '../payments/providers.ts';
import { isCodeElsewhere } from '../storage/discount-codes.ts';
import { readOwnOrder } from '../storage/orders.ts';
import { readLeft } from '../storage/stock.ts';
import type { ShopperCall } from './shopper-call.ts';
import { updateOrder, type Availability, initialStockOf } from './order-changes.ts';
import { noEvents } from './order-events.ts';
import { Refused } from './refusal.ts';
import { confirm } from './payment-status.ts';

/** The payment methods that a shopper may choose now. */
export async function methods(): Promise<Reply<'payment.methods'>> {
  return { success: true, methods: methodsOffered() };
}

/** @throws Refused 'invalid' if the shop has no keys for this method */
export function offered<Checkout>(
  provider: PaymentProvider<Checkout> | undefined,
): PaymentProvider<Checkout> {
  if (!provider) throw new Refused('invalid', paymentMessages.notOffered);
  return provider;
}

/** Pays the shopper's own order that waits for payment or whose payment failed. */
export async function payAgain(
  { orderId }: Body<'order.pay'>,
  call: ShopperCall,
): Promise<Reply<'order.pay'>> {
  const found = await readOwnOrder(call, orderId);
  if (!found) throw new Refused('not-found', paymentMessages.unknownOrder);
  const { paymentMethod: method } = found.order;
  if (method === 'cod') throw new Refused('already-placed', paymentMessages.alreadyPlaced);
  const { checkout } = await openPayment(orderId, offered(providerOf(method)));
  // The calls that place an order check the type of each provider's checkout.
  return { success: true, paymentMethod: method, orderId, ...checkout } as Reply<'order.pay'>;
}

/**
 * Opens a payment for this order. Its stock stays reserved from now on while the provider accepts the payment, until
 * the reservation ends (domain/stock-reservation). If the provider opens none, an order that the shopper could never
 * pay releases its stock.
 * @throws Refused 'already-placed', 'code-refused', 'invalid', 'not-found', 'out-of-stock', 'unavailable'
 */
export async function openPayment<Checkout>(
  orderId: string,
  provider: PaymentProvider<Checkout>,
): Promise<OpenedPayment<Checkout>> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    let order: Order;
    let existing: PaymentReference | null;
    let opened: OpenedPayment<Checkout>;
    try {
      // The order may already be paid by an earlier payment page that the shop has not checked.
      await confirm(orderId, (reference) => reference.provider === provider.id);
    } catch (error) {
      throw await notOpened(orderId, error, paymentMessages.unconfirmed);
    }
    try {
      order = await keptForPayment(orderId, provider.id);
      existing = order.references.findLast((reference) => reference.provider === provider.id) ?? null;
      opened = await provider.open(order, existing, waysBack(orderId));
    } catch (error) {
      throw await notOpened(orderId, error, paymentMessages.providerSilent);
    }
    if (opened.id === existing?.id) return opened;
    const { id } = opened;
    const amended = await updateOrder(orderId, (now) => {
      // A concurrent call has attached one: both must use the same, or the order could be paid twice.
      const isAttached = now.references.some((reference) => reference.id === id);
      const isOvertaken = now.references.at(-1)?.id !== order.references.at(-1)?.id;
      if (isAttached || isOvertaken || !isAwaited(now)) return now;
      return { ...now, references: [...now.references, { provider: provider.id, id, at: Date.now() }] };
    });
    const now = amended && amended !== 'short' ? amended.after : null;
    const isAttached = now?.references.some((reference) => reference.id === id) ?? false;
    if (isAttached && now && isAwaited(now)) return opened;
    if (!isAttached) await provider.close({ provider: provider.id, id, at: 0 }).catch(() => {});
  }
  throw new Refused('unavailable', paymentMessages.providerSilent);
}

/** The number of concurrent calls that could each open a payment for one order. */
const TRIES = 5;

/** A reservation that was made so recently need not be extended. */
const FRESH_MS = 30_000;

/** Whether the order can be paid, also after its reservation has ended. */
function isAwaited(order: Order): boolean {
  return (
    order.status === 'Payment Pending' || (order.status === 'Payment Failed' && isReservationOver(order))
  );
}

function isReservationOver(order: Order): boolean {
  return reservationEnd(order) <= Date.now();
}

/** Makes the order wait for a payment. After its reservation has ended, stock and code must be available again. */
async function keptForPayment(orderId: string, provider: Provider): Promise<Order> {
  const amended = await updateOrder(
    orderId,
    (order, can) => {
      refuseUnlessPayable(order, can);
      return waitingFor(order, provider, Date.now());
    },
    () => noEvents,
  );
  if (amended === null) throw new Refused('not-found', paymentMessages.unknownOrder);
  if (amended === 'short') throw new Refused('out-of-stock', orderMessages.piecesGone);
  const { after } = amended;
  if (after.status === 'Payment Failed') await refuseWhatIsGone(after);
  return after;
}

/** @throws Refused */
function refuseUnlessPayable(order: Order, can: Availability): void {
  if (isOrderConfirmed(order)) throw new Refused('already-placed', paymentMessages.alreadyPlaced);
  if (!isPayable(order, Date.now())) throw new Refused('invalid', paymentMessages.cannotPay);
  if (!can.reserve) throw new Refused('out-of-stock', orderMessages.piecesGone);
  if (!can.takeCode) throw new Refused('code-refused', discountMessages.gone);
}

/** Returns the same object if the order already waits for that. */
function waitingFor(order: Order, provider: Provider, at: number): Order {
  const isPending = order.status === 'Payment Pending';
  if (isReservationOver(order)) {
    const freed = isPending ? withStatus(order, 'Payment Failed', at) : order;
    return freed.paymentMethod === provider ? freed : { ...freed, paymentMethod: provider };
  }
  const reservedUntil = paymentReservedUntil(order, at);
  const isFresh = (order.reservedUntil ?? 0) > reservedUntil - FRESH_MS;
  if (isPending && order.paymentMethod === provider && isFresh) return order;
  const kept = { ...order, paymentMethod: provider, reservedUntil };
  return isPending ? kept : withStatus(kept, 'Payment Pending', at);
}

/** @throws Refused if stock or code of an order without a reservation is no longer available */
async function refuseWhatIsGone(order: Order): Promise<void> {
  const { items, discount } = order;
  const left = await readLeft(items);
  const isGone = items.some(({ productId, size, quantity }, at) => {
    return (left[at] ?? initialStockOf(productId, size)) < quantity;
  });
  if (isGone) throw new Refused('out-of-stock', orderMessages.piecesGone);
  if (discount && (await isCodeElsewhere(order))) throw new Refused('code-refused', discountMessages.gone);
}

/** @param silence the message if the provider does not answer; only a check can show that nothing was charged */
async function notOpened(orderId: string, error: unknown, silence: string): Promise<unknown> {
  await updateOrder(
    orderId,
    (order) =>
      order.status === 'Payment Pending' && order.references.length === 0
        ? withStatus(order, 'Payment Failed', Date.now())
        : order,
    () => noEvents,
  );
  if (error instanceof StillDeciding) return new Refused('unavailable', paymentMessages.unconfirmed);
  if (!isProviderFailure(error)) return error;
  logProvider(orderId, error);
  return new Refused('unavailable', silence);
}

function waysBack(orderId: string): ReturnUrls {
  const site = siteUrl();
  const verify = (success: boolean) => `${site}${paths.verify}?success=${success}&orderId=${orderId}`;
  return {
    paidUrl: verify(true),
    unpaidUrl: verify(false),
    formUrl: `${site}/api/payment/return?orderId=${orderId}`,
  };
}
