import { createHmac, timingSafeEqual } from 'node:crypto';
import process from 'node:process';
import { z } from 'zod';
import type { Order, PaymentReference } from '../../src/domain/order.ts';
import type { Attempt, PaymentReport } from '../../src/domain/payment-settlement.ts';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time-units.ts';
import {
  ForgedEvent,
  type OpenedPayment,
  type PaymentProvider,
  type ProviderEvent,
  ProviderRefused,
  readable,
  type RegisteredWebhook,
  valuesOf,
  type ReturnUrls,
} from './payment-provider.ts';
import { ask, client } from './razorpay-api.ts';
import { disputeOf, disputes, refund, refunds, refundsOf } from './razorpay-refunds.ts';
import { payouts } from './razorpay-payouts.ts';
import { providerSetup } from './provider-setup.ts';

/**
 * Razorpay: UPI, cards and net banking. A Razorpay order can be paid only once, in whatever window, and its receipt is
 * the id of the shop's order. https://razorpay.com/docs/api/orders
 */

/** The script of the payment window; RAZORPAY_CHECKOUT_URL overrides it. */
const CHECKOUT_URL = 'https://checkout.razorpay.com/v1/checkout.js';

/** Razorpay repeats an event for one day, so an event older than two days is not genuine. */
const OLDEST_EVENT_MS = 2 * DAY_MS;
const CLOCKS_APART_MS = 5 * MINUTE_MS;

const orderAnswer = z.object({
  id: z.string().min(1),
  amount: z.coerce.number(),
  currency: z.string(),
  receipt: z.string().nullish(),
  status: z.string(),
});
const paymentAnswer = z.object({
  id: z.string().min(1),
  order_id: z.string().nullish(),
  amount: z.coerce.number(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount_refunded: z.coerce.number().nullish(),
  captured: z.boolean().nullish(),
});
const paymentsAnswer = z.object({ items: z.array(paymentAnswer) });

interface WindowCheckout {
  order: { id: string; amount: number; currency: string; receipt: string };
  key: string;
  checkoutUrl: string;
  callbackUrl: string;
}

/** Undefined if its keys are not set. */
export function razorpay(): PaymentProvider<WindowCheckout> | undefined {
  const { RAZORPAY_KEY_ID: key, RAZORPAY_KEY_SECRET: secret } = process.env;
  return key && secret
    ? {
        id: 'razorpay',
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

/** Whether Razorpay signed the receipt of the payment window for this Razorpay order; compares in constant time. */
export function isReceiptGenuine(razorpayOrderId: string, paymentId: string, signature: string): boolean {
  const secret = process.env['RAZORPAY_KEY_SECRET'] ?? '';
  return secret !== '' && isSigned(`${razorpayOrderId}|${paymentId}`, signature, [secret]);
}

async function open(
  order: Order,
  existing: PaymentReference | null,
  { formUrl }: ReturnUrls,
): Promise<OpenedPayment<WindowCheckout>> {
  const api = await client();
  const known = existing && (await ask(orderAnswer, () => api.orders.fetch(existing.id)));
  const own =
    known && known.status !== 'paid' && known.amount === order.totalPaise
      ? known
      : await ask(orderAnswer, () =>
          api.orders.create({
            amount: order.totalPaise,
            currency: 'INR',
            receipt: order.id,
            payment: { capture: 'automatic' },
            notes: { orderId: order.id },
          } as Parameters<typeof api.orders.create>[0]),
        );
  const { id, amount, currency } = own;
  return {
    id,
    checkout: {
      order: { id, amount, currency, receipt: order.id },
      key: process.env['RAZORPAY_KEY_ID'] ?? '',
      checkoutUrl: process.env['RAZORPAY_CHECKOUT_URL'] || CHECKOUT_URL,
      callbackUrl: formUrl,
    },
  };
}

async function fetchStatus(
  reference: PaymentReference,
  order: Order,
  dispute: string | null,
): Promise<PaymentReport> {
  const api = await client();
  const { items } = await ask(paymentsAnswer, () => api.orders.fetchPayments(reference.id));
  const isPaid = items.some(({ status }) => status === 'captured');
  const attempts: Attempt[] = [];
  for (const item of items) {
    const { id, amount, currency } = item;
    // Captures the payment if the account does not do so automatically; otherwise the money goes back after some days.
    // Razorpay refunds a second payment of the same order at once by itself.
    const isWanted = item.status === 'authorized' && amount === order.totalPaise && !isPaid;
    const status = isWanted ? await captured(item) : item.status;
    const isKnown = order.payment?.id === id || order.refunds.some(({ paymentId }) => paymentId === id);
    // Razorpay itself refunds only what was never captured, which is nothing to the order.
    // https://razorpay.com/docs/payments/refunds/auto-refunds
    if (status === 'refunded' && !isKnown && !item.captured) continue;
    const hasRefunds =
      order.refunds.some(({ paymentId }) => paymentId === id) || (item.amount_refunded ?? 0) > 0;
    const refunds = hasRefunds ? await refundsOf(id) : [];
    const state = status === 'refunded' ? 'captured' : stateOf[status];
    const isSentBack = status === 'refunded';
    attempts.push({ id, state, amountPaise: amount, currency, refunds, isSentBack });
  }
  const known = (order.disputes ?? []).filter(
    ({ provider, state, paymentId }) =>
      provider === 'razorpay' && state === 'open' && items.some(({ id }) => id === paymentId),
  );
  const ids = new Set([...known.map(({ id }) => id), ...(dispute === null ? [] : [dispute])]);
  return {
    reference,
    isClosed: false,
    attempts,
    disputes: await Promise.all([...ids].map(disputeOf)),
  };
}

async function referenceOf(paymentId: string): Promise<string | null> {
  const api = await client();
  return (await ask(paymentAnswer, () => api.payments.fetch(paymentId))).order_id ?? null;
}

/**
 * The status after an attempt to capture. A refusal usually means that another call captured first, so it asks again.
 */
async function captured({ id, amount, currency }: z.output<typeof paymentAnswer>) {
  const api = await client();
  try {
    return (await ask(paymentAnswer, () => api.payments.capture(id, amount, currency))).status;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
  }
  try {
    return (await ask(paymentAnswer, () => api.payments.fetch(id))).status;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return 'authorized';
  }
}

const stateOf = {
  created: 'pending',
  authorized: 'pending',
  captured: 'captured',
  failed: 'failed',
} as const satisfies Record<Exclude<z.output<typeof paymentAnswer>['status'], 'refunded'>, Attempt['state']>;

/** Razorpay orders cannot be closed. The shop accepts or refunds late payments. */
async function close(): Promise<void> {}

/** Razorpay's webhook API is made for partners; it may refuse an ordinary account. */
async function webhooks(): Promise<RegisteredWebhook[]> {
  const { items } = await (await client()).webhooks.all({ count: 100 }).catch((refused: unknown) => {
    const { statusCode } = refused as { statusCode?: unknown };
    throw new Error(`answer ${String(statusCode ?? 'none')}`);
  });
  return items.map(({ url, active, events }) => ({
    url,
    isOn: String(active) !== 'false',
    // Either a list of names, or an object that maps each name to whether it is sent.
    events: Array.isArray(events)
      ? (events as string[])
      : Object.entries(events as Record<string, unknown>).flatMap(([name, on]) => (on ? name : [])),
  }));
}

const eventBody = z.object({
  event: z.string(),
  created_at: z.number(),
  payload: z.object({
    payment: z
      .object({ entity: z.object({ id: z.string().nullish(), order_id: z.string().nullish() }) })
      .optional(),
    refund: z.object({ entity: z.object({ payment_id: z.string() }) }).optional(),
    dispute: z.object({ entity: z.object({ id: z.string(), payment_id: z.string() }) }).optional(),
    order: z.object({ entity: z.object({ id: z.string(), receipt: z.string().nullish() }) }).optional(),
  }),
});

async function readEvent(raw: string, headers: Headers, at: number): Promise<ProviderEvent> {
  const signature = headers.get('x-razorpay-signature') ?? '';
  if (!isSigned(raw, signature, valuesOf(process.env['RAZORPAY_WEBHOOK_SECRET']))) {
    throw new ForgedEvent('The signature is not of this body');
  }
  const { event, created_at: seconds, payload } = readable(() => eventBody.parse(JSON.parse(raw)));
  const age = at - seconds * 1_000;
  if (age > OLDEST_EVENT_MS || age < -CLOCKS_APART_MS) throw new ForgedEvent('The event is too old');
  const about = payload.order?.entity.id ?? payload.payment?.entity.order_id ?? null;
  const isHeard = providerSetup.razorpay.webhookEvents.includes(event);
  const { dispute, refund: back, payment } = payload;
  const paymentId = dispute?.entity.payment_id ?? back?.entity.payment_id ?? payment?.entity.id ?? null;
  return {
    // Without the header, a hash of the body is the id: a repeated event has the same body.
    id: headers.get('x-razorpay-event-id') ?? createHmac('sha256', 'event').update(raw).digest('hex'),
    type: event,
    reference: isHeard ? about : null,
    orderId: payload.order?.entity.receipt ?? null,
    payment: isHeard ? paymentId : null,
    dispute: isHeard ? (dispute?.entity.id ?? null) : null,
    isEnd: false,
  };
}

/** The SDK's own check stops at the first different byte, so its timing shows a forger how many bytes are right. */
function isSigned(text: string, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature.toLowerCase());
  return secrets.some((secret) => {
    const right = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
