import { currency } from './config.ts';

/** Money is whole paise in code, and rupees with at most two decimals on the wire and in content files. */
const formatter = new Intl.NumberFormat(currency.locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/**
 * Rupees to whole paise. Parses the decimal text, because 1.1 × 100 is not 110 in binary floating point.
 * @returns null if the amount is not a finite number ≥ 0 with at most two decimals
 */
export function paiseFromRupees(rupees: number): number | null {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(rupees));
  if (!parts) return null;
  const paise = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(paise) ? paise : null;
}

/** Whole paise to rupees for the wire: a number with at most two decimals. */
export function rupeesFromPaise(paise: number): number {
  return paise / 100;
}

/** `₹1,299.00`: Indian digit grouping, always two decimals. */
export function formatPrice(paise: number): string {
  return `${currency.symbol}${formatter.format(rupeesFromPaise(paise))}`;
}

/** `₹1,299.00 INR`, for lists. */
export function formatListPrice(paise: number): string {
  return `${formatPrice(paise)} ${currency.code}`;
}

/** An amount that may be below zero: a day may send back more than it sells. */
export function formatSignedPrice(paise: number): string {
  return paise < 0 ? `−${formatPrice(-paise)}` : formatPrice(paise);
}
