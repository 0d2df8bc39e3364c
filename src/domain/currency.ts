/**
 * The constants of `shop` (domain/config) that format prices. A separate file keeps the other constants out of the
 * pages' scripts.
 */
export const currency = { symbol: '₹', code: 'INR', locale: 'en-IN' } as const;
