import { createHash } from 'node:crypto';
import { messageId } from '../../../netlify/email/transport.ts';
import { emailName } from '../../../netlify/storage/email-outbox.ts';
import { rowTextOf } from '../../../netlify/storage/order-index.ts';
import type { LogEntry } from '../../../src/domain/staff.ts';
import type { GroundTruth } from '../faults/ground-truth.ts';
import { type ClientLog, newCall, newClientLog } from '../faults/client-log.ts';
import type { StoredEmail } from '../../../local/email-outbox.ts';
import { orderMessages } from '../../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../../src/contract/messages/payment.ts';
import { type Order, shortOrderId } from '../../../src/domain/order.ts';
import { addedSums, sumsOfOrder } from '../../../src/domain/order-sums.ts';
import type { Invoice, TaxLine } from '../../../src/domain/tax-document.ts';
import { aDispute, anOrder, aRefund, supplier } from '../../support/orders.ts';

export const AT = Date.parse('2026-11-22T10:00:00.000Z');

function anInvoice(number: number): Invoice {
  const tax = { taxablePaise: 9_524, cgstPaise: 238, sgstPaise: 238, igstPaise: 0 };
  const line: TaxLine = {
    kind: 'goods',
    name: 'Tee',
    size: 'M',
    hsn: '6109',
    unit: 'PCS',
    quantity: 1,
    rate: 5,
    grossPaise: 10_000,
    discountPaise: 0,
    ...tax,
  };
  return { number, issuedAt: AT, supplier, placeOfSupply: { state: 'Karnataka', code: '29' }, lines: [line] };
}

/** An entry of the log of staff, chained to the previous text. */
function entryAfter(previous: string, own: Partial<LogEntry>): string {
  const hash = previous && createHash('sha1').update(previous).digest('hex');
  const entry = { at: AT, who: 'asha@example.com', action: 'stock.change', subject: 'stock:tee/M' };
  return JSON.stringify({ previous: hash, ...entry, before: null, after: null, ...own });
}

export function staffLogOf(...changes: Partial<LogEntry>[]): GroundTruth['staffLog'] {
  const entries: string[] = [];
  for (const change of changes) entries.push(entryAfter(entries.at(-1) ?? '', change));
  return {
    entries,
    bySubject: Map.groupBy(entries, (text) => (JSON.parse(text) as LogEntry).subject),
    end: createHash('sha1')
      .update(entries.at(-1) ?? '')
      .digest('hex'),
  };
}
export const stockAdded = { reason: '1 alone', before: { pieces: 7 }, after: { pieces: 8 } };

const mailOf = (about: string, kind: string): StoredEmail => ({
  id: kind,
  receivedAt: '',
  from: '',
  to: [],
  subject: '',
  text: '',
  html: '',
  messageId: `<${messageId(emailName({ about, kind }))}@taana.example>`,
});

/**
 * A run without violations: one order on delivery, and one that was paid twice by Stripe after a first payment had failed.
 */
export function aRun() {
  const refund = aRefund({
    key: 'pi_2-1',
    provider: 'stripe',
    paymentId: 'pi_2',
    amountPaise: 10_000,
    reason: 'paid-twice',
    doneAt: 4,
    providerId: 're_1',
  });
  const cod = anOrder({ userId: 'asha', discount: { code: 'TAANA', percent: 10, paise: 0 } });
  const online = anOrder({
    userId: 'asha',
    paymentMethod: 'stripe',
    paid: true,
    refunds: [refund],
    status: 'Order Placed',
    history: [
      { status: 'Payment Pending', at: 1 },
      { status: 'Payment Failed', at: 2 },
      { status: 'Payment Pending', at: 3 },
      { status: 'Order Placed', at: 4 },
    ],
    payment: { provider: 'stripe', id: 'pi_1', amountPaise: 10_000, at: 2 },
    invoice: anInvoice(1),
    disputes: [
      aDispute({
        id: 'du_1',
        provider: 'stripe',
        paymentId: 'pi_1',
        amountPaise: 10_000,
        state: 'won',
      }),
    ],
  });
  const entry = (id: string, amountPaise: number) => ({
    at: new Date(AT).toISOString(),
    provider: 'stripe' as const,
    id,
    orderId: online.id,
    amountPaise,
    kind: amountPaise > 0 ? ('payment' as const) : ('refund' as const),
  });
  const attempt = (key: string, method: Order['paymentMethod']) => ({
    shopper: 1,
    userId: 'asha',
    key,
    method,
    amountPaise: 10_000,
    lines: [['tee/M', 1]] as [string, number][],
  });
  const ids = [cod.id, online.id];
  const sums = addedSums([], [...sumsOfOrder(cod), ...sumsOfOrder(online)]);
  const news = [
    `${cod.id}-1-order-placed`,
    `${online.id}-2-payment-failed`,
    `${online.id}-4-order-placed`,
    `${online.id}-refunded-pi_2-1`,
  ];
  const truth: GroundTruth = {
    keys: [{ name: 'stock', ttl: null }],
    orders: new Map([cod, online].map((order) => [order.id, order])),
    listed: { all: ids, own: new Map([['asha', ids]]) },
    staffList: {
      rows: new Map([cod, online].map((order) => [order.id, rowTextOf(order)])),
      tabs: new Map([['pack', ids]]),
    },
    staffLog: staffLogOf(stockAdded),
    stock: new Map([['tee:M', 8]]),
    sums: new Map(
      [...Map.groupBy(sums, ({ book }) => book)].map(([book, fields]) => [
        book,
        new Map(fields.map(({ field, by }) => [field, by])),
      ]),
    ),
    sold: new Map([['tee', 2]]),
    attempts: new Map([
      ['asha:one', cod.id],
      ['asha:two', online.id],
    ]),
    ledger: [entry('pi_1', 10_000), entry('pi_2', 10_000), entry('re_1', -10_000)],
    refunds: [
      {
        provider: 'stripe',
        id: 're_1',
        key: 'pi_2-1',
        paymentId: 'pi_2',
        amountPaise: 10_000,
        status: 'succeeded',
      },
    ],
    disputes: [{ provider: 'stripe', id: 'du_1', paymentId: 'pi_1', status: 'won' }],
    needsOwner: [],
    notifications: new Map([['asha', news.map((id) => ({ id, message: '' }))]]),
    deniedCharges: [
      { orderId: online.id, by: 'notification', since: AT - 1_000 },
      { orderId: online.id, by: 'email', since: AT - 1_000 },
    ],
    carts: new Map([['meera', { 'tee:M': 1 }]]),
    series: new Map([['IN:26-27', [`1 ${online.id}`]]]),
    codeOrders: new Map([['TAANA', cod.id]]),
    cash: new Map([['account:asha', [cod.id]]]),
    kept: new Map(),
    lapsed: new Map(),
    unsentEmails: [],
    mails: [
      mailOf(cod.id, 'placed'),
      mailOf(online.id, 'placed'),
      mailOf(online.id, 'owner-dispute-won-du_1'),
      mailOf(online.id, 'refunded-pi_2-1'),
    ],
  };
  const { providerSilent: silent } = paymentMessages;
  const clientLog: ClientLog = {
    ...newClientLog(),
    calls: [
      newCall({ orderId: cod.id, key: 'one' }),
      newCall({ route: 'order.stripe', orderId: online.id, key: 'two' }),
      newCall({ route: 'order.pay', status: 503, code: 'unavailable', message: silent, orderId: online.id }),
      newCall({
        key: 'no',
        status: 409,
        code: 'out-of-stock',
        short: [{ line: 'tee/M', left: 8, asked: 9 }],
      }),
      newCall({ route: 'order.pay', status: 409, code: 'already-placed', orderId: online.id }),
      newCall({ askedAt: 3, at: 4, route: 'order.userorders', listed: ids }),
    ],
    attempts: [attempt('one', 'cod'), attempt('two', 'stripe'), attempt('no', 'cod')],
    accounts: [{ shopper: 2, email: 'meera@example.com', userId: 'meera', cart: { 'tee/M': 1 } }],
    addedToCart: new Map([['1 tee/M', 2]]),
    finalSales: [{ method: 'cod', problem: null }],
    staff: [{ verb: 'change', subject: 'stock:tee/M', reason: '1 alone', answer: 'done' }],
  };
  const environment = {
    initial: new Map([['tee:M', 9]]),
    codes: ['TAANA'],
    forgedWebhooks: { sent: 1, believed: [] as string[] },
  };
  return { truth, clientLog, environment, exits: { started: 4, ended: [] as string[] }, cod, online };
}

export type Run = ReturnType<typeof aRun>;

/** Staff refund a piece, but the dashboard refunds the whole payment before the provider gets that refund. */
export function refundElsewhere({ truth, online }: Run): void {
  const refund = aRefund({
    key: 'pi_1-1',
    provider: 'stripe',
    paymentId: 'pi_1',
    amountPaise: 4_000,
    isReplaced: true,
  });
  const whole = { key: 're_5', providerId: 're_5', amountPaise: 10_000, reason: 'elsewhere' } as const;
  online.refunds.push(refund, { ...refund, ...whole, doneAt: 6, isReplaced: false });
  const before = { status: 'Order Placed', refundedPaise: 0 };
  const entry = { action: 'orders.refund', subject: `order:${online.id}`, before };
  truth.staffLog = staffLogOf(stockAdded, { ...entry, after: { ...before, refundedPaise: 4_000 } });
}

/** The parcel arrives before the first email of its order could be sent. */
export function deliver({ truth, cod }: Run): number {
  cod.status = 'Delivered';
  truth.mails.shift();
  return truth.mails.push(mailOf(cod.id, 'delivered'));
}

/** The shopper put one piece into the cart, read that its order is paid, and ordered another. */
export function orderTwice({ clientLog, online }: Run): void {
  clientLog.addedToCart.set('1 tee/M', 1);
  const message = orderMessages.paidMeanwhile(shortOrderId(online.id));
  clientLog.calls.push(newCall({ route: 'order.stripe', status: 400, code: 'invalid', key: 'no', message }));
}
