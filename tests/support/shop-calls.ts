import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt, randomUUID } from 'node:crypto';
import type { Context } from '@netlify/functions';
import { vi } from 'vitest';
import * as addressRoom from '../../netlify/functions/address.ts';
import * as cart from '../../netlify/functions/cart.ts';
import * as discount from '../../netlify/functions/discount.ts';
import * as health from '../../netlify/functions/health.ts';
import * as newsletter from '../../netlify/functions/newsletter.ts';
import * as notification from '../../netlify/functions/notification.ts';
import * as notify from '../../netlify/functions/notify.ts';
import * as order from '../../netlify/functions/order.ts';
import * as payment from '../../netlify/functions/payment.ts';
import * as product from '../../netlify/functions/product.ts';
import * as user from '../../netlify/functions/user.ts';
import * as vitals from '../../netlify/functions/vitals.ts';
import * as waitlist from '../../netlify/functions/waitlist.ts';
import * as wishlist from '../../netlify/functions/wishlist.ts';
import { newToken, newUserId } from '../../netlify/identity/tokens.ts';
import { sessionsKey, soldKey, stockKey, userKey, variant } from '../../netlify/storage/keys.ts';
import type { Session } from '../../netlify/storage/session-and-limits.ts';
import { createUser, type NewUser } from '../../netlify/storage/accounts.ts';
import { routes, type Reply, type RouteName } from '../../src/contract/routes.ts';
import type { Refusal } from '../../src/contract/calls/call.ts';
import { idempotencyHeader, tokenHeader } from '../../src/contract/endpoints.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import type { AddressFields, DeliveryAddress } from '../../src/domain/address.ts';
import type { Profile } from '../../src/domain/user.ts';
import { totalsOf } from '../../src/domain/order-totals.ts';
import { sizesOf, type Product } from '../../src/domain/product.ts';
import { connect } from './redis.ts';
import { ashaAddress } from './asha.ts';

/** Calls of the real functions, as `Request` → `Response`, and helpers for tests. */

/** The functions behind the routes, by the first part of their paths. */
export const functionsByNoun = {
  address: addressRoom,
  cart,
  discount,
  health,
  newsletter,
  notification,
  notify,
  order,
  payment,
  product,
  user,
  vitals,
  waitlist,
  wishlist,
};

export interface CallOptions {
  /** Sent as JSON; text and bytes are sent unchanged. */
  body?: unknown;
  query?: string;
  token?: string | undefined;
  key?: string;
  ip?: string;
  method?: string;
  headers?: Record<string, string>;
  /** Netlify's data about the deploy; default: the published one. */
  deploy?: Partial<Context['deploy']>;
}

export async function respond(
  path: string,
  { body, query = '', token, key, ip, method, headers = {}, deploy = { published: true } }: CallOptions,
) {
  const { default: room } = functionsByNoun[path.split('/')[2] as keyof typeof functionsByNoun];
  const asItIs = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const content = asItIs ? body : JSON.stringify(body);
  const request = new Request(`https://shop.example${path}${query}`, {
    method: method ?? 'POST',
    headers: { ...(token && { [tokenHeader]: token }), ...(key && { [idempotencyHeader]: key }), ...headers },
    ...(content !== undefined && { body: content as BodyInit }),
  });
  const response = await room(request, { ip: ip ?? '192.0.2.1', deploy, waitUntil } as Context);
  answered();
  return response;
}

const pendingWork = new Set<Promise<unknown>>();

/** Collects the work that functions pass to `waitUntil`, as Netlify does. */
export function waitUntil(work: Promise<unknown>): void {
  const done = work.finally(() => pendingWork.delete(done));
  pendingWork.add(done);
}

/** Resolves when all `waitUntil` work has finished. */
export async function workDone(): Promise<void> {
  while (pendingWork.size > 0) await Promise.all(pendingWork);
}

let answered = () => {};

export interface Answer<Name extends RouteName> {
  status: number;
  headers: Headers;
  body: Reply<Name> & Partial<Omit<Refusal, 'success'>>;
}

export async function call<Name extends RouteName>(
  name: Name,
  options: CallOptions = {},
): Promise<Answer<Name>> {
  const { method, path } = routes[name];
  const { body: asked, ...rest } = options;
  // As in client/api: a GET has no body, and its parameters are in the query.
  const sent =
    method === 'GET' && typeof asked === 'object' && asked !== null
      ? { ...rest, query: `?${new URLSearchParams(asked as Record<string, string>)}` }
      : options;
  const response = await respond(path, { method, ...sent });
  const body = (await response.json()) as Answer<Name>['body'];
  return { status: response.status, headers: response.headers, body };
}

/** An account with an open session, without the time of a password hash; `own` overrides its fields. */
export async function newShopper(
  email = `${randomUUID()}@example.com`,
  own: Partial<NewUser> = {},
  passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA',
): Promise<{ email: string; token: string; session: Session }> {
  const id = newUserId();
  const { token, session } = newToken(id);
  const user = { id, name: 'Asha', email, createdAt: 0, updatedAt: 0, termsAcceptedAt: 0, ...own };
  await createUser(user, passwordHash, session);
  return { email, token, session };
}

const raw = connect({ automaticDeserialization: false });

/** Confirms an account's email, as the link in the email does. */
export async function confirmEmail(userId: string): Promise<void> {
  const user = JSON.parse((await raw.get<string>(userKey(userId))) ?? '{}') as object;
  await raw.set(userKey(userId), JSON.stringify({ ...user, emailConfirmedAt: 1 }));
}

/** Writes a session's expiry, in ms since 1970. */
export async function setExpiry({ userId, tokenHash }: Session, expiry: number): Promise<void> {
  await raw.hset(sessionsKey(userId), { [tokenHash]: expiry });
}

export async function setStock(productId: string, size: string, pieces: number): Promise<void> {
  await raw.hset(stockKey(), { [variant(productId, size)]: pieces });
}

/** The stock in the database; null if nothing was ever sold. */
export async function stockOf(productId: string, size: string): Promise<number | null> {
  const left = await raw.hget<string>(stockKey(), variant(productId, size));
  return left === null ? null : Number(left);
}

export async function soldOf(productId: string): Promise<number> {
  return Number((await raw.zscore(soldKey(), productId)) ?? 0);
}

const counting = new AsyncLocalStorage<true>();

/**
 * How many requests to Redis the work makes until its last answer. Work in `waitUntil` is not counted, and neither is
 * what runs at the same time, such as a provider's webhook.
 */
export async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  await workDone();
  const { fetch } = globalThis;
  let made = 0;
  let untilAnswer: number | undefined;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((...request) => {
    if (counting.getStore()) made += 1;
    return fetch(...request);
  });
  answered = () => {
    if (counting.getStore()) untilAnswer = made;
  };
  await counting.run(true, work);
  untilAnswer ??= made;
  answered = () => {};
  await workDone();
  spy.mockRestore();
  return untilAnswer;
}

/**
 * For the rest of the test, Redis has a URL where nothing answers. The port is none that the system gives to a server of
 * another test.
 */
export function stopRedis(): void {
  vi.stubEnv('UPSTASH_REDIS_REST_URL', 'http://127.0.0.1:2');
}

function pick(wanted: (product: Product) => boolean): Product {
  const found = catalogue.find(wanted);
  if (!found) throw new Error('The catalogue has no such product');
  return found;
}

const plenty = (product: Product) => sizesOf(product).every((size) => (product.initialStock[size] ?? 0) > 5);

/** A product in sizes with plenty of stock, another one, one without sizes, and one that cannot be bought yet. */
export const hoodie = pick(
  (product) => !product.earlyOrder && product.sizes.includes('M') && plenty(product),
);
export const shirt = pick(
  (product) => product !== hoodie && !product.earlyOrder && product.sizes.includes('M') && plenty(product),
);
export const cap = pick((product) => !product.earlyOrder && product.sizes.length === 0 && plenty(product));
export const earlyProduct = pick((product) => product.earlyOrder && product.sizes.includes('M'));

export const address = ashaAddress;

/** A unique address, for shoppers who pay on delivery at their own address. */
export function ownAddress(): DeliveryAddress {
  const number = randomInt(1_000_000_000);
  return { ...address, street: `${number} MG Road`, phone: `91${9_000_000_000 + number}` };
}

/** A body for address.add and address.edit. */
export const savedAddress: AddressFields = {
  label: 'Home',
  address: address.street,
  city: address.city,
  state: address.state,
  zipcode: address.zipcode,
  country: address.country,
  phone: address.phone,
  isDefault: false,
};

/** A body for user.save-profile. */
export const profileFields: Profile = {
  name: 'Asha Rao',
  email: address.email,
  phone: address.phone,
  address: address.street,
  city: address.city,
  state: address.state,
  zipcode: address.zipcode,
  country: address.country,
  dateOfBirth: '1998-02-28',
  gender: 'female',
};

/** A body for order.place with the right amount. */
export function orderBody(...lines: [product: Product, size: string, quantity: number][]) {
  const items = lines.map(([{ id, name, pricePaise }, size, quantity]) => {
    return { _id: id, size, quantity, name, price: pricePaise / 100 };
  });
  const { totalPaise } = totalsOf(lines.map(([product, , quantity]) => ({ product, quantity })));
  return { address, items, amount: totalPaise / 100 };
}

export const newKey = (): string => randomUUID();

export const newEmail = () => `asha-${randomUUID()}@example.com`;

/** Orders on delivery. */
export const place = (token: string, body: unknown, key = newKey()) =>
  call('order.place', { token, body, key });

export const ordersOf = async (token: string) => (await call('order.userorders', { token })).body.orders;
