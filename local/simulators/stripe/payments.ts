/** Stripe's rules: one payment per session, and refunds never exceed the payment. */
import type Stripe from 'stripe';
import { DAY_S } from '../../../src/domain/time-units.ts';
import { randomText } from '../random-id.ts';
import type { StripeControls } from '../controls.ts';
import type { OpenLedger, WebhookMode } from '../ledger.ts';
import type { Webhooks } from '../webhooks.ts';
import { linesOf, newCharge, newIntent, newSession, type SessionRequest } from './entities.ts';
import { type Emit, openRefunds } from './refunds.ts';
import { StripeRefusal } from './rules.ts';

type Session = Stripe.Checkout.Session;

export const API_VERSION = '2026-10-28.endive';

/** Stripe's smallest and largest charge in rupees. */
const SMALLEST_PAISE = 50;
const LARGEST_PAISE = 99_999_999;
/** The shortest and longest life of a session, in seconds. */
const SHORTEST_S = 30 * 60;
const LONGEST_S = DAY_S;

/** Test numbers that the bank declines, with its messages. */
const DECLINES: Record<string, string> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
};
const DECLINED = '4000000000000002';
const GOOD = '4242424242424242';

export function openStripe(books: OpenLedger, webhooks: Webhooks, shopAddress: () => string) {
  const { sessions, paymentIntents, charges } = books.books.stripe;

  function find<Entity extends { id: string }>(list: Entity[], id: string, noun: string): Entity {
    const entity = list.find((other) => other.id === id);
    if (entity) return entity;
    throw new StripeRefusal(`No such ${noun}: '${id}'`, {
      status: 404,
      code: 'resource_missing',
      param: noun,
    });
  }

  /** Expires due sessions first, so that the session is up to date. */
  function session(id: string): Session {
    expireDue();
    return find(sessions, id, 'session');
  }
  const intent = (id: string) => find(paymentIntents, id, 'payment_intent');
  const charge = (id: string) => find(charges, id, 'charge');

  const orderIdOf = (intentId: unknown): string | null =>
    sessions.find(({ payment_intent: of }) => of !== null && of === intentId)?.client_reference_id ?? null;

  const emit: Emit = (type, object, mode) => {
    const id = `evt_1${randomText(23)}`;
    const event = {
      id,
      object: 'event',
      api_version: API_VERSION,
      created: books.seconds(),
      data: { object },
      livemode: false,
      type,
    };
    const orderId =
      object.object === 'checkout.session' ? object.client_reference_id : orderIdOf(object.payment_intent);
    webhooks.emit({ provider: 'stripe', id, type, event, orderId }, mode);
  };

  function create(request: SessionRequest): Session {
    const now = books.seconds();
    const made = newSession(request, now, shopAddress());
    const { expires_at, amount_total } = made;
    if (expires_at < now + SHORTEST_S || expires_at > now + LONGEST_S) {
      throw new StripeRefusal(
        'The `expires_at` timestamp must be 30 minutes to 24 hours from Checkout Session creation.',
        { param: 'expires_at' },
      );
    }
    const refuse = (rule: string, code: string) =>
      new StripeRefusal(`The Checkout Session's total amount due must ${rule}`, {
        code,
        param: 'line_items',
      });
    if ((amount_total ?? 0) < SMALLEST_PAISE) throw refuse('add up to at least ₹0.50', 'amount_too_small');
    if ((amount_total ?? 0) > LARGEST_PAISE) throw refuse('be at most ₹999,999.99', 'amount_too_large');
    sessions.push(made);
    books.sessionRequests[made.id] = request;
    books.save();
    return made;
  }

  const requestOf = (id: string): SessionRequest => books.sessionRequests[id] ?? {};

  function openSession(id: string): Session {
    const found = session(id);
    if (found.status === 'open') return found;
    throw new StripeRefusal(
      found.status === 'complete' ? 'You have already paid.' : 'This Checkout Session has expired.',
    );
  }

  const pay: StripeControls['pay'] = (id, { outcome = 'paid', webhook = 'once', cardNumber } = {}) => {
    const paid = openSession(id);
    const number = cardNumber ?? (outcome === 'declined' ? DECLINED : GOOD);
    const declined = DECLINES[number.replaceAll(' ', '')];
    if (declined !== undefined) return { declined };
    const made = newIntent(requestOf(id), paid.amount_total ?? 0, books.seconds());
    const charged = newCharge(made);
    made.latest_charge = charged.id;
    paymentIntents.push(made);
    charges.push(charged);
    paid.status = 'complete';
    paid.payment_intent = made.id;
    paid.url = null;
    if (outcome === 'paid') take(paid, made, charged);
    emit('checkout.session.completed', paid, webhook);
    books.save();
    return { redirect: (paid.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', paid.id) };
  };

  function take(paid: Session, made: Stripe.PaymentIntent, charged: Stripe.Charge): void {
    paid.payment_status = 'paid';
    Object.assign(made, { status: 'succeeded', amount_received: made.amount });
    Object.assign(charged, { status: 'succeeded', paid: true });
    const { client_reference_id: orderId } = paid;
    books.record({ provider: 'stripe', kind: 'payment', id: made.id, orderId, amountPaise: made.amount });
  }

  const settleSlow: StripeControls['settleSlow'] = (id, answer, { webhook = 'once' } = {}) => {
    const paid = session(id);
    const made = paymentIntents.find((other) => other.id === paid.payment_intent);
    const charged = charges.find((other) => other.id === made?.latest_charge);
    if (made?.status !== 'processing' || !charged) {
      throw new StripeRefusal('This Checkout Session does not wait for a bank.');
    }
    if (answer === 'succeeded') {
      take(paid, made, charged);
    } else {
      made.status = 'requires_payment_method';
      Object.assign(charged, { status: 'failed', failure_message: 'The bank declined.' });
    }
    emit(`checkout.session.async_payment_${answer}`, paid, webhook);
    books.save();
  };

  const expire: StripeControls['expire'] = (id, { webhook = 'once' } = {}) => {
    const over = session(id);
    if (over.status !== 'open') {
      throw new StripeRefusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(over.status)}.`,
      );
    }
    close(over, webhook);
  };

  function close(over: Session, webhook: WebhookMode): void {
    over.status = 'expired';
    over.url = null;
    emit('checkout.session.expired', over, webhook);
    books.save();
  }

  function expireDue(): void {
    for (const one of sessions) {
      if (one.status === 'open' && one.expires_at <= books.seconds()) close(one, 'once');
    }
  }

  const cancel: StripeControls['cancel'] = (id) => ({ redirect: openSession(id).cancel_url ?? '' });

  const { createRefund, refunds, disputes, controls } = openRefunds(books, { intent, emit, orderIdOf });
  return {
    session,
    intent,
    charge,
    sessions,
    charges,
    refunds,
    disputes,
    linesOf: (id: string) => linesOf(requestOf(id)),
    create,
    createRefund,
    expireDue,
    controls: { ...controls, pay, settleSlow, expire, cancel } satisfies StripeControls,
  };
}

export type StripeSimulator = ReturnType<typeof openStripe>;
