/** Four floods at once, each from as few addresses as possible, as fast as the shop answers, until they are stopped. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { windowsFor } from '../../../netlify/http/rate-limit-windows.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/endpoints.ts';
import { orderFor } from './shoppers.ts';

type FloodName = 'log in, an email each' | 'log in, three emails' | 'order' | 'search';

export interface Flood {
  name: FloodName;
  answers: Record<string, number>;
  /** 429 answers without Retry-After. */
  withoutRetryAfter: number;
  /** Broken connections, and requests without an answer within 30 s. */
  unanswered: number;
  seconds: number;
}

const CONNECTIONS = 20;
/** Longer than any flood lasts: a signal ends them. */
const MOST_SECONDS = 600;
/** How long a flood goes on without shoppers, if it has not reached its limit. */
const LIMIT_WAIT_MS = 20_000;
/** Emails of real accounts, whose owners log in during the attack. */
export const VICTIMS = 3;
/** Shoppers log in from this address as well. */
export const FLOODED = '203.0.113.1';
/** Each account has its own limit of orders. */
export const ACCOUNTS = 5;

/** The limit in netlify/http/rate-limit-windows that must stop a flood. */
function limitOf(name: 'user.login' | 'order.place', by: 'address' | 'email' | 'account'): number {
  const [window] = windowsFor(name, { [by]: 'anybody' });
  if (!window) throw new Error(`${name} has no limit by ${by}`);
  return window.limit;
}

/** A window of netlify/http/in-memory-limit; a flood may span the end of one window and the start of the next. */
const SEARCHES = { most: 200, windowS: 10 };

/** The most that a limit lets pass of a flood in these times; those of log-in and order exceed the whole run. */
const mostOf: Record<FloodName, (seconds: readonly number[]) => number> = {
  'log in, an email each': () => limitOf('user.login', 'address'),
  'log in, three emails': () => VICTIMS * limitOf('user.login', 'email'),
  order: () => ACCOUNTS * limitOf('order.place', 'account'),
  search: (seconds) =>
    seconds.reduce((sum, each) => sum + SEARCHES.most * (Math.floor(each / SEARCHES.windowS) + 2), 0),
};

/** All rounds of each flood together. */
export function attacksOf(floods: readonly Flood[]) {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  return [...Map.groupBy(floods, ({ name }) => name)].map(([name, own]) => {
    const answers = new Map<string, number>();
    for (const [status, count] of own.flatMap((flood) => Object.entries(flood.answers))) {
      answers.set(status, (answers.get(status) ?? 0) + count);
    }
    const refused = answers.get('429') ?? 0;
    const passed = sum([...answers.values()]) - refused;
    const most = mostOf[name](own.map(({ seconds }) => seconds));
    return {
      name,
      answers,
      refused,
      /** Answers other than 429. */
      passed,
      /** The most that a limit lets pass. */
      most,
      /** Whether the flood reached its limit and did not exceed it. */
      isStopped: refused > 0 && passed <= most,
      withoutRetryAfter: sum(own.map((flood) => flood.withoutRetryAfter)),
      unanswered: sum(own.map((flood) => flood.unanswered)),
    };
  });
}

export type Attack = ReturnType<typeof attacksOf>[number];

type Headers = Record<string, string>;

function flood(
  shop: URL,
  name: FloodName,
  end: Promise<unknown>,
  make: (count: number) => { method: 'GET' | 'POST'; path: string; headers: Headers; body?: string },
): Promise<Flood> {
  return new Promise((resolve, reject) => {
    const answers: Record<string, number> = {};
    let withoutRetryAfter = 0;
    let count = 0;
    const running = autocannon(
      {
        url: shop.origin,
        connections: CONNECTIONS,
        duration: MOST_SECONDS,
        timeout: 30,
        requests: [
          {
            setupRequest: (request) => {
              count += 1;
              const { headers, ...made } = make(count);
              return { ...request, ...made, headers: { 'content-type': 'application/json', ...headers } };
            },
            onResponse: (status, _body, _context, headers) => {
              answers[status] = (answers[status] ?? 0) + 1;
              const names = Object.keys(headers ?? {}).map((header) => header.toLowerCase());
              if (status === 429 && !names.includes('retry-after')) withoutRetryAfter += 1;
            },
          },
        ],
      },
      (error, result) => {
        if (error) return reject(error as Error);
        // Its `errors` include timeouts.
        const { errors: unanswered, duration: seconds } = result;
        resolve({ name, answers, withoutRetryAfter, unanswered, seconds });
      },
    );
    running.on('error', reject);
    // A slow machine answers too few guesses for the limit within the shoppers' time.
    const stop = async () => {
      const until = performance.now() + LIMIT_WAIT_MS;
      while (!answers[429] && performance.now() < until) await wait(250);
      running.stop();
    };
    end.then(stop, stop);
  });
}

const from = (address: string): Headers => ({ 'x-nf-client-connection-ip': address });

/**
 * @param tokens of the attackers' own accounts
 * @param victims emails of others' accounts
 * @param end stops the floods
 */
export function floods(
  shop: URL,
  { tokens, victims }: { tokens: readonly string[]; victims: readonly string[] },
  end: Promise<unknown>,
): Promise<Flood[]> {
  const logIn = (email: string, count: number) => ({
    method: 'POST' as const,
    path: '/api/user/login',
    body: JSON.stringify({ email, password: `guess-${count}` }),
  });
  return Promise.all([
    // A new email each time from one address: only the address's limit stops it. So few connections do not fill the queue of
    // password hashes, which would refuse with 429 as well.
    flood(shop, 'log in, an email each', end, (count) => ({
      ...logIn(`${randomUUID()}@example.com`, count),
      headers: from(FLOODED),
    })),
    // Another address each time.
    flood(shop, 'log in, three emails', end, (count) => ({
      ...logIn(victims[count % victims.length] ?? '', count),
      headers: from(`198.18.${(count >> 8) & 255}.${count & 255}`),
    })),
    flood(shop, 'order', end, (count) => ({
      method: 'POST',
      path: '/api/order/place',
      headers: {
        ...from('203.0.113.2'),
        [tokenHeader]: tokens[count % tokens.length] ?? '',
        [idempotencyHeader]: randomUUID(),
      },
      body: JSON.stringify(orderFor()),
    })),
    flood(shop, 'search', end, (count) => ({
      method: 'GET',
      headers: from('203.0.113.9'),
      // Unique, so that no cache has it.
      path: `/api/product/list?search=${encodeURIComponent(`hoodie ${count}`)}&limit=24`,
    })),
  ]);
}
