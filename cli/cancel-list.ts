/** `orders cancel-list`: cancels many orders that nobody intends to pay, at once. */
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { changeBy, commandLine } from '../netlify/services/desk/order-log.ts';
import { Refused } from '../netlify/services/refusal.ts';
import type { Match, OrderFilter } from '../netlify/services/order-filter.ts';
import { counted } from '../src/domain/counted.ts';
import { piecesIn } from '../src/domain/cash-order.ts';
import { formatPrice } from '../src/domain/money.ts';
import { type OrderStatus, paymentMethods, shortOrderId } from '../src/domain/order.ts';
import { NETWORK_MARK, networkMark } from '../src/domain/order-search-terms.ts';
import { phoneFromInput } from '../src/domain/phone.ts';
import { SetupError } from '../scripts/setup.mjs';
import { connect } from './connect.ts';
import { momentMs } from './days.ts';
import { leaveUnfinished, needSnapshot, unreadableOrders } from './open.ts';
import { orderCells, orderColumns } from './order-money.ts';
import { progress } from './progress.ts';
import { table } from './table.ts';

interface Options {
  since?: string;
  until?: string;
  payment?: string;
  status?: string;
  state?: string;
  phone?: string;
  pin?: string;
  network?: string;
  email?: string;
  yes?: true;
}

/** @param statusOf reads a status like the other commands */
export function cancelListCommand(orders: Command, statusOf: (typed: string) => OrderStatus): void {
  orders
    .command('cancel-list')
    .description(
      'Cancel all orders that match: shows them and asks first; stock and refunds as with "cancel"',
    )
    .option('--since <time>', 'placed since this time: 2026-11-20, "2026-11-20 18:30", or 90m or 6h (ago)')
    .option('--until <time>', 'placed until this time, in the same formats')
    .option('--payment <way>', paymentMethods.join(', '))
    .option('--status <status>', 'only this status; shipped orders only if named')
    .option('--state <state>', 'addresses in this state')
    .option('--pin <digits>', 'PIN codes that start with these digits')
    .option('--phone <number>', 'orders with this phone number')
    .option(
      '--network <hash>',
      `ordered from this network, as "orders show" prints it, or its first ${NETWORK_MARK} characters`,
    )
    .option('--email <what>', 'email of the account: confirmed or unconfirmed')
    .option('--yes', 'do not ask')
    .action((options: Options) => cancelList(options, statusOf));
}

async function cancelList(options: Options, statusOf: (typed: string) => OrderStatus): Promise<void> {
  const filter = filterOf(options, statusOf);
  await needSnapshot();
  await connect();
  const { cancellableOrders } = await import('../netlify/services/order-filter.ts');
  const unreadable = unreadableOrders();
  const matches = await cancellableOrders(filter, unreadable.onUnreadable);
  unreadable.tell();
  if (matches.length === 0) {
    console.log('No such orders that could be cancelled.');
    return;
  }
  show(matches);
  if (!options.yes && !(await isSure(matches.length))) {
    throw new SetupError('Nothing was cancelled; use --yes to cancel without a question.');
  }
  await cancelAll(matches);
}

/** @throws SetupError */
function filterOf(options: Options, statusOf: (typed: string) => OrderStatus): OrderFilter {
  const { since, until, payment, status, state, phone, pin, network, email } = options;
  if (Object.keys(options).every((name) => name === 'yes')) {
    throw new SetupError('Use a filter: without one, all orders of the shop would be cancelled.');
  }
  const mustBe = (isRight: boolean, problem: string) => {
    if (!isRight) throw new SetupError(problem);
  };
  const method = paymentMethods.find((each) => each === payment);
  mustBe(payment === undefined || method !== undefined, `--payment must be ${paymentMethods.join(', ')}.`);
  mustBe(
    email === undefined || ['confirmed', 'unconfirmed'].includes(email),
    '--email must be confirmed or unconfirmed.',
  );
  mustBe(pin === undefined || /^\d{1,6}$/.test(pin), '--pin must be one to six digits.');
  mustBe(
    network === undefined || network.length >= NETWORK_MARK,
    `--network must have ${NETWORK_MARK} characters or more.`,
  );
  return {
    from: since === undefined ? undefined : momentMs('--since', since, 'begin'),
    to: until === undefined ? undefined : momentMs('--until', until, 'end'),
    status: status === undefined ? undefined : statusOf(status),
    method,
    state,
    pin,
    network,
    phone: phone === undefined ? undefined : phoneFromInput(phone),
    isConfirmed: email === undefined ? undefined : email === 'confirmed',
  };
}

function show(matches: readonly Match[]): void {
  const rows = matches.map(({ order, isConfirmed }) => [
    ...orderCells(order),
    `${order.address.firstName} ${order.address.lastName}, ${order.address.city} ${order.address.zipcode}`,
    `+${order.address.phone}`,
    isConfirmed ? 'confirmed' : 'unconfirmed',
    networkMark(order.network ?? ''),
  ]);
  console.log(table([...orderColumns, 'To', 'Phone', 'Email', 'Network'], rows));
  const pieces = matches.reduce((sum, { order }) => sum + piecesIn(order), 0);
  const paise = matches.reduce((sum, { order }) => sum + order.totalPaise, 0);
  console.log(`\n${counted(matches.length, 'order')}, ${counted(pieces, 'piece')}, ${formatPrice(paise)}.`);
}

/** Without a terminal, as in a script, the answer is no. */
async function isSure(count: number): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await asking.question(`Cancel ${counted(count, 'order')}? Type ${count} to continue: `);
  asking.close();
  return typed.trim() === `${count}`;
}

/** Cancels one by one: an order that has changed since the list was made is reported and not changed. */
async function cancelAll(matches: readonly Match[]): Promise<void> {
  const { cancelOrder } = await import('../netlify/services/order-admin.ts');
  const bar = progress('Orders', matches.length);
  let done = 0;
  try {
    for (const { order } of matches) {
      const short = shortOrderId(order.id);
      try {
        const { left } = await cancelOrder(order.id, changeBy(commandLine, 'cancel', null));
        done += 1;
        for (const sentence of left) bar.say(`✗ ${short}: ${sentence}`);
        if (left.length > 0) leaveUnfinished();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        bar.say(`✗ ${error.message}`);
        leaveUnfinished();
      }
      bar.step();
    }
  } finally {
    bar.end();
  }
  console.log(`${counted(done, 'order')} cancelled; their pieces are back in stock.`);
}
