/** The ground truth: the data in Redis and the providers' own books. */
import { messageId } from '../../../netlify/email/transport.ts';
import {
  allOrdersKey,
  emailOutboxKey,
  needsOwnerKey,
  soldKey,
  stockKey,
} from '../../../netlify/storage/keys.ts';
import { orderGroupKey, orderRowsKey } from '../../../netlify/storage/order-keys.ts';
import { staffLogEndKey } from '../../../netlify/storage/staff-keys.ts';
import { emailName } from '../../../netlify/storage/email-outbox.ts';
import type { Order, Provider } from '../../../src/domain/order.ts';
import type { StoredEmail } from '../../../local/email-outbox.ts';
import type { LedgerEntry } from '../../../local/simulators/ledger.ts';
import type { Environment } from './environment.ts';

export interface Key {
  name: string;
  /** In ms; null for a key that never expires. */
  ttl: number | null;
}

export interface GroundTruth {
  keys: Key[];
  orders: Map<string, Order>;
  /** The ids in the shop's list of orders and, by user, in the shoppers' lists. */
  listed: { all: string[]; own: Map<string, string[]> };
  /** The order list of staff: the row of each order, and the ids of each tab. */
  staffList: { rows: Map<string, string>; tabs: Map<string, string[]> };
  /** The log of staff: its entries as text, the same by subject, and the hash of its end. */
  staffLog: { entries: string[]; bySubject: Map<string, string[]>; end: string };
  stock: Map<string, number>;
  sold: Map<string, number>;
  /** The running sums: book → field → number (src/domain/order-sums). */
  sums: Map<string, Map<string, number>>;
  /** Key → order id of every attempt that created an order: `user:key`. */
  attempts: Map<string, string>;
  /** Its times are real ones, whatever the providers' clocks said. */
  ledger: LedgerEntry[];
  /** The refunds in a provider's books, by the shop's own key; those of the dashboard by their id. */
  refunds: {
    provider: Provider;
    id: string;
    key: string;
    paymentId: string;
    amountPaise: number;
    /** The provider's status. */
    status: string;
  }[];
  disputes: { provider: Provider; id: string; paymentId: string; status: string }[];
  /** Ids of orders that the owner sees as waiting for a decision. */
  needsOwner: string[];
  notifications: Map<string, { id: string; message: string }[]>;
  /** Orders for which a message denied a charge; money received before `since` (ms) could be known. */
  deniedCharges: { orderId: string; by: 'notification' | 'email'; since: number }[];
  carts: Map<string, Record<string, number>>;
  series: Map<string, string[]>;
  codeOrders: Map<string, string>;
  /** Open orders on delivery, by what limits them: `account:user id`. */
  cash: Map<string, string[]>;
  /** Reserved unpaid online orders, and expired ones, likewise. */
  kept: Map<string, string[]>;
  lapsed: Map<string, string[]>;
  unsentEmails: string[];
  mails: StoredEmail[];
}

function pairsOf(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']);
}

/** Longer than a function waits for a provider and then for Redis. */
const KNOWING_MS = 15_000;

const DENIAL = 'Nothing was charged';

function denialsOf(
  environment: Environment,
  { orders, notifications, mails }: Omit<GroundTruth, 'deniedCharges'>,
) {
  const since = (at: number) => Math.max(at - KNOWING_MS, environment.quietBefore(at));
  const denials: GroundTruth['deniedCharges'] = [...notifications.values()]
    .flat()
    .flatMap(({ id, message }) => {
      const at = environment.failureNoticesAt.get(id);
      if (at === undefined || !message.includes(DENIAL)) return [];
      return [{ orderId: id.slice(0, 20), by: 'notification', since: since(at) }];
    });
  const emailIds = new Map(
    [...orders.keys()].flatMap((about) =>
      ['failed', 'cancelled'].map((kind) => [messageId(emailName({ about, kind })), about] as const),
    ),
  );
  for (const { messageId, receivedAt, text } of mails) {
    const orderId = emailIds.get(idOfEmail(messageId));
    if (orderId === undefined || !text.includes(DENIAL)) continue;
    denials.push({ orderId, by: 'email', since: since(Date.parse(receivedAt)) });
  }
  return denials;
}

/** The Message-ID that `messageId` makes of an email's name. */
export const idOfEmail = (messageId: string): string => messageId.replace(/^<|@.*$/g, '');

export async function readGroundTruth(environment: Environment): Promise<GroundTruth> {
  const { redis, providers } = environment;
  const keys: Key[] = [];
  for (const name of await redis.ask<string[]>('KEYS', '*')) {
    const ttl = await redis.ask<number>('PTTL', name);
    // It was deleted between the two reads.
    if (ttl !== -2) keys.push({ name, ttl: ttl === -1 ? null : ttl });
  }
  const each = async <Value>(prefix: string, read: (name: string) => Promise<Value>) => {
    const found = new Map<string, Value>();
    for (const { name } of keys.filter((key) => key.name.startsWith(prefix))) {
      found.set(name.slice(prefix.length), await read(name));
    }
    return found;
  };
  const text = (name: string) => redis.ask<string>('GET', name);
  const texts = (name: string) => redis.ask<string[]>('LRANGE', name, 0, -1);
  const numbers = async (name: string) =>
    new Map(
      pairsOf(await redis.ask<string[]>('HGETALL', name)).map(([field, value]) => [field, Number(value)]),
    );
  const sold = pairsOf(await redis.ask<string[]>('ZRANGE', soldKey(), 0, -1, 'WITHSCORES'));
  const books = providers.books();
  const attempts = await each('idempotency:', text);
  const orderLists = await each('orders:', (name) => redis.ask<string[]>('ZRANGE', name, 0, -1));
  const truth = {
    keys,
    listed: { all: await redis.ask<string[]>('ZRANGE', allOrdersKey(), 0, -1), own: orderLists },
    orders: await each('order:', async (name) => JSON.parse(await text(name)) as Order),
    staffList: {
      rows: new Map(pairsOf(await redis.ask<string[]>('HGETALL', orderRowsKey()))),
      tabs: await each(orderGroupKey('tab:'), (name) => redis.ask<string[]>('ZRANGE', name, 0, -1)),
    },
    staffLog: {
      entries: [...(await each('staff-log:', texts)).values()].flat(),
      bySubject: await each('staff-log-of:', texts),
      end: (await text(staffLogEndKey())) ?? '',
    },
    stock: await numbers(stockKey()),
    sums: await each('sums:', numbers),
    sold: new Map(sold.map(([id, pieces]) => [id, Number(pieces)])),
    attempts: new Map(
      [...attempts].flatMap(([key, json]) => {
        const { orderId } = JSON.parse(json) as { orderId?: string };
        return orderId === undefined ? [] : [[key, orderId] as const];
      }),
    ),
    ledger: books.ledger.map((entry) => ({
      ...entry,
      at: new Date(environment.realTime(Date.parse(entry.at))).toISOString(),
    })),
    refunds: [
      ...books.razorpay.refunds.map(({ id, notes, amount, payment_id: paymentId, status }) => {
        const { key = id } = notes as Record<string, string>;
        return { provider: 'razorpay' as const, id, key, paymentId, amountPaise: amount, status };
      }),
      ...books.stripe.refunds.map(({ id, metadata, amount, payment_intent, status }) => {
        const of = { paymentId: String(payment_intent), amountPaise: amount, status: String(status) };
        return { provider: 'stripe' as const, id, key: metadata?.['key'] ?? id, ...of };
      }),
    ],
    disputes: [
      ...books.razorpay.disputes.map(({ id, payment_id: paymentId, status }) => {
        return { provider: 'razorpay' as const, id, paymentId, status };
      }),
      ...books.stripe.disputes.map(({ id, payment_intent, status }) => {
        return { provider: 'stripe' as const, id, paymentId: String(payment_intent), status };
      }),
    ],
    needsOwner: await redis.ask<string[]>('SMEMBERS', needsOwnerKey()),
    notifications: await each('notifications:', async (name) => {
      const list = await redis.ask<string[]>('LRANGE', name, 0, -1);
      return list.map((json) => JSON.parse(json) as { id: string; message: string });
    }),
    carts: await each('cart:', async (name) => Object.fromEntries(await numbers(name))),
    series: await each('series:', async (name) =>
      pairsOf(await redis.ask<string[]>('ZRANGE', name, 0, -1, 'WITHSCORES')).map(
        ([member, at]) => `${at} ${member}`,
      ),
    ),
    cash: await each('cash:', (name) => redis.ask<string[]>('ZRANGE', name, 0, -1)),
    kept: await each('kept:', (name) => redis.ask<string[]>('ZRANGE', name, 0, -1)),
    lapsed: await each('lapsed:', (name) => redis.ask<string[]>('ZRANGE', name, 0, -1)),
    codeOrders: await each('code-order:', text),
    unsentEmails: await redis.ask<string[]>('ZRANGE', emailOutboxKey(), 0, -1),
    mails: await environment.mails(),
  };
  return { ...truth, deniedCharges: denialsOf(environment, truth) };
}
