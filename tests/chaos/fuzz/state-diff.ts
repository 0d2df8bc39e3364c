/** A snapshot of bystanders, stock and orders, and the differences from it. */
import {
  addressesKey,
  cartKey,
  loginKey,
  notificationsKey,
  orderKey,
  ordersKey,
  sessionsKey,
  stockKey,
  userKey,
  waitlistKey,
  wishlistKey,
} from '../../../netlify/storage/keys.ts';
import { findOrderIds } from '../../../netlify/storage/order-search.ts';
import { readEach } from '../../../netlify/storage/orders.ts';
import { numbersFrom, pairsOf, redis } from '../../../netlify/storage/redis.ts';
import { readSold } from '../../../netlify/storage/stock.ts';
import { soldProblems, stockProblems } from '../faults/invariants/stock.ts';
import { initialStock, productIds } from './fuzz-catalogue.ts';
import type { Bystander, CanaryShop } from './canaries.ts';

async function contentOf(key: string): Promise<string> {
  const kind = await redis().type(key);
  if (kind === 'hash') return JSON.stringify(pairsOf(await redis().hgetall(key)).sort());
  if (kind === 'list') return JSON.stringify(await redis().lrange(key, 0, -1));
  if (kind === 'zset') return JSON.stringify(await redis().zrange(key, 0, -1, { withScores: true }));
  return `${kind} ${JSON.stringify(await redis().get(key))}`;
}

export async function snapshotOf(bystanders: readonly Bystander[]): Promise<Record<string, string>> {
  const keys = bystanders.flatMap(({ user, email, order }) => [
    ...[userKey, sessionsKey, cartKey, wishlistKey, addressesKey, notificationsKey, ordersKey].map((of) =>
      of(user),
    ),
    loginKey(email),
    orderKey(order),
  ]);
  const values: Record<string, string> = {};
  for (const key of keys) values[key] = await contentOf(key);
  return values;
}

/** What differs from the expected state at the end; empty if nothing does. */
export async function changesSince({ bystanders, impersonated, before }: CanaryShop): Promise<string[]> {
  const problems: string[] = [];
  const waitlist = new Map(pairsOf(await redis().hgetall(waitlistKey())));
  for (const [email, canary] of impersonated) {
    if (!waitlist.get(email)?.includes(canary)) problems.push(`A bystander is off the waitlist: ${email}`);
  }
  const after = await snapshotOf(bystanders);
  for (const [key, value] of Object.entries(before)) {
    if (after[key] !== value) problems.push(`${key} of a bystander has changed: ${value} → ${after[key]}`);
  }
  return [...problems, ...(await piecesThatDoNotAdd())];
}

async function piecesThatDoNotAdd(): Promise<string[]> {
  const orders = (await readEach(await findOrderIds(''))).flatMap((found) => (found ? [found.order] : []));
  const stock = numbersFrom(await redis().hgetall(stockKey()));
  return [
    ...stockProblems(orders, stock, initialStock),
    ...soldProblems(orders, await readSold(), productIds),
  ];
}
