/** A browser's `fetch` over the shopper's own network. Logs every call and its outcome. */
import { answerMessages, networkMessages } from '../../../src/contract/messages/page.ts';
import type { PlaceOrderBody } from '../../../src/contract/calls/order.ts';
import type { Refusal } from '../../../src/contract/calls/call.ts';
import { type Reply, type RouteName, routes } from '../../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/endpoints.ts';
import { readToken } from '../../../netlify/identity/tokens.ts';
import type { PaymentMethod } from '../../../src/domain/order.ts';
import { networkOf } from '../../support/api-call.ts';
import type { Check } from '../fuzz/assertions.ts';
import { type ClientLog, type LoggedCall, newCall } from './client-log.ts';
import type { NetworkFault } from './fault-schedule.ts';
import { functionHeader, type Hosts } from './hosts.ts';

export interface Client {
  hosts: Pick<Hosts, 'call'>;
  clientLog: ClientLog;
  /** @param canRepeat whether a call that arrives twice counts once */
  network: (canRepeat: boolean) => NetworkFault | undefined;
  /** How an answer differs from the description of the API. */
  checkAnswer: Check;
}

/** The calls that place an order. */
const placements: Partial<Record<RouteName, PaymentMethod>> = {
  'order.place': 'cod',
  'order.razorpay': 'razorpay',
  'order.stripe': 'stripe',
};

/** Two of these are two taps: the contract has no key that shows a call arriving twice. */
const COUNTED: readonly RouteName[] = ['cart.add', 'wishlist.toggle'];

const nameOf = new Map<string, RouteName>(
  (Object.keys(routes) as RouteName[]).map((name) => [routes[name].path, name]),
);

/** The lines that the answer calls short, and the number of pieces left. */
function shortIn({ fields = {} }: Pick<Refusal, 'fields'>, sent: string): LoggedCall['short'] {
  const { items = [] } = JSON.parse(sent || '{}') as Partial<PlaceOrderBody>;
  return Object.entries(fields).flatMap(([field, message]) => {
    const item = items[Number(/^items\.(\d+)$/.exec(field)?.[1])];
    if (!item) return [];
    const left = Number(/^Only (\d+) left of /.exec(message)?.[1] ?? 0);
    return [{ line: `${item._id}/${item.size}`, left, asked: item.quantity }];
  });
}

const orderIn = (text: string): string | null => /"orderId":"([0-9A-Z]{20})"/.exec(text)?.[1] ?? null;
const referenceIn = (text: string): string | null => /"razorpay_order_id":"(\w+)"/.exec(text)?.[1] ?? null;

export function loggedFetch(shopper: number, { hosts, clientLog, network, checkAnswer }: Client) {
  async function overNetwork(name: RouteName, ask: () => Promise<Response>): Promise<Response> {
    const fault = network(!COUNTED.includes(name));
    if (fault === 'lost-request') throw new TypeError('The request is lost');
    const [response] = await Promise.all(fault === 'sent-twice' ? [ask(), ask()] : [ask()]);
    if (fault === 'lost-answer' || !response) throw new TypeError('The answer is lost');
    return response;
  }

  /** Logged once for each key, however often it is sent. */
  function noteAttempt(name: RouteName, headers: Headers, sent: string): void {
    const method = placements[name];
    const key = headers.get(idempotencyHeader);
    const userId = readToken(headers.get(tokenHeader) ?? '')?.userId;
    if (!method || key === null || userId === undefined) return;
    if (clientLog.attempts.some((attempt) => attempt.key === key)) return;
    const { items, amount } = JSON.parse(sent) as PlaceOrderBody;
    const lines = items.map(({ _id, size, quantity }): [string, number] => [`${_id}/${size}`, quantity]);
    clientLog.attempts.push({ shopper, userId, key, method, lines, amountPaise: Math.round(amount * 100) });
  }

  return async (address: string, init: RequestInit): Promise<Response> => {
    const name = nameOf.get(address.split('?')[0] ?? '');
    if (!name) throw new Error(`No route is at ${address}`);
    const headers = new Headers(init.headers);
    const sent = String(init.body ?? '');
    const call = newCall({
      askedAt: Date.now(),
      shopper,
      route: name,
      key: headers.get(idempotencyHeader),
      by: 'silence',
      status: null,
      code: 'network',
      message: networkMessages.failed,
      orderId: orderIn(sent),
      reference: referenceIn(sent),
    });
    clientLog.calls.push(call);
    noteAttempt(name, headers, sent);
    try {
      const response = await overNetwork(name, () => hosts.call(address, init, networkOf(shopper)));
      const text = await response.text();
      const { status } = response;
      if (response.headers.has(functionHeader)) {
        const asked = { method: init.method ?? 'GET', target: address, headers: [...headers], body: null };
        const answer = { status, headers: [...response.headers], body: text, ms: 0 };
        const breach = checkAnswer(asked, answer)[0]?.text ?? null;
        Object.assign(call, { by: 'shop', status, breach });
        if (breach === null) note(call, sent, text);
      } else {
        Object.assign(call, { by: 'platform', status, message: answerMessages.garbled });
      }
      return new Response(text, response);
    } finally {
      call.at = Date.now();
    }
  };
}

function note(call: LoggedCall, sent: string, text: string): void {
  const answer = JSON.parse(text) as Reply<RouteName> | Refusal;
  call.code = answer.success ? null : answer.code;
  call.message = 'message' in answer ? answer.message : '';
  call.orderId ??= orderIn(text);
  if (!answer.success && call.message === '') call.breach = `${call.status} without a message`;
  if (!answer.success) call.short = shortIn(answer, sent);
  else if ('orders' in answer) call.listed = answer.orders.map(({ _id }) => _id);
}
