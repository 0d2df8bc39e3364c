/** The commands for discount codes: `codes list` and `codes show <code>`. */
import type { Command } from 'commander';
import { Refused } from '../netlify/services/refusal.ts';
import { type CodeInUse, readCodes, readMade } from '../netlify/storage/discount-codes.ts';
import { codeFrom } from '../src/domain/discount.ts';
import { connect } from './connect.ts';
import { timeOf } from './days.ts';
import { table } from './table.ts';

export function codeCommands(program: Command): void {
  const codes = program.command('codes').description('Discount codes');
  codes
    .command('list')
    .description('List codes with discount, state and order; anyone with a code can use it')
    .action(list);
  codes.command('show <code>').description('Show one code; case and dashes do not matter').action(show);
}

async function list(): Promise<void> {
  await connect();
  const all = await readCodes();
  console.log(all.length === 0 ? 'There are no codes.' : tableOf(all));
}

async function show(typed: string): Promise<void> {
  await connect();
  const code = codeFrom(typed);
  const found = code === null ? null : await readMade(code);
  if (!found) throw new Refused('not-found', `There is no code "${typed}".`);
  console.log(tableOf([found]));
}

function tableOf(codes: readonly CodeInUse[]): string {
  return table(
    ['Code', 'Off', 'Made', 'Until', 'State'],
    codes.map((each) => [
      each.code,
      `${each.percent}%`,
      timeOf(each.madeAt),
      timeOf(each.expiresAt),
      stateOf(each),
    ]),
  );
}

function stateOf({ orderId, expiresAt }: CodeInUse): string {
  if (orderId !== null) return `order ${orderId}`;
  return expiresAt <= Date.now() ? 'expired' : 'free';
}
