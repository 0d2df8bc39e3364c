/**
 * Signed webhooks, retried until the shop confirms them. Both providers deliver at least once and without a guaranteed
 * order.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Tamper, WebhookControls } from './controls.ts';
import type { Delivery, OpenLedger, WebhookMode } from './ledger.ts';

/** The providers' own delays grow over one to three days; these are short enough to watch. */
const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
/** How long the shop may take to answer, in ms. */
const TIMEOUT_MS = 10_000;

interface WebhookEvent extends Pick<Delivery, 'provider' | 'id' | 'type' | 'orderId'> {
  event: object;
}

interface WebhookOptions {
  books: OpenLedger;
  shopAddress: () => string;
  deliver: (request: Request) => Promise<Response>;
  retryAfterMs?: readonly number[] | undefined;
}

export interface Webhooks extends WebhookControls {
  emit: (event: WebhookEvent, mode: WebhookMode) => void;
  stop: () => void;
}

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

export function openWebhooks({
  books,
  shopAddress,
  deliver,
  retryAfterMs = RETRY_AFTER_MS,
}: WebhookOptions): Webhooks {
  const { deliveries } = books.books;
  const timers = new Map<string, NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  let stopped = false;

  function signed({ provider, id, body }: Delivery): Headers {
    const { RAZORPAY_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET } = books.keys;
    const at = books.seconds();
    return new Headers({
      'Content-Type': 'application/json',
      ...(provider === 'razorpay'
        ? {
            'User-Agent': 'Razorpay-Webhook/v1',
            'X-Razorpay-Event-Id': id,
            'X-Razorpay-Signature': hmac(RAZORPAY_WEBHOOK_SECRET, body),
          }
        : {
            'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
            'Stripe-Signature': `t=${at},v1=${hmac(STRIPE_WEBHOOK_SECRET, `${at}.${body}`)}`,
          }),
    });
  }

  async function send(delivery: Delivery, tamper: Tamper = (body) => body): Promise<Response> {
    const attempt = { at: new Date(books.now()).toISOString(), status: null as number | null };
    delivery.attempts.push(attempt);
    const headers = signed(delivery);
    const body = tamper(delivery.body, headers);
    const request = new Request(`${shopAddress()}/api/webhook/${delivery.provider}`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The shop's function, called directly without a network, ignores the signal.
    const tooLate = once(request.signal, 'abort').then(() => {
      throw new Error('The shop did not answer in time.');
    });
    const response = await Promise.race([deliver(request), tooLate]);
    attempt.status = response.status;
    return response;
  }

  /** Sends a delivery and plans its next attempt. Only this function does so: a delivery on demand is never retried. */
  async function work(delivery: Delivery): Promise<void> {
    delivery.dueAt = null;
    const taken = await send(delivery).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      () => false,
    );
    if (stopped) return;
    if (taken) delivery.left -= 1;
    if (delivery.left <= 0) delivery.state = 'delivered';
    else plan(delivery, taken ? 0 : waitAfter(delivery));
    books.save();
  }

  function waitAfter(delivery: Delivery): number | undefined {
    const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300;
    return retryAfterMs[delivery.attempts.filter(({ status }) => !isTaken(status)).length - 1];
  }

  /** @param ms until the next attempt; undefined if there were enough */
  function plan(delivery: Delivery, ms: number | undefined): void {
    if (ms === undefined) {
      delivery.state = 'given-up';
      return;
    }
    delivery.state = 'waiting';
    delivery.dueAt = books.now() + ms;
    if (ms === 0) start(delivery);
    else timers.set(delivery.id, setTimeout(() => start(delivery), ms).unref());
  }

  function start(delivery: Delivery): void {
    timers.delete(delivery.id);
    const run: Promise<void> = work(delivery).finally(() => underWay.delete(run));
    underWay.add(run);
  }

  function emit({ event, ...about }: WebhookEvent, mode: WebhookMode): void {
    const delivery: Delivery = {
      ...about,
      mode,
      createdAt: new Date(books.now()).toISOString(),
      state: mode === 'never' || mode === 'held' ? mode : 'waiting',
      body: JSON.stringify(event),
      dueAt: null,
      left: mode === 'twice' ? 2 : 1,
      attempts: [],
    };
    deliveries.push(delivery);
    if (delivery.state === 'waiting') plan(delivery, typeof mode === 'object' ? mode.lateMs : 0);
  }

  for (const delivery of deliveries) {
    // Planned before a restart: due a moment later at the earliest, because this shop is still starting.
    if (delivery.state === 'waiting') {
      plan(delivery, Math.max(retryAfterMs[0] ?? 1_000, (delivery.dueAt ?? 0) - books.now()));
    }
  }

  return {
    emit,
    held: () => structuredClone(deliveries.filter(({ state }) => state === 'held')),
    deliver: async (id, { tamper } = {}) => {
      const delivery = deliveries.find((other) => other.id === id);
      if (!delivery) throw new Error(`There is no event ${id}.`);
      const response = await send(delivery, tamper);
      if (response.ok && !tamper) {
        clearTimeout(timers.get(id));
        timers.delete(id);
        Object.assign(delivery, { state: 'delivered', dueAt: null, left: 0 });
      }
      books.save();
      return response;
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: () => {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
