import type { RouteName } from './routes.ts';

/**
 * How a call travels, for the browser, which does not need the whole table: an address follows from the call's name, and
 * what is not a POST is named. tests/contract/routes.test.ts holds it against `routes`.
 */
export function addressOf(name: RouteName): string {
  return `/api/${name.replace('.', '/')}`;
}

const reads: readonly RouteName[] = ['product.list', 'product.stock', 'payment.methods', 'health'];

export function methodOf(name: RouteName): 'GET' | 'POST' {
  return reads.includes(name) ? 'GET' : 'POST';
}

/** Header that makes a repeated order the same order (decisions, Placing an order twice). */
export const idempotencyHeader = 'Idempotency-Key';
/** Header that carries the session (specification §6). */
export const tokenHeader = 'token';
