import { currency } from './config.ts';

/**
 * Rupees, as on the wire and in content files, to the whole paise of the code. Parses the decimal text, because 1.1 × 100
 * is not 110 in binary floating point.
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

/**
 * `₹1,299.00`: Indian digit grouping, always two decimals. Not by `Intl.NumberFormat`, whose first use in a page keeps a
 * cheap phone busy for 0.1 s. Below zero, because a day may send back more than it sells, it begins with a minus.
 */
export function formatPrice(paise: number): string {
  const amount = Math.abs(paise);
  const price = `${formatRupees(Math.trunc(amount / 100))}.${String(amount % 100).padStart(2, '0')}`;
  return paise < 0 ? `−${price}` : price;
}

/** `₹1,299`. @param rupees whole rupees, at least 0 */
export function formatRupees(rupees: number): string {
  return currency.symbol + String(rupees).replace(/\B(?=(?:\d\d)+\d$)/g, ',');
}

/** `₹1,299.00 INR`, for lists. */
export function formatListPrice(paise: number): string {
  return `${formatPrice(paise)} ${currency.code}`;
}
