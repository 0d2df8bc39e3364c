/** `orders money`, `orders refund-again` and `orders release` of the owner's command line. */
import type { Command } from 'commander';
import { formatPrice } from '../../src/domain/money.ts';
import { shortOrderId } from '../../src/domain/order.ts';
import { connect } from './connect.ts';
import { timeOf } from './days.ts';
import { needSnapshot } from './open.ts';
import { tell } from './order-money.ts';
import { table } from './table.ts';

const ID = 'the whole id, or its last six characters or more';

/** As imported once the shop is open: the services read the catalogue at once. */
async function openDesks() {
  await needSnapshot();
  await connect();
  const { findOrder } = await import('../../netlify/services/order-desk.ts');
  return { findOrder, ...(await import('../../netlify/services/money-desk.ts')) };
}

/** @param orders the command that they are parts of */
export function moneyCommands(orders: Command): void {
  orders
    .command('money')
    .description('what waits for you: refunds that failed, and payments that are contested or lost')
    .action(list);
  orders
    .command('refund-again')
    .description(
      'send the failed refunds of an order once more; the provider is asked first what became of them',
    )
    .argument('<id>', ID)
    .action(refundAgain);
  orders
    .command('release')
    .description('let an order go on whose payment is contested, or was lost')
    .argument('<id>', ID)
    .action(release);
}

async function list(): Promise<void> {
  const { listTroubles } = await openDesks();
  const troubles = await listTroubles();
  if (troubles.length === 0) {
    console.log('Nothing waits for you.');
    return;
  }
  const rows = troubles.map(({ order, since, amountPaise, what }) => [
    ...[shortOrderId(order.id), order.status, formatPrice(amountPaise), timeOf(since), what],
  ]);
  console.log(table(['Order', 'Status', 'Amount', 'Since', 'What'], rows));
}

async function refundAgain(id: string): Promise<void> {
  const desks = await openDesks();
  tell(await desks.refundAgain((await desks.findOrder(id)).id));
}

async function release(id: string): Promise<void> {
  const desks = await openDesks();
  const { id: orderId } = await desks.findOrder(id);
  tell(await desks.releaseOrder(orderId));
  console.log(`${shortOrderId(orderId)}: released`);
}
