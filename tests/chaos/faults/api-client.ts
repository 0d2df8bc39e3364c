/** A browser's way to the server, as client/api goes it: every outcome is a value, and all of them are written down. */
import { answerMessages, networkMessages } from '../../../src/contract/messages/page.ts';
import {
  type Body,
  type PlaceOrderBody,
  type Refusal,
  type Reply,
  type RouteName,
  routes,
} from '../../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/wire.ts';
import type { Judge } from '../fuzz/assertions.ts';
import { type Hosts, platformHeader } from './hosts.ts';
import { breachOf, type Told, type Witness } from './client-log.ts';

export type Answer<Name extends RouteName> =
  Reply<Name> | (Omit<Refusal, 'code'> & { code: Refusal['code'] | 'network' });

/** What the shopper's own network does to a call. */
export type NetworkFault = 'lost-request' | 'lost-answer' | 'sent-twice';

export interface Outside {
  hosts: Pick<Hosts, 'call'>;
  witness: Witness;
  /** @param canRepeat whether a call that arrives twice is still one wish */
  network: (canRepeat: boolean) => NetworkFault | undefined;
  /** What is wrong with a good answer, by the description of the API. */
  judge: Judge;
}

interface Asked {
  key?: string;
  timeoutMs?: number;
}

interface Sent {
  address: string;
  init: { method: string; headers: Record<string, string>; signal: AbortSignal; body?: string };
}

/** As client/api waits. */
const TIMEOUT_MS = 10_000;

/** Codes that say nothing about what was asked, so that asking later makes sense. */
export const isSilence = (code: string): boolean =>
  ['network', 'unavailable', 'failed', 'too-many', 'unauthorised'].includes(code);

/** Two of these are two taps: the contract has no key by which the server could tell one that arrived twice. */
const COUNTED: readonly RouteName[] = ['cart.add', 'wishlist.toggle'];

function queryOf(body: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(body)) {
    for (const item of [value].flat()) if (item !== undefined) query.append(key, String(item));
  }
  return query.size > 0 ? `?${query}` : '';
}

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

export function openCaller(shopper: number, { hosts, witness, network, judge }: Outside) {
  const ip = `10.${(shopper >> 16) & 255}.${(shopper >> 8) & 255}.${shopper & 255}`;
  let token: string | undefined;

  function requestFor<Name extends RouteName>(name: Name, body: Body<Name>, { key, timeoutMs }: Asked): Sent {
    const { method, path } = routes[name];
    const signal = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
    const headers: Record<string, string> = {
      ...(token && { [tokenHeader]: token }),
      ...(key && { [idempotencyHeader]: key }),
    };
    if (method === 'GET') return { address: path + queryOf(body ?? {}), init: { method, headers, signal } };
    headers['Content-Type'] = 'application/json';
    return { address: path, init: { method, headers, signal, body: JSON.stringify(body ?? {}) } };
  }

  /** The answer as it arrives; undefined where none does. */
  async function heard(name: RouteName, ask: () => Promise<Response>): Promise<Response | undefined> {
    const fault = network(!COUNTED.includes(name));
    if (fault === 'lost-request') return undefined;
    try {
      const [response] = await Promise.all(fault === 'sent-twice' ? [ask(), ask()] : [ask()]);
      return fault === 'lost-answer' ? undefined : response;
    } catch {
      return undefined;
    }
  }

  /** What is wrong with an answer of 200, of which `breachOf` knows no shape. */
  function misfitOf({ address, init }: Sent, { status, headers }: Response, body: string): string | null {
    if (status !== 200) return null;
    const asked = { method: init.method, target: address, headers: Object.entries(init.headers), body: null };
    return judge(asked, { status, headers: [...headers], body, ms: 0 })[0] ?? null;
  }

  function read<Name extends RouteName>(
    sent: Sent,
    response: Response,
    text: string,
    told: Told,
  ): Answer<Name> {
    const { status } = response;
    const breach = breachOf(status, text) ?? misfitOf(sent, response, text);
    Object.assign(told, { by: 'shop', status, breach });
    if (breach !== null) return { success: false, code: 'network', message: answerMessages.garbled };
    const answer = JSON.parse(text) as Answer<Name>;
    told.code = answer.success ? null : answer.code;
    told.message = 'message' in answer ? answer.message : '';
    told.orderId ??= orderIn(text);
    if (!answer.success) told.short = shortIn(answer, sent.init.body ?? '');
    else if ('orders' in answer) told.listed = answer.orders.map(({ _id }) => _id);
    return answer;
  }

  return {
    ip,
    isLoggedIn: () => token !== undefined,
    logIn: (given: string) => {
      token = given;
    },

    async call<Name extends RouteName>(
      name: Name,
      body: Body<Name>,
      asked: Asked = {},
    ): Promise<Answer<Name>> {
      const request = requestFor(name, body, asked);
      const { address, init } = request;
      const sent = init.body ?? '';
      const told: Told = {
        ...{ askedAt: Date.now(), at: 0, shopper, route: name, key: asked.key ?? null },
        ...{ by: 'silence', status: null, code: 'network', message: networkMessages.failed },
        ...{ orderId: orderIn(sent), reference: referenceIn(sent), breach: null },
        ...{ short: [], listed: null },
      };
      witness.told.push(told);
      const response = await heard(name, () => hosts.call(address, init, ip));
      const text = await response?.text();
      told.at = Date.now();
      if (!response || text === undefined) return { success: false, code: 'network', message: told.message };
      if (!response.headers.has(platformHeader)) return read<Name>(request, response, text, told);
      Object.assign(told, { by: 'platform', status: response.status, message: answerMessages.garbled });
      return { success: false, code: 'network', message: answerMessages.garbled };
    },
  };
}

export type Caller = ReturnType<typeof openCaller>;

/** One task at a time, in the order asked for. */
export function inTurns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = turn.then(task);
    turn = mine.catch(() => undefined);
    return mine;
  };
}
