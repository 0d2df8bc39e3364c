/** The command `reconcile`. */
import type { Command } from 'commander';
import { counted } from '../src/domain/counted.ts';
import { formatPrice } from '../src/domain/money.ts';
import { shortOrderId } from '../src/domain/order.ts';
import { commandLine, logReconciled, logReconciling } from '../netlify/services/desk/order-log.ts';
import { connect } from './connect.ts';
import { leaveUnfinished, needSnapshot } from './open.ts';
import { progress } from './progress.ts';
import { table } from './table.ts';

export function reconcileCommand(program: Command): void {
  program
    .command('reconcile')
    .description(
      'Ask the payment providers now about every open payment, retry refunds and send due emails; exit code 2 if a ' +
        'provider or the mail server did not answer',
    )
    .action(run);
}

async function run(): Promise<void> {
  await needSnapshot();
  await connect();
  const { reconcile } = await import('../netlify/services/order-admin.ts');
  await logReconciling(commandLine);
  let bar = progress('Orders', 0);
  const begin = (count: number) => {
    bar = progress('Orders', count);
  };
  const reconciled = reconcile(begin, () => bar.step()).finally(() => bar.end());
  const { checked: all, unseen, unsentEmails } = await reconciled;
  await logReconciled(commandLine, all);
  const changed = all.filter(({ before, after, refundsDone }) => before !== after || refundsDone > 0);
  const problems = all.flatMap(({ order, problems: of }) => of.map((problem) => ({ order, problem })));
  console.log(`${counted(all.length, 'order')} checked, ${changed.length} changed.`);
  if (changed.length > 0) {
    const rows = changed.map(({ order, before, after, refundsDone }) => [
      shortOrderId(order.id),
      before === after ? after : `${before} → ${after}`,
      formatPrice(order.totalPaise),
      refundsDone === 0 ? '' : counted(refundsDone, 'refund'),
    ]);
    console.log(`\n${table(['Order', 'Status', 'Amount', 'Sent back'], rows)}`);
  }
  if (problems.length > 0) {
    const rows = problems.map(({ order, problem }) => [shortOrderId(order.id), order.status, problem]);
    console.log(`\n${table(['Order', 'Status', 'Problem'], rows)}`);
    leaveUnfinished();
  }
  for (const id of unseen) {
    console.log(`\n✗ ${shortOrderId(id)} cannot be checked; "orders money" says why after the last retry.`);
    leaveUnfinished();
  }
  if (unsentEmails > 0) {
    console.log(`\n✗ ${counted(unsentEmails, 'email')} could not be sent (SMTP_URL, MAIL_FROM, SITE_URL).`);
    leaveUnfinished();
  }
}
