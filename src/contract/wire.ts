import type { RouteName } from './routes.ts';

/**
 * Method and path of a call, for the browser, which does not need the whole table: the path follows from the call's
 * name, and calls that are not a POST are listed. tests/contract/routes.test.ts compares them with `routes`.
 */
export function addressOf(name: RouteName): string {
  return `/api/${name.replace('.', '/')}`;
}

const reads: readonly RouteName[] = ['product.list', 'product.stock', 'payment.methods', 'health'];

export function methodOf(name: RouteName): 'GET' | 'POST' {
  return reads.includes(name) ? 'GET' : 'POST';
}

/** Header with the idempotency key: a repeated order is the same order (docs/behaviour.md#checkout). */
export const idempotencyHeader = 'Idempotency-Key';
/** Header with the session token. */
export const tokenHeader = 'token';
