/** The commands `orders …`. */
import type { Command } from 'commander';
import { paymentMessages } from '../src/contract/messages/payment.ts';
import { formatPrice } from '../src/domain/money.ts';
import { type Order, type OrderStatus, shortOrderId, transitions } from '../src/domain/order.ts';
import { serialOf } from '../src/domain/tax-document.ts';
import { withoutControls } from '../src/domain/text-limits.ts';
import { SetupError } from '../scripts/setup.mjs';
import { cancelListCommand } from './cancel-list.ts';
import { connect } from './connect.ts';
import { spanOf, timeOf } from './days.ts';
import { needSnapshot, unreadableOrders } from './open.ts';
import { moneyCommands } from './money.ts';
import { ORDER_ID, orderCells, orderColumns, paymentFacts, tell } from './order-money.ts';
import { progress } from './progress.ts';
import { changeBy, commandLine } from '../netlify/services/desk/order-log.ts';
import { wholeNumber } from '../netlify/services/stock-csv.ts';
import { table } from './table.ts';

const statuses = Object.keys(transitions) as OrderStatus[];

/** Imported after the shop is open, because the services read the catalogue on import. */
async function openDesk() {
  await needSnapshot();
  await connect();
  return {
    ...(await import('../netlify/services/order-admin.ts')),
    ...(await import('../netlify/services/order-lookup.ts')),
  };
}

export function orderCommands(program: Command): void {
  const orders = program.command('orders').description('List, show and change orders');
  orders
    .command('list')
    .description('List orders, newest first')
    .option('--status <status>', `only orders with this status: ${statuses.join(', ')}`)
    .option('--from <day>', 'placed on this day or later, such as 2026-11-20')
    .option('--to <day>', 'placed on this day or before')
    .option('--most <n>', 'maximum number of orders', '20')
    .action(list);
  orders.command('show').description('Show all data of an order').argument('<id>', ORDER_ID).action(show);
  orders
    .command('process')
    .description('Mark as being packed: Order Placed → Processing')
    .argument('<ids...>', `${ORDER_ID}; several ids: all change, or none`)
    .action((ids: string[]) => move(ids, 'Processing'));
  orders
    .command('ship')
    .description('Mark as shipped: Processing → Shipped')
    .argument('<id>', ORDER_ID)
    .requiredOption('--courier <name>', 'such as Delhivery')
    .requiredOption('--tracking <number>', 'tracking number of the courier')
    .option('--anyway', 'ship even if the payment provider does not answer')
    .action(ship);
  orders
    .command('deliver')
    .description('Mark as delivered: Shipped → Delivered; also marks cash on delivery as paid')
    .argument('<ids...>', `${ORDER_ID}; several ids: all change, or none`)
    .action((ids: string[]) => move(ids, 'Delivered'));
  orders
    .command('cancel')
    .description('Cancel an order: returns its pieces to stock and refunds online payments')
    .argument('<id>', ORDER_ID)
    .action(cancel);
  cancelListCommand(orders, statusOf);
  moneyCommands(orders);
}

interface ListOptions {
  status?: string;
  from?: string;
  to?: string;
  most: string;
}

async function list({ status, most, ...days }: ListOptions): Promise<void> {
  const limit = wholeNumber('--most', most);
  const wanted = { status: status === undefined ? undefined : statusOf(status), ...spanOf(days) };
  const { listOrders } = await openDesk();
  const unreadable = unreadableOrders();
  const found = await listOrders({ ...wanted, most: limit + 1 }, unreadable.onUnreadable);
  unreadable.tell();
  const orders = found.slice(0, limit);
  if (orders.length === 0) {
    console.log('No such orders.');
    return;
  }
  const rows = orders.map((order) => {
    const { firstName, lastName, city } = order.address;
    return [...orderCells(order), `${firstName} ${lastName}, ${city}`];
  });
  console.log(table([...orderColumns, 'To'], rows));
  if (found.length > limit) console.log(`There are more; --most ${limit * 2} shows twice as many.`);
}

/** `Order Placed`, `order-placed` and `placed` are one status. @throws SetupError */
function statusOf(typed: string): OrderStatus {
  const wanted = typed.trim().toLowerCase().replaceAll('-', ' ');
  const status = statuses.find((each) =>
    [each, each.split(' ').at(-1)].some((name) => name?.toLowerCase() === wanted),
  );
  if (status) return status;
  throw new SetupError(`There is no status "${typed}"; use one of: ${statuses.join(', ')}.`);
}

async function show(id: string): Promise<void> {
  const { findOrder } = await openDesk();
  console.log(describe(await findOrder(id)));
}

function describe(order: Order): string {
  const { address, shipment, items, history, references } = order;
  const facts = [
    ['Order', `${order.id} (${shortOrderId(order.id)})`],
    ['Placed', timeOf(order.placedAt)],
    ['Status', order.status],
    ['Payment', paymentOf(order)],
    ...references.map(({ provider, id, at }) => [
      '',
      `${paymentMessages.called[provider]} ${id}, ${timeOf(at)}`,
    ]),
    ['Shopper', `${address.firstName} ${address.lastName}, ${address.email}, +${address.phone}`],
    ...(order.network === undefined ? [] : [['Network', order.network]]),
    [
      'Address',
      `${address.street}, ${address.city}, ${address.state} ${address.zipcode}, ${address.country}`,
    ],
    ...documentsOf(order),
    ...(shipment ? [['Parcel', `${shipment.courier}, ${shipment.trackingNumber}`]] : []),
  ];
  const width = Math.max(...facts.map(([name = '']) => name.length));
  const bought = table(
    ['Product', 'Size', 'Pieces', 'Price', 'Amount'],
    [
      ...items.map(({ name, size, quantity, pricePaise }) => {
        return [name, size, quantity, formatPrice(pricePaise), formatPrice(pricePaise * quantity)];
      }),
      ...(order.discount
        ? [[`Code ${order.discount.code}`, '', '', '', `-${formatPrice(order.discount.paise)}`]]
        : []),
      ['Shipping fee', '', '', '', formatPrice(order.feePaise)],
      ['Total', '', '', '', formatPrice(order.totalPaise)],
    ],
  );
  const changes = table(
    ['Since', 'Status'],
    history.map(({ status, at }) => [timeOf(at), status]),
  );
  return [
    facts.map(([name = '', fact = '']) => `${name.padEnd(width)}  ${withoutControls(fact)}`).join('\n'),
    bought,
    changes,
    ...paymentFacts(order),
  ].join('\n\n');
}

function documentsOf({ invoice, creditNotes = [] }: Order): string[][] {
  if (!invoice) return [];
  return [
    ['Invoice', `${serialOf('IN', invoice)}, ${timeOf(invoice.issuedAt)}`],
    ...creditNotes.map((note) => ['Credit note', `${serialOf('CN', note)}, ${timeOf(note.issuedAt)}`]),
  ];
}

function paymentOf({ paymentMethod, paid, payment }: Order): string {
  const name = paymentMessages.called[paymentMethod];
  if (payment)
    return `${name}, ${formatPrice(payment.amountPaise)} came in ${timeOf(payment.at)} (${payment.id})`;
  return `${name}, ${paid ? 'paid' : 'not paid'}`;
}

/** Finds and checks every order before it changes the first. */
async function move(ids: readonly string[], status: 'Processing' | 'Delivered'): Promise<void> {
  const desk = await openDesk();
  const { refuseUnlessItCanBecome } = await import('../netlify/services/order-rules.ts');
  const found = new Map<string, Order>();
  for (const id of ids) {
    const order = await desk.findOrder(id);
    refuseUnlessItCanBecome(order, status);
    found.set(order.id, order);
  }
  const verb = status === 'Processing' ? desk.processOrder : desk.deliverOrder;
  const by = changeBy(commandLine, status === 'Processing' ? 'pack' : 'deliver', null);
  const bar = progress('Orders', found.size);
  try {
    for (const id of found.keys()) {
      tell(await verb(id, by), bar.say);
      bar.step();
    }
  } finally {
    bar.end();
  }
}

interface ShipOptions {
  courier: string;
  tracking: string;
  anyway?: true;
}

async function ship(id: string, { courier, tracking, anyway }: ShipOptions): Promise<void> {
  const { findOrder, shipOrder } = await openDesk();
  const { ProviderSilent, Refused } = await import('../netlify/services/refusal.ts');
  const order = await findOrder(id);
  const shipment = { courier, trackingNumber: tracking, isAnyway: anyway === true };
  try {
    tell(await shipOrder(order.id, shipment, changeBy(commandLine, 'ship', null)));
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    throw new Refused(error.code, `${error.message} Try again; --anyway ships it without an answer.`);
  }
}

async function cancel(id: string): Promise<void> {
  const { findOrder, cancelOrder } = await openDesk();
  const order = await findOrder(id);
  tell(await cancelOrder(order.id, changeBy(commandLine, 'cancel', null)));
}
