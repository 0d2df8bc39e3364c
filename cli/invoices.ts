/** The commands `invoices …`. */
import type { Command } from 'commander';
import type { IssuedDocument } from '../netlify/services/invoices.ts';
import { dayOf } from '../src/domain/days.ts';
import { formatPrice, rupeesFromPaise } from '../src/domain/money.ts';
import { shortOrderId } from '../src/domain/order.ts';
import { serialOf, sumsByRate, sumsOf } from '../src/domain/tax-document.ts';
import { connect } from './connect.ts';
import { type CsvRow, type Output, refuseToOverwrite, writeCsv } from './csv.ts';
import { firstMs, lastMs, spanOf } from './days.ts';
import { needSnapshot, unreadableOrders } from './open.ts';
import { table } from './table.ts';

const COLUMNS = [
  ...['type', 'serial', 'date', 'order', 'against', 'place of supply', 'state code', 'rate'],
  ...['taxable', 'cgst', 'sgst', 'igst', 'total'],
];
const called = { IN: 'Invoice', CN: 'Credit note' } as const;

interface Days {
  from?: string;
  to?: string;
}

export function invoiceCommands(program: Command): void {
  const invoices = program
    .command('invoices')
    .description('GST invoices and credit notes, by the day in India on which they were issued');
  const ofDays = (command: Command) =>
    command
      .option('--from <day>', 'the first day, such as 2026-11-01; without it the first of this month')
      .option('--to <day>', 'the last day; without it today');
  ofDays(invoices.command('list'))
    .description('show them, and what they come to')
    .action((days: Days) => list(days));
  ofDays(invoices.command('export'))
    .description(
      `for the accountant, as CSV, a line a document and rate (${COLUMNS.join(', ')}); credit notes count below zero`,
    )
    .option('--output <file>', 'write it into this file')
    .option('--force', 'write over a file that is there')
    .action(exportAll);
}

async function list(days: Days): Promise<void> {
  const { issued, first, last } = await read(days);
  if (issued.length === 0) {
    console.log(`No invoice was issued from ${first} to ${last}.`);
    return;
  }
  const amounts = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise }: Sums) =>
    [taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise].map(signedPrice);
  const rows = issued.map((document) => [
    ...[document.serial, dayOf(document.issuedAt), shortOrderId(document.order.id)],
    ...[placeOf(document), ...amounts(signed(document, sumsOf(document.lines)))],
  ]);
  const total = issued
    .map((document) => signed(document, sumsOf(document.lines)))
    .reduce((sum, each) => added(sum, each));
  console.log(
    table(
      ['Serial', 'Issued', 'Order', 'Place of supply', 'Taxable', 'CGST', 'SGST', 'IGST', 'Total'],
      [...rows, ['Total', '', '', '', ...amounts(total)]],
    ),
  );
}

async function exportAll(options: Days & Output): Promise<void> {
  await refuseToOverwrite(options);
  const { issued } = await read(options);
  await writeCsv(COLUMNS, issued.flatMap(rowsOf), options);
}

function rowsOf(document: IssuedDocument): CsvRow[] {
  const { series, serial, issuedAt, order, invoice, lines } = document;
  return sumsByRate(lines).map(({ rate, ...sums }) => {
    const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = signed(document, sums);
    return {
      ...{ type: called[series], serial, date: dayOf(issuedAt), order: order.id },
      against: series === 'CN' ? serialOf('IN', invoice) : '',
      'place of supply': invoice.placeOfSupply.state,
      'state code': invoice.placeOfSupply.code,
      rate,
      taxable: rupeesFromPaise(taxablePaise),
      cgst: rupeesFromPaise(cgstPaise),
      sgst: rupeesFromPaise(sgstPaise),
      igst: rupeesFromPaise(igstPaise),
      total: rupeesFromPaise(totalPaise),
    };
  });
}

async function read({ from, to }: Days): Promise<{ issued: IssuedDocument[]; first: string; last: string }> {
  const last = to ?? dayOf(Date.now());
  lastMs('--to', last);
  const first = from ?? `${last.slice(0, 7)}-01`;
  firstMs('--from', first);
  const { from: start = 0, to: end = 0 } = spanOf({ from: first, to: last });
  await needSnapshot();
  await connect();
  const { issuedBetween } = await import('../netlify/services/invoices.ts');
  const unreadable = unreadableOrders();
  const issued = await issuedBetween(start, end, unreadable.hear);
  unreadable.tell();
  return { issued, first, last };
}

type Sums = ReturnType<typeof sumsOf>;

/** As the books count it: a credit note has negative amounts. */
function signed({ series }: IssuedDocument, sums: Sums): Sums {
  if (series === 'IN') return sums;
  return Object.fromEntries(
    Object.entries(sums).map(([name, paise]) => [name, 0 - paise]),
  ) as unknown as Sums;
}

function added(one: Sums, other: Sums): Sums {
  return Object.fromEntries(
    Object.entries(one).map(([name, paise]) => [name, paise + other[name as keyof Sums]]),
  ) as unknown as Sums;
}

function placeOf({ invoice: { placeOfSupply } }: IssuedDocument): string {
  return `${placeOfSupply.code} ${placeOfSupply.state}`;
}

function signedPrice(paise: number): string {
  return paise < 0 ? `-${formatPrice(-paise)}` : formatPrice(paise);
}
