/** Calls to an open shop, past its pages. */
import { randomUUID } from 'node:crypto';
import { type Body, type Reply, type RouteName, routes } from '../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../src/contract/endpoints.ts';

/** The address of the network with this number: `10.x.y.z`. It is sent in the header that Netlify's proxy sets. */
export const networkOf = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/** @param shop its URL @param network that the request comes from; this machine's unless given */
export function send(shop: URL, path: string, network?: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (network !== undefined) headers.set('x-nf-client-connection-ip', network);
  return fetch(new URL(path, shop), { ...init, headers, signal: AbortSignal.timeout(30_000) });
}

interface Caller {
  token?: string | undefined;
  network?: string | undefined;
  /** Its idempotency key; a new one unless given. */
  key?: string;
}

export function ask<Name extends RouteName>(
  shop: URL,
  name: Name,
  body: Body<Name>,
  { token, network, key = randomUUID() }: Caller = {},
): Promise<Response> {
  const { method, path } = routes[name];
  const headers = {
    'content-type': 'application/json',
    [idempotencyHeader]: key,
    ...(token && { [tokenHeader]: token }),
  };
  const content = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
  return send(shop, path, network, { method, headers, ...content });
}

/** @throws Error if the shop refuses the call */
export async function call<Name extends RouteName>(
  ...asked: Parameters<typeof ask<Name>>
): Promise<Reply<Name>> {
  const response = await ask(...asked);
  if (!response.ok) throw new Error(`${asked[1]} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reply<Name>;
}

export interface Account {
  email: string;
  password: string;
  token: string;
}

/** @throws Error if nobody can register */
export async function newAccount(shop: URL, network?: string): Promise<Account> {
  const credentials = { email: `asha-${randomUUID()}@example.com`, password: `warp-${randomUUID()}` };
  const { token } = await call(shop, 'user.register', { name: 'Asha Rao', ...credentials }, { network });
  return { ...credentials, token };
}
