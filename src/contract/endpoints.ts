import type { CallRules } from './calls/call.ts';
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

type PathOf<Name> = Name extends `${infer Noun}.${infer Verb}`
  ? `/api/${Noun}/${Verb}`
  : `/api/${Name & string}`;

/** The calls with this method whose path follows from the name. */
type Regular<Method> = {
  [Name in RouteName]: Routes[Name] extends { method: Method; path: PathOf<Name> } ? Name : never;
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
  'user.options': { method: 'GET', path: '/api/user/options' },
  'user.profile': { method: 'GET', path: '/api/user/profile' },
  'user.save-profile': { method: 'PUT', path: '/api/user/profile' },
  'user.export': { method: 'GET', path: '/api/user/export' },
  'address.user': { method: 'GET', path: '/api/address/user' },
  'address.edit': { method: 'PUT', path: '/api/address/edit' },
  'address.delete': { method: 'DELETE', path: '/api/address/delete' },
  'notification.user': { method: 'GET', path: '/api/notification/user' },
  'notification.read': { method: 'PATCH', path: '/api/notification/read' },
  'order.invoice': { method: 'GET', path: '/api/order/invoice' },
} as const satisfies { [Name in Listed]: Pick<Routes[Name], 'method' | 'path'> } satisfies Partial<
  Record<RouteName, Pick<CallRules, 'method' | 'path'>>
>;

/** Header with the idempotency key: a repeated order is the same order (docs/behaviour.md#checkout). */
export const idempotencyHeader = 'Idempotency-Key';
/** Header with the session token. */
export const tokenHeader = 'token';
