/** The payment commands of `orders`. */
import type { Command } from 'commander';
import { formatPrice, paiseFromRupees } from '../src/domain/money.ts';
import { shortOrderId } from '../src/domain/order.ts';
import { SetupError } from '../scripts/setup.mjs';
import type { OrderVerb } from '../src/contract/desk-orders.ts';
import { changeBy, commandLine } from '../netlify/services/desk/order-log.ts';
import { connect } from './connect.ts';
import { timeOf } from './days.ts';
import { needSnapshot } from './open.ts';
import { ORDER_ID, tell } from './order-money.ts';
import { table } from './table.ts';

const byOwner = (verb: OrderVerb) => changeBy(commandLine, verb, null);

/** Imported after the shop is open, because the services read the catalogue on import. */
async function openDesks() {
  await needSnapshot();
  await connect();
  const { findOrder } = await import('../netlify/services/order-lookup.ts');
  return { findOrder, ...(await import('../netlify/services/refund-admin.ts')) };
}

/** @param orders the parent command */
export function moneyCommands(orders: Command): void {
  orders
    .command('refund')
    .description('Refund an online payment; stock changes only with "stock set"')
    .argument('<id>', ORDER_ID)
    .option('--amount <rupees>', 'such as 499 or 499.50; default: everything that is not refunded yet')
    .action(refund);
  orders
    .command('money')
    .description(
      'List what needs you: failed refunds, disputed payments, orders that cannot be checked, emails that could not be sent',
    )
    .action(list);
  orders
    .command('refund-again')
    .description('Send failed refunds again, after asking the provider')
    .argument('<id>', ORDER_ID)
    .action(refundAgain);
  orders
    .command('refund-by-hand')
    .description('Mark a failed refund as paid by you, by UPI or bank transfer; sends no money')
    .argument('<id>', ORDER_ID)
    .requiredOption('--note <words>', 'how you paid it, such as "UTR 412345678901"; the shopper can read it')
    .option('--amount <rupees>', 'amount of the refund, if several have failed')
    .action(refundByHand);
  orders
    .command('release')
    .description('Release an order with a disputed payment')
    .argument('<id>', ORDER_ID)
    .action(release);
}

/** Some problems concern no order. */
const unknown = (orderId: string) => (orderId === '' ? '' : '?');

async function list(): Promise<void> {
  const { listOwnerTasks } = await openDesks();
  const troubles = await listOwnerTasks();
  if (troubles.length === 0) {
    console.log('Nothing is waiting for you.');
    return;
  }
  const rows = troubles.map(({ orderId, order, since, amountPaise, what }) => [
    shortOrderId(orderId),
    order?.status ?? unknown(orderId),
    amountPaise === null ? unknown(orderId) : formatPrice(amountPaise),
    timeOf(since),
    what,
  ]);
  console.log(table(['Order', 'Status', 'Amount', 'Since', 'What'], rows));
}

async function refundAgain(id: string): Promise<void> {
  const desks = await openDesks();
  tell(await desks.refundAgain((await desks.findOrder(id)).id, byOwner('refundAgain')));
}

async function refundByHand(id: string, { note, amount }: { note: string; amount?: string }): Promise<void> {
  const meant = amount === undefined ? null : paiseOf(amount);
  const desks = await openDesks();
  tell(await desks.refundByHand((await desks.findOrder(id)).id, note, meant, byOwner('refundByHand')));
}

async function release(id: string): Promise<void> {
  const desks = await openDesks();
  const { id: orderId } = await desks.findOrder(id);
  tell(await desks.allowDisputedOrder(orderId, byOwner('release')));
  console.log(`${shortOrderId(orderId)}: released`);
}

async function refund(id: string, { amount }: { amount?: string }): Promise<void> {
  const wanted = amount === undefined ? 'all' : paiseOf(amount);
  const desks = await openDesks();
  tell(await desks.refundOrder((await desks.findOrder(id)).id, wanted, byOwner('refund')));
}

/** Reads `499`, `499.50` or `₹1,299.00` as paise. @throws SetupError */
function paiseOf(typed: string): number {
  const plain = typed.replace(/^₹/, '').replaceAll(',', '');
  const paise = /^\d+(?:\.\d{1,2})?$/.test(plain) ? paiseFromRupees(Number(plain)) : null;
  if (paise !== null) return paise;
  throw new SetupError(`--amount must be rupees such as 499 or 499.50, not "${typed}".`);
}
