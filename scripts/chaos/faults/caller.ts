/** A browser's way to the server, as client/api goes it: every outcome is a value, and all of them are written down. */
import { answerMessages } from '../../../src/contract/messages/answer.ts';
import { networkMessages } from '../../../src/contract/messages/network.ts';
import { type Body, type Refusal, type Reply, type RouteName, routes } from '../../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/wire.ts';
import { type Hosts, platformHeader } from './hosts.ts';
import { breachOf, type Told, type Witness } from './witness.ts';

export type Answer<Name extends RouteName> =
  Reply<Name> | (Omit<Refusal, 'code'> & { code: Refusal['code'] | 'network' });

/** What the shopper's own network does to a call. */
export type NetworkFault = 'lost-request' | 'lost-answer' | 'sent-twice';

export interface Outside {
  hosts: Pick<Hosts, 'call'>;
  witness: Witness;
  network: () => NetworkFault | undefined;
}

interface Asked {
  key?: string;
  timeoutMs?: number;
}

/** As client/api waits. */
const PATIENCE_MS = 10_000;

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

const orderIn = (text: string): string | null => /"orderId":"([0-9A-Z]{20})"/.exec(text)?.[1] ?? null;
const referenceIn = (text: string): string | null => /"razorpay_order_id":"(\w+)"/.exec(text)?.[1] ?? null;

export function openCaller(shopper: number, { hosts, witness, network }: Outside) {
  const ip = `10.${(shopper >> 16) & 255}.${(shopper >> 8) & 255}.${shopper & 255}`;
  let token: string | undefined;

  function requestFor<Name extends RouteName>(name: Name, body: Body<Name>, { key, timeoutMs }: Asked) {
    const { method, path } = routes[name];
    const signal = AbortSignal.timeout(timeoutMs ?? PATIENCE_MS);
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
    const fault = network();
    if (fault === 'lost-request') return undefined;
    try {
      const isTwice = fault === 'sent-twice' && !COUNTED.includes(name);
      const [response] = await Promise.all(isTwice ? [ask(), ask()] : [ask()]);
      return fault === 'lost-answer' ? undefined : response;
    } catch {
      return undefined;
    }
  }

  function read<Name extends RouteName>(text: string, status: number, told: Told): Answer<Name> {
    const breach = breachOf(status, text);
    Object.assign(told, { by: 'shop', status, breach });
    if (breach !== null) return { success: false, code: 'network', message: answerMessages.garbled };
    const answer = JSON.parse(text) as Answer<Name>;
    told.code = answer.success ? null : answer.code;
    told.message = 'message' in answer ? answer.message : '';
    told.orderId ??= orderIn(text);
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
      const { address, init } = requestFor(name, body, asked);
      const sent = init.body ?? '';
      const told: Told = {
        ...{ askedAt: Date.now(), at: 0, shopper, route: name, key: asked.key ?? null },
        ...{ by: 'silence', status: null, code: 'network', message: networkMessages.failed },
        ...{ orderId: orderIn(sent), reference: referenceIn(sent), breach: null },
      };
      witness.told.push(told);
      const response = await heard(name, () => hosts.call(address, init, ip));
      const text = await response?.text();
      told.at = Date.now();
      if (!response || text === undefined) return { success: false, code: 'network', message: told.message };
      if (!response.headers.has(platformHeader)) return read<Name>(text, response.status, told);
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
