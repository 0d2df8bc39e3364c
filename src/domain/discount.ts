/** Discount codes. Not in domain/config, because its constants reach every page. */
export const discountCodes = {
  /** The first part of every code, in capital letters and digits. */
  prefix: 'TAANA',
  /** Months for which a code is valid. */
  months: 12,
} as const;

/** The discount of an order, as it was when the order was placed. */
export interface Discount {
  code: string;
  /** Percent of the subtotal. */
  percent: number;
  paise: number;
}

/** The discount in whole paise. Rounds up, because the shopper was promised at least this percentage. */
export function discountOf(subtotalPaise: number, percent: number): number {
  return Math.ceil((subtotalPaise * percent) / 100);
}

/** The characters of codes. None can be confused with another after `codeFrom` has corrected the text. */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of random characters in a code: enough for 10¹² codes. */
export const CODE_LENGTH = 8;

/** Formats eight characters as `TAANA-7K2M-Q9XD`. */
export function codeOf(letters: string): string {
  return [discountCodes.prefix, letters.slice(0, CODE_LENGTH / 2), letters.slice(CODE_LENGTH / 2)].join('-');
}

/**
 * Normalises a typed code to the form in the email. Ignores case, spaces and dashes, allows a missing prefix, and
 * replaces letters that codes never contain with the digits that look like them.
 * @returns null if the text cannot be a code
 */
export function codeFrom(typed: string): string | null {
  // Read inside the function, so that pages that never parse a code do not bundle it.
  const { prefix } = discountCodes;
  const kept = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const isWhole = kept.length === prefix.length + CODE_LENGTH && kept.startsWith(prefix);
  const letters = (isWhole ? kept.slice(prefix.length) : kept).replace(/[IL]/g, '1').replaceAll('O', '0');
  const isCode =
    letters.length === CODE_LENGTH && [...letters].every((letter) => codeLetters.includes(letter));
  return isCode ? codeOf(letters) : null;
}
