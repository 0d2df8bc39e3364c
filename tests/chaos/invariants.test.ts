import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { messageId } from '../../netlify/email/transport.ts';
import { emailName } from '../../netlify/storage/email-outbox.ts';
import { rowTextOf } from '../../netlify/storage/order-index.ts';
import type { LogEntry } from '../../src/domain/staff.ts';
import { findings } from './faults/invariants.ts';
import type { Truth } from './faults/ground-truth.ts';
import { newWitness, type Told, type Witness } from './faults/client-log.ts';
import type { StoredEmail } from '../../local/email-outbox.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { type Order, shortOrderId } from '../../src/domain/order.ts';
import { addedSums, sumsOfOrder } from '../../src/domain/order-sums.ts';
import type { Invoice } from '../../src/domain/tax-document.ts';
import { anOrder, supplier } from '../support/orders.ts';

const AT = Date.parse('2026-11-22T10:00:00.000Z');

function anInvoice(number: number): Invoice {
  const tax = { taxablePaise: 9_524, cgstPaise: 238, sgstPaise: 238, igstPaise: 0 };
  const line = {
    ...({ kind: 'goods', name: 'Tee', size: 'M', hsn: '6109', unit: 'PCS', quantity: 1, rate: 5 } as const),
    ...{ grossPaise: 10_000, discountPaise: 0, ...tax },
  };
  return { number, issuedAt: AT, supplier, placeOfSupply: { state: 'Karnataka', code: '29' }, lines: [line] };
}

/** An entry of the staff's log that follows another text. */
function entryAfter(previous: string, own: Partial<LogEntry>): string {
  const hash = previous && createHash('sha1').update(previous).digest('hex');
  const entry = { at: AT, who: 'asha@example.com', action: 'stock.change', subject: 'stock:tee/M' };
  return JSON.stringify({ previous: hash, ...entry, before: null, after: null, ...own });
}

function staffLogOf(...changes: Partial<LogEntry>[]): Truth['staffLog'] {
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
const stockAdded = { reason: '1 alone', before: { pieces: 7 }, after: { pieces: 8 } };

const mailOf = (about: string, kind: string): StoredEmail => ({
  ...{ id: kind, receivedAt: '', from: '', to: [], subject: '', text: '', html: '' },
  messageId: `<${messageId(emailName({ about, kind }))}@taana.example>`,
});

/**
 * A shop in which an order on delivery stands and one was paid twice by Stripe, whose shopper had failed to pay it at
 * first. All is as it should be.
 */
function aRun() {
  const refund: Order['refunds'][number] = {
    ...{ key: 'pi_2-1', provider: 'stripe', paymentId: 'pi_2', amountPaise: 10_000, reason: 'paid-twice' },
    ...{ wantedAt: 3, doneAt: 4, providerId: 're_1' },
  };
  const cod = anOrder({ userId: 'asha', discount: { code: 'TAANA', percent: 10, paise: 0 } });
  const online = anOrder({
    ...{ userId: 'asha', paymentMethod: 'stripe', paid: true, refunds: [refund], status: 'Order Placed' },
    history: [
      { status: 'Payment Pending', at: 1 },
      { status: 'Payment Failed', at: 2 },
      { status: 'Payment Pending', at: 3 },
      { status: 'Order Placed', at: 4 },
    ],
    payment: { provider: 'stripe', id: 'pi_1', amountPaise: 10_000, at: 2 },
    invoice: anInvoice(1),
    disputes: [
      {
        ...({
          id: 'du_1',
          provider: 'stripe',
          paymentId: 'pi_1',
          amountPaise: 10_000,
          state: 'won',
        } as const),
        ...{ why: 'not received', respondBy: null, at: 5, releasedAt: null },
      },
    ],
  });
  const entry = (id: string, amountPaise: number) => ({
    ...{ at: new Date(AT).toISOString(), provider: 'stripe' as const, id, orderId: online.id, amountPaise },
    kind: amountPaise > 0 ? ('payment' as const) : ('refund' as const),
  });
  const told = (own: Partial<Told>): Told => ({
    ...{ askedAt: 1, at: 2, shopper: 1, route: 'order.place', by: 'shop', status: 200, code: null },
    ...{ message: '', orderId: null, reference: null, key: null, breach: null, short: [], listed: null },
    ...own,
  });
  const attempt = (key: string, method: Order['paymentMethod']) => ({
    ...{ shopper: 1, userId: 'asha', key, method, amountPaise: 10_000 },
    lines: [['tee/M', 1]] as [string, number][],
  });
  const ids = [cod.id, online.id];
  const news = [
    ...[`${cod.id}-1-order-placed`, `${online.id}-2-payment-failed`, `${online.id}-4-order-placed`],
    `${online.id}-refunded-pi_2-1`,
  ];
  const truth: Truth = {
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
      [...Map.groupBy(addedSums([], [cod, online].flatMap(sumsOfOrder)), ({ book }) => book)].map(
        ([book, sums]) => [book, new Map(sums.map(({ field, by }) => [field, by]))],
      ),
    ),
    sold: new Map([['tee', 2]]),
    attempts: new Map([
      ['asha:one', cod.id],
      ['asha:two', online.id],
    ]),
    ledger: [entry('pi_1', 10_000), entry('pi_2', 10_000), entry('re_1', -10_000)],
    refunds: [
      {
        ...({ provider: 'stripe', id: 're_1', key: 'pi_2-1', paymentId: 'pi_2' } as const),
        ...{ amountPaise: 10_000, status: 'succeeded' },
      },
    ],
    disputes: [{ provider: 'stripe', id: 'du_1', paymentId: 'pi_1', status: 'won' }],
    needsOwner: [],
    notifications: new Map([['asha', news.map((id) => ({ id, message: '' }))]]),
    deniedCharges: [
      { orderId: online.id, by: 'notification', since: AT - 1_000 },
      { orderId: online.id, by: 'letter', since: AT - 1_000 },
    ],
    carts: new Map([['meera', { 'tee:M': 1 }]]),
    series: new Map([['IN:26-27', [`1 ${online.id}`]]]),
    codeOrders: new Map([['TAANA', cod.id]]),
    cash: new Map([['account:asha', [cod.id]]]),
    kept: new Map(),
    lapsed: new Map(),
    lettersLeft: [],
    mails: [
      mailOf(cod.id, 'placed'),
      mailOf(online.id, 'placed'),
      mailOf(online.id, 'owner-dispute-won-du_1'),
      mailOf(online.id, 'refunded-pi_2-1'),
    ],
  };
  const witness: Witness = {
    ...newWitness(),
    told: [
      told({ orderId: cod.id, key: 'one' }),
      told({ route: 'order.stripe', orderId: online.id, key: 'two' }),
      told({ route: 'order.pay', status: 503, code: 'unavailable', orderId: online.id }),
      told({ key: 'no', status: 409, code: 'out-of-stock', short: [{ line: 'tee/M', left: 8, asked: 9 }] }),
      told({ route: 'order.pay', status: 409, code: 'already-placed', orderId: online.id }),
      told({ askedAt: 3, at: 4, route: 'order.userorders', listed: ids }),
    ],
    attempts: [attempt('one', 'cod'), attempt('two', 'stripe'), attempt('no', 'cod')],
    accounts: [{ shopper: 2, email: 'meera@example.com', userId: 'meera', cart: { 'tee/M': 1 } }],
    puts: new Map([['1 tee/M', 2]]),
    afterwards: [{ method: 'cod', problem: null }],
    staff: [{ verb: 'change', subject: 'stock:tee/M', reason: '1 alone', answer: 'done' }],
  };
  for (const one of witness.told)
    if (one.code === 'unavailable') one.message = paymentMessages.providerSilent;
  const city = {
    opening: new Map([['tee:M', 9]]),
    codes: ['TAANA'],
    falsified: { sent: 1, believed: [] as string[] },
  };
  return { truth, witness, city, fates: { begun: 4, ended: [] as string[] }, cod, online, told };
}

type Run = ReturnType<typeof aRun>;
const failures: Record<string, [what: string, spoil: (run: Run) => void][]> = {
  'The staff’s list says': [
    ['an order has no line', ({ truth, cod }) => truth.staffList.rows.delete(cod.id)],
    [
      'a line is of another state',
      ({ truth, cod }) => truth.staffList.rows.set(cod.id, rowTextOf({ ...cod, status: 'Shipped' })),
    ],
    ['an order stands under two tabs', ({ truth, cod }) => truth.staffList.tabs.set('ship', [cod.id])],
  ],
  'No order is lost': [
    [
      'an order that was told of is not there',
      ({ witness }) => Object.assign(witness.told[0] as Told, { orderId: 'GONE' }),
    ],
    ['one that was told as placed is not', ({ cod }) => Object.assign(cod, { status: 'Payment Failed' })],
  ],
  'No order is doubled': [
    [
      'one cart became two orders, each under a key of its own',
      ({ witness }) => witness.puts.set('1 tee/M', 1),
    ],
    [
      'one key was answered with two orders',
      ({ witness, told }) => witness.told.push(told({ key: 'one', orderId: 'OTHER' })),
    ],
    ['an order was asked for by nobody', ({ truth }) => truth.attempts.delete('asha:one')],
  ],
  'Every order is what was asked for': [
    ['another line', ({ cod }) => Object.assign(cod.items[0] ?? {}, { quantity: 2 })],
    ['another amount', ({ witness }) => Object.assign(witness.attempts[0] ?? {}, { amountPaise: 1 })],
    ["another shopper's", ({ cod }) => Object.assign(cod, { userId: 'meera' })],
    ["missing from the shop's list", ({ truth }) => truth.listed.all.pop()],
    [
      "missing from its shopper's list",
      ({ truth }) => truth.listed.own.set('asha', truth.listed.all.slice(1)),
    ],
    ['a list names one that is not there', ({ truth }) => truth.listed.all.push('GONE')],
  ],
  'No stock is negative, and none has leaked': [
    ['a field below nothing', ({ truth }) => truth.stock.set('cap:default', -1)],
    ['a piece too many', ({ truth }) => truth.stock.set('tee:M', 9)],
    ['a change by staff that is not there', ({ truth }) => (truth.staffLog = staffLogOf())],
  ],
  'The log of the staff is one chain of hashes': [
    ['an entry is gone', ({ truth }) => truth.staffLog.entries.pop()],
    [
      'an entry is another',
      ({ truth }) => {
        const [first = ''] = truth.staffLog.entries;
        truth.staffLog.entries[0] = first.replace('"pieces":8', '"pieces":9');
      },
    ],
    ['an entry is not beside its subject', ({ truth }) => truth.staffLog.bySubject.clear()],
  ],
  'Every change that staff made is in their log once': [
    ['one is not', ({ truth }) => (truth.staffLog = staffLogOf())],
    ['one is twice', ({ truth }) => (truth.staffLog = staffLogOf(stockAdded, stockAdded))],
    [
      'one was refused',
      ({ witness }) => Object.assign(witness.staff[0] ?? {}, { answer: 'DeskRefused: changed' }),
    ],
    ['one is of nobody', ({ witness }) => witness.staff.pop()],
  ],
  'What staff did to an order stands in it': [
    ['a step that is in no log', ({ cod }) => cod.history.push({ status: 'Processing', at: 2 })],
    [
      'a step that was overwritten',
      ({ truth, cod }) => {
        const step = { before: { status: 'Order Placed' }, after: { status: 'Processing' } };
        truth.staffLog = staffLogOf(stockAdded, { ...step, subject: `order:${cod.id}` });
      },
    ],
    ['another parcel', ({ cod }) => Object.assign(cod, { shipment: { courier: 'X', trackingNumber: '1' } })],
    [
      'a refund that is in no log',
      ({ online }) => Object.assign(online.refunds[0] ?? {}, { reason: 'returned' }),
    ],
    [
      'a refund of the log that is not in it, though all its money went back',
      (run) => {
        refundElsewhere(run);
        run.online.refunds.splice(1, 1);
      },
    ],
    [
      'a refund that was replaced, and its money is not back',
      (run) => {
        refundElsewhere(run);
        run.online.refunds.pop();
      },
    ],
  ],
  'The running sums are': [
    ['a field too high', ({ truth }) => truth.sums.get('sold')?.set('tee:M', 3)],
    ['a book that is gone', ({ truth }) => truth.sums.delete('states')],
    [
      'a field of no order',
      ({ truth }) =>
        truth.sums.get('reserved')?.set('cap:default', 1) ??
        truth.sums.set('reserved', new Map([['cap:default', 1]])),
    ],
  ],
  'What counts as sold is what standing orders hold': [['too few', ({ truth }) => truth.sold.set('tee', 1)]],
  'Open orders on delivery are counted': [
    ['one is not counted', ({ truth }) => truth.cash.clear()],
    [
      'one that is over is still counted',
      ({ truth, online }) => truth.cash.set('phone:9', [online.id, `${online.id}:3`]),
    ],
    [
      'an account has more than it may',
      ({ truth, cod }) => {
        for (const id of ['A', 'B']) truth.orders.set(id, { ...cod, id });
        truth.cash.set('account:asha', [cod.id, 'A', 'B']);
      },
    ],
  ],
  'Pieces kept for online payments are counted': [
    ['one that is paid still is', ({ truth, online }) => truth.kept.set('phone:9', [`${online.id}:1:10000`])],
    ['one that is paid counts as unpaid', ({ truth, online }) => truth.lapsed.set('phone:9', [online.id])],
    [
      'one that is kept is not',
      ({ truth, online }) => truth.orders.set(online.id, { ...online, status: 'Payment Pending' }),
    ],
  ],
  'Nothing waits for ever': [
    ['an order is kept unpaid', ({ online }) => Object.assign(online, { status: 'Payment Pending' })],
  ],
  'Money in = paid orders − refunds, for each order': [
    ['a refund is missing', ({ truth }) => truth.ledger.pop()],
  ],
  'An order that stands and is paid online has its money': [
    ['it stands unpaid', ({ online }) => Object.assign(online, { payment: null })],
    [
      'it came to nothing and has a payment',
      ({ online }) => Object.assign(online, { status: 'Payment Failed' }),
    ],
    ['it is paid in part', ({ online }) => Object.assign(online.payment ?? {}, { amountPaise: 1 })],
  ],
  'Every refund that is wanted was made': [
    [
      'twice',
      ({ truth }) => truth.refunds.push({ ...(truth.refunds[0] as Truth['refunds'][number]), id: 're_2' }),
    ],
    ['never', ({ truth }) => truth.refunds.pop()],
    ['wanted by nobody', ({ online }) => online.refunds.pop()],
    [
      'told as done, and the provider says that it failed',
      ({ truth }) => Object.assign(truth.refunds[0] ?? {}, { status: 'failed' }),
    ],
    [
      'for ever under way',
      ({ truth, online }) => {
        Object.assign(truth.refunds[0] ?? {}, { status: 'pending' });
        Object.assign(online.refunds[0] ?? {}, { doneAt: null });
      },
    ],
    [
      'on a dashboard, and the order does not know it',
      ({ truth }) =>
        truth.refunds.push({
          ...truth.refunds[0],
          id: 're_9',
          key: 're_9',
          paymentId: 'pi_1',
        } as Truth['refunds'][number]),
    ],
    [
      'on a dashboard, and the order knows neither it nor its payment',
      ({ truth }) => {
        const there = { id: 're_9', key: 're_9', paymentId: 'pi_9' };
        truth.refunds.push({ ...truth.refunds[0], ...there } as Truth['refunds'][number]);
      },
    ],
  ],
  'A contested payment marks its order': [
    ['nothing is marked', ({ online }) => Object.assign(online, { disputes: [] })],
    ['nobody contests it', ({ truth }) => truth.disputes.pop()],
    ['it was lost', ({ truth }) => Object.assign(truth.disputes[0] ?? {}, { status: 'lost' })],
  ],
  'An order whose money went back before it left the shop is cancelled': [
    [
      'it would be packed',
      ({ online }) => {
        const [refund] = online.refunds;
        if (refund) online.refunds.push({ ...refund, key: 'pi_1-1', paymentId: 'pi_1', providerId: 're_3' });
      },
    ],
  ],
  'What only the owner can end is shown to the owner': [
    ['nothing is there', ({ truth, cod }) => truth.needsOwner.push(cod.id)],
    [
      'a failed refund is not shown',
      ({ online }) =>
        Object.assign(online.refunds[0] ?? {}, { failure: { at: 5, why: 'declined', isProviders: true } }),
    ],
  ],
  'Whoever was told that nothing was charged was not': [
    [
      'by an answer about an order',
      ({ witness }) => {
        for (const one of witness.told) if (one.code === 'unavailable') one.askedAt = AT + 1;
      },
    ],
    [
      'by the answer to a request for one',
      ({ witness, truth, told }) => {
        truth.ledger.pop();
        const message = orderMessages.piecesGone;
        witness.told.push(told({ askedAt: AT + 1, code: 'out-of-stock', status: 409, key: 'two', message }));
      },
    ],
    ['by a notification', ({ truth }) => Object.assign(truth.deniedCharges[0] ?? {}, { since: AT + 1 })],
    ['by a letter', ({ truth }) => Object.assign(truth.deniedCharges[1] ?? {}, { since: AT + 1 })],
  ],
  'Whoever was refused, or gave a request up, got no order by it': [
    [
      'it stands beside the next',
      ({ truth, cod, witness }) => {
        truth.attempts.set('asha:no', cod.id);
        witness.told.splice(3, 1);
        witness.told.push({ ...(witness.told[0] as Told), route: 'order.giveUp', key: 'no', orderId: null });
      },
    ],
    ['it stands', ({ truth, cod }) => truth.attempts.set('asha:no', cod.id).delete('asha:one')],
    [
      'it was cancelled since',
      ({ truth, cod }) => {
        truth.attempts.set('asha:no', cod.id).delete('asha:one');
        cod.history.push({ status: 'Cancelled', at: 9 });
        cod.status = 'Cancelled';
      },
    ],
  ],
  'What was called sold out could be': [
    [
      'fewer are left than can be',
      ({ witness }) => Object.assign(witness.told[3]?.short[0] ?? {}, { left: 0 }),
    ],
    ['enough are left', ({ witness }) => Object.assign(witness.told[3]?.short[0] ?? {}, { left: 9 })],
    [
      'pieces of an order are called gone',
      ({ witness, online, told }) => {
        const message = orderMessages.piecesGone;
        witness.told.push(told({ code: 'out-of-stock', status: 409, orderId: online.id, message }));
      },
    ],
  ],
  'Whoever was told that it is already placed has that order': [
    ['it never was', ({ online }) => online.history.splice(3)],
    [
      'another cart is',
      ({ witness, told }) => {
        witness.told.push(told({ code: 'already-placed', status: 409, key: 'no' }));
        Object.assign(witness.attempts[2] ?? {}, { lines: [['cap/default', 1]] });
      },
    ],
  ],
  "A shopper's list holds every order that they were told of before": [
    ['one is missing', ({ witness, cod }) => Object.assign(witness.told[5] as Told, { listed: [cod.id] })],
  ],
  'Every change that a shopper must know stands in their notifications': [
    ['nothing was said', ({ truth }) => truth.notifications.get('asha')?.shift()],
    [
      'it was said twice',
      ({ truth, cod }) =>
        truth.notifications.get('asha')?.push({ id: `${cod.id}-1-order-placed`, message: '' }),
    ],
  ],
  'Every answer of the shop is one of the contract': [
    ['one is not', ({ witness }) => Object.assign(witness.told[0] as Told, { breach: '500 is not JSON' })],
  ],
  'No forged or old webhook was believed': [['one was', ({ city }) => city.falsified.believed.push('old')]],
  'Invoices and credit notes are numbered without gap or double in each financial year': [
    [
      'a gap',
      ({ truth, online }) => {
        Object.assign(online.invoice ?? {}, { number: 2 });
        truth.series.set('IN:26-27', [`2 ${online.id}`]);
      },
    ],
    [
      'of another year',
      ({ online }) => Object.assign(online.invoice ?? {}, { issuedAt: Date.parse('2027-04-02') }),
    ],
    ['a number that no order has', ({ truth }) => truth.series.get('IN:26-27')?.push('2 OTHER')],
    [
      'paid without an invoice',
      ({ online, truth }) => {
        delete online.invoice;
        truth.series.clear();
      },
    ],
  ],
  'A code is held by one order at most': [
    ['it is noted for another', ({ truth }) => truth.codeOrders.set('TAANA', 'OTHER')],
    ['two hold it', ({ online, cod }) => Object.assign(online, { discount: cod.discount })],
  ],
  'A code is used once by an account': [
    [
      'two orders of one account have codes',
      ({ truth, cod }) => {
        const discount = { code: 'OTHER', percent: 10, paise: 0 };
        truth.orders.set('B', { ...cod, id: 'B', discount, address: { ...cod.address, phone: '1' } });
      },
    ],
    [
      'two orders of one phone number have codes',
      ({ truth, cod }) => {
        const discount = { code: 'OTHER', percent: 10, paise: 0 };
        truth.orders.set('B', { ...cod, id: 'B', userId: 'ravi', discount });
      },
    ],
  ],
  'Nothing that was put into a cart is lost': [
    ['of a shopper who never tried to order', ({ truth }) => truth.carts.clear()],
    [
      'of one whose orders came to nothing',
      ({ truth, witness, cod, online }) => {
        for (const order of [cod, online])
          Object.assign(order, { history: [{ status: 'Payment Failed', at: 1 }] });
        truth.carts.set('meera', { 'tee:M': 1 });
        witness.accounts.push({ shopper: 1, email: '', userId: 'asha', cart: { 'tee/M': 1 } });
      },
    ],
  ],
  'Every letter that is due was sent': [
    ['one was not', ({ truth }) => truth.mails.pop()],
    ['one about a parcel that arrived', (run) => deliver(run) && run.truth.mails.pop()],
    ['one is still to be sent', ({ truth }) => truth.lettersLeft.push('X:placed')],
  ],
  'No key is left behind without an owner': [
    ['a cart of nobody', ({ truth }) => truth.keys.push({ name: 'cart:nobody', ttl: null })],
    [
      'work that is in hand for ever',
      ({ truth }) => truth.keys.push({ name: 'in-hand:reconciliation', ttl: null }),
    ],
  ],
  'No process of functions ended by itself': [
    ['one did', ({ fates }) => fates.ended.push('ended by itself (1)')],
  ],
  'Afterwards the shop sells': [
    ['it does not', ({ witness }) => Object.assign(witness.afterwards[0] ?? {}, { problem: 'unavailable' })],
  ],
};

/** Staff refund a piece; the whole payment is refunded on the dashboard before the provider hears of it. */
function refundElsewhere({ truth, online }: Run): void {
  const refund: Order['refunds'][number] = {
    ...{ key: 'pi_1-1', provider: 'stripe', paymentId: 'pi_1', amountPaise: 4_000, reason: 'returned' },
    ...{ wantedAt: 5, doneAt: null, providerId: null, isReplaced: true },
  };
  const whole = {
    key: 're_5',
    providerId: 're_5',
    amountPaise: 10_000,
    reason: 'elsewhere',
    doneAt: 6,
  } as const;
  online.refunds.push(refund, { ...refund, ...whole, isReplaced: false });
  const before = { status: 'Order Placed', refundedPaise: 0 };
  const entry = { action: 'orders.refund', subject: `order:${online.id}`, before };
  truth.staffLog = staffLogOf(stockAdded, { ...entry, after: { ...before, refundedPaise: 4_000 } });
}

/** The parcel arrived before the first email of its order could be sent. */
function deliver({ truth, cod }: Run): number {
  cod.status = 'Delivered';
  truth.mails.shift();
  return truth.mails.push(mailOf(cod.id, 'delivered'));
}

/** Its shopper put one piece into the cart, read that its order is paid, and wanted another. */
function wantTwice({ witness, online, told }: Run): void {
  witness.puts.set('1 tee/M', 1);
  const message = orderMessages.paidMeanwhile(shortOrderId(online.id));
  witness.told.push(told({ route: 'order.stripe', status: 400, code: 'invalid', key: 'no', message }));
}

/** By how it begins, as the table above has it. */
const called = (rule: string) => Object.keys(failures).find((name) => rule.startsWith(name)) ?? rule;
const brokenIn = (run: Run) =>
  findings(run)
    .filter(({ broken }) => broken.length > 0)
    .map(({ rule }) => called(rule));

test('a run in which all is as it should be breaks no rule, and every rule has something to look at', () => {
  expect(findings(aRun()).filter(({ broken, looked }) => broken.length > 0 || looked === 0)).toEqual([]);
});

test.each([
  ['What staff did to an order stands in it', 'a refund that a dashboard overtook', refundElsewhere],
  ['No order is doubled', 'a second order that its shopper was asked about', wantTwice],
  ['Every letter that is due was sent', 'a parcel that arrived before its first email', deliver],
] as const)('this does not break: %s (%s)', (rule, _what, change) => {
  const run = aRun();
  change(run);
  expect(brokenIn(run)).not.toContain(rule);
});

test('every rule is known to fail', () => {
  const known = findings(aRun()).map(({ rule }) => called(rule));
  expect(known.toSorted()).toEqual(Object.keys(failures).toSorted());
});

const cases = Object.entries(failures).flatMap(([rule, ways]) =>
  ways.map(([what, spoil]) => [rule, what, spoil] as const),
);

test.each(cases)('a run is found out in which this does not hold: %s (%s)', (rule, _what, spoil) => {
  const run = aRun();
  spoil(run);
  expect(brokenIn(run)).toContain(rule);
});
