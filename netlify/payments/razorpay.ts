import { createHmac, timingSafeEqual } from 'node:crypto';
import process from 'node:process';
import type Razorpay from 'razorpay';
import { z } from 'zod';
import type { Order, Payment, PaymentReference, Refund } from '../../src/domain/order.ts';
import type { Attempt, Standing } from '../../src/domain/settlement.ts';
import { asker, isTheirTrouble } from './ask.ts';
import {
  ForgedEvent,
  type Opened,
  type PaymentProvider,
  type ProviderEvent,
  ProviderRefused,
  ProviderUnavailable,
  readable,
  valuesOf,
  type WaysBack,
} from './port.ts';

/**
 * Razorpay: UPI, cards and net banking. An order of theirs takes money once, whatever window it is paid in, and stands
 * for one order of ours by its receipt. https://razorpay.com/docs/api/orders
 */
const PATIENCE_MS = 8_000;

/** The script of the payment window; RAZORPAY_CHECKOUT_URL names another. */
const CHECKOUT_URL = 'https://checkout.razorpay.com/v1/checkout.js';

/** Razorpay repeats an event for a day; after two nothing honest is left of it. */
const OLDEST_EVENT_MS = 48 * 60 * 60 * 1_000;
const CLOCKS_APART_MS = 5 * 60 * 1_000;

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
});
const paymentsAnswer = z.object({ items: z.array(paymentAnswer) });
const refundAnswer = z.object({ id: z.string().min(1), notes: z.unknown() });
const refundsAnswer = z.object({ items: z.array(refundAnswer) });

/** Undefined where its keys are not set. */
export function razorpay(): PaymentProvider | undefined {
  const { RAZORPAY_KEY_ID: key, RAZORPAY_KEY_SECRET: secret } = process.env;
  return key && secret ? { id: 'razorpay', open, stand, close, refund, readEvent } : undefined;
}

/** Whether the window's receipt is Razorpay's own word for this order of theirs; compared in constant time. */
export function isReceiptGenuine(razorpayOrderId: string, paymentId: string, signature: string): boolean {
  const secret = process.env['RAZORPAY_KEY_SECRET'] ?? '';
  return secret !== '' && isSigned(`${razorpayOrderId}|${paymentId}`, signature, [secret]);
}

async function open(order: Order, existing: PaymentReference | null, { formUrl }: WaysBack): Promise<Opened> {
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
    provider: 'razorpay',
    id,
    window: {
      order: { id, amount, currency, receipt: order.id },
      key: process.env['RAZORPAY_KEY_ID'] ?? '',
      checkoutUrl: process.env['RAZORPAY_CHECKOUT_URL'] || CHECKOUT_URL,
      callbackUrl: formUrl,
    },
  };
}

async function stand(reference: PaymentReference, order: Order): Promise<Standing> {
  const api = await client();
  const { items } = await ask(paymentsAnswer, () => api.orders.fetchPayments(reference.id));
  const isPaid = items.some(({ status }) => status === 'captured');
  const attempts: Attempt[] = [];
  for (const item of items) {
    const { id, amount, currency } = item;
    // Captured by hand where the account does not do so by itself: the money would go back after some days. A second
    // one goes back by itself, at once.
    const isWanted = item.status === 'authorized' && amount === order.totalPaise && !isPaid;
    const status = isWanted ? await captured(item) : item.status;
    // What has gone back pays nothing, whether Razorpay sent it back by itself (never captured) or somebody did there.
    if (status !== 'refunded') attempts.push({ id, state: stateOf[status], amountPaise: amount, currency });
  }
  return { reference, isClosed: false, attempts };
}

/** The status after an attempt to capture; a refusal mostly means that somebody else was first, so it is asked anew. */
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

/** An order of theirs cannot be closed; money that comes late is honoured or goes back. */
async function close(): Promise<void> {}

async function refund(_order: Order, wanted: Refund, { id }: Pick<Payment, 'id'>): Promise<string> {
  const api = await client();
  // The SDK cannot send their idempotency header with a refund: the shop's own key travels in the notes.
  const { items } = await ask(refundsAnswer, () => api.payments.fetchMultipleRefund(id, {}));
  const done = items.find(({ notes }) => (notes as { key?: unknown } | null)?.key === wanted.key);
  if (done) return done.id;
  try {
    const made = await ask(refundAnswer, () =>
      api.payments.refund(id, { amount: wanted.amountPaise, notes: { key: wanted.key } }),
    );
    return made.id;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // All of it has gone back on Razorpay's own page.
    const { status } = await ask(paymentAnswer, () => api.payments.fetch(id));
    const [last] = items;
    if (status === 'refunded' && last) return last.id;
    throw error;
  }
}

const eventBody = z.object({
  event: z.string(),
  created_at: z.number(),
  payload: z.object({
    payment: z.object({ entity: z.object({ order_id: z.string().nullish() }) }).optional(),
    order: z.object({ entity: z.object({ id: z.string(), receipt: z.string().nullish() }) }).optional(),
  }),
});

const heard = ['payment.captured', 'payment.authorized', 'payment.failed', 'order.paid'];

async function readEvent(raw: string, headers: Headers, at: number): Promise<ProviderEvent> {
  const signature = headers.get('x-razorpay-signature') ?? '';
  if (!isSigned(raw, signature, valuesOf(process.env['RAZORPAY_WEBHOOK_SECRET']))) {
    throw new ForgedEvent('The signature is not of this body');
  }
  const { event, created_at: seconds, payload } = readable(() => eventBody.parse(JSON.parse(raw)));
  const age = at - seconds * 1_000;
  if (age > OLDEST_EVENT_MS || age < -CLOCKS_APART_MS) throw new ForgedEvent('The event is too old');
  const about = payload.order?.entity.id ?? payload.payment?.entity.order_id ?? null;
  return {
    // Without the header the body stands for itself: a repetition has the same.
    id: headers.get('x-razorpay-event-id') ?? createHmac('sha256', 'event').update(raw).digest('hex'),
    type: event,
    reference: heard.includes(event) ? about : null,
    orderId: payload.order?.entity.receipt ?? null,
    isEnd: false,
  };
}

/** The SDK's own check compares byte by byte and stops at the first that differs, so it tells how far a forger got. */
function isSigned(text: string, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature.toLowerCase());
  return secrets.some((secret) => {
    const right = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

interface RqRequest {
  url?: string;
  headers: Record<string, string>;
  data?: { notes?: { key?: string } };
}

interface Rq {
  defaults: { timeout: number; baseURL: string };
  interceptors: { request: { use: (work: (request: RqRequest) => RqRequest) => void } };
}

let opened: { api: Razorpay; settings: string } | undefined;

/** Fetched and made at the first payment, and again when the settings change: most calls need no SDK. */
export async function client(): Promise<Razorpay> {
  const { RAZORPAY_KEY_ID: key, RAZORPAY_KEY_SECRET: secret, RAZORPAY_API_URL: address } = process.env;
  const settings = JSON.stringify([key, secret, address]);
  if (opened?.settings !== settings) {
    const { default: Sdk } = await import('razorpay');
    const api = new Sdk({ key_id: key ?? '', key_secret: secret ?? '' });
    // The SDK waits for ever and takes no address; its HTTP client takes both.
    const { rq } = api.api as unknown as { rq: Rq };
    rq.defaults.timeout = PATIENCE_MS;
    if (address) rq.defaults.baseURL = address;
    // A refund that they are still making when it is asked for again is not made twice.
    rq.interceptors.request.use((request) => {
      const key = request.data?.notes?.key;
      if (request.url?.endsWith('/refund') && key) request.headers['X-Refund-Idempotency'] = key;
      return request;
    });
    opened = { api, settings };
  }
  return opened.api;
}

const ask = asker('Razorpay', told);

/** The SDK throws plain objects for answers, and a TypeError of its own making where none came. */
function told(error: unknown): Error {
  const { statusCode, error: problem } = (error ?? {}) as {
    statusCode?: unknown;
    error?: { description?: unknown };
  };
  if (isTheirTrouble(statusCode))
    return new ProviderUnavailable(`Razorpay does not answer (${statusCode ?? 'no answer'})`);
  return new ProviderRefused(`Razorpay refused: ${problem?.description ?? statusCode}`);
}
