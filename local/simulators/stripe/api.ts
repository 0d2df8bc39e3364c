/** The part of Stripe's REST API that the shop uses: Checkout Sessions, their payments, refunds, disputes and payouts. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { webhookEvents } from '../../../netlify/payments/webhook-events.ts';
import type { Api, ApiReply, ApiRequest } from '../api-server.ts';
import type { OpenLedger } from '../ledger.ts';
import { randomText } from '../random-id.ts';
import type { StripeSimulator } from './payments.ts';
import { API_VERSION } from './entities.ts';
import { payoutsUntil, transactionsOf } from './payouts.ts';
import { type Params, readParams, StripeRefusal } from './rules.ts';

/** What `expand` may name of a session; the OpenAPI description does not say. */
const EXPANDED = ['payment_intent', 'payment_intent.latest_charge', 'line_items'];
const LONGEST_KEY = 255;
const SECONDS_A_KEY_LIVES = 86_400;

type Entity = { id: string; object: string };
type Work = (id: string, params: Params) => unknown;

export function stripeApi(books: OpenLedger, simulator: StripeSimulator, shopAddress: () => string): Api {
  function expanded(session: Stripe.Checkout.Session, expand: unknown): unknown {
    const names = (expand ?? []) as string[];
    const other = names.find((name) => !EXPANDED.includes(name));
    if (other !== undefined) {
      throw new StripeRefusal(`This property cannot be expanded (${other}).`, { param: 'expand' });
    }
    const copy: Record<string, unknown> = structuredClone({ ...session });
    if (
      typeof session.payment_intent === 'string' &&
      names.some((name) => name.startsWith('payment_intent'))
    ) {
      const intent = structuredClone(simulator.intent(session.payment_intent));
      if (names.includes('payment_intent.latest_charge') && typeof intent.latest_charge === 'string') {
        intent.latest_charge = structuredClone(simulator.charge(intent.latest_charge));
      }
      copy['payment_intent'] = intent;
    }
    if (names.includes('line_items')) copy['line_items'] = linesOf(session.id);
    return copy;
  }

  const linesOf = (id: string) => ({
    object: 'list',
    data: simulator.linesOf(id).map(({ item }) => structuredClone(item)),
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
    livemode: false,
    api_version: API_VERSION,
    application: null,
    created: 0,
    description: null,
    metadata: {},
    url: `${shopAddress()}/api/webhook/stripe`,
    enabled_events: [...webhookEvents.stripe],
  });

  const routes: [operation: string, path: RegExp, work: Work][] = [
    [
      'POST /v1/checkout/sessions',
      /^\/v1\/checkout\/sessions$/,
      (_id, p) => expanded(simulator.create(p), p['expand']),
    ],
    ['GET /v1/checkout/sessions', /^\/v1\/checkout\/sessions$/, listSessions],
    [
      'GET /v1/checkout/sessions/{session}',
      /^\/v1\/checkout\/sessions\/([^/]+)$/,
      (id, p) => expanded(simulator.session(id), p['expand']),
    ],
    [
      'GET /v1/checkout/sessions/{session}/line_items',
      /^\/v1\/checkout\/sessions\/([^/]+)\/line_items$/,
      (id) => linesOf(simulator.session(id).id),
    ],
    [
      'POST /v1/checkout/sessions/{session}/expire',
      /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      (id, p) => expanded(simulator.expire(id), p['expand']),
    ],
    ['POST /v1/refunds', /^\/v1\/refunds$/, (_id, p) => structuredClone(simulator.createRefund(p))],
    [
      'GET /v1/webhook_endpoints',
      /^\/v1\/webhook_endpoints$/,
      (_id, p) => page([endpoint()], p, '/v1/webhook_endpoints'),
    ],
    ['GET /v1/refunds', /^\/v1\/refunds$/, listRefunds],
    ['GET /v1/payouts', /^\/v1\/payouts$/, listPayouts],
    ['GET /v1/balance_transactions', /^\/v1\/balance_transactions$/, listTransactions],
    ['GET /v1/disputes', /^\/v1\/disputes$/, listDisputes],
  ];

  function authenticate({ headers }: ApiRequest): void {
    const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (key === undefined) {
      throw new StripeRefusal(
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
        { status: 401 },
      );
    }
    if (key !== books.keys.stripeSecretKey) {
      throw new StripeRefusal(
        `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`,
        {
          status: 401,
        },
      );
    }
    const version = headers['stripe-version'];
    if (version !== undefined && version !== API_VERSION) {
      throw new StripeRefusal(
        `Invalid Stripe API version: ${String(version)}. This simulator speaks ${API_VERSION}.`,
      );
    }
  }

  function work(request: ApiRequest): ApiReply {
    authenticate(request);
    for (const [operation, path, run] of routes) {
      const match = operation.startsWith(`${request.method} `) ? path.exec(request.path) : null;
      if (!match) continue;
      const params = readParams(operation, request.method === 'GET' ? request.query : request.body);
      const go = (): ApiReply => ({ status: 200, body: run(match[1] ?? '', params) });
      return request.method === 'POST' ? once(request, go) : go();
    }
    throw new StripeRefusal(
      `Unrecognized request URL (${request.method}: ${request.path}). If you are trying to list objects, remove the trailing slash.`,
      { status: 404 },
    );
  }

  /** The first result for a key is repeated, also a refusal. */
  function once(request: ApiRequest, go: () => ApiReply): ApiReply {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return go();
    if (key.length > LONGEST_KEY) {
      throw new StripeRefusal('Idempotency keys can be up to 255 characters long.', {
        type: 'idempotency_error',
      });
    }
    const name = `stripe ${key}`;
    const fields = [...new URLSearchParams(request.body)].sort(([a], [b]) => a.localeCompare(b));
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([request.path, fields]))
      .digest('hex');
    const kept = books.replies[name];
    const headers = { 'Idempotency-Key': key };
    if (kept && kept.at > books.seconds() - SECONDS_A_KEY_LIVES) {
      if (kept.fingerprint !== fingerprint) {
        throw new StripeRefusal(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          { type: 'idempotency_error' },
        );
      }
      return { ...kept, headers: { ...headers, 'Idempotent-Replayed': 'true' } };
    }
    const reply = replyOf(go);
    books.replies[name] = {
      fingerprint,
      at: books.seconds(),
      status: reply.status,
      body: structuredClone(reply.body),
    };
    books.save();
    return { ...reply, headers };
  }

  function replyOf(go: () => ApiReply): ApiReply {
    try {
      return go();
    } catch (error) {
      if (error instanceof StripeRefusal) return error.reply();
      throw error;
    }
  }

  const named = (reply: ApiReply): ApiReply => ({
    ...reply,
    headers: {
      'Request-Id': `req_${randomText(14)}`,
      'Stripe-Version': API_VERSION,
      Date: new Date(books.now()).toUTCString(),
      ...reply.headers,
    },
  });

  return {
    answer: (request) => named(replyOf(() => work(request))),
    failure: () =>
      named(new StripeRefusal('An unknown error occurred', { status: 500, type: 'api_error' }).reply()),
  };
}
