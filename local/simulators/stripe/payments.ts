/** Stripe's rules: one payment per session, and refunds never exceed the payment. */
import type Stripe from 'stripe';
import { randomText } from '../random-id.ts';
import type { StripeDeclined, StripeControls, StripePaid } from '../controls.ts';
import type { OpenLedger, WebhookMode } from '../ledger.ts';
import type { Webhooks } from '../webhooks.ts';
import {
  API_VERSION,
  customerDetails,
  type IntentData,
  newCharge,
  newIntent,
  newLine,
  newSession,
} from './entities.ts';
import { type Emit, type Find, openRefunds } from './refunds.ts';
import { type Params, StripeRefusal } from './rules.ts';
import {
  echoed,
  readEmail,
  readExpiry,
  readIntentData,
  readLines,
  readMetadata,
  readUrl,
} from './session-rules.ts';

type Session = Stripe.Checkout.Session;

/** Test numbers that the bank declines, with its messages. */
const DECLINES: Record<string, { code: string; message: string }> = {
  '4000000000000002': { code: 'card_declined', message: 'Your card was declined.' },
  '4000000000009995': { code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  '4000000000000069': { code: 'expired_card', message: 'Your card has expired.' },
};
const DECLINED = '4000000000000002';
const GOOD = '4242424242424242';

export function openStripe(books: OpenLedger, webhooks: Webhooks, shopAddress: () => string) {
  const { sessions, paymentIntents, charges, refunds } = books.books.stripe;
  const intentData = books.intentData;

  const find: Find = (list, id, noun, param) => {
    const entity = list.find((other) => other.id === id);
    if (entity) return entity;
    throw new StripeRefusal(`No such ${noun}: '${id}'`, { status: 404, code: 'resource_missing', param });
  };

  /** Expires due sessions first, so that the session is up to date. */
  function session(id: string): Session {
    expireDue();
    return find(sessions, id, 'checkout.session', 'session');
  }
  const intent = (id: string) => find(paymentIntents, id, 'payment_intent', 'intent');
  const charge = (id: string) => find(charges, id, 'charge', 'id');

  const orderIdOf = (intentId: unknown): string | null =>
    sessionOfIntent(intentId)?.client_reference_id ?? null;

  const emit: Emit = (type, object, mode) => {
    const id = `evt_1${randomText(23)}`;
    const event = {
      id,
      object: 'event',
      api_version: API_VERSION,
      created: books.seconds(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    const orderId =
      object.object === 'checkout.session' ? object.client_reference_id : orderIdOf(object.payment_intent);
    webhooks.emit({ provider: 'stripe', id, type, event, orderId }, mode);
  };

  function sessionOfIntent(id: unknown): Session | undefined {
    return sessions.find(({ payment_intent }) => payment_intent !== null && payment_intent === id);
  }

  function create(params: Params): Session {
    const created = books.seconds();
    const { lines, amount } = readLines(params['line_items'], created);
    const data = readIntentData(params['payment_intent_data']);
    const made = newSession(
      {
        success_url: readUrl(params['success_url'], 'success_url'),
        cancel_url: params['cancel_url'] === undefined ? null : readUrl(params['cancel_url'], 'cancel_url'),
        client_reference_id: echoed(params['client_reference_id']),
        customer_email: readEmail(params['customer_email']),
        expires_at: readExpiry(params['expires_at'], created),
        metadata: readMetadata(params['metadata']),
        billing_address_collection: echoed(params['billing_address_collection']),
        adaptive_pricing: params['adaptive_pricing'] ?? null,
        amount,
        url: (id) => `${shopAddress()}/__stripe/c/pay/${id}`,
      },
      created,
    );
    sessions.push(made);
    books.lines[made.id] = lines.map((line) => ({ item: newLine(line) }));
    intentData[made.id] = data;
    books.save();
    return made;
  }

  function openSession(id: string): Session {
    const found = session(id);
    if (found.status === 'open') return found;
    throw new StripeRefusal(
      found.status === 'complete' ? 'You have already paid.' : 'This Checkout Session has expired.',
    );
  }

  const pay: StripeControls['pay'] = (id, options = {}): StripePaid | StripeDeclined => {
    const paid = openSession(id);
    const { outcome = 'paid', webhook = 'once' } = options;
    const number = (options.cardNumber ?? (outcome === 'declined' ? DECLINED : GOOD)).replaceAll(' ', '');
    const declined = DECLINES[number];
    if (declined || outcome === 'declined') {
      return {
        session: structuredClone(paid),
        declined: declined ?? { code: 'card_declined', message: 'Your card was declined.' },
      };
    }
    const payer = {
      email: options.email ?? paid.customer_email ?? 'shopper@example.com',
      name: options.name ?? '',
    };
    const data = intentData[id] ?? NO_DATA;
    const made = newIntent(paid.amount_total ?? 0, data, books.seconds());
    const charged = newCharge(made, payer, number.slice(-4));
    made.latest_charge = charged.id;
    paymentIntents.push(made);
    charges.push(charged);
    paid.status = 'complete';
    paid.payment_intent = made.id;
    paid.url = null;
    paid.customer_details = customerDetails(payer.email, payer.name || null);
    if (outcome === 'paid') take(paid, made, charged);
    emit('checkout.session.completed', paid, webhook);
    books.save();
    const redirect = (paid.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', paid.id);
    return { session: structuredClone(paid), redirect };
  };

  function take(paid: Session, made: Stripe.PaymentIntent, charged: Stripe.Charge): void {
    paid.payment_status = 'paid';
    Object.assign(made, { status: 'succeeded', amount_received: made.amount });
    Object.assign(charged, {
      status: 'succeeded',
      paid: true,
      captured: true,
      amount_captured: charged.amount,
      balance_transaction: `txn_3${randomText(23)}`,
    });
    books.record({
      provider: 'stripe',
      kind: 'payment',
      id: made.id,
      orderId: paid.client_reference_id,
      amountPaise: made.amount,
    });
  }

  function settleSlow(
    id: string,
    answer: 'succeeded' | 'failed',
    { webhook = 'once' }: { webhook?: WebhookMode } = {},
  ): Session {
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
      Object.assign(charged, {
        status: 'failed',
        failure_code: 'generic_decline',
        failure_message: 'The bank declined.',
      });
    }
    emit(`checkout.session.async_payment_${answer}`, paid, webhook);
    books.save();
    return structuredClone(paid);
  }

  function expire(id: string, { webhook = 'once' }: { webhook?: WebhookMode } = {}): Session {
    const over = session(id);
    if (over.status !== 'open') {
      throw new StripeRefusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(over.status)}.`,
      );
    }
    close(over, webhook);
    books.save();
    return structuredClone(over);
  }

  function close(over: Session, webhook: WebhookMode): void {
    over.status = 'expired';
    over.url = null;
    emit('checkout.session.expired', over, webhook);
  }

  /** Expires sessions that are due. */
  function expireDue(): void {
    const over = sessions.filter(
      ({ status, expires_at }) => status === 'open' && expires_at <= books.seconds(),
    );
    for (const one of over) close(one, 'once');
    if (over.length > 0) books.save();
  }

  const back = openRefunds(books, { find, charge, emit, orderIdOf });

  return {
    session,
    intent,
    charge,
    sessions,
    refunds,
    charges,
    paymentIntents,
    linesOf: (id: string) => books.lines[id] ?? [],
    create,
    pay,
    settleSlow,
    expire,
    expireDue,
    ...back,
    cancel: (id: string) => ({ redirect: openSession(id).cancel_url ?? '' }),
  };
}

const NO_DATA: IntentData = { description: null, metadata: {}, shipping: null };

export type StripeSimulator = ReturnType<typeof openStripe>;
