import { dayOf } from './days.ts';
import type { Rate, TaxParts, Unit } from './gst.ts';

/** An invoice or a credit note as it was issued. It stands in its order and is never changed. Money is in whole paise. */

/** Who sells: frozen, because a document names whoever issued it although the shop has moved since. */
export interface Supplier {
  legalName: string;
  address: string;
  gstin: string;
  state: string;
  stateCode: string;
}

export interface TaxLine extends TaxParts {
  kind: 'goods' | 'fee';
  /** As the order has it; '' for the fee. */
  name: string;
  /** '' for the fee. */
  size: string;
  hsn: string;
  unit: Unit;
  quantity: number;
  rate: Rate;
  /** What it costs with tax and before the discount. */
  grossPaise: number;
  /** Its share of the order's discount, with tax. */
  discountPaise: number;
}

/** What a credit note takes back of one line of its invoice. `quantity` is 0 where it is a part of the price alone. */
export interface CreditLine extends TaxLine {
  /** The line's place in the invoice. */
  of: number;
}

interface TaxDocument<Line extends TaxLine> {
  /** Its place in the series of its financial year, from 1; null until the storage gives it one. */
  number: number | null;
  /** When it was issued, in ms since 1970. */
  issuedAt: number;
  lines: readonly Line[];
}

export interface Invoice extends TaxDocument<TaxLine> {
  supplier: Supplier;
  placeOfSupply: { state: string; code: string };
}

/** Takes an invoice back, wholly or in part (section 34). Its amounts are what is taken back. */
export interface CreditNote extends TaxDocument<CreditLine> {
  reason: 'cancelled' | 'returned';
}

/** The two series of numbers. Short, because a serial has sixteen characters at most (rule 46). */
export type Series = 'IN' | 'CN';

/** `26-27`: the financial year, April to March in India, of a time in ms since 1970. */
export function financialYearOf(at: number): string {
  return yearsNamed(yearOfApril(at));
}

/** The financial years that a span of time touches (ms, both ends included), the first first. */
export function financialYearsOf(from: number, to: number): string[] {
  const first = yearOfApril(from);
  return Array.from({ length: yearOfApril(to) - first + 1 }, (_, since) => yearsNamed(first + since));
}

/** The year in which the financial year of a time began. */
function yearOfApril(at: number): number {
  const [year = 0, month = 0] = dayOf(at).split('-').map(Number);
  return month < 4 ? year - 1 : year;
}

function yearsNamed(first: number): string {
  return [first, first + 1].map((year) => String(year % 100).padStart(2, '0')).join('-');
}

/** `IN/26-27/000042`; 16 characters from the millionth of a year. '' for one that has no number yet. */
export function serialOf(series: Series, { number, issuedAt }: Pick<Invoice, 'number' | 'issuedAt'>): string {
  if (number === null) return '';
  return `${series}/${financialYearOf(issuedAt)}/${String(number).padStart(6, '0')}`;
}

export interface TaxSums extends TaxParts {
  /** Value and taxes. */
  totalPaise: number;
}

/** What lines come to. */
export function sumsOf(lines: readonly TaxParts[]): TaxSums {
  const sum = (part: keyof TaxParts) => lines.reduce((all, line) => all + line[part], 0);
  const parts = {
    taxablePaise: sum('taxablePaise'),
    cgstPaise: sum('cgstPaise'),
    sgstPaise: sum('sgstPaise'),
    igstPaise: sum('igstPaise'),
  };
  return { ...parts, totalPaise: inclusiveOf(parts) };
}

/** Value and taxes of a line. */
export function inclusiveOf({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: TaxParts): number {
  return taxablePaise + cgstPaise + sgstPaise + igstPaise;
}

/** What lines come to at each rate, the lowest first. */
export function sumsByRate(lines: readonly TaxLine[]): (TaxSums & { rate: Rate })[] {
  return [...new Set(lines.map(({ rate }) => rate))]
    .sort((a, b) => a - b)
    .map((rate) => ({ rate, ...sumsOf(lines.filter((line) => line.rate === rate)) }));
}
