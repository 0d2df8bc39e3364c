/** The part of Razorpay's REST API that the shop uses: orders, payments, refunds, disputes and settlements. */
import { providerSetup } from '../../../netlify/payments/provider-setup.ts';
import { type Api, type ApiRequest, once, openRoutes } from '../api-server.ts';
import type { OpenLedger } from '../ledger.ts';
import type { RazorpaySimulator } from './payments.ts';
import { bodies, invalid, parsed, RazorpayRefusal } from './rules.ts';
import { settlementsUntil } from './settlements.ts';

const MOST_ITEMS = 100;

type Answer = (id: string, request: ApiRequest) => unknown;

const list = (items: readonly unknown[]) => ({ entity: 'collection', count: items.length, items });

export function razorpayApi(books: OpenLedger, simulator: RazorpaySimulator, shopAddress: () => string): Api {
  /** Newest first, as Razorpay lists. */
  function page<Item extends { created_at: number }>(items: readonly Item[], query: URLSearchParams) {
    const whole = (name: string, otherwise: number): number => {
      const value = Number(query.get(name) ?? otherwise);
      if (!Number.isInteger(value) || value < 0) throw invalid(name, `The ${name} must be an integer.`);
      return value;
    };
    const count = whole('count', 10);
    if (count < 1 || count > MOST_ITEMS) throw invalid('count', 'The count must be between 1 and 100.');
    const from = whole('from', 0);
    const to = whole('to', Number.MAX_SAFE_INTEGER);
    const skip = whole('skip', 0);
    const found = items.filter(({ created_at }) => created_at >= from && created_at <= to);
    return list(found.toReversed().slice(skip, skip + count));
  }

  /** The key alone prevents a second refund. */
  function refund(id: string, { body, headers }: ApiRequest): unknown {
    const give = () => simulator.createRefund(id, parsed(bodies.refund, body));
    const key = headers['x-refund-idempotency'];
    if (typeof key !== 'string') return give();
    if (!/^[\w-]{10,}$/.test(key)) {
      throw new RazorpayRefusal('The idempotency key must have at least 10 letters, digits, _ and -.');
    }
    const keyed = { name: `razorpay ${key}`, request: `${id}\n${body}` };
    const misuse = new RazorpayRefusal(
      'Different request with the same idempotency key has already been processed.',
      { status: 409 },
    );
    return once(books, keyed, misuse, () => ({ status: 200, body: give() })).reply.body;
  }

  const refundsOf: Answer = (id, { query }) => {
    const { id: paymentId } = simulator.payment(id);
    const given = simulator.refunds.filter(({ payment_id }) => payment_id === paymentId);
    return page(given, new URLSearchParams(query));
  };

  const paymentsOf: Answer = (id) => {
    const { id: orderId } = simulator.order(id);
    return list(simulator.payments.filter(({ order_id }) => order_id === orderId).reverse());
  };

  const listSettlements: Answer = (_id, { query }) => {
    const settled = settlementsUntil(books.seconds(), simulator.payments, simulator.refunds);
    return page(settled, new URLSearchParams(query));
  };

  /** As the owner must register it. */
  const listWebhooks = () =>
    list([
      {
        id: 'HK890egfiItP3H',
        entity: 'webhook',
        active: true,
        url: `${shopAddress()}/api/webhook/razorpay`,
        events: Object.fromEntries(providerSetup.razorpay.webhookEvents.map((event) => [event, true])),
      },
    ]);

  const routeOf = openRoutes<Answer>({
    'GET /v1/webhooks': listWebhooks,
    'POST /v1/orders': (_id, { body }) => simulator.create(parsed(bodies.order, body)),
    'GET /v1/orders/{id}': (id) => simulator.order(id),
    'GET /v1/orders/{id}/payments': paymentsOf,
    'GET /v1/payments/{id}': (id) => simulator.payment(id),
    'POST /v1/payments/{id}/capture': (id, { body }) =>
      simulator.capture(id, parsed(bodies.capture, body).amount),
    'POST /v1/payments/{id}/refund': refund,
    'GET /v1/payments/{id}/refunds': refundsOf,
    'GET /v1/refunds/?': (_id, { query }) => page(simulator.refunds, new URLSearchParams(query)),
    'GET /v1/settlements/?': listSettlements,
    'GET /v1/disputes/?': (_id, { query }) => page(simulator.disputes, new URLSearchParams(query)),
    'GET /v1/disputes/{id}': (id) => simulator.dispute(id),
  });

  return {
    answer: (request) => {
      const { RAZORPAY_KEY_ID: id, RAZORPAY_KEY_SECRET: secret } = books.keys;
      if (request.headers.authorization !== `Basic ${btoa(`${id}:${secret}`)}`) {
        throw new RazorpayRefusal('Authentication failed', { status: 401 });
      }
      const route = routeOf(request);
      if (route) return { status: 200, body: route.work(route.id, request) };
      throw new RazorpayRefusal('The requested URL was not found on the server.', { status: 404 });
    },
    failure: new RazorpayRefusal(
      'We are facing some trouble completing your request at the moment. Please try again shortly.',
      { status: 500, code: 'SERVER_ERROR' },
    ),
  };
}
