/** The commands `invoices …`. */
import type { Command } from 'commander';
import type { IssuedDocument } from '../netlify/services/invoices.ts';
import { dayOf } from '../src/domain/days.ts';
import { formatPrice } from '../src/domain/money.ts';
import { shortOrderId } from '../src/domain/order.ts';
import { sumsOf, type TaxSums } from '../src/domain/tax-document.ts';
import { connect } from './connect.ts';
import { INVOICE_COLUMNS, invoiceRows, signedSums } from '../netlify/services/invoice-csv.ts';
import { type Output, outputOptions, refuseToOverwrite, writeCsv } from './csv.ts';
import { daysOrMonth } from './days.ts';
import { needSnapshot, unreadableOrders } from './open.ts';
import { table } from './table.ts';

interface Days {
  from?: string;
  to?: string;
}

export function invoiceCommands(program: Command): void {
  const invoices = program
    .command('invoices')
    .description('GST invoices and credit notes, by the day of issue in India');
  const ofDays = (command: Command) =>
    command
      .option('--from <day>', 'first day, such as 2026-11-01; default: the first day of this month')
      .option('--to <day>', 'last day; default: today');
  ofDays(invoices.command('list'))
    .description('List invoices and credit notes with their totals')
    .action((days: Days) => list(days));
  outputOptions(ofDays(invoices.command('export')))
    .description(
      `Export as CSV, one line per document and tax rate (${INVOICE_COLUMNS.join(', ')}); credit notes have negative amounts`,
    )
    .action(exportAll);
}

async function list(days: Days): Promise<void> {
  const { issued, first, last } = await read(days);
  if (issued.length === 0) {
    console.log(`No invoice was issued from ${first} to ${last}.`);
    return;
  }
  const amounts = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise }: TaxSums) =>
    [taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise].map(formatPrice);
  const rows = issued.map((document) => [
    document.serial,
    dayOf(document.issuedAt),
    shortOrderId(document.order.id),
    placeOf(document),
    ...amounts(signedSums(document.series, sumsOf(document.lines))),
  ]);
  const total = sumsOf(issued.map(({ series, lines }) => signedSums(series, sumsOf(lines))));
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
  await writeCsv(INVOICE_COLUMNS, issued.flatMap(invoiceRows), options);
}

async function read(days: Days): Promise<{ issued: IssuedDocument[]; first: string; last: string }> {
  const { first, last, start, end } = daysOrMonth(days);
  await needSnapshot();
  await connect();
  const { documentPlaces, readDocuments } = await import('../netlify/services/invoices.ts');
  const unreadable = unreadableOrders();
  const issued = await readDocuments(await documentPlaces(start, end), start, end, unreadable.onUnreadable);
  unreadable.tell();
  return { issued, first, last };
}

function placeOf({ invoice: { placeOfSupply } }: IssuedDocument): string {
  return `${placeOfSupply.code} ${placeOfSupply.state}`;
}
