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
import { tell } from './order-money.ts';
import { table } from './table.ts';

const ID = 'the whole id, or its last six characters or more';

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
    .description(
      'send money that came in online back, after a return; pieces come back into stock by "stock set" alone',
    )
    .argument('<id>', ID)
    .option('--amount <rupees>', 'such as 499 or 499.50; without it all that is left')
    .action(refund);
  orders
    .command('money')
    .description(
      'what is waiting for you: refunds that failed, payments that are contested or lost, orders that cannot be checked, emails that were given up',
    )
    .action(list);
  orders
    .command('refund-again')
    .description(
      'send the failed refunds of an order once more; the provider is asked first what became of them',
    )
    .argument('<id>', ID)
    .action(refundAgain);
  orders
    .command('refund-by-hand')
    .description('mark a failed refund as paid by you, by UPI or bank transfer; nothing is sent')
    .argument('<id>', ID)
    .requiredOption('--note <words>', 'how you paid it, such as "UTR 412345678901"; its shopper reads it')
    .option('--amount <rupees>', 'of the refund that is meant, when several have failed')
    .action(refundByHand);
  orders
    .command('release')
    .description('let an order go on whose payment is contested, or was lost')
    .argument('<id>', ID)
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
    ...[shortOrderId(orderId), order?.status ?? unknown(orderId)],
    amountPaise === null ? unknown(orderId) : formatPrice(amountPaise),
    ...[timeOf(since), what],
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
