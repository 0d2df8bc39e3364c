import { formatPrice } from '../../domain/money.ts';
import { shortOrderId } from '../../domain/order.ts';
import type { LogEntry, LoggedAction } from '../../domain/staff.ts';
import { deskNewsMessages } from './desk.ts';
import { sizeName } from './desk-stock-and-money.ts';

/** The words of the desk's log: an entry is read by somebody who packs parcels, not by who wrote the calls. */

/** What was done, by the name of its call; the subject follows. */
const deeds: Readonly<Record<LoggedAction, string>> = {
  'orders.list': 'searched',
  'orders.read': 'looked at',
  'orders.invoice': 'opened the invoice of',
  'orders.ask': 'asked the payment provider about',
  'orders.note': 'wrote a note about',
  'orders.pack': 'began to pack',
  'orders.ship': 'shipped',
  'orders.deliver': 'marked as delivered:',
  'orders.undo': 'undid the last step of',
  'orders.askReturn': 'noted a return request for',
  'orders.endReturn': 'settled the return of',
  'orders.cancel': 'cancelled',
  'orders.refund': 'sent a refund for',
  'orders.refundAgain': 'sent a failed refund again for',
  'orders.refundByHand': 'noted a refund paid by hand for',
  'orders.release': 'released, although its payment is disputed:',
  'packing.read': 'looked at a batch of',
  'packing.print': 'printed the invoice of',
  'stock.change': 'changed the stock of',
  'stock.count': 'counted the shelf of',
  'stock.tell': 'emailed the shoppers waiting for',
  'shoppers.find': 'looked at',
  'shoppers.note': 'wrote a note about',
  'shoppers.export': 'exported the data of',
  'shoppers.delete': 'deleted',
  'lists.reconcile': 'asked the payment providers about',
  'lists.export': 'exported the emails of the list',
  'lists.launch': 'emailed everybody on the list',
  'money.cashReceived': 'recorded cash from',
  'backup.begin': 'took a backup of the shop',
  'session.enter': 'opened a sign-in link',
  'passkey.prove': 'signed in with a passkey',
  'passkey.register': 'added a passkey',
  'passkey.remove': 'removed a passkey',
  'session.end': 'ended a session',
  'session.leave': 'signed out',
  'news.choose': 'changed their notifications',
  'news.subscribe': 'turned notifications on',
  'news.stop': 'turned notifications off',
};

const IT = 'It';

/** The fields that an entry may have, as words; `null` if there is nothing. */
const fields: Readonly<Record<string, { name: string; word: (value: never) => string | null }>> = {
  status: { name: IT, word: (status: string) => status },
  paid: { name: IT, word: (isPaid: boolean) => (isPaid ? 'paid' : 'not paid') },
  shipment: {
    name: 'The parcel',
    word: (parcel: { courier: string; trackingNumber: string }) =>
      `${parcel.courier}, ${parcel.trackingNumber}`,
  },
  returned: { name: 'The return', word: (state: string) => state },
  refundedPaise: { name: 'Refunded', word: formatPrice },
  failedRefunds: { name: 'Failed refunds', word: String },
  refundsDone: { name: 'Refunds that went out', word: String },
  searched: { name: 'Searched for', word: (kind: string) => kind },
  found: { name: 'Shown', word: (ids: string[]) => ids.map(shortOrderId).join(', ') || 'nothing' },
  invoice: { name: 'The invoice', word: (state: string) => state },
  pieces: { name: 'Pieces for sale', word: String },
  shelf: { name: 'Pieces on the shelf', word: String },
  receivedPaise: { name: 'Paid in by then', word: formatPrice },
  email: { name: 'Whose', word: (email: string) => email },
  passkey: { name: 'The passkey', word: (device: string) => device },
  device: { name: 'The device', word: (device: string) => device },
  kinds: {
    name: 'Notified about',
    word: (kinds: (keyof typeof deskNewsMessages.kinds)[]) =>
      kinds.map((kind) => deskNewsMessages.kinds[kind].toLowerCase()).join(', ') || 'nothing',
  },
  quiet: {
    name: 'Quiet hours',
    word: (quiet: { from: string; to: string }) => `${quiet.from} to ${quiet.to}`,
  },
  hasDaily: { name: 'The daily email', word: (isOn: boolean) => (isOn ? 'on' : 'off') },
};

export const deskLogMessages = {
  /** Beside an order, a size or a shopper, where the name would repeat. */
  this: { order: 'this order', stock: 'this size', shopper: 'this account' } as Readonly<
    Record<string, string>
  >,
  named: {
    order: (id: string) => `order ${shortOrderId(id)}`,
    look: (id: string) => `order ${shortOrderId(id)}`,
    orders: () => 'orders',
    stock: (id: string) => {
      const [product, size = ''] = id.split('/');
      return `${product}, ${sizeName(size)}`;
    },
    shopper: (id: string) => `account ${id}`,
    list: (id: string) => `“${id}”`,
    courier: (id: string) => `“${id}”`,
  } as Readonly<Record<string, (id: string) => string>>,
  reason: (reason: string) => `Reason: ${reason}`,
} as const;

/**
 * What somebody did: `asha@taana.example shipped order 7K2M9A`.
 * @param isBeside it stands beside its subject, whose name would repeat
 */
export function logSentence({ who, action, subject }: LogEntry, isBeside: boolean): string {
  const [kind = '', id = ''] = subject.split(/:(.*)/s);
  const name = isBeside ? deskLogMessages.this[kind] : deskLogMessages.named[kind]?.(id);
  return [who, (deeds as Readonly<Record<string, string>>)[action] ?? action, name]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** What it was and what it became, a sentence for each field that changed. */
export function changesOf({ before, after }: Pick<LogEntry, 'before' | 'after'>): string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].flatMap((name) => {
    const [from, to] = [wordOf(name, old[name]), wordOf(name, now[name])];
    if (from === to) return [];
    const title = fields[name]?.name ?? name;
    if (from === null) return [`${title}: ${to}.`];
    if (title === IT && to !== null) return [`It was ${from} and became ${to}.`];
    return [`${title}: ${from} before, ${to ?? 'none'} now.`];
  });
}

/** An entry may hold a single word instead of fields. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function wordOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const known = fields[name];
  if (known) return known.word(value as never);
  return typeof value === 'object' ? null : String(value);
}
