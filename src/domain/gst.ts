import { dayOf } from './days.ts';
import type { Product } from './product.ts';

/**
 * The tables of Indian GST law for the goods of this shop. No other code knows a rate, a heading or a state code. Ask
 * an accountant to check them before launch, and again after each meeting of the GST Council.
 */

/** The GST portal's unit quantity codes. */
export type Unit = 'PCS' | 'PRS' | 'SET' | 'OTH';

interface Heading {
  subCategory: string;
  /**
   * A word of the product's name, if the subCategory has goods of several headings. A row without a word is for the
   * rest.
   */
  word?: RegExp;
  /** HSN of the customs tariff, which GST follows: one heading, or one for men's garments and one for all others. */
  hsn: string | { men: string; others: string };
  unit: Unit;
}

/**
 * subCategory → HSN; the first row that fits counts. Chapter 61 is knitted, 62 woven. Garments that are not clearly
 * men's count as women's (note 9 to chapter 62, note 9 to chapter 61), so a unisex shirt is in 6206.
 */
const headings: readonly Heading[] = [
  { subCategory: 'Accessories', word: /\b(cap|beanie|hat)\b/i, hsn: '6505', unit: 'PCS' },
  { subCategory: 'Accessories', word: /\b(tote|bag)\b/i, hsn: '42022220', unit: 'PCS' },
  { subCategory: 'Accessories', word: /\bsocks?\b/i, hsn: '6115', unit: 'PRS' },
  { subCategory: 'Accessories', hsn: '6217', unit: 'PCS' },
  { subCategory: 'Bralette', hsn: '6212', unit: 'PCS' },
  {
    subCategory: 'Cargo Pants',
    word: /\b(track|jogger)\b/i,
    hsn: { men: '6103', others: '6104' },
    unit: 'PCS',
  },
  { subCategory: 'Cargo Pants', hsn: { men: '6203', others: '6204' }, unit: 'PCS' },
  // The law treats two garments that are sold as one as one piece, so the rate does too.
  { subCategory: 'Co-ord Sets', hsn: { men: '6203', others: '6204' }, unit: 'SET' },
  { subCategory: 'Hoodie', hsn: '6110', unit: 'PCS' },
  { subCategory: 'Shackets', hsn: { men: '6203', others: '6204' }, unit: 'PCS' },
  { subCategory: 'Shirts', word: /\b(tee|t-shirt)\b/i, hsn: '6109', unit: 'PCS' },
  { subCategory: 'Shirts', hsn: { men: '6205', others: '6206' }, unit: 'PCS' },
  { subCategory: 'Shorts', word: /\btrack\b/i, hsn: { men: '6103', others: '6104' }, unit: 'PCS' },
  { subCategory: 'Shorts', hsn: { men: '6203', others: '6204' }, unit: 'PCS' },
  { subCategory: 'Sweatshirts', hsn: '6110', unit: 'PCS' },
];

/** The GST class of goods; fixed in an order when it is placed. */
export interface TaxClass {
  hsn: string;
  unit: Unit;
}

/** Other made-up clothing accessories: the default for products that are not in the table. */
export const otherGoods: TaxClass = { hsn: '6217', unit: 'PCS' };

export function taxClassOf(product: Pick<Product, 'name' | 'subCategory' | 'categories'>): TaxClass {
  const { name, subCategory, categories } = product;
  const found = headings.find((row) => row.subCategory === subCategory && (row.word?.test(name) ?? true));
  if (!found) return otherGoods;
  const { hsn, unit } = found;
  if (typeof hsn === 'string') return { hsn, unit };
  const isMens = categories.length > 0 && categories.every((category) => category === 'Men');
  return { hsn: isMens ? hsn.men : hsn.others, unit };
}

/** Percent of the value before tax. CGST and SGST are half of it each; IGST is all of it. */
export type Rate = 5 | 18;

interface RateTable {
  /** The first day on which it applies, in India. */
  validFrom: string;
  /** The highest value of a piece that is taxed at `low`. */
  pieceLimitPaise: number;
  low: Rate;
  high: Rate;
  /** A heading uses the row that it begins with. */
  rows: readonly { hsn: string; rate: Rate | 'by-piece' }[];
  /** The rate for headings without a row. */
  standard: Rate;
}

/**
 * The rates, the newest first. Goods are taxed by the law of the day on which their invoice is issued, so a new
 * notification can be added before its first day. Since 22 September 2025: Notification 9/2025-Central Tax (Rate) of 17
 * September 2025, after the Council's 56th meeting.
 *
 * Apparel (chapters 61, 62, 63) is taxed by "sale value per piece". That is the transaction value (section 15): the
 * price that this buyer pays for this piece, after the discount on the invoice and before tax; not the label price and
 * not the sum of the line. The checkout fee belongs to the order and not to a piece, so it does not count. A set of two
 * garments is one piece (advance rulings on pyjama sets).
 *
 * Prices of this shop include tax, so the value depends on the rate. A piece is taxed at the low rate if its value at
 * that rate is not above the limit: up to ₹2,625.00 on the label. From ₹2,625.01 to ₹2,950.00 neither rate fits (at 5%
 * the value is above the limit, at 18% below it). The shop uses the high rate there, so that it never owes tax that it
 * did not charge. Avoid prices in that range.
 */
const tables: readonly RateTable[] = [
  {
    validFrom: '2025-09-22',
    pieceLimitPaise: 2_500_00,
    low: 5,
    high: 18,
    rows: [
      { hsn: '61', rate: 'by-piece' },
      { hsn: '62', rate: 'by-piece' },
      { hsn: '63', rate: 'by-piece' },
      // Hats and caps, knitted or of textile fabric.
      { hsn: '6505', rate: 5 },
      // Hand bags and shopping bags of cotton.
      { hsn: '42022220', rate: 5 },
    ],
    standard: 18,
  },
];

/** @throws RangeError for a day before the oldest table: a guess would stay on an invoice for ever */
function tableOf(day: string): RateTable {
  const table = tables.find(({ validFrom }) => validFrom <= day);
  if (!table) throw new RangeError(`The rates of ${day} are not known`);
  return table;
}

/**
 * The rate for goods whose invoice is issued at this time (ms).
 * @param inclusivePaise price of all pieces of the line after discount, tax included
 * @throws RangeError for a time before the oldest table
 */
export function rateOf(hsn: string, inclusivePaise: number, quantity: number, at: number): Rate {
  const rates = tableOf(dayOf(at));
  const row = rates.rows.find((each) => hsn.startsWith(each.hsn));
  if (!row) return rates.standard;
  if (row.rate !== 'by-piece') return row.rate;
  const isLow = inclusivePaise * 100 <= rates.pieceLimitPaise * quantity * (100 + rates.low);
  return isLow ? rates.low : rates.high;
}

/** The parts of an amount with tax. Whole paise that add up to it exactly. */
export interface TaxParts {
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
}

export const taxParts: readonly (keyof TaxParts)[] = ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise'];

export function taxPartsBy(amountOf: (part: keyof TaxParts) => number): TaxParts {
  return Object.fromEntries(taxParts.map((part) => [part, amountOf(part)])) as unknown as TaxParts;
}

/**
 * Splits an inclusive amount into value and taxes. Each tax is rounded separately to the nearest paisa, and the taxable
 * value is the rest. So CGST and SGST are always equal and the parts always add up, although the value can differ by
 * one paisa from the value that the rate gives.
 */
export function taxOf(inclusivePaise: number, rate: Rate, isInterState: boolean): TaxParts {
  const part = (percent: number) => Math.round((inclusivePaise * percent) / (100 + rate));
  const half = isInterState ? 0 : part(rate / 2);
  const igstPaise = isInterState ? part(rate) : 0;
  return {
    taxablePaise: inclusivePaise - 2 * half - igstPaise,
    cgstPaise: half,
    sgstPaise: half,
    igstPaise,
  };
}

/** A state as an invoice names it, with its two-digit code. */
export interface TaxState {
  name: string;
  code: string;
}

/** The states and union territories with the codes of GST registration numbers. */
const states: readonly TaxState[] = [
  ['01', 'Jammu and Kashmir'],
  ['02', 'Himachal Pradesh'],
  ['03', 'Punjab'],
  ['04', 'Chandigarh'],
  ['05', 'Uttarakhand'],
  ['06', 'Haryana'],
  ['07', 'Delhi'],
  ['08', 'Rajasthan'],
  ['09', 'Uttar Pradesh'],
  ['10', 'Bihar'],
  ['11', 'Sikkim'],
  ['12', 'Arunachal Pradesh'],
  ['13', 'Nagaland'],
  ['14', 'Manipur'],
  ['15', 'Mizoram'],
  ['16', 'Tripura'],
  ['17', 'Meghalaya'],
  ['18', 'Assam'],
  ['19', 'West Bengal'],
  ['20', 'Jharkhand'],
  ['21', 'Odisha'],
  ['22', 'Chhattisgarh'],
  ['23', 'Madhya Pradesh'],
  ['24', 'Gujarat'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['27', 'Maharashtra'],
  ['29', 'Karnataka'],
  ['30', 'Goa'],
  ['31', 'Lakshadweep'],
  ['32', 'Kerala'],
  ['33', 'Tamil Nadu'],
  ['34', 'Puducherry'],
  ['35', 'Andaman and Nicobar Islands'],
  ['36', 'Telangana'],
  ['37', 'Andhra Pradesh'],
  ['38', 'Ladakh'],
].map(([code = '', name = '']) => ({ code, name }));

/** Older names that people still write. */
const olderNames: Readonly<Record<string, string>> = {
  orissa: 'Odisha',
  pondicherry: 'Puducherry',
  uttaranchal: 'Uttarakhand',
  'new delhi': 'Delhi',
  'nct of delhi': 'Delhi',
  'daman and diu': 'Dadra and Nagar Haveli and Daman and Diu',
  'dadra and nagar haveli': 'Dadra and Nagar Haveli and Daman and Diu',
};

/** The code "other territory", for a text that is no state. */
const OTHER_TERRITORY = '97';

/**
 * The state of an address. Ignores case, outer space and `&`. The form offers only states. Another text, which only a
 * program can send, keeps its words under the code of other territory: it is surely not the shop's own state, and the
 * order is not lost.
 */
export function taxStateOf(typed: string): TaxState {
  const fold = (text: string) => text.trim().toLowerCase().replaceAll('&', 'and').replace(/\s+/g, ' ');
  const wanted = fold(olderNames[fold(typed)] ?? typed);
  return states.find(({ name }) => fold(name) === wanted) ?? { name: typed.trim(), code: OTHER_TERRITORY };
}

/** The name of a state by its code; of another territory, the code. */
export function taxStateOfCode(code: string): string {
  return states.find((state) => state.code === code)?.name ?? code;
}

/** Union territories without a parliament levy UTGST instead of SGST. */
const WITHOUT_PARLIAMENT: readonly string[] = ['04', '26', '31', '35', '38'];

/** The name of the state's half of the tax in the seller's state. */
export function stateTaxName(code: string): 'SGST' | 'UTGST' {
  return WITHOUT_PARLIAMENT.includes(code) ? 'UTGST' : 'SGST';
}
