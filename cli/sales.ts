/** The command `sales`. */
import type { Command } from 'commander';
import { SALES_COLUMNS, salesRow } from '../netlify/services/sales-csv.ts';
import { paymentMessages } from '../src/contract/messages/payment.ts';
import { bestSellersShown } from '../src/domain/config.ts';
import { formatPrice } from '../src/domain/money.ts';
import { sum, type SalesTotals } from '../src/domain/sales.ts';
import { connect } from './connect.ts';
import { writeCsv } from './csv.ts';
import { daysOrMonth } from './days.ts';
import { needSnapshot, unreadableOrders } from './open.ts';
import { table } from './table.ts';

export function salesCommand(program: Command): void {
  program
    .command('sales')
    .description(
      'Show sales by day, payment method and product. Counts placed orders that are not cancelled, on the day of the ' +
        'order; refunds are of online payments only',
    )
    .option('--from <day>', 'first day, such as 2026-11-01; default: the first day of this month')
    .option('--to <day>', 'last day; default: today')
    .option('--csv', `print CSV, one line per day and payment method (${SALES_COLUMNS.join(', ')})`)
    .action(run);
}

interface Options {
  from?: string;
  to?: string;
  csv?: boolean;
}

async function run({ csv, ...days }: Options): Promise<void> {
  const { first, last, start, end } = daysOrMonth(days);
  await needSnapshot();
  await connect();
  const { sales } = await import('../netlify/services/sales.ts');
  const unreadable = unreadableOrders();
  const { lines, bestSellers } = await sales(start, end, unreadable.onUnreadable);
  unreadable.tell();
  if (csv) {
    await writeCsv(SALES_COLUMNS, lines.map(salesRow), {});
    return;
  }
  if (lines.length === 0) {
    console.log(`Nothing was sold from ${first} to ${last}.`);
    return;
  }
  const headings = ['Orders', 'Pieces', 'Goods', 'Discounts', 'Fee', 'Refunds', 'Net'];
  const cells = ({ orders, pieces, ...paise }: SalesTotals) => [
    orders,
    pieces,
    formatPrice(paise.grossPaise),
    formatPrice(paise.discountPaise),
    ...[paise.feePaise, paise.refundsPaise, paise.netPaise].map(formatPrice),
  ];
  const total = ['Total', ...cells(sum(lines))];
  const byDay = Map.groupBy(lines, ({ day }) => day);
  const byMethod = Map.groupBy(lines, ({ method }) => paymentMessages.called[method]);
  const rows = (groups: ReadonlyMap<string, readonly SalesTotals[]>) =>
    [...groups].map(([key, group]) => [key, ...cells(sum(group))]);
  const sellers = bestSellers
    .slice(0, bestSellersShown)
    .map(({ name, pieces, grossPaise }) => [name, pieces, formatPrice(grossPaise)]);
  console.log(
    [
      table(['Day', ...headings], [...rows(byDay), total]),
      table(['Payment', ...headings], [...rows(byMethod), total]),
      table(['Best sellers', 'Pieces', 'Goods'], sellers),
    ].join('\n\n'),
  );
}
