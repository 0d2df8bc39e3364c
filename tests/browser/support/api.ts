import { randomInt, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from 'playwright/test';
import { type Body, type Reply, type RouteName, routes } from '../../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/endpoints.ts';
import type { Cart } from '../../../src/domain/cart.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import { totalsOf } from '../../../src/domain/order-totals.ts';
import type { Product } from '../../../src/domain/product.ts';
import { ashaAddress } from '../../support/asha.ts';

/** API calls that a test makes itself, outside the browser. */
export interface Shopper {
  email: string;
  password: string;
  token: string;
}

export interface Line {
  productId: string;
  size: string;
  quantity: number;
}

/** The shop may close a keep-alive connection as a request starts. It has read nothing, so a retry is safe. */
export const withRetries = { maxRetries: 2 };

/** A new IP address each time, so tests do not share a rate limit. */
export function ownAddress(): Record<string, string> {
  return { 'x-nf-client-connection-ip': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
}

export async function call<Name extends RouteName>(
  request: APIRequestContext,
  name: Name,
  body: Body<Name>,
  token?: string,
): Promise<Reply<Name>> {
  const { method, path } = routes[name];
  const response = await request.fetch(path, {
    method,
    headers: { ...ownAddress(), [idempotencyHeader]: randomUUID(), ...(token && { [tokenHeader]: token }) },
    data: body ?? {},
    ...withRetries,
  });
  expect(response.status(), `${name}: ${await response.text()}`).toBe(200);
  return (await response.json()) as Reply<Name>;
}

export function newCredentials(): { email: string; password: string } {
  return { email: `asha-${randomUUID()}@example.com`, password: `warp-${randomUUID()}` };
}

/** An account that no other test uses. */
export async function newShopper(request: APIRequestContext): Promise<Shopper> {
  const credentials = newCredentials();
  const { token, email } = await call(request, 'user.register', { name: 'Asha Rao', ...credentials });
  return { ...credentials, email, token };
}

export async function putInCart(request: APIRequestContext, { token }: Shopper, line: Line): Promise<void> {
  const { productId: itemId, size, quantity } = line;
  await call(request, 'cart.update', { itemId, size, quantity }, token);
}

export async function cartOf(request: APIRequestContext, { token }: Shopper): Promise<Cart> {
  return (await call(request, 'cart.get', undefined, token)).cartData;
}

export function productNamed(id: string): Product {
  const product = catalogue.find((candidate) => candidate.id === id);
  if (!product) throw new Error(`The catalogue has no ${id}`);
  return product;
}

/** A phone of ten digits and a street that no other test uses, because cash orders are limited by both. */
export const ownPhone = (): string => `9${randomInt(100_000_000, 1_000_000_000)}`;
export const ownStreet = (): string => `${randomInt(1_000_000)} MG Road`;

/** The body of a call that orders one line. */
function orderOf({ productId, size, quantity }: Line): Body<'order.place'> {
  const { totalPaise } = totalsOf([{ quantity, product: productNamed(productId) }]);
  const items = [{ _id: productId, size, quantity }];
  const address = { ...ashaAddress, street: ownStreet(), phone: `91${ownPhone()}` };
  return { address, items, amount: totalPaise / 100 };
}

/** Places a cash order of one line. */
export async function placeOrder(
  request: APIRequestContext,
  { token }: Shopper,
  line: Line,
): Promise<string> {
  return (await call(request, 'order.place', orderOf(line), token)).orderId;
}

/** Places an order of one line and pays it as Razorpay's window does. */
export async function payOrder(request: APIRequestContext, { token }: Shopper, line: Line): Promise<string> {
  const { key, order, orderId } = await call(request, 'order.razorpay', orderOf(line), token);
  const { id: order_id, amount, currency } = order;
  const paid = await request.post('/__razorpay/pay', { data: { key, order_id, amount, currency } });
  await call(request, 'order.verifyRazorpay', await paid.json(), token);
  return orderId;
}
