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
import { numbersFrom, pairsOf } from '../../../netlify/storage/redis.ts';
import { staffLogEndKey } from '../../../netlify/storage/staff-keys.ts';
import { emailName } from '../../../netlify/storage/email-outbox.ts';
import type { Order } from '../../../src/domain/order.ts';
import type { StoredEmail } from '../../../local/email-outbox.ts';
import type { Environment } from './environment.ts';

interface Notification {
  id: string;
  message: string;
}

/** Longer than a function waits for a provider and then for Redis. */
const KNOWING_MS = 15_000;

const DENIAL = 'Nothing was charged';

/** Orders for which a message denied a charge; money received before `since` (ms) could be known. */
function denialsOf(
  environment: Environment,
  orders: ReadonlyMap<string, Order>,
  notifications: readonly Notification[],
  mails: readonly StoredEmail[],
) {
  const since = (at: number) => Math.max(at - KNOWING_MS, environment.quietBefore(at));
  const denials = notifications.flatMap(({ id, message }) => {
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

/** The refunds and disputes in the providers' books; a refund by the shop's own key, one of the dashboard by its id. */
function bookedBy({ providers }: Environment) {
  const { ledger, razorpay, stripe } = providers.books();
  return {
    ledger,
    refunds: [
      ...razorpay.refunds.map(({ id, notes, amount, payment_id: paymentId, status }) => {
        const { key = id } = notes as Record<string, string>;
        return { provider: 'razorpay', id, key, paymentId, amountPaise: amount, status: String(status) };
      }),
      ...stripe.refunds.map(({ id, metadata, amount, payment_intent, status }) => {
        const of = { paymentId: String(payment_intent), amountPaise: amount, status: String(status) };
        return { provider: 'stripe', id, key: metadata?.['key'] ?? id, ...of };
      }),
    ],
    disputes: [
      ...razorpay.disputes.map(({ id, payment_id: paymentId, status }) => {
        return { provider: 'razorpay', id, paymentId, status: String(status) };
      }),
      ...stripe.disputes.map(({ id, payment_intent, status }) => {
        return { provider: 'stripe', id, paymentId: String(payment_intent), status: String(status) };
      }),
    ],
  };
}

export async function readGroundTruth(environment: Environment) {
  const { ask } = environment.redis;
  const keys: { name: string; ttl: number | null }[] = [];
  for (const name of await ask<string[]>('KEYS', '*')) {
    const ttl = await ask<number>('PTTL', name);
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
  const text = (name: string) => ask<string>('GET', name);
  const texts = (name: string) => ask<string[]>('LRANGE', name, 0, -1);
  const members = (name: string) => ask<string[]>('ZRANGE', name, 0, -1);
  const scores = (name: string) => ask<string[]>('ZRANGE', name, 0, -1, 'WITHSCORES');
  const hash = (name: string) => ask<string[]>('HGETALL', name);
  const numbers = async (name: string) => numbersFrom(await hash(name));

  const { ledger, refunds, disputes } = bookedBy(environment);
  const attempts = await each('idempotency:', text);
  const orders = await each('order:', async (name) => JSON.parse(await text(name)) as Order);
  const notifications = await each('notifications:', async (name) =>
    (await texts(name)).map((json) => JSON.parse(json) as Notification),
  );
  const mails = await environment.mails();
  return {
    keys,
    orders,
    /** The ids in the shop's list of orders and, by user, in the shoppers' lists. */
    listed: { all: await members(allOrdersKey()), own: await each('orders:', members) },
    /** The order list of staff: the row of each order, and the ids of each tab. */
    staffList: {
      rows: new Map(pairsOf(await hash(orderRowsKey()))),
      tabs: await each(orderGroupKey('tab:'), members),
    },
    /** The log of staff: its entries as text, the same by subject, and the hash of its end. */
    staffLog: {
      entries: [...(await each('staff-log:', texts)).values()].flat(),
      bySubject: await each('staff-log-of:', texts),
      end: (await text(staffLogEndKey())) ?? '',
    },
    stock: await numbers(stockKey()),
    sold: numbersFrom(await scores(soldKey())),
    /** The running sums: book → field → number (src/domain/order-sums). */
    sums: await each('sums:', numbers),
    /** Key → order id of every attempt that created an order: `user:key`. */
    attempts: new Map(
      [...attempts].flatMap(([key, json]) => {
        const { orderId } = JSON.parse(json) as { orderId?: string };
        return orderId === undefined ? [] : [[key, orderId] as const];
      }),
    ),
    /** Its times are real ones, whatever the providers' clocks said. */
    ledger: ledger.map((entry) => ({
      ...entry,
      at: new Date(environment.realTime(Date.parse(entry.at))).toISOString(),
    })),
    refunds,
    disputes,
    /** Ids of orders that the owner sees as waiting for a decision. */
    needsOwner: await ask<string[]>('SMEMBERS', needsOwnerKey()),
    notifications,
    deniedCharges: denialsOf(environment, orders, [...notifications.values()].flat(), mails),
    carts: await each('cart:', async (name) => Object.fromEntries(await numbers(name))),
    series: await each('series:', async (name) =>
      pairsOf(await scores(name)).map(([member, at]) => `${at} ${member}`),
    ),
    codeOrders: await each('code-order:', text),
    /** Open orders on delivery, by what limits them: `account:user id`. */
    cash: await each('cash:', members),
    /** Reserved unpaid online orders, and expired ones, likewise. */
    kept: await each('kept:', members),
    lapsed: await each('lapsed:', members),
    unsentEmails: await members(emailOutboxKey()),
    mails,
  };
}

export type GroundTruth = Awaited<ReturnType<typeof readGroundTruth>>;
