import { dayOf } from './days.ts';
import { type Rate, type TaxParts, taxPartsBy, type Unit } from './gst.ts';
import { rupeesFromPaise } from './money.ts';

/** An invoice or a credit note, as issued. It is stored in its order and never changes. Money is in whole paise. */

/** The seller. It is copied, because a document names its issuer even if the shop's data has changed since. */
export interface Supplier {
  legalName: string;
  address: string;
  gstin: string;
  state: string;
  stateCode: string;
}

export interface TaxLine extends TaxParts {
  kind: 'goods' | 'fee';
  /** As in the order; '' for the fee. */
  name: string;
  /** '' for the fee. */
  size: string;
  hsn: string;
  unit: Unit;
  quantity: number;
  rate: Rate;
  /** Price with tax, before the discount. */
  grossPaise: number;
  /** Share of the order's discount, with tax. */
  discountPaise: number;
}

/** What a credit note credits of one invoice line. `quantity` is 0 if it credits only a part of the price. */
export interface CreditLine extends TaxLine {
  /** Index of the line in the invoice. */
  of: number;
}

interface TaxDocument<Line extends TaxLine> {
  /** Number in the series of its financial year, from 1; null until the storage assigns it. */
  number: number | null;
  /** When it was issued, in ms since 1970. */
  issuedAt: number;
  lines: readonly Line[];
}

export interface Invoice extends TaxDocument<TaxLine> {
  supplier: Supplier;
  placeOfSupply: { state: string; code: string };
}

/** Cancels an invoice, in full or in part (section 34). Its amounts are what is credited. */
export interface CreditNote extends TaxDocument<CreditLine> {
  reason: 'cancelled' | 'returned';
}

/** The two number series. Short, because a serial has at most sixteen characters (rule 46). */
export type Series = 'IN' | 'CN';

/** `26-27`: the financial year of a time in ms since 1970; April to March in India. */
export function financialYearOf(at: number): string {
  return yearsNamed(yearOfApril(at));
}

/** The financial years of a span of time (ms, both ends included), in order. */
export function financialYearsOf(from: number, to: number): string[] {
  const first = yearOfApril(from);
  return Array.from({ length: yearOfApril(to) - first + 1 }, (_, since) => yearsNamed(first + since));
}

/** The months (`YYYY-MM`) of a financial year such as `26-27`, in order. */
export function monthsOf(financialYear: string): string[] {
  const first = 2_000 + Number(financialYear.slice(0, 2));
  const name = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;
  return Array.from({ length: 12 }, (_, at) => (at < 9 ? name(first, at + 4) : name(first + 1, at - 8)));
}

/** The year in which the financial year begins. */
function yearOfApril(at: number): number {
  const [year = 0, month = 0] = dayOf(at).split('-').map(Number);
  return month < 4 ? year - 1 : year;
}

function yearsNamed(first: number): string {
  return [first, first + 1].map((year) => String(year % 100).padStart(2, '0')).join('-');
}

/** `IN/26-27/000042`; 16 characters from number 1,000,000 of a year. '' without a number. */
export function serialOf(series: Series, { number, issuedAt }: Pick<Invoice, 'number' | 'issuedAt'>): string {
  if (number === null) return '';
  return `${series}/${financialYearOf(issuedAt)}/${String(number).padStart(6, '0')}`;
}

export interface TaxSums extends TaxParts {
  /** Value and taxes. */
  totalPaise: number;
}

export function sumsOf(lines: readonly TaxParts[]): TaxSums {
  const parts = taxPartsBy((part) => lines.reduce((all, line) => all + line[part], 0));
  return { ...parts, totalPaise: inclusiveOf(parts) };
}

export function negated(sums: TaxParts): TaxSums {
  return sumsOf([taxPartsBy((part) => 0 - sums[part])]);
}

/** The amounts in rupees, for replies and CSVs. */
export function inRupees({ taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise }: TaxSums) {
  return {
    taxable: rupeesFromPaise(taxablePaise),
    cgst: rupeesFromPaise(cgstPaise),
    sgst: rupeesFromPaise(sgstPaise),
    igst: rupeesFromPaise(igstPaise),
    total: rupeesFromPaise(totalPaise),
  };
}

export function inclusiveOf({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: TaxParts): number {
  return taxablePaise + cgstPaise + sgstPaise + igstPaise;
}

/** The sums of lines per rate, the lowest rate first. */
export function sumsByRate(lines: readonly TaxLine[]): (TaxSums & { rate: Rate })[] {
  return [...new Set(lines.map(({ rate }) => rate))]
    .sort((a, b) => a - b)
    .map((rate) => ({ rate, ...sumsOf(lines.filter((line) => line.rate === rate)) }));
}
