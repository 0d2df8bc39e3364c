/** A browser's way to the server over the shopper's own network. Every call and what came of it is written down. */
import { answerMessages, networkMessages } from '../../../src/contract/messages/page.ts';
import type { PlaceOrderBody } from '../../../src/contract/calls/order.ts';
import type { Refusal } from '../../../src/contract/calls/call.ts';
import { type Reply, type RouteName, routes } from '../../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/wire.ts';
import { readToken } from '../../../netlify/identity/tokens.ts';
import type { PaymentMethod } from '../../../src/domain/order.ts';
import type { Judge } from '../fuzz/assertions.ts';
import type { Told, Witness } from './client-log.ts';
import { functionHeader, type Hosts } from './hosts.ts';

/** What the shopper's own network does to a call. */
export type NetworkFault = 'lost-request' | 'lost-answer' | 'sent-twice';

export interface Outside {
  hosts: Pick<Hosts, 'call'>;
  witness: Witness;
  /** @param canRepeat whether a call that arrives twice is still one wish */
  network: (canRepeat: boolean) => NetworkFault | undefined;
  /** What is wrong with an answer, by the description of the API. */
  judge: Judge;
}

/** The calls that place an order. */
const placements: Partial<Record<RouteName, PaymentMethod>> = {
  ...{ 'order.place': 'cod', 'order.razorpay': 'razorpay', 'order.stripe': 'stripe' },
};

/** Two of these are two taps: the contract has no key by which the server could tell one that arrived twice. */
const COUNTED: readonly RouteName[] = ['cart.add', 'wishlist.toggle'];

const nameOf = new Map<string, RouteName>(
  (Object.keys(routes) as RouteName[]).map((name) => [routes[name].path, name]),
);

/** Which lines of the order it calls short, and how many it says are left. */
function shortIn({ fields = {} }: Pick<Refusal, 'fields'>, sent: string): Told['short'] {
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

export function loggedFetch(shopper: number, { hosts, witness, network, judge }: Outside) {
  const ip = `10.${(shopper >> 16) & 255}.${(shopper >> 8) & 255}.${shopper & 255}`;

  async function overNetwork(name: RouteName, ask: () => Promise<Response>): Promise<Response> {
    const fault = network(!COUNTED.includes(name));
    if (fault === 'lost-request') throw new TypeError('The request is lost');
    const [response] = await Promise.all(fault === 'sent-twice' ? [ask(), ask()] : [ask()]);
    if (fault === 'lost-answer' || !response) throw new TypeError('The answer is lost');
    return response;
  }

  /** Once for each key, however often it is sent. */
  function noteAttempt(name: RouteName, headers: Headers, sent: string): void {
    const method = placements[name];
    const key = headers.get(idempotencyHeader);
    const userId = readToken(headers.get(tokenHeader) ?? '')?.userId;
    if (!method || key === null || userId === undefined) return;
    if (witness.attempts.some((attempt) => attempt.key === key)) return;
    const { items, amount } = JSON.parse(sent) as PlaceOrderBody;
    const lines = items.map(({ _id, size, quantity }): [string, number] => [`${_id}/${size}`, quantity]);
    witness.attempts.push({ shopper, userId, key, method, lines, amountPaise: Math.round(amount * 100) });
  }

  return async (address: string, init: RequestInit): Promise<Response> => {
    const name = nameOf.get(address.split('?')[0] ?? '');
    if (!name) throw new Error(`No route is at ${address}`);
    const headers = new Headers(init.headers);
    const sent = String(init.body ?? '');
    const told: Told = {
      ...{ askedAt: Date.now(), at: 0, shopper, route: name, key: headers.get(idempotencyHeader) },
      ...{ by: 'silence', status: null, code: 'network', message: networkMessages.failed },
      ...{ orderId: orderIn(sent), reference: referenceIn(sent), breach: null },
      ...{ short: [], listed: null },
    };
    witness.told.push(told);
    noteAttempt(name, headers, sent);
    try {
      const response = await overNetwork(name, () => hosts.call(address, init, ip));
      const text = await response.text();
      const { status } = response;
      if (response.headers.has(functionHeader)) {
        const asked = { method: init.method ?? 'GET', target: address, headers: [...headers], body: null };
        const [breach = null] = judge(asked, { status, headers: [...response.headers], body: text, ms: 0 });
        Object.assign(told, { by: 'shop', status, breach });
        if (breach === null) note(told, sent, text);
      } else {
        Object.assign(told, { by: 'platform', status, message: answerMessages.garbled });
      }
      return new Response(text, response);
    } finally {
      told.at = Date.now();
    }
  };
}

function note(told: Told, sent: string, text: string): void {
  const answer = JSON.parse(text) as Reply<RouteName> | Refusal;
  told.code = answer.success ? null : answer.code;
  told.message = 'message' in answer ? answer.message : '';
  told.orderId ??= orderIn(text);
  if (!answer.success && told.message === '') told.breach = `${told.status} without a message`;
  if (!answer.success) told.short = shortIn(answer, sent);
  else if ('orders' in answer) told.listed = answer.orders.map(({ _id }) => _id);
}
