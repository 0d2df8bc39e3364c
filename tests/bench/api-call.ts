import { randomUUID } from 'node:crypto';
import { type Body, type Reply, type RouteName, routes } from '../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../src/contract/endpoints.ts';

/** Calls an open shop. @param shop its URL @throws Error if the shop refuses the call */
export async function call<Name extends RouteName>(
  shop: URL,
  name: Name,
  body: Body<Name>,
  token?: string,
): Promise<Reply<Name>> {
  const { method, path } = routes[name];
  const response = await fetch(new URL(path, shop), {
    method,
    headers: {
      'content-type': 'application/json',
      [idempotencyHeader]: randomUUID(),
      ...(token && { [tokenHeader]: token }),
    },
    body: JSON.stringify(body ?? {}),
  });
  if (!response.ok) throw new Error(`${name} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reply<Name>;
}
