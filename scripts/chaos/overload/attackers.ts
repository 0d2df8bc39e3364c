/** Three floods at once, each from a few addresses, as fast as the shop answers. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/wire.ts';
import { orderFor, type Shop } from './shoppers.ts';

export interface Flood {
  name: 'log in' | 'order' | 'search';
  answers: Record<string, number>;
  /** 429 that did not say when to come again. */
  withoutRetryAfter: number;
  perSecond: number;
}

const ADDRESSES = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
const CONNECTIONS = 20;

type Headers = Record<string, string>;

function flood(
  shop: Shop,
  name: Flood['name'],
  seconds: number,
  make: (count: number) => { method: 'GET' | 'POST'; path: string; headers?: Headers; body?: string },
): Promise<Flood> {
  return new Promise((resolve, reject) => {
    const answers: Record<string, number> = {};
    let withoutRetryAfter = 0;
    let count = 0;
    const running = autocannon(
      {
        url: shop.address,
        connections: CONNECTIONS,
        duration: seconds,
        timeout: 30,
        requests: [
          {
            setupRequest: (request) => {
              count += 1;
              const { headers, ...made } = make(count);
              return {
                ...request,
                ...made,
                headers: {
                  'content-type': 'application/json',
                  'x-nf-client-connection-ip': ADDRESSES[count % ADDRESSES.length] ?? '',
                  ...headers,
                },
              };
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
        if (error) reject(error as Error);
        else resolve({ name, answers, withoutRetryAfter, perSecond: result.requests.average });
      },
    );
    running.on('error', reject);
  });
}

/** @param tokens of the attackers' own accounts */
export function floods(shop: Shop, seconds: number, tokens: readonly string[]): Promise<Flood[]> {
  return Promise.all([
    // Many e-mails, so that the limit of the address is what stops it, and some that are tried again and again.
    flood(shop, 'log in', seconds, (count) => ({
      method: 'POST',
      path: '/api/user/login',
      body: JSON.stringify({
        email: count % 2 === 0 ? `${randomUUID()}@example.com` : `victim-${count % 3}@example.com`,
        password: `guess-${count}`,
      }),
    })),
    flood(shop, 'order', seconds, (count) => ({
      method: 'POST',
      path: '/api/order/place',
      headers: { [tokenHeader]: tokens[count % tokens.length] ?? '', [idempotencyHeader]: randomUUID() },
      body: JSON.stringify(orderFor()),
    })),
    flood(shop, 'search', seconds, (count) => ({
      method: 'GET',
      // No cache has it. One address, so that it passes its limit also where the machine is slow.
      headers: { 'x-nf-client-connection-ip': '203.0.113.9' },
      path: `/api/product/list?search=${encodeURIComponent(`hoodie ${count}`)}&limit=24`,
    })),
  ]);
}
