/** Sales by day and method, as rows of a CSV. */
import { rupeesFromPaise } from '../../src/domain/money.ts';
import type { SalesLine } from '../../src/domain/sales.ts';
import type { CsvRow } from './csv.ts';

export const SALES_COLUMNS = 'day method orders pieces gross discounts fee refunds net'.split(' ');

export function salesRow({ day, method, orders, pieces, ...paise }: SalesLine): CsvRow {
  return {
    day,
    method,
    orders,
    pieces,
    gross: rupeesFromPaise(paise.grossPaise),
    discounts: rupeesFromPaise(paise.discountPaise),
    fee: rupeesFromPaise(paise.feePaise),
    refunds: rupeesFromPaise(paise.refundsPaise),
    net: rupeesFromPaise(paise.netPaise),
  };
}
