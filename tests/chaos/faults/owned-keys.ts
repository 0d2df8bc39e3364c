/** The owner of each key of the database; a key without an owner was left behind. */
import type { GroundTruth } from './ground-truth.ts';

/** Why a key should not exist; null if it may. `rest` follows the pattern's name. */
type Owner = (rest: string, truth: GroundTruth, ttl: number | null) => string | null;

/** Expires by itself. */
const passing: Owner = (_rest, _truth, ttl) => (ttl === null ? 'never goes away' : null);
const ofShop: Owner = () => null;
const userOf = (rest: string) => rest.split(':')[0] ?? '';
const ofAccount: Owner = (rest, { keys }) =>
  keys.some(({ name }) => name === `user:${userOf(rest)}`) ? null : 'has no account';

const allOf = (owner: Owner, ...prefixes: string[]) =>
  Object.fromEntries(prefixes.map((prefix) => [prefix, owner]));

const owners: Record<string, Owner> = {
  'order:': (id, { orders, keys }) =>
    keys.some(({ name }) => name === `orders:${orders.get(id)?.userId}`) ? null : 'is in no list',
  'unpaid:': (userId, { orders, keys }) => {
    const isThere = keys.some(({ name }) => name === `user:${userId}`);
    const failed = [...orders.values()].some(
      (order) => order.userId === userId && order.status === 'Payment Failed',
    );
    return isThere && failed ? null : 'names no unpaid order';
  },
  'reference:': (rest, { orders }) => {
    const id = rest.slice(rest.indexOf(':') + 1);
    const isKnown = [...orders.values()].some(({ references }) => references.some((one) => one.id === id));
    return isKnown ? null : 'belongs to no order';
  },
  'code-order:': (code, { orders, codeOrders }) =>
    orders.has(codeOrders.get(code) ?? '') ? null : 'names no order',
  'order-notes:': (id, { orders }) => (orders.has(id) ? null : 'belongs to no order'),
  ...allOf(
    ofAccount,
    'orders:',
    'sessions:',
    'cart:',
    'wishlist:',
    'addresses:',
    'notifications:',
    'shopper-notes:',
    'paid:',
    'paid-orders:',
    'code-account:',
  ),
  ...allOf(
    ofShop,
    'user:',
    'login:',
    'code-phone:',
    'series:',
    'order-group:',
    'sums:',
    'staff-log:',
    'staff-log-of:',
  ),
  ...allOf(
    passing,
    'cash:',
    'kept:',
    'lapsed:',
    'held:',
    'rush',
    'never-sent-news',
    'restock-pause',
    'newer-document',
    'idempotency:',
    'just-paid:',
    'event:',
    'changed:',
    'in-hand:',
    'limit:',
    'vitals:',
    'cart-tap:',
    'wish-tap:',
    'deleted-address:',
    'confirm-email:',
    'unsent:',
    'newsletter-confirm:',
    'newsletter-leave:',
  ),
};

const ofTheShop = [
  'stock',
  'sold',
  'seen',
  'swept',
  'all-orders',
  'codes',
  'newsletter',
  'newsletter-unconfirmed',
  'newsletter-letters',
  'newsletter-promised',
  'person-hash-keys',
  'person-hash-move',
  'needs-owner',
  'order-rows',
  'order-words',
  'order-index',
  'sums-until',
  'staff-log-months',
  'staff-log-end',
  'push-events',
  'cash-received',
];

/** A sorted set of pending work, which is empty at the end and therefore absent. */
const worklists = ['watch', 'failed-looks', 'letters', 'freed', 'never-sent'];

export function keyProblems(truth: GroundTruth): string[] {
  return truth.keys.flatMap(({ name, ttl }) => {
    if (ofTheShop.includes(name)) return [];
    if (worklists.includes(name)) return [`${name} is not empty`];
    const prefix = Object.keys(owners).find((one) => name.startsWith(one));
    const owner = prefix === undefined ? undefined : owners[prefix];
    if (prefix === undefined || !owner) return [`${name} is an unknown key`];
    const problem = owner(name.slice(prefix.length), truth, ttl);
    return problem === null ? [] : [`${name} ${problem}`];
  });
}
