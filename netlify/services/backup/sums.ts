/** Counts and sums of a backup. They must be equal in the shop, in the file, and in the restored shop. */
import { wordOf } from '../../storage/backup-key-kinds.ts';
import { stored } from '../../storage/orders.ts';
import type { Line } from '../../storage/restore.ts';
import { storedUser } from '../../storage/accounts.ts';
import { formatPrice } from '../../../src/domain/money.ts';
import { isOrderConfirmed, type Order, reservesStock } from '../../../src/domain/order.ts';

export type Sums = Record<string, number>;

/** Key types whose keys are counted, and key types whose entries are counted. */
const keysCounted: Readonly<Record<string, string>> = {
  login: 'Logins',
  google: 'Google accounts',
  reference: 'Payment references',
  'code-order': 'Codes in use',
};
const entriesCounted: Readonly<Record<string, string>> = {
  'all-orders': 'Orders in the list',
  codes: 'Codes',
  newsletter: 'Newsletter',
  waitlist: 'Waitlist',
  'early-orders': 'Early orders',
  notify: 'Waiting for a size',
  cart: 'Lines in carts',
  wishlist: 'Wishes',
  notifications: 'Notifications',
  letters: 'Emails due',
  watch: 'Orders to look at',
};
/** Key types whose values are summed. */
const valuesSummed: Readonly<Record<string, string>> = { stock: 'Pieces in stock', sold: 'Pieces sold' };

/** Adds a line. Expiring keys are not counted, because some expire meanwhile. @throws NewerDocument */
export function addLine(sums: Sums, { key, type, expires, content, more }: Line): void {
  if (expires !== '-1') return;
  const add = (name: string | undefined, by = 1) => {
    if (name !== undefined) sums[name] = (sums[name] ?? 0) + by;
  };
  const word = wordOf(key);
  if (!more) {
    add('Keys');
    add(keysCounted[word]);
  }
  if (typeof content === 'string') {
    if (word === 'order') addOrder(add, stored(content).order);
    if (word === 'user' && storedUser(content)) add('Accounts');
    return;
  }
  const entries = content.length / (type === 'hash' || type === 'zset' ? 2 : 1);
  add(entriesCounted[word], entries);
  if (word === 'series') add(`Numbers ${key.slice(word.length + 1)}`, entries);
  if (word in valuesSummed) {
    add(
      valuesSummed[word],
      content.reduce((sum, value, at) => (at % 2 === 1 ? sum + Number(value) : sum), 0),
    );
  }
}

function addOrder(add: (name: string, by?: number) => void, order: Order): void {
  add('Orders');
  add('Value of orders, paise', order.totalPaise);
  add('Paid online, paise', order.payment?.amountPaise ?? 0);
  for (const { amountPaise } of order.refunds) add('Refunds, paise', amountPaise);
  for (const { quantity } of order.items) {
    if (reservesStock(order)) add('Pieces of orders', quantity);
    if (isOrderConfirmed(order)) add('Pieces of standing orders', quantity);
  }
  if (typeof order.invoice?.number === 'number') add('Invoices');
  for (const { number } of order.creditNotes ?? []) if (typeof number === 'number') add('Credit notes');
}

/** Names whose numbers differ. */
export function differences(one: Sums, other: Sums): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => (one[name] ?? 0) !== (other[name] ?? 0));
}

/** Contradictions within one shop, one sentence each. */
export function contradictions(sums: Sums): string[] {
  const numbers = (series: string) =>
    Object.entries(sums).reduce(
      (all, [name, n]) => (name.startsWith(`Numbers ${series}:`) ? all + n : all),
      0,
    );
  const pairs: [string, number, string, number][] = [
    ['Orders', sums['Orders'] ?? 0, 'orders in the list', sums['Orders in the list'] ?? 0],
    ['Accounts', sums['Accounts'] ?? 0, 'logins', sums['Logins'] ?? 0],
    ['Invoices', sums['Invoices'] ?? 0, 'invoice numbers', numbers('IN')],
    ['Credit notes', sums['Credit notes'] ?? 0, 'credit note numbers', numbers('CN')],
    ['Pieces of standing orders', sums['Pieces of standing orders'] ?? 0, 'sold', sums['Pieces sold'] ?? 0],
  ];
  return pairs.flatMap(([one, n, other, m]) => (n === m ? [] : [`${one}: ${n}, but ${other}: ${m}.`]));
}

/** The sums as the owner reads them. */
export function rowsOf(sums: Sums): [string, string | number][] {
  const paise = ', paise';
  return Object.entries(sums)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, n]) => (name.endsWith(paise) ? [name.slice(0, -paise.length), formatPrice(n)] : [name, n]));
}
