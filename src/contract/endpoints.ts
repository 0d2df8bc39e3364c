import type { RouteName, Routes } from './routes.ts';

/**
 * Method and path of a call, for the browser, which does not load the table: the path follows from the call's name, and
 * calls that are no POST are listed. The compiler compares both lists with the table.
 */
export function addressOf(name: RouteName): string {
  return `/api/${name.replace('.', '/')}`;
}

export function methodOf(name: RouteName): 'GET' | 'POST' {
  const reads: readonly RouteName[] = readCalls;
  return reads.includes(name) ? 'GET' : 'POST';
}

/** The query of a GET; a list repeats its name. */
export function queryOf(body: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(body)) {
    for (const item of [value].flat()) if (item !== undefined) query.append(key, String(item));
  }
  return query;
}

/** The calls with this method and without a path of their own. */
type Regular<Method> = {
  [Name in RouteName]: Routes[Name] extends { method: Method }
    ? string extends Routes[Name]['path']
      ? Name
      : never
    : never;
}[RouteName];

/** Calls that visitors make by GET. */
const readCalls = [
  'product.list',
  'product.stock',
  'payment.methods',
  'health',
] as const satisfies Regular<'GET'>[];

type Listed = Exclude<RouteName, Regular<'POST'> | (typeof readCalls)[number]>;

/** All other calls that are no POST, for code that only runs for accounts. */
export const accountCalls = {
  'user.options': { method: 'GET' },
  'user.profile': { method: 'GET' },
  'user.save-profile': { method: 'PUT', path: '/api/user/profile' },
  'user.export': { method: 'GET' },
  'address.user': { method: 'GET' },
  'address.edit': { method: 'PUT' },
  'address.delete': { method: 'DELETE' },
  'notification.user': { method: 'GET' },
  'notification.read': { method: 'PATCH' },
  'order.invoice': { method: 'GET' },
} as const satisfies { [Name in Listed]: Pick<Routes[Name], 'method'> & { path?: Routes[Name]['path'] } };

/** Header with the idempotency key: a repeated order is the same order (docs/behaviour.md#checkout). */
export const idempotencyHeader = 'Idempotency-Key';
export const tokenHeader = 'token';
