/** A snapshot of bystanders, stock and orders, and the differences from it. */
import {
  addressesKey,
  allOrdersKey,
  cartKey,
  loginKey,
  notificationsKey,
  orderKey,
  ordersKey,
  sessionsKey,
  soldKey,
  stockKey,
  userKey,
  waitlistKey,
  wishlistKey,
} from '../../../netlify/storage/keys.ts';
import { redis } from '../../../netlify/storage/redis.ts';
import { catalogue } from '../../../src/content/snapshot.ts';
import type { Order } from '../../../src/domain/order.ts';
import { soldProblems, stockProblems } from '../faults/stock-checks.ts';
import { initialStock, productIds } from './fuzz-catalogue.ts';
import type { Bystander, CanaryShop } from './canaries.ts';

/** The shop's client returns hashes as Redis does: field, value, field, value. */
async function fieldsOf(key: string): Promise<Map<string, string>> {
  const flat = ((await redis().hgetall(key)) ?? []) as unknown as string[];
  return new Map(
    Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']),
  );
}

async function contentOf(key: string): Promise<string> {
  const kind = await redis().type(key);
  if (kind === 'hash') return JSON.stringify([...(await fieldsOf(key))].sort());
  if (kind === 'list') return JSON.stringify(await redis().lrange(key, 0, -1));
  if (kind === 'zset') return JSON.stringify(await redis().zrange(key, 0, -1, { withScores: true }));
  return `${kind} ${JSON.stringify(await redis().get(key))}`;
}

export async function snapshotOf(bystanders: readonly Bystander[]): Promise<Record<string, string>> {
  const keys = bystanders.flatMap(({ userId, email, orderId }) => [
    ...[userKey, sessionsKey, cartKey, wishlistKey, addressesKey, notificationsKey, ordersKey].map((of) =>
      of(userId),
    ),
    loginKey(email),
    orderKey(orderId),
  ]);
  const values: Record<string, string> = {};
  for (const key of keys) values[key] = await contentOf(key);
  return values;
}

/** What differs from the expected state at the end; empty if nothing does. */
export async function changesSince({ bystanders, impersonated, before }: CanaryShop): Promise<string[]> {
  const problems: string[] = [];
  const waitlist = await fieldsOf(waitlistKey());
  for (const [email, canary] of impersonated) {
    if (!waitlist.get(email)?.includes(canary)) problems.push(`A bystander is off the waitlist: ${email}`);
  }
  const after = await snapshotOf(bystanders);
  for (const [key, value] of Object.entries(before)) {
    if (after[key] !== value) problems.push(`${key} of a bystander has changed: ${value} → ${after[key]}`);
  }
  return [...problems, ...(await piecesThatDoNotAdd())];
}

async function everyOrder(): Promise<Order[]> {
  const ids = await redis().zrange<string[]>(allOrdersKey(), 0, -1);
  const orders: Order[] = [];
  for (let at = 0; at < ids.length; at += 500) {
    const texts = await redis().mget<(string | null)[]>(ids.slice(at, at + 500).map(orderKey));
    orders.push(...texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as Order])));
  }
  return orders;
}

async function piecesThatDoNotAdd(): Promise<string[]> {
  const orders = await everyOrder();
  const stock = [...(await fieldsOf(stockKey()))].map(([field, left]) => [field, Number(left)] as const);
  const sold = new Map<string, number>();
  for (const { id } of catalogue) sold.set(id, Number((await redis().zscore(soldKey(), id)) ?? 0));
  return [
    ...stockProblems(orders, new Map(stock), new Map(Object.entries(initialStock))),
    ...soldProblems(orders, sold, productIds),
  ];
}
