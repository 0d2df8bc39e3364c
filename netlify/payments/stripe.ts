import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { allocatePaise } from '../../src/domain/allocate-paise.ts';
import { type Order, type PaymentReference, shortOrderId } from '../../src/domain/order.ts';
import { ONE_SIZE } from '../../src/domain/product.ts';
import type { Attempt, PaymentReport } from '../../src/domain/payment-settlement.ts';
import { brand } from '../../src/domain/config.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import {
  ForgedEvent,
  type OpenedPayment,
  type PaymentProvider,
  ProviderBusy,
  type ProviderEvent,
  ProviderUnavailable,
  readable,
  type RegisteredWebhook,
  StillDeciding,
  UnreadableEvent,
  valuesOf,
  type ReturnUrls,
} from './payment-provider.ts';
import { ask, client, EndsTooSoon } from './stripe-api.ts';
import { disputes, disputesOf, referenceOf, refund, refunds, refundsOf } from './stripe-refunds.ts';
import { payouts } from './stripe-payouts.ts';
import { providerSetup } from './provider-setup.ts';

/**
 * Stripe: international cards, on Stripe's own page. A checkout session can be paid once and expires before the stock
 * reservation of its order. https://docs.stripe.com/api/checkout/sessions
 */

/** The session ends this long before the reservation, so that a payment in progress still has its pieces reserved. */
const BEFORE_RESERVATION_MS = 4 * MINUTE_MS;

/** Stripe's shortest lifetime of a page (30 minutes, by its own clock), and one minute for the request. */
const SHORTEST_PAGE_MS = 31 * MINUTE_MS;

/** Do not send a shopper to a page that ends sooner than this. */
const SHORTEST_MS = 5 * MINUTE_MS;

/** The maximum age of a webhook signature, in seconds (Stripe's default). */
const TOLERANCE_S = 300;

const chargeAnswer = z.union([
  z.string(),
  z.object({ amount_refunded: z.number(), refunded: z.boolean(), disputed: z.boolean() }),
]);
const session = z.object({
  id: z.string().min(1),
  url: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: z
    .union([
      z.string(),
      z.object({ id: z.string(), status: z.string(), latest_charge: chargeAnswer.nullish() }),
    ])
    .nullish(),
  amount_total: z.number(),
  currency: z.string(),
  expires_at: z.number(),
});
const eventBody = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

interface PageCheckout {
  session_url: string;
}

/** Undefined if its key is not set. */
export function stripe(): PaymentProvider<PageCheckout> | undefined {
  return process.env['STRIPE_SECRET_KEY']
    ? {
        id: 'stripe',
        open,
        fetchStatus,
        referenceOf,
        close,
        refund,
        disputes,
        refunds,
        payouts,
        webhooks,
        readEvent,
      }
    : undefined;
}

async function open(
  order: Order,
  existing: PaymentReference | null,
  returnUrls: ReturnUrls,
): Promise<OpenedPayment<PageCheckout>> {
  const api = await client();
  if (existing) {
    const known = await ask(session, () => api.checkout.sessions.retrieve(existing.id));
    const isLong = known.expires_at * 1_000 - Date.now() > SHORTEST_MS;
    if (known.status === 'open' && known.url && isLong && known.amount_total === order.totalPaise) {
      return { id: known.id, checkout: { session_url: known.url } };
    }
    if (known.status === 'open') await ask(session, () => api.checkout.sessions.expire(existing.id));
    const { attempts } = await fetchStatus(existing, order);
    if (attempts.some(({ state }) => state === 'pending')) throw new StillDeciding('A bank has not decided');
  }
  const made = await createSession(order, (order.reservedUntil ?? 0) - BEFORE_RESERVATION_MS, returnUrls);
  if (!made.url) throw new ProviderUnavailable('Stripe opened no page');
  return { id: made.id, checkout: { session_url: made.url } };
}

/**
 * Creates a checkout session. If this machine's clock is minutes behind Stripe's, the session may end after the
 * reservation; the reconciliation job, which releases the pieces, then closes it.
 * @param endsAt in ms
 */
async function createSession(
  order: Order,
  endsAt: number,
  returnUrls: ReturnUrls,
  isLastTry = false,
): Promise<z.output<typeof session>> {
  const api = await client();
  const key = `session-${order.id}-${order.reservedUntil}-${order.references.length}`;
  try {
    return await asOne(() =>
      ask(session, () =>
        api.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.id,
            metadata: { orderId: order.id },
            payment_intent_data: intentDataOf(order),
            customer_email: order.address.email,
            // India's rules for foreign cards require the payer's name and billing address.
            billing_address_collection: 'required',
            // If the dashboard allowed it, shoppers could pay in another currency, and the shop would refund such a
            // payment.
            adaptive_pricing: { enabled: false },
            line_items: linesOf(order),
            expires_at: Math.floor(endsAt / 1_000),
            success_url: returnUrls.paidUrl,
            cancel_url: returnUrls.unpaidUrl,
          },
          // A retry after a lost response gets the same session.
          { idempotencyKey: isLastTry ? `${key}-${endsAt}` : key },
        ),
      ),
    );
  } catch (error) {
    if (!(error instanceof EndsTooSoon) || isLastTry) throw error;
    // Rounded up to a whole minute, so that a retry sends the same request.
    const later = Math.ceil((error.theirTime + SHORTEST_PAGE_MS) / MINUTE_MS) * MINUTE_MS;
    return createSession(order, later, returnUrls, true);
  }
}

/**
 * India's rules for exports require a description, the buyer and the delivery address.
 * https://docs.stripe.com/india-accept-international-payments
 */
function intentDataOf({ id, address }: Order) {
  const { firstName, lastName, street, city, state, zipcode, phone } = address;
  return {
    description: `Clothing from ${brand.name}, order ${shortOrderId(id)}`,
    metadata: { orderId: id },
    shipping: {
      name: `${firstName} ${lastName}`,
      phone: `+${phone}`,
      address: { line1: street, city, state, postal_code: zipcode, country: 'IN' },
    },
  };
}

/** Retries while Stripe is busy with the same request; afterwards both calls get the same answer. */
async function asOne<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderBusy) || tries === 4) throw error;
      await wait(500);
    }
  }
}

/**
 * The lines of Stripe's page; their sum is the order's total. A discount is spread over its lines, because a coupon
 * needs one more request that can fail and stays in the Stripe account. A discounted line has quantity 1, because its
 * share per piece need not be a whole number of paise.
 */
function linesOf(order: Order) {
  const line = (name: string, unit_amount: number, quantity: number, description?: string) => ({
    quantity,
    price_data: {
      currency: 'inr',
      unit_amount,
      product_data: { name, ...(description !== undefined && { description }) },
    },
  });
  const { discount } = order;
  const amounts = order.items.map(({ pricePaise, quantity }) => pricePaise * quantity);
  const off = allocatePaise(discount?.paise ?? 0, amounts);
  const items = order.items.map(({ name, size, pricePaise, quantity }, at) => {
    const called = size === ONE_SIZE ? name : `${name}, size ${size}`;
    if (!discount) return line(called, pricePaise, quantity);
    const whole = (amounts[at] ?? 0) - (off[at] ?? 0);
    return line(`${called} × ${quantity}`, whole, 1, `${discount.percent}% off with code ${discount.code}`);
  });
  return order.feePaise > 0 ? [...items, line(`Delivery by ${brand.name}`, order.feePaise, 1)] : items;
}

async function fetchStatus(reference: PaymentReference, order: Order): Promise<PaymentReport> {
  const api = await client();
  const known = await ask(session, () =>
    api.checkout.sessions.retrieve(reference.id, { expand: ['payment_intent.latest_charge'] }),
  );
  const { status, payment_intent: intent, amount_total: amountPaise, currency } = known;
  const isClosed = status !== 'open';
  const state = stateOf(known);
  if (!intent || !state) return { reference, isClosed, attempts: [] };
  const id = typeof intent === 'string' ? intent : intent.id;
  const charge = typeof intent === 'string' ? null : intent.latest_charge;
  const {
    amount_refunded: back = 0,
    refunded = false,
    disputed = false,
  } = typeof charge === 'object' && charge !== null ? charge : {};
  const hasRefunds = order.refunds.some(({ paymentId }) => paymentId === id);
  const refunds = hasRefunds || back > 0 ? await refundsOf(id) : [];
  return {
    reference,
    isClosed,
    attempts: [{ id, state, amountPaise, currency, refunds, isSentBack: refunded }],
    disputes: disputed ? await disputesOf(id) : [],
  };
}

/** Null while the page is open: after a declined card the shopper can try another. */
function stateOf(known: z.output<typeof session>): Attempt['state'] | null {
  const { status, payment_status, payment_intent } = known;
  if (payment_status === 'paid') return 'captured';
  if (status !== 'complete') return null;
  // Complete and unpaid: the bank has not decided yet, or has refused since.
  const isOver =
    typeof payment_intent === 'object' &&
    payment_intent !== null &&
    ['requires_payment_method', 'canceled'].includes(payment_intent.status);
  return isOver ? 'failed' : 'pending';
}

async function close({ id }: PaymentReference): Promise<void> {
  const api = await client();
  const known = await ask(session, () => api.checkout.sessions.retrieve(id));
  if (known.status === 'open') await ask(session, () => api.checkout.sessions.expire(id));
}

async function webhooks(): Promise<RegisteredWebhook[]> {
  const { data } = await (await client()).webhookEndpoints.list({ limit: 100 });
  return data.map(({ url, status, enabled_events }) => {
    return { url, isOn: status === 'enabled', events: enabled_events };
  });
}

async function readEvent(raw: string, headers: Headers, at: number): Promise<ProviderEvent> {
  const { webhooks } = (await import('stripe')).default;
  const signature = headers.get('stripe-signature') ?? '';
  for (const secret of valuesOf(process.env['STRIPE_WEBHOOK_SECRET'])) {
    let signed: unknown;
    try {
      signed = webhooks.constructEvent(raw, signature, secret, TOLERANCE_S, undefined, at);
    } catch (error) {
      // Stripe's library checks the signature first, so a SyntaxError means a signed body that is no JSON.
      if (error instanceof SyntaxError) throw new UnreadableEvent(error.name);
      continue;
    }
    const event = readable(() => eventBody.parse(signed));
    const { id, client_reference_id: orderId, payment_intent: payment } = event.data.object;
    const isHeard = providerSetup.stripe.webhookEvents.includes(event.type);
    const isOfSession = event.type.startsWith('checkout.session.');
    return {
      id: event.id,
      type: event.type,
      reference: isHeard && isOfSession && typeof id === 'string' ? id : null,
      orderId: typeof orderId === 'string' ? orderId : null,
      // Events of charges, refunds and disputes name the payment.
      payment: isHeard && !isOfSession && typeof payment === 'string' ? payment : null,
      // Not needed: Stripe can list the disputes of a payment.
      dispute: null,
      isEnd: event.type === 'checkout.session.expired',
    };
  }
  throw new ForgedEvent('The signature is not of this body, or too old');
}
