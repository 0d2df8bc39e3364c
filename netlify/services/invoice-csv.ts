/** Invoices and credit notes for the accountant, as rows of a CSV. */
import { dayOf } from '../../src/domain/days.ts';
import {
  inRupees,
  negated,
  serialOf,
  type Series,
  sumsByRate,
  type TaxSums,
} from '../../src/domain/tax-document.ts';
import type { CsvRow } from './csv.ts';
import type { IssuedDocument } from './invoices.ts';

/** Place, rate and amounts, of a document and of a month. */
export const TAX_COLUMNS = [
  'place of supply',
  'state code',
  'rate',
  'taxable',
  'cgst',
  'sgst',
  'igst',
  'total',
];

export const INVOICE_COLUMNS = ['type', 'serial', 'date', 'order', 'against', ...TAX_COLUMNS];

const documentNames = { IN: 'Invoice', CN: 'Credit note' } as const satisfies Record<Series, string>;

/** A row per rate of the document. */
export function invoiceRows(document: IssuedDocument): CsvRow[] {
  const { series, serial, issuedAt, order, invoice, lines } = document;
  return sumsByRate(lines).map(({ rate, ...sums }) => ({
    type: documentNames[series],
    serial,
    date: dayOf(issuedAt),
    order: order.id,
    against: series === 'CN' ? serialOf('IN', invoice) : '',
    'place of supply': invoice.placeOfSupply.state,
    'state code': invoice.placeOfSupply.code,
    rate,
    ...inRupees(signedSums(series, sums)),
  }));
}

/** As the books count it: a credit note has negative amounts. */
export function signedSums(series: Series, sums: TaxSums): TaxSums {
  return series === 'IN' ? sums : negated(sums);
}
