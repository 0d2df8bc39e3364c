/** The part of Stripe's REST API that the shop uses: Checkout Sessions, their payments, refunds, disputes and payouts. */
import type Stripe from 'stripe';
import { providerSetup } from '../../../netlify/payments/provider-setup.ts';
import { DAY_S } from '../../../src/domain/time-units.ts';
import { type Api, type ApiReply, type ApiRequest, once, openRoutes, replyOf } from '../api-server.ts';
import type { OpenLedger } from '../ledger.ts';
import { API_VERSION, type StripeSimulator } from './payments.ts';
import { payoutsUntil, transactionsOf } from './payouts.ts';
import { type Params, readParams, StripeRefusal } from './rules.ts';

type Entity = { id: string; object: string };
type Work = (id: string, params: Params) => unknown;

export function stripeApi(books: OpenLedger, simulator: StripeSimulator, shopAddress: () => string): Api {
  /** @param params `expand` may name the charge of the payment */
  function retrieve(id: string, { expand }: Params): unknown {
    const session = simulator.session(id);
    if (!expand || typeof session.payment_intent !== 'string') return session;
    const intent = simulator.intent(session.payment_intent);
    return {
      ...session,
      payment_intent: { ...intent, latest_charge: simulator.charge(String(intent.latest_charge)) },
    };
  }

  function expire(id: string): unknown {
    simulator.controls.expire(id);
    return simulator.session(id);
  }

  const listLines: Work = (id) => ({
    object: 'list',
    data: simulator.linesOf(simulator.session(id).id),
    has_more: false,
    url: `/v1/checkout/sessions/${id}/line_items`,
  });

  /** Newest first, as Stripe lists. */
  function page(entities: Entity[], { limit = 10, ...params }: Params, url: string): unknown {
    if (typeof limit !== 'number' || limit < 1 || limit > 100) {
      throw new StripeRefusal('Limit must be between 1 and 100.', { param: 'limit' });
    }
    const newest = entities.toReversed();
    const after = newest.findIndex(({ id }) => id === params['starting_after']) + 1;
    return {
      object: 'list',
      data: structuredClone(newest.slice(after, after + limit)),
      has_more: newest.length > after + limit,
      url,
    };
  }

  function listSessions(_id: string, params: Params): unknown {
    simulator.expireDue();
    const found = simulator.sessions.filter((one) => one.payment_intent === params['payment_intent']);
    return page(found, params, '/v1/checkout/sessions');
  }

  /** All, those of a payment, or those since a time. */
  function listOf(
    entities: readonly (Entity & { payment_intent: unknown; created: number })[],
    params: Params,
    url: string,
  ) {
    const { payment_intent: of, created } = params;
    const { gte = 0 } = (created ?? {}) as Params;
    const found = entities.filter(
      (one) => (of === undefined || one.payment_intent === of) && one.created >= Number(gte),
    );
    return page(found, params, url);
  }

  const listRefunds: Work = (_id, params) => listOf(simulator.refunds, params, '/v1/refunds');
  const listDisputes: Work = (_id, params) => listOf(simulator.disputes, params, '/v1/disputes');

  function listPayouts(_id: string, params: Params): unknown {
    const { gte = 0, lte = Number.MAX_SAFE_INTEGER } = (params['arrival_date'] ?? {}) as Params;
    const found = payoutsUntil(books.seconds(), simulator).filter(
      ({ arrival_date: at }) => at >= Number(gte) && at <= Number(lte),
    );
    return page(found, params, '/v1/payouts');
  }

  const listTransactions: Work = (_id, params) =>
    page(transactionsOf(simulator, String(params['payout'])), params, '/v1/balance_transactions');

  /** As the owner must register it. */
  const endpoint = () => ({
    id: 'we_1TaanaSimulator',
    object: 'webhook_endpoint',
    status: 'enabled',
    url: `${shopAddress()}/api/webhook/stripe`,
    enabled_events: providerSetup.stripe.webhookEvents,
  });

  const routeOf = openRoutes<Work>({
    'POST /v1/checkout/sessions': (_id, params) =>
      simulator.create(params as Stripe.Checkout.SessionCreateParams),
    'GET /v1/checkout/sessions': listSessions,
    'GET /v1/checkout/sessions/{session}': retrieve,
    'GET /v1/checkout/sessions/{session}/line_items': listLines,
    'POST /v1/checkout/sessions/{session}/expire': expire,
    'POST /v1/refunds': (_id, params) => simulator.createRefund(params as Stripe.RefundCreateParams),
    'GET /v1/webhook_endpoints': (_id, params) => page([endpoint()], params, '/v1/webhook_endpoints'),
    'GET /v1/refunds': listRefunds,
    'GET /v1/payouts': listPayouts,
    'GET /v1/balance_transactions': listTransactions,
    'GET /v1/disputes': listDisputes,
  });

  function authenticate({ headers }: ApiRequest): void {
    const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (key !== books.keys.STRIPE_SECRET_KEY) {
      throw new StripeRefusal(`Invalid API Key provided: ${key.slice(0, 8)}…`, { status: 401 });
    }
    const version = headers['stripe-version'];
    if (version !== undefined && version !== API_VERSION) {
      throw new StripeRefusal(
        `Invalid Stripe API version: ${String(version)}. This simulator speaks ${API_VERSION}.`,
      );
    }
  }

  /** The first result for a key is repeated, also a refusal. */
  function repeatable({ headers, path, body }: ApiRequest, go: () => ApiReply): ApiReply {
    const key = headers['idempotency-key'];
    if (typeof key !== 'string') return go();
    const misuse = new StripeRefusal(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
    const keyed = { name: `stripe ${key}`, request: `${path}\n${body}`, seconds: DAY_S };
    const { reply, isRepeated } = once(books, keyed, misuse, () => replyOf(go));
    return { ...reply, headers: isRepeated ? { 'Idempotent-Replayed': 'true' } : {} };
  }

  return {
    answer: (request) => {
      authenticate(request);
      const route = routeOf(request);
      if (!route) {
        throw new StripeRefusal(
          `Unrecognized request URL (${request.method}: ${request.path}). If you are trying to list objects, remove the trailing slash.`,
          { status: 404 },
        );
      }
      const { operation, id, work } = route;
      const isPost = request.method === 'POST';
      const params = readParams(operation, isPost ? request.body : request.query);
      const go = () => ({ status: 200, body: work(id, params) });
      return isPost ? repeatable(request, go) : go();
    },
    failure: new StripeRefusal('An unknown error occurred', { status: 500, type: 'api_error' }),
    // The shop compares its clock with Stripe's.
    headers: () => ({ Date: new Date(books.now()).toUTCString() }),
  };
}
