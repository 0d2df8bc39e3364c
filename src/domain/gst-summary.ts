import { monthOf } from './days.ts';
import { type Rate, type TaxParts, taxParts, taxPartsBy, taxStateOfCode } from './gst.ts';
import type { Order } from './order.ts';
import { negated, type Series, sumsByRate, sumsOf, type TaxSums } from './tax-document.ts';

/** The GST of a month by place of supply and rate: what invoices charge and what credit notes take back. */

/** One rate in one state. Both sums are positive; the tax that is due is their difference. */
export interface GstRow {
  stateCode: string;
  state: string;
  rate: Rate;
  invoiced: TaxSums;
  credited: TaxSums;
}

export interface GstSummary {
  /** By state code, then by rate. */
  rows: GstRow[];
  /** Numbers of documents. */
  invoices: number;
  creditNotes: number;
}

/** The amounts of an order's documents as running sums of the months (`YYYY-MM`) in which they were issued. */
export function gstSumsOf({
  invoice,
  creditNotes = [],
}: Pick<Order, 'invoice' | 'creditNotes'>): [month: string, field: string, by: number][] {
  if (!invoice) return [];
  const { code } = invoice.placeOfSupply;
  const issued = [
    { series: 'IN' as const, document: invoice },
    ...creditNotes.map((document) => ({ series: 'CN' as const, document })),
  ];
  return issued.flatMap(({ series, document: { issuedAt, lines } }) => {
    const month = monthOf(issuedAt);
    const ofRates = sumsByRate(lines).flatMap((sums) =>
      taxParts.map((part): [string, string, number] => {
        return [month, `${series} ${code} ${sums.rate} ${part}`, sums[part]];
      }),
    );
    return [[month, series, 1], ...ofRates] satisfies [string, string, number][];
  });
}

/** The summary of a month from its running sums. */
export function gstSummaryFrom(sums: ReadonlyMap<string, number>): GstSummary {
  const found = new Map<string, Record<Series, TaxParts>>();
  for (const [field, amount] of sums) {
    const [series = '', code, rate, part = ''] = field.split(' ');
    if (rate === undefined || (series !== 'IN' && series !== 'CN')) continue;
    const row = found.get(`${code} ${rate}`) ?? { IN: { ...nothing }, CN: { ...nothing } };
    found.set(`${code} ${rate}`, { ...row, [series]: { ...row[series], [part]: amount } });
  }
  const rows = [...found].map(([name, { IN, CN }]): GstRow => {
    const [stateCode = '', rate] = name.split(' ');
    return {
      stateCode,
      state: taxStateOfCode(stateCode),
      rate: Number(rate) as Rate,
      invoiced: sumsOf([IN]),
      credited: sumsOf([CN]),
    };
  });
  return {
    rows: rows
      .filter(({ invoiced, credited }) => invoiced.totalPaise > 0 || credited.totalPaise > 0)
      .sort((a, b) => a.stateCode.localeCompare(b.stateCode) || a.rate - b.rate),
    invoices: sums.get('IN') ?? 0,
    creditNotes: sums.get('CN') ?? 0,
  };
}

const nothing = taxPartsBy(() => 0);

export function dueOf({ invoiced, credited }: Pick<GstRow, 'invoiced' | 'credited'>): TaxSums {
  return sumsOf([invoiced, negated(credited)]);
}
