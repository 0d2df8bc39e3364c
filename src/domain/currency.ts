/** The part of `shop` (domain/config) that prices are written with, in a file of its own so that it alone travels with them. */
export const currency = { symbol: '₹', code: 'INR', locale: 'en-IN' } as const;
