/** The part of Razorpay's REST API that the shop uses: orders, payments, refunds, disputes and settlements. */
import { webhookEvents } from '../../../netlify/payments/webhook-events.ts';
import type { Api, ApiReply, ApiRequest } from '../api-server.ts';
import type { OpenLedger } from '../ledger.ts';
import type { RazorpaySimulator } from './payments.ts';
import {
  checkCapture,
  invalid,
  RazorpayRefusal,
  readAmount,
  readCurrency,
  readFields,
  readNotes,
  readReceipt,
} from './rules.ts';
import { settlementsUntil } from './settlements.ts';

/** Those that the shop sends; any other is refused. */
const ORDER_FIELDS = ['amount', 'currency', 'receipt', 'notes', 'payment'];
const REFUND_FIELDS = ['amount', 'speed', 'notes', 'receipt'];

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

  function createOrder(_id: string, { body }: ApiRequest): unknown {
    const fields = readFields(body, ORDER_FIELDS);
    checkCapture(fields['payment']);
    return simulator.create({
      amount: readAmount(fields['amount']),
      currency: readCurrency(fields['currency']),
      receipt: readReceipt(fields['receipt']),
      notes: readNotes(fields['notes']),
    });
  }

  function capture(id: string, { body }: ApiRequest): unknown {
    const fields = readFields(body, ['amount', 'currency']);
    return simulator.capture(id, readAmount(fields['amount']), readCurrency(fields['currency'] ?? 'INR'));
  }

  function refund(id: string, { body, headers }: ApiRequest): unknown {
    const fields = readFields(body, REFUND_FIELDS);
    const { speed = 'normal', amount } = fields;
    if (speed !== 'normal') throw invalid('speed', 'The selected speed is invalid.');
    const wanted = {
      ...(amount === undefined ? {} : { amount: readAmount(amount) }),
      notes: readNotes(fields['notes']),
      receipt: readReceipt(fields['receipt']),
    };
    const key = headers['x-refund-idempotency'];
    return simulator.once(typeof key === 'string' ? key : undefined, body, id, () =>
      simulator.createRefund(id, wanted),
    );
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
        owner_type: 'merchant',
        service: 'live',
        context: [],
        owner_id: books.keys.razorpayAccount.slice(4),
        disabled_at: 0,
        secret_exists: true,
        active: true,
        url: `${shopAddress()}/api/webhook/razorpay`,
        events: Object.fromEntries(webhookEvents.razorpay.map((event) => [event, true])),
      },
    ]);

  const routes: [method: string, path: RegExp, answer: Answer][] = [
    ['GET', /^\/v1\/webhooks$/, listWebhooks],
    ['POST', /^\/v1\/orders$/, createOrder],
    ['GET', /^\/v1\/orders\/([^/]+)$/, (id) => simulator.order(id)],
    ['GET', /^\/v1\/orders\/([^/]+)\/payments$/, paymentsOf],
    ['GET', /^\/v1\/payments\/([^/]+)$/, (id) => simulator.payment(id)],
    ['POST', /^\/v1\/payments\/([^/]+)\/capture$/, capture],
    ['POST', /^\/v1\/payments\/([^/]+)\/refund$/, refund],
    ['GET', /^\/v1\/payments\/([^/]+)\/refunds$/, refundsOf],
    ['GET', /^\/v1\/refunds\/?$/, (_id, { query }) => page(simulator.refunds, new URLSearchParams(query))],
    ['GET', /^\/v1\/settlements\/?$/, listSettlements],
    ['GET', /^\/v1\/disputes\/?$/, (_id, { query }) => page(simulator.disputes, new URLSearchParams(query))],
    ['GET', /^\/v1\/disputes\/([^/]+)$/, (id) => simulator.dispute(id)],
  ];

  function work(request: ApiRequest): ApiReply {
    const { razorpayKeyId, razorpayKeySecret } = books.keys;
    const basic = Buffer.from(`${razorpayKeyId}:${razorpayKeySecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${basic}`) {
      throw new RazorpayRefusal('Authentication failed', { status: 401 });
    }
    for (const [method, path, answer] of routes) {
      const id = method === request.method ? path.exec(request.path) : null;
      if (id) return { status: 200, body: answer(id[1] ?? '', request) };
    }
    throw new RazorpayRefusal('The requested URL was not found on the server.', { status: 404 });
  }

  return {
    answer: (request) => {
      try {
        return work(request);
      } catch (error) {
        if (error instanceof RazorpayRefusal) return error.reply();
        throw error;
      }
    },
    failure: () =>
      new RazorpayRefusal(
        'We are facing some trouble completing your request at the moment. Please try again shortly.',
        { status: 500, code: 'SERVER_ERROR' },
      ).reply(),
  };
}
